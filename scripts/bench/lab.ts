import { documentOf } from "../../lab/document.ts";
import type { Run } from "../../lab/jobs.ts";
import { runJobs } from "../../lab/runJobs.ts";
import { CHARACTER_TIERS, TeamDrawer, drawnFor } from "../../lab/teams.ts";
import { ThreadCrew } from "../../lab/threads.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { type Batch, allocateBatch } from "../../sim/fast/batch.ts";
import { DuelSeeds } from "../../sim/fast/duelSeeds.ts";
import { BattlePool } from "../../sim/fast/pool.ts";
import { FIGHTERS } from "../../sim/fast/tiers.ts";
import { SEED_BYTES } from "../../sim/fast/wordStream.ts";
import { median } from "./measure.ts";

export interface LabFigures {
  readonly fights: number;
  readonly threads: number;
  /** Seconds of the bare simulation and of the report, medians. */
  readonly bareSeconds: number;
  readonly reportSeconds: number;
  /** A report against the bare simulation of as many fights, on the same threads, one after the other: the median. */
  readonly reportCost: number;
  /** A report on two threads against one: the best time of each. */
  readonly threadScaling: number;
  /** Most memory in use during a report, in MB, and how much more of it eight times the fights take. */
  readonly memoryMb: number;
  readonly memoryGrowthMb: number;
}

const THREADS = 2;
const LABEL = "bench";
const MB = 2 ** 20;
/** For memory: eight times as many fights, in the same process. */
const MORE = 8;

export async function measureLab({ quick = false }: { readonly quick?: boolean } = {}): Promise<LabFigures> {
  const fights = quick ? 65_536 : 1_000_000;
  const repeats = quick ? 3 : 7;
  const memory = await measureMemory(quick ? 32_768 : 500_000);
  const batch = sameFights(fights);
  const [one, two, bare] = [new ThreadCrew(1), new ThreadCrew(THREADS), new BattlePool(THREADS)];
  const times = { bare: [] as number[], one: [] as number[], two: [] as number[] };
  try {
    // The first turn is the compiler's.
    for (let turn = -1; turn < repeats; turn++) {
      const seconds = {
        bare: await secondsOf(() => bare.run(DEFAULT_MODE.battle, batch)),
        two: await secondsOf(() => report(two, fights)),
        one: await secondsOf(() => report(one, fights)),
      };
      if (turn >= 0) for (const name of ["bare", "one", "two"] as const) times[name].push(seconds[name]);
    }
  } finally {
    await Promise.all([one.close(), two.close(), bare.close()]);
  }
  return {
    fights,
    threads: THREADS,
    bareSeconds: median(times.bare),
    reportSeconds: median(times.two),
    reportCost: median(times.two.map((seconds, i) => seconds / times.bare[i]!)),
    threadScaling: Math.min(...times.one) / Math.min(...times.two),
    ...memory,
  };
}

function runOf(fights: number): Run {
  return {
    task: { kind: "report", mode: DEFAULT_MODE.battle, teams: drawnFor(null, []) },
    label: LABEL,
    fights,
  };
}

/** A report from its seeds to its results and their proof. */
async function report(crew: ThreadCrew, fights: number): Promise<void> {
  const run = runOf(fights);
  documentOf("report", "bench", run, {}, await runJobs(crew, run));
}

/** The fights that the report has (but for its mirror matches), ready made: what is timed is their simulation alone. */
function sameFights(count: number): Batch {
  const batch = allocateBatch(count);
  new DuelSeeds(LABEL).fill(0, batch.seeds);
  const drawer = new TeamDrawer(null);
  const ten = new Uint8Array(FIGHTERS);
  for (let i = 0; i < count; i++) {
    drawer.draw(batch.seeds, i * SEED_BYTES, ten, 0);
    for (let k = 0; k < FIGHTERS; k++) batch.tiers[i * FIGHTERS + k] = CHARACTER_TIERS[ten[k]!]!;
  }
  return batch;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

async function measureMemory(fights: number): Promise<Pick<LabFigures, "memoryMb" | "memoryGrowthMb">> {
  const crew = new ThreadCrew(THREADS);
  try {
    // Twice: what the first one leaves behind is not held against the second.
    await report(crew, fights);
    const few = await mostMemory(() => report(crew, fights));
    const many = await mostMemory(() => report(crew, MORE * fights));
    return { memoryMb: few, memoryGrowthMb: many - few };
  } finally {
    await crew.close();
  }
}

/** The most memory that the process has while it works, all threads together. */
async function mostMemory(work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss() / MB);
  };
  const timer = setInterval(look, 10);
  try {
    await work();
    look();
    return most;
  } finally {
    clearInterval(timer);
  }
}
