import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const PROJECT = join(import.meta.dirname, "../../..");

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real command line in a process of its own. */
export async function duel(
  args: readonly string[],
  stdin = "",
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const node = ["--disable-warning=ExperimentalWarning", join(PROJECT, "cli/duel.ts"), ...args];
  const child = spawn(process.execPath, node, { env: { ...process.env, NO_COLOR: "1", ...env } });
  child.stdin.end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code: code as number, stdout, stderr };
}
