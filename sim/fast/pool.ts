import { Worker } from "node:worker_threads";
import type { BattleMode } from "../battle/modes.ts";
import { type Batch, refuseBadBatch } from "./batch.ts";
import type { EngineName } from "./engine.ts";
import { type Outcomes, allocateOutcomes } from "./outcomes.ts";

const WORKER = new URL("./poolWorker.ts", import.meta.url);

/** What a thread is given: everything but the mode is in shared memory. */
export interface Task {
  readonly mode: BattleMode;
  readonly batch: Batch;
  readonly outcomes: Outcomes;
  /** The first battle that no thread has taken yet. */
  readonly next: Int32Array;
  readonly engine: EngineName | undefined;
}

/**
 * Threads that fight a batch together. Seeds, teams and outcomes are in shared memory; a battle depends on nothing but
 * its own seed and teams, so the outcomes are the same whichever thread fights it.
 */
export class BattlePool {
  readonly #workers: readonly Worker[];
  #last: Promise<unknown> = Promise.resolve();

  constructor(threads: number) {
    this.#workers = Array.from({ length: threads }, () => new Worker(WORKER));
  }

  /** One batch after the other, in the order of the calls. */
  run(mode: BattleMode, batch: Batch, engine?: EngineName): Promise<Outcomes> {
    const result = this.#last.then(() => this.#runNow(mode, batch, engine));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #runNow(mode: BattleMode, batch: Batch, engine: EngineName | undefined): Promise<Outcomes> {
    refuseBadBatch(batch);
    const outcomes = allocateOutcomes(batch.count);
    const next = new Int32Array(new SharedArrayBuffer(4));
    const task: Task = { mode, batch, outcomes, next, engine };
    await Promise.all(this.#workers.map((worker) => finish(worker, task)));
    return outcomes;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function finish(worker: Worker, task: Task): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = () => {
      worker.off("error", reject);
      resolve();
    };
    worker.once("message", onMessage);
    worker.once("error", reject);
    worker.postMessage(task);
  });
}
