import { availableParallelism } from "node:os";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fight } from "../../sim/battle/battle.ts";
import type { BattleMode } from "../../sim/battle/modes.ts";
import type { Team, Tiers } from "../../sim/battle/stats.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { type Batch, allocateBatch, deriveSeeds, deriveTiers } from "../../sim/fast/batch.ts";
import { compileMode } from "../../sim/fast/compiledMode.ts";
import { type EngineName, type FastEngine, createEngine, createStream } from "../../sim/fast/engine.ts";
import { allocateOutcomes, checksumOf } from "../../sim/fast/outcomes.ts";
import { PackedLog } from "../../sim/fast/packedLog.ts";
import { BattlePool } from "../../sim/fast/pool.ts";
import { FIGHTERS } from "../../sim/fast/tiers.ts";
import { SEED_BYTES } from "../../sim/fast/wordStream.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { type Subject, median, measureInTurns } from "./measure.ts";

export interface SimOptions {
  /** Less of everything, for a test: the figures are rough. */
  readonly quick?: boolean;
}

/** Rates are per second, on one thread unless it says otherwise. */
export interface SimFigures {
  /** The engine that was picked, and what the other figures are about. */
  readonly engine: EngineName;
  /** SHA-256 of 36 bytes by @noble/hashes: the yardstick, so that figures of two machines compare. */
  readonly shaPerSecond: number;
  /** From a 32-byte seed and packed tiers to an outcome; default mode, random tiers, no log. */
  readonly battlesPerSecond: number;
  /** battlesPerSecond / shaPerSecond. */
  readonly ratio: number;
  readonly engineBattlesPerSecond: Readonly<Record<EngineName | "reference", number>>;
  /** With the seed derived from a run's name as well. */
  readonly labBattlesPerSecond: number;
  /** What a full turn log costs on top: 0.05 is 5 %. */
  readonly logOverhead: number;
  /** What two worker threads do against one. */
  readonly threadScaling: number;
  readonly cores: number;
  /** Over the outcomes of the measured batch. */
  readonly checksum: string;
}

/** Battles in a slice. Their log stays in the second-level cache, as it does for a reader that follows chunk by chunk. */
const SLICE_BATTLES = 1_000;
/** Slices of different battles, so that a processor can't learn their branches by heart. */
const SLICES = 50;
const SLICE_HASHES = 2_000;
/** 120 ms on one thread: long beside the start of a run, short enough to fall between other people's work. */
const SCALING_BATTLES = 100_000;
const WARM_UP_RUNS = 3;
/** The reference is some forty times slower. */
const REFERENCE_BATTLES = 25;

export async function measureSim({ quick = false }: SimOptions = {}): Promise<SimFigures> {
  const mode = DEFAULT_MODE.battle;
  const compiled = compileMode(mode);
  const batch = randomBatch(SLICES * SLICE_BATTLES);
  const outcomes = allocateOutcomes(batch.count);
  const log = new PackedLog();
  const stream = createStream();
  const lab = allocateBatch(SLICE_BATTLES);
  lab.tiers.set(batch.tiers.subarray(0, lab.tiers.length));
  const input = new Uint8Array(36);
  const picked = createEngine();

  /** Runs over the next slice each time. */
  const battles = (engine: FastEngine, withLog: PackedLog | null): Subject => {
    let from = 0;
    return {
      items: SLICE_BATTLES,
      run: () => {
        withLog?.clear();
        engine.runPart(compiled, batch, outcomes, from, from + SLICE_BATTLES, withLog);
        from = (from + SLICE_BATTLES) % batch.count;
      },
    };
  };
  const subject = (items: number, run: () => void): Subject => ({ items, run });
  const subjects = {
    sha: subject(SLICE_HASHES, () => {
      for (let i = 0; i < SLICE_HASHES; i++) {
        input[35] = i;
        sha256(input);
      }
    }),
    battles: battles(picked, null),
    logged: battles(picked, log),
    js: battles(createEngine("js"), null),
    lab: subject(SLICE_BATTLES, () => {
      deriveSeeds(stream, "bench: lab", lab.seeds);
      picked.runPart(compiled, lab, outcomes, 0, lab.count);
    }),
    reference: subject(REFERENCE_BATTLES, () => runReference(mode, batch, REFERENCE_BATTLES)),
  };
  const rates = measureInTurns(subjects, quick ? 40 : 400);
  picked.runPart(compiled, batch, outcomes, 0, batch.count);

  return {
    engine: picked.name,
    shaPerSecond: rates.median.sha,
    battlesPerSecond: rates.median.battles,
    ratio: rates.medianRatio("battles", "sha"),
    engineBattlesPerSecond: {
      reference: rates.median.reference,
      js: rates.median.js,
      wasm: picked.name === "wasm" ? rates.median.battles : 0,
    },
    labBattlesPerSecond: rates.median.lab,
    logOverhead: rates.medianRatio("battles", "logged") - 1,
    threadScaling: await measureScaling(mode, quick ? 3 : 30),
    cores: availableParallelism(),
    checksum: checksumOf(outcomes),
  };
}

