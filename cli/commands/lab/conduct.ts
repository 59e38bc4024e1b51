import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentCommand, type LabDocument, documentOf } from "../../../lab/document.ts";
import type { Run } from "../../../lab/jobs.ts";
import { type RunOptions, StoppedError, runJobs } from "../../../lab/runJobs.ts";
import { type Crew, ThreadCrew } from "../../../lab/threads.ts";
import { CheckpointFile } from "./checkpoint.ts";
import type { LabSetup } from "./options.ts";
import { Progress } from "./progress.ts";

const STOPPED_BY_USER = 130;

/** What a command needs to do runs: people to do them, a way to be stopped, and somebody to say how far they are. */
export interface Bench {
  readonly crew: Crew;
  /** Options of a run that is shown by this name. */
  optionsOf(name: string): RunOptions;
}

/**
 * Gives the command its crew and takes it back, whatever happens. Ctrl-C stops the work, not the program: finished jobs
 * are kept in the folder, and the same command goes on from there.
 */
export async function onBench(
  setup: LabSetup,
  folder: string,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const crew = await openCrew(setup);
  const checkpoint = new CheckpointFile(join(folder, "checkpoint.jsonl"));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    mkdirSync(folder, { recursive: true });
    await work({
      crew,
      optionsOf: (name) => {
        const progress = new Progress(name);
        const { signal } = controller;
        return { checkpoint, signal, onProgress: (...how) => progress.show(...how) };
      },
    });
    checkpoint.remove();
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    process.stderr.write(
      `\nstopped; the same command again goes on from ${join(folder, "checkpoint.jsonl")}\n`,
    );
    process.exitCode = STOPPED_BY_USER;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    await crew.close();
  }
}

async function openCrew({ threads, queue }: LabSetup): Promise<Crew> {
  if (queue === null) return new ThreadCrew(threads);
  // Loaded only here: most runs have no need of Redis.
  const { QueueCrew } = await import("../../../lab/queue.ts");
  const crew = await QueueCrew.open(queue);
  if ((await crew.workers()) === 0) {
    process.stderr.write(`nobody is at this queue yet; it waits for: duel lab worker --queue ${queue}\n`);
  }
  return crew;
}

/** Does a run and says how far it is; the document of what came of it. */
export async function conduct<Results>(
  bench: Bench,
  command: DocumentCommand,
  title: string,
  run: Run,
  settings: unknown,
  isEnough?: RunOptions["isEnough"],
): Promise<LabDocument<Results>> {
  const tallies = await runJobs(bench.crew, run, { ...bench.optionsOf(`lab ${command}`), isEnough });
  return documentOf<Results>(command, title, run, settings, tallies);
}

/** A document as text: readable, and a job on one line. */
export function documentText({ jobs, ...rest }: LabDocument): string {
  const lines = jobs.map((job) => `    ${JSON.stringify(job)}`).join(",\n");
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "jobs": [\n${lines}\n  ]\n}\n`;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  process.stderr.write(`wrote ${Object.keys(files).join(", ")} in ${folder}\n`);
}
