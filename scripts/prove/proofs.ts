import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Claim } from "./modelChecker.ts";

export const PROOFS: readonly string[] = readdirSync(new URL("../../contracts/proofs/", import.meta.url))
  .filter((name) => name.endsWith(".sol"))
  .map((name) => `contracts/proofs/${name}`);

/** Runs one proof beside others. */
export async function prove(file: string): Promise<readonly Claim[]> {
  const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: file });
  const [claims] = await once(worker, "message");
  return claims as readonly Claim[];
}
