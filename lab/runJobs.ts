import { type Job, jobsOf, type Run } from "./jobs.ts";
import type { Tally } from "./tally.ts";
import type { Crew } from "./threads.ts";

/** Where finished jobs are kept, so that a run that was stopped can go on. */
export interface Checkpoint {
  /** The jobs of this run that are finished already, by their first fight. */
  load(run: Run): ReadonlyMap<number, Tally>;
  save(run: Run, job: Job, tally: Tally): void;
}

export interface RunOptions {
  readonly checkpoint?: Checkpoint | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, all: number, isFromCheckpoint: boolean) => void) | undefined;
  /**
   * Asked after every job with all tallies up to it, in the order of the fights: true when it has seen enough. So where
   * a run stops does not depend on who was faster.
   */
  readonly isEnough?: ((tallies: readonly Tally[]) => boolean) | undefined;
}

/** A run was stopped by its signal; what was finished is in the checkpoint. */
export class StoppedError extends Error {}

/** Does the jobs of a run, each once, and gives their tallies in the order of the fights. */
export async function runJobs(crew: Crew, run: Run, options: RunOptions = {}): Promise<readonly Tally[]> {
  const { checkpoint, signal, onProgress, isEnough } = options;
  const jobs = jobsOf(run);
  // By first fight: a job that is done twice counts once.
  const done = new Map(checkpoint?.load(run));
  const inOrder: Tally[] = [];
  let next = 0;
  const stopped = new Promise<null>((resolve) => signal?.addEventListener("abort", () => resolve(null)));
  let hasEnough = false;

  /** Takes over what is finished without a gap. */
  const collect = (): void => {
    while (!hasEnough && inOrder.length < jobs.length) {
      const tally = done.get(jobs[inOrder.length]!.from);
      if (tally === undefined) return;
      inOrder.push(tally);
      hasEnough = isEnough?.(inOrder) ?? false;
    }
  };
  const worker = async (): Promise<void> => {
    for (;;) {
      const job = jobs[next++];
      if (job === undefined || hasEnough || signal?.aborted) return;
      if (done.has(job.from)) continue;
      const work = crew.doJob(run, job);
      // When it is stopped, nobody waits for the jobs in hand: a queue may have no workers at all.
      work.catch(() => {});
      const tally = await Promise.race([work, stopped]);
      if (tally === null || signal?.aborted) return;
      done.set(job.from, tally);
      checkpoint?.save(run, job, tally);
      collect();
      onProgress?.(done.size, jobs.length, false);
    }
  };

  collect();
  onProgress?.(done.size, jobs.length, true);
  await Promise.all(Array.from({ length: crew.width }, worker));
  if (signal?.aborted && !hasEnough && inOrder.length < jobs.length) throw new StoppedError();
  return inOrder;
}
