import { randomInt } from "node:crypto";
import { Command } from "commander";
import { DOCUMENT_COMMANDS, type LabDocument, faultsOf } from "../../../lab/document.ts";
import { hashOf } from "../../../lab/proof.ts";
import { ThreadCrew } from "../../../lab/threads.ts";
import { InputError, readInteger, readObject } from "../../../sim/input.ts";
import { readJson } from "../../files.ts";
import { UserError } from "../../run.ts";
import { readNumber } from "./options.ts";
import { Progress } from "./progress.ts";

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
      const faults = [...faultsOf(document)];
      const slice = options.all ? document.jobs : pick(document.jobs, wanted);
      const crew = new ThreadCrew(threads);
      const progress = new Progress("lab recheck");
      let done = 0;
      try {
        await Promise.all(
          slice.map(async ({ from, to, tally }) => {
            const again = await crew.doJob(document.run, { from, to });
            if (hashOf(again) !== hashOf(tally)) faults.push(`fights ${from}..${to - 1} come out otherwise`);
            progress.show(++done, slice.length, false);
          }),
        );
      } finally {
        await crew.close();
      }
      if (faults.length > 0) throw new UserError(`${path} does not hold: ${faults.join("; ")}`);
      const missed = 1 - slice.length / document.jobs.length;
      const fights = slice.reduce((sum, { from, to }) => sum + to - from, 0);
      process.stdout.write(
        `${path} holds: every number follows from what was counted, and ${fights.toLocaleString("en-US")} fights ` +
          `(${slice.length} of ${document.jobs.length} jobs) came out the same.\n` +
          (missed > 0
            ? `One false job among them would have been missed with a chance of ${(100 * missed).toFixed(0)} %; --all leaves none.\n`
            : ""),
      );
    });
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
