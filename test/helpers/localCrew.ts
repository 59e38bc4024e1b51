import type { Job, Run } from "../../lab/jobs.ts";
import type { Tally } from "../../lab/tally.ts";
import type { Crew } from "../../lab/threads.ts";
import { doJob } from "../../lab/work.ts";

/** Does jobs here and now, and keeps a list of them. */
export class LocalCrew implements Crew {
  readonly width = 3;
  readonly done: number[] = [];

  async doJob(run: Run, job: Job): Promise<Tally> {
    this.done.push(job.from);
    return doJob(run, job);
  }

  async close(): Promise<void> {}
}
