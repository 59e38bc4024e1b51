import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Job, Run } from "./jobs.ts";
import type { Tally } from "./tally.ts";

const WORKER = new URL("./threadWorker.ts", import.meta.url);

/** Where jobs are done: threads here, or workers anywhere. */
export interface Crew {
  /** Jobs that it can have in hand at once. */
  readonly width: number;
  /** Does a job of a run. The same job may be done twice; the result is the same. */
  doJob(run: Run, job: Job): Promise<Tally>;
  close(): Promise<void>;
}

/** Threads of this machine, a job each at a time. */
export class ThreadCrew implements Crew {
  readonly width: number;
  readonly #idle: Worker[];
  readonly #all: readonly Worker[];
  readonly #runs = new Map<Worker, Run>();
  readonly #waiting: ((worker: Worker) => void)[] = [];

  constructor(threads = availableParallelism()) {
    this.width = threads;
    this.#all = Array.from({ length: threads }, () => new Worker(WORKER));
    this.#idle = [...this.#all];
  }

  async doJob(run: Run, job: Job): Promise<Tally> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    try {
      if (this.#runs.get(worker) !== run) {
        this.#runs.set(worker, run);
        worker.postMessage({ run });
      }
      return await answerOf(worker, job);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(worker);
      else this.#idle.push(worker);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}

function answerOf(worker: Worker, job: Job): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
    };
    const onMessage = (tally: Tally): void => {
      settle();
      resolve(tally);
    };
    const onError = (error: Error): void => {
      settle();
      reject(error);
    };
    const onExit = (): void => {
      settle();
      reject(new Error("a thread was stopped"));
    };
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    worker.postMessage({ job });
  });
}