/**
 * Two threads against one, in turns, on the same battles; the threads are started and warm. The best time of each
 * counts: a second core that someone else uses for a while is no property of the engine.
 */
async function measureScaling(mode: BattleMode, repeats: number): Promise<number> {
  const batch = randomBatch(SCALING_BATTLES);
  const one = new BattlePool(1);
  const two = new BattlePool(2);
  const best = new Map([one, two].map((pool) => [pool, Infinity]));
  try {
    for (let i = -WARM_UP_RUNS; i < repeats; i++) {
      for (const [pool, fastest] of best) {
        const start = performance.now();
        await pool.run(mode, batch);
        if (i >= 0) best.set(pool, Math.min(fastest, performance.now() - start));
      }
    }
    return best.get(one)! / best.get(two)!;
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
}

export interface ScalingPoint {
  readonly battles: number;
  readonly threads: number;
  readonly battlesPerSecond: number;
}

/** For a plot: battles per second by the size of a batch and the number of threads, warm. */
export async function measureBatchSizes({ quick = false }: SimOptions = {}): Promise<ScalingPoint[]> {
  const mode = DEFAULT_MODE.battle;
  const sizes = quick ? [1e2, 1e3, 1e4] : [1e2, 1e3, 1e4, 1e5, 1e6];
  const largest = randomBatch(sizes.at(-1)!);
  const points: ScalingPoint[] = [];
  for (const threads of [1, 2]) {
    const pool = new BattlePool(threads);
    try {
      for (let i = 0; i < 3; i++) await pool.run(mode, part(largest, 10_000));
      for (const battles of sizes) {
        const batch = part(largest, battles);
        const rates: number[] = [];
        for (let i = 0; i < (battles > 1e5 ? 3 : 9); i++) {
          const start = performance.now();
          await pool.run(mode, batch);
          rates.push((battles * 1_000) / (performance.now() - start));
        }
        points.push({ battles, threads, battlesPerSecond: median(rates) });
      }
    } finally {
      await pool.close();
    }
  }
  return points;
}

function part(batch: Batch, count: number): Batch {
  const [seeds, tiers] = [
    batch.seeds.subarray(0, count * SEED_BYTES),
    batch.tiers.subarray(0, count * FIGHTERS),
  ];
  return { count, seeds, tiers };
}

function randomBatch(count: number): Batch {
  const batch = allocateBatch(count);
  deriveSeeds(createStream(), "bench: seeds", batch.seeds);
  deriveTiers(createStream(), "bench: tiers", batch.tiers);
  return batch;
}

function runReference(mode: BattleMode, batch: Batch, count: number): void {
  for (let i = 0; i < count; i++) {
    const team = (from: number): Team =>
      Array.from(batch.tiers.subarray(i * FIGHTERS + from, i * FIGHTERS + from + 5), (packed, slot) => ({
        assetId: BigInt(slot),
        charId: slot,
        tiers: [0, 2, 4, 6, 8, 10].map((shift) => ((packed >>> shift) & 3) + 1) as unknown as Tiers,
      }));
    const seed = bytesToHex(batch.seeds.slice(i * SEED_BYTES, (i + 1) * SEED_BYTES));
    fight(mode, team(0), team(5), new SeededRandom(`0x${seed}`));
  }
}
