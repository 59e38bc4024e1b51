import { parentPort } from "node:worker_threads";
import { compileMode } from "./compiledMode.ts";
import { type EngineName, type FastEngine, createEngine } from "./engine.ts";
import type { Task } from "./pool.ts";

/** Battles that a thread takes at a time: 0.6 ms of work, so that the last one to finish holds up the others by no more. */
const SHARE = 512;

const engines = new Map<EngineName | undefined, FastEngine>();

parentPort?.on("message", ({ mode, batch, outcomes, next, engine: name }: Task) => {
  const engine = engines.get(name) ?? createEngine(name);
  engines.set(name, engine);
  const compiled = compileMode(mode);
  for (;;) {
    const from = Atomics.add(next, 0, SHARE);
    if (from >= batch.count) break;
    engine.runPart(compiled, batch, outcomes, from, Math.min(from + SHARE, batch.count));
  }
  parentPort?.postMessage("done");
});
