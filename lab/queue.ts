import { Queue, QueueEvents, Worker } from "bullmq";
import { Redis } from "ioredis";
import { InputError } from "../sim/input.ts";
import type { Job, Run } from "./jobs.ts";
import { engineVersion, hashOf } from "./proof.ts";
import type { Tally } from "./tally.ts";
import { type Crew, ThreadCrew } from "./threads.ts";

/** Workers only see work for their own engine: another one could count otherwise, and nobody would notice. */
const queueName = () => `sealed-duel-lab-${hashOf(engineVersion()).slice(0, 12)}`;
/** How long a worker may be silent before its job goes to another; it renews its claim twice in that time. */
const CLAIM_MS = 4_000;
const CHECK_MS = 2_000;
/** How long a Redis may take to answer for the first time. */
const ANSWER_MS = 3_000;
/** Jobs handed out ahead: more than any number of workers has in hand. */
const WIDTH = 256;
/** Runs and results are of no use to anybody after a day. */
const KEEP_SECS = 86_400;

interface Work {
  /** Where the run is kept: it is the same for all jobs, and may have a hundred modes. */
  readonly run: string;
  readonly job: Job;
}

const runKey = (hash: string) => `sealed-duel-lab:run:${hash}`;

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
    queue.setMaxListeners(0);
  }

  static async open(url: string): Promise<QueueCrew> {
    const redis = await connect(url);
    const queue = new Queue<Work, Tally>(queueName(), { connection: redis });
    const events = new QueueEvents(queueName(), { connection: redis.duplicate() });
    await events.waitUntilReady();
    return new QueueCrew(redis, queue, events);
  }

  /** How many workers are there for this engine. */
  workers(): Promise<number> {
    return this.#queue.getWorkersCount();
  }

  async doJob(run: Run, job: Job): Promise<Tally> {
    const hash = await this.#publish(run);
    const keep = { age: KEEP_SECS };
    const handed = await this.#queue.add(
      "job",
      { run: hash, job },
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

interface LabWorker {
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
    const run = runs.get(hash) ?? redis.get(runKey(hash)).then(readRun);
    runs.set(hash, run);
    return run;
  };
  const worker = new Worker<Work, Tally>(
    queueName(),
    async ({ data: { run, job } }) => {
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

function readRun(text: string | null): Run {
  if (text === null) throw new Error("its run is no longer there");
  return JSON.parse(text) as Run;
}

/** Says soon when there is no Redis, instead of trying for ever: also when something else listens there, and is silent. */
async function connect(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    lazyConnect: true,
    retryStrategy: () => null,
    // Somebody silent does not say goodbye either.
    disconnectTimeout: 500,
  });
  // Told by the connect below, or by the command that fails.
  redis.on("error", () => {});
  const tooLate = setTimeout(() => redis.disconnect(), ANSWER_MS);
  try {
    await redis.connect();
  } catch {
    redis.disconnect();
    throw new InputError("--queue", url, `a Redis that answers within ${ANSWER_MS / 1_000} s`);
  } finally {
    clearTimeout(tooLate);
  }
  redis.options.retryStrategy = (times) => Math.min(1_000, 50 * times);
  return redis;
}
