import { randomInt } from "node:crypto";
import { Command } from "commander";
import { DOCUMENT_COMMANDS, type LabDocument } from "../../../lab/document.ts";
import { type Recheck, recheck } from "../../../lab/recheck.ts";
import { ThreadCrew } from "../../../lab/threads.ts";
import { InputError, readInteger, readObject } from "../../../sim/input.ts";
import { readJson } from "../../files.ts";
import { UserError } from "../../run.ts";
import { readNumber } from "./options.ts";
import { Progress } from "./progress.ts";
import { count, percent } from "./text.ts";

export function recheckCommand(): Command {
  return new Command("recheck")
    .description("do a random slice of a published run again, and say whether it holds")
    .argument("<document>", "the JSON file that a lab command wrote")
    .option("--jobs <number>", "how many jobs of it, picked at random", "8")
    .option("--all", "all of them")
    .option("--threads <number>", "threads of this machine", "2")
    .action(async (path: string, options: { jobs: string; all?: boolean; threads: string }) => {
      const wanted = readNumber(options.jobs, "--jobs", 1, 1_000_000);
      const threads = readNumber(options.threads, "--threads", 1, 256);
      const document = readDocument(await readJson(path), path);
      const crew = new ThreadCrew(threads);
      const progress = new Progress("lab recheck");
      try {
        const found = await recheck(
          document,
          crew,
          (items, what) => (options.all ? items : pick(items, what === "jobs" ? wanted : 1)),
          (done, all) => progress.show(done, all, false),
        );
        if (found.faults.length > 0) {
          throw new UserError(`${path} does not hold: ${found.faults.join("; ")}`);
        }
        process.stdout.write(`${heldText(path, found)}\n`);
      } finally {
        await crew.close();
      }
    });
}

/** What was done again, and what was not. */
function heldText(path: string, { fights, jobs, allJobs, steps, allSteps }: Recheck): string {
  const missed = (part: number, all: number) => percent(1 - part / all, 0);
  const misses = [
    ...(jobs < allJobs ? [`one false job with a chance of ${missed(jobs, allJobs)}`] : []),
    ...(steps < allSteps ? [`one false step with ${missed(steps, allSteps)}`] : []),
  ];
  return [
    `${path} holds: every number follows from what was counted, and ${count(fights)} fights (${jobs} of ${allJobs} jobs) came out the same.`,
    ...(allSteps === 0
      ? []
      : [
          `Of the search before it, ${steps} of ${allSteps} steps came out the same, and they lead to what was judged.`,
        ]),
    ...(misses.length === 0 ? [] : [`Missed would have been ${misses.join(", ")}; --all leaves none.`]),
  ].join("\n");
}

function pick<T>(items: readonly T[], wanted: number): readonly T[] {
  const left = [...items];
  const picked: T[] = [];
  while (picked.length < wanted && left.length > 0) picked.push(...left.splice(randomInt(left.length), 1));
  return picked;
}

function readDocument(value: unknown, path: string): LabDocument {
  const fields = readObject(value, path, [
    "lab",
    "command",
    "title",
    "proof",
    "settings",
    "run",
    "results",
    "jobs",
  ]);
  readInteger(fields.lab, `${path}.lab`, 1, 1);
  if (!DOCUMENT_COMMANDS.some((command) => command === fields.command)) {
    throw new InputError(`${path}.command`, fields.command, `one of ${DOCUMENT_COMMANDS.join(", ")}`);
  }
  for (const field of ["proof", "run", "results"] as const) {
    if (typeof fields[field] !== "object" || fields[field] === null) {
      throw new InputError(`${path}.${field}`, fields[field], "an object");
    }
  }
  if (!Array.isArray(fields.jobs)) throw new InputError(`${path}.jobs`, fields.jobs, "a list of jobs");
  return value as LabDocument;
}
