import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const DUEL = fileURLToPath(new URL("../../cli/duel.ts", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts `duel` as a process of its own, by a user who is in this folder. */
export function startDuel(folder: string, args: readonly string[]): ChildProcess {
  const flags = ["--disable-warning=ExperimentalWarning", DUEL, ...args];
  return spawn(process.execPath, flags, { env: { ...process.env, INIT_CWD: folder } });
}

/** Waits for the end of a process, and gives all that it said. */
export function ended(child: ChildProcess): Promise<Ended> {
  let [out, err] = ["", ""];
  child.stdout!.on("data", (text) => (out += text));
  child.stderr!.on("data", (text) => (err += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}
