import { parentPort } from "node:worker_threads";
import type { Job, Run } from "./jobs.ts";
import { doJob } from "./work.ts";

let run: Run | undefined;

// A run is sent once, and then jobs of it: a sensitivity analysis has some fifty modes in it.
parentPort?.on("message", (message: { run: Run } | { job: Job }) => {
  if ("run" in message) run = message.run;
  else parentPort?.postMessage(doJob(run!, message.job));
});
