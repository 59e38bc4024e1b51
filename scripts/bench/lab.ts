import { documentOf } from "../../lab/document.ts";
import type { Run } from "../../lab/jobs.ts";
import { runJobs } from "../../lab/runJobs.ts";
import { CHARACTER_TIERS, TeamDrawer, drawnFor } from "../../lab/teams.ts";
import { ThreadCrew } from "../../lab/threads.ts";
import { DEFAULT_MODE, type GameMode, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { type Batch, allocateBatch } from "../../sim/fast/batch.ts";
import { DuelSeeds } from "../../sim/fast/duelSeeds.ts";
import { BattlePool } from "../../sim/fast/pool.ts";
import { FIGHTERS } from "../../sim/fast/tiers.ts";
import { SEED_BYTES } from "../../sim/fast/wordStream.ts";
import { median } from "./measure.ts";

export interface LabFigures {
  readonly fights: number;
  readonly threads: number;
  /** Seconds of the bare simulation and of the report in the default mode, medians. */
  readonly bareSeconds: number;
  readonly reportSeconds: number;
  /** By mode: a report against the bare simulation of as many fights, on the same threads, one after the other: the median. */
  readonly reportCosts: Readonly<Record<string, number>>;
  /** A report on two threads against one, in the default mode: the best time of each. */
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
  const [one, two, bare] = [new ThreadCrew(1), new ThreadCrew(THREADS), new BattlePool(THREADS)];
  try {
    const costs: [name: string, times: Times][] = [];
    for (const mode of SHIPPED_MODES) {
      const batch = sameFights(mode, fights);
      const times = await timesInTurns(repeats, {
        bare: () => bare.run(mode.battle, batch),
        report: () => report(two, mode, fights),
      });
      costs.push([mode.name, times]);
    }
    const scaling = await timesInTurns(repeats, {
      one: () => report(one, DEFAULT_MODE, fights),
      two: () => report(two, DEFAULT_MODE, fights),
    });
    const { bare: bareTimes, report: reportTimes } = new Map(costs).get(DEFAULT_MODE.name)!;
    return {
      fights,
      threads: THREADS,
      bareSeconds: median(bareTimes!),
      reportSeconds: median(reportTimes!),
      reportCosts: Object.fromEntries(
        costs.map(([name, times]) => [
          name,
          median(times.report!.map((seconds, i) => seconds / times.bare![i]!)),
        ]),
      ),
      threadScaling: Math.min(...scaling.one!) / Math.min(...scaling.two!),
      ...memory,
    };
  } finally {
    await Promise.all([one.close(), two.close(), bare.close()]);
  }
}

type Times = Readonly<Record<string, readonly number[]>>;

/** Seconds of each, in turns, so that what else the machine does meets them alike. The first turn is the compiler's. */
async function timesInTurns(
  repeats: number,
  subjects: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Times> {
  const turns: [name: string, seconds: number][] = [];
  for (let turn = -1; turn < repeats; turn++) {
    for (const [name, work] of Object.entries(subjects)) {
      const seconds = await secondsOf(work);
      if (turn >= 0) turns.push([name, seconds]);
    }
  }
  return Object.fromEntries(
    Object.keys(subjects).map((name) => [name, turns.filter(([own]) => own === name).map(([, s]) => s)]),
  );
}

/** A report from its seeds to its results and their proof. */
async function report(crew: ThreadCrew, { battle, terms }: GameMode, fights: number): Promise<void> {
  const run: Run = {
    task: { kind: "report", mode: battle, teams: drawnFor(terms.teamRule, []) },
    label: LABEL,
    fights,
  };
  documentOf("report", "bench", run, {}, await runJobs(crew, run));
}

/** The fights that the report has (but for its mirror matches), ready made: what is timed is their simulation alone. */
function sameFights({ terms }: GameMode, count: number): Batch {
  const batch = allocateBatch(count);
  new DuelSeeds(LABEL).fill(0, batch.seeds);
  const drawer = new TeamDrawer(terms.teamRule);
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
    await report(crew, DEFAULT_MODE, fights);
    const few = await mostMemory(() => report(crew, DEFAULT_MODE, fights));
    const many = await mostMemory(() => report(crew, DEFAULT_MODE, MORE * fights));
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
