import { Queue, QueueEvents, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Job, Run } from "./jobs.ts";
import { engineVersion, hashOf } from "./proof.ts";
import type { Tally } from "./tally.ts";
import { type Crew, ThreadCrew } from "./threads.ts";

const QUEUE = "sealed-duel-lab";
/** How long a worker may be silent before its job goes to another; it renews its claim twice in that time. */
const CLAIM_MS = 10_000;
const CHECK_MS = 5_000;
/** Jobs handed out ahead: more than any number of workers has in hand. */
const WIDTH = 256;
/** Runs and results are of no use to anybody after a day. */
const KEEP_SECS = 86_400;

interface Work {
  readonly engine: string;
  /** Where the run is kept: it is the same for all jobs, and may have a hundred modes. */
  readonly run: string;
  readonly job: Job;
}

const runKey = (hash: string) => `${QUEUE}:run:${hash}`;

/** Workers that share a Redis. A job's id is its run and range, so however often it is asked for, it is done once. */
export class QueueCrew implements Crew {
  readonly width = WIDTH;
  readonly #redis: Redis;
  readonly #queue: Queue<Work, Tally>;
  readonly #events: QueueEvents;
  readonly #known = new Map<Run, Promise<string>>();

  private constructor(redis: Redis, queue: Queue<Work, Tally>, events: QueueEvents) {
    this.#redis = redis;
    this.#queue = queue;
    this.#events = events;
    // A promise waits for each job in hand.
    events.setMaxListeners(0);
  }

  static async open(url: string): Promise<QueueCrew> {
    const redis = await connect(url);
    const queue = new Queue<Work, Tally>(QUEUE, { connection: redis });
    const events = new QueueEvents(QUEUE, { connection: redis.duplicate() });
    await events.waitUntilReady();
    return new QueueCrew(redis, queue, events);
  }

  async doJob(run: Run, job: Job): Promise<Tally> {
    const hash = await this.#publish(run);
    const keep = { age: KEEP_SECS };
    const handed = await this.#queue.add(
      "job",
      { engine: engineVersion(), run: hash, job },
      { jobId: `${hash}-${job.from}`, removeOnComplete: keep, removeOnFail: true },
    );
    return handed.waitUntilFinished(this.#events);
  }

  /** Puts a run where workers find it; its hash. */
  #publish(run: Run): Promise<string> {
    const known = this.#known.get(run);
    if (known) return known;
    const hash = hashOf([run, engineVersion()]);
    const published = this.#redis.set(runKey(hash), JSON.stringify(run), "EX", KEEP_SECS).then(() => hash);
    this.#known.set(run, published);
    return published;
  }

  async close(): Promise<void> {
    await this.#events.close();
    await this.#queue.close();
    this.#redis.disconnect();
  }
}

export interface LabWorker {
  close(): Promise<void>;
}

/** Joins the work of a queue with so many threads. */
export async function startWorker(
  url: string,
  threads: number,
  onDone: (fights: number) => void,
): Promise<LabWorker> {
  const redis = await connect(url);
  const crew = new ThreadCrew(threads);
  const runs = new Map<string, Promise<Run>>();
  const runOf = (hash: string): Promise<Run> => {
    const run = runs.get(hash) ?? redis.get(runKey(hash)).then((text) => JSON.parse(text!) as Run);
    runs.set(hash, run);
    return run;
  };
  const worker = new Worker<Work, Tally>(
    QUEUE,
    async ({ data: { engine, run, job } }) => {
      // Another engine could count otherwise, and nobody would notice.
      if (engine !== engineVersion())
        throw new Error(`this worker is ${engineVersion()}, the work is for ${engine}`);
      const tally = await crew.doJob(await runOf(run), job);
      onDone(tally.fights);
      return tally;
    },
    {
      connection: redis,
      concurrency: threads,
      lockDuration: CLAIM_MS,
      stalledInterval: CHECK_MS,
      // A killed worker is no fault of the job.
      maxStalledCount: 1_000,
    },
  );
  await worker.waitUntilReady();
  return {
    async close() {
      await worker.close();
      await crew.close();
      redis.disconnect();
    },
  };
}

/** Says at once when there is no Redis, instead of trying for ever. */
async function connect(url: string): Promise<Redis> {
  const redis = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true, retryStrategy: () => null });
  // Told by the connect below, or by the command that fails.
  redis.on("error", () => {});
  try {
    await redis.connect();
  } catch {
    redis.disconnect();
    throw new Error(`cannot reach ${url}`);
  }
  redis.options.retryStrategy = (times) => Math.min(1_000, 50 * times);
  return redis;
}
