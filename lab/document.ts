import { compareSettings, evaluateCompare, isDecided } from "./compare.ts";
import { type Job, jobsOf, type Run } from "./jobs.ts";
import { evaluateMeta, metaSettings } from "./meta.ts";
import { engineVersion, hashOf, modeHash } from "./proof.ts";
import { evaluateReport } from "./report.ts";
import { evaluateSensitivity, sensitivitySettings } from "./sensitivity.ts";
import { type Tally, totalOf } from "./tally.ts";
import type { TeamRule } from "./teams.ts";
import { evaluateTune, tuneSettings } from "./tune.ts";

/** What each command makes of the tallies of its run; settings are what it was asked beside the run. */
const EVALUATORS = {
  report: (run: Run, _: unknown, tallies: readonly Tally[]) => evaluateReport(run, tallies),
  compare: (run: Run, settings: unknown, tallies: readonly Tally[]) =>
    evaluateCompare(run, compareSettings(settings), tallies),
  sensitivity: (run: Run, settings: unknown, tallies: readonly Tally[]) =>
    evaluateSensitivity(run, sensitivitySettings(settings), tallies),
  meta: (run: Run, settings: unknown, tallies: readonly Tally[]) =>
    evaluateMeta(run, metaSettings(settings), tallies),
  tune: (run: Run, settings: unknown, tallies: readonly Tally[]) =>
    evaluateTune(run, tuneSettings(settings), tallies),
};

export type DocumentCommand = keyof typeof EVALUATORS;
export const DOCUMENT_COMMANDS = Object.keys(EVALUATORS) as DocumentCommand[];

/** What it takes to do a run again and find the same. */
export interface Proof {
  readonly engine: string;
  /** SHA-256 of each mode, in the order of the run. */
  readonly modes: readonly string[];
  readonly seeds: { readonly label: string; readonly from: number; readonly to: number };
  /** Over the outcome of every fight. */
  readonly checksum: string;
  /** SHA-256 over all results. */
  readonly results: string;
}

/** A published result: what was run, what was counted job by job, and what follows from it. */
export interface LabDocument<Results = unknown> {
  readonly lab: 1;
  readonly command: DocumentCommand;
  readonly title: string;
  readonly proof: Proof;
  readonly settings: unknown;
  readonly run: Run;
  readonly results: Results;
  readonly jobs: readonly (Job & { readonly tally: Tally })[];
}

/** The document of a run: `tallies` are of its first jobs, all of them unless it was stopped as decided. */
export function documentOf<Results>(
  command: DocumentCommand,
  title: string,
  run: Run,
  settings: unknown,
  tallies: readonly Tally[],
): LabDocument<Results> {
  const results = evaluate(command, run, settings, tallies);
  const jobs = tallies.map((tally, i) => ({ ...jobsOf(run)[i]!, tally }));
  return {
    lab: 1,
    command,
    title,
    proof: {
      engine: engineVersion(),
      modes: modesOf(run).map((mode) => modeHash(mode, ruleOf(run))),
      seeds: { label: run.label, from: 0, to: jobs.at(-1)?.to ?? 0 },
      checksum: totalOf(tallies).checksum,
      results: hashOf(results),
    },
    settings,
    run,
    results: results as Results,
    jobs,
  };
}

function evaluate(command: DocumentCommand, run: Run, settings: unknown, tallies: readonly Tally[]): unknown {
  // As it will be read from a file: no undefined, no -0.
  return JSON.parse(JSON.stringify(EVALUATORS[command](run, settings, tallies)));
}

function modesOf({ task }: Run) {
  return task.kind === "paired" ? task.modes : [task.mode];
}

function ruleOf({ task }: Run): TeamRule {
  return task.kind === "matrix" ? task.rule : task.teams.rule;
}

/** What is wrong with a document by itself, before anything is run again: the numbers must follow from the tallies. */
export function faultsOf(document: LabDocument): readonly string[] {
  const { command, run, settings, jobs, title } = document;
  const faults: string[] = [];
  const expectedJobs = jobsOf(run).slice(0, jobs.length);
  if (
    jobs.length === 0 ||
    jobs.some(({ from, to }, i) => from !== expectedJobs[i]?.from || to !== expectedJobs[i]?.to)
  ) {
    return ["its jobs are not those of its run"];
  }
  const tallies = jobs.map(({ tally }) => tally);
  if (jobs.length < jobsOf(run).length) {
    const mayStop = command === "compare" && isDecided(run, compareSettings(settings), tallies);
    if (!mayStop) faults.push("its run was stopped before it was decided");
  }
  const again = documentOf(command, title, run, settings, tallies);
  if (again.proof.engine !== document.proof.engine) {
    faults.push(`it was made by ${document.proof.engine}; this is ${again.proof.engine}`);
  }
  if (hashOf(again.proof.modes) !== hashOf(document.proof.modes))
    faults.push("its mode hash is not that of its mode");
  if (hashOf(again.proof.seeds) !== hashOf(document.proof.seeds))
    faults.push("its seed range is not that of its run");
  if (again.proof.checksum !== document.proof.checksum) faults.push("its checksum is not that of its jobs");
  const names = new Set([
    ...Object.keys(again.results as object),
    ...Object.keys(document.results as object),
  ]);
  for (const name of names) {
    const [found, expected] = [document.results, again.results].map(
      (all) => (all as Record<string, unknown>)[name],
    );
    if (hashOf(found ?? null) !== hashOf(expected ?? null))
      faults.push(`results.${name} does not follow from what was counted`);
  }
  if (document.proof.results !== again.proof.results) faults.push("its hash of the results is not theirs");
  return faults;
}
