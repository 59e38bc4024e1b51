import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Job, Run } from "../../../lab/jobs.ts";
import { engineVersion, hashOf } from "../../../lab/proof.ts";
import type { Checkpoint } from "../../../lab/runJobs.ts";
import type { Tally } from "../../../lab/tally.ts";

interface Line extends Job {
  readonly run: string;
  readonly tally: Tally;
}

/** Finished jobs in a file, one a line. A line that was cut off by a crash is as if it had never been. */
export class CheckpointFile implements Checkpoint {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  load(run: Run): ReadonlyMap<number, Tally> {
    if (!existsSync(this.#path)) {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(this.#path, "");
      return new Map();
    }
    const key = keyOf(run);
    const text = readFileSync(this.#path, "utf8");
    // So that what is added next starts on a line of its own.
    if (text.length > 0 && !text.endsWith("\n")) appendFileSync(this.#path, "\n");
    const lines = text.split("\n").flatMap((line) => parsed(line) ?? []);
    return new Map(lines.filter((line) => line.run === key).map(({ from, tally }) => [from, tally]));
  }

  save(run: Run, { from, to }: Job, tally: Tally): void {
    const line: Line = { run: keyOf(run), from, to, tally };
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

const keys = new WeakMap<Run, string>();

/** A run by all that it depends on; the engine too, since another one may count otherwise. */
function keyOf(run: Run): string {
  const key = keys.get(run) ?? hashOf([run, engineVersion()]).slice(0, 16);
  keys.set(run, key);
  return key;
}

function parsed(line: string): Line | null {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return null;
  }
}
