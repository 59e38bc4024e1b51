import { type LabDocument, faultsOf } from "./document.ts";
import { hashOf } from "./proof.ts";
import type { Crew } from "./threads.ts";
import { wayOf } from "./way.ts";

/** What a recheck found: faults, and how much of the document was done again. */
export interface Recheck {
  readonly faults: readonly string[];
  readonly fights: number;
  readonly jobs: number;
  readonly allJobs: number;
  /** Of the search before the run, if there was one. */
  readonly steps: number;
  readonly allSteps: number;
}

/**
 * Computes all results again from what was counted, then does some of it again: jobs of the run, and steps of the search
 * that led to it. `choose` says which.
 */
export async function recheck(
  document: LabDocument,
  crew: Crew,
  choose: <Item>(items: readonly Item[], what: "jobs" | "steps") => readonly Item[],
  onProgress: (done: number, all: number) => void = () => {},
): Promise<Recheck> {
  const way = wayOf(document);
  const faults = [...faultsOf(document), ...(way?.faults ?? [])];
  const allSteps = [...Array(way?.steps ?? 0).keys()];
  // What contradicts itself needs no fights to be refuted.
  const isRefuted = faults.length > 0;
  const jobs = isRefuted ? [] : choose(document.jobs, "jobs");
  const steps = isRefuted ? [] : choose(allSteps, "steps");
  let done = 0;
  const doneOne = (): void => onProgress(++done, jobs.length + steps.length);
  await Promise.all(
    jobs.map(async ({ from, to, tally }) => {
      const again = await crew.doJob(document.run, { from, to });
      if (hashOf(again) !== hashOf(tally)) faults.push(`fights ${from}..${to - 1} come out otherwise`);
      doneOne();
    }),
  );
  for (const step of steps) {
    const isSame = await way!.redo(crew, step);
    if (!isSame) faults.push(`step ${step + 1} of its search comes out otherwise`);
    doneOne();
  }
  return {
    faults,
    fights: jobs.reduce((sum, { from, to }) => sum + to - from, 0),
    jobs: jobs.length,
    allJobs: document.jobs.length,
    steps: steps.length,
    allSteps: allSteps.length,
  };
}
