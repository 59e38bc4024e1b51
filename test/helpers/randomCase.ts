import {
  type BattleMode,
  COMBO_FACTOR_LIMITS,
  MAX_ROUNDS_LIMITS,
  RANGE_FACTOR_LIMITS,
  ROLL_LIMITS,
  STAT_LIMITS,
  type TierValues,
} from "../../sim/battle/modes.ts";
import { type Stat, STATS, type Team, TEAM_SIZE, TIER_COUNT, type Tiers } from "../../sim/battle/stats.ts";
import { type Bytes32 } from "../../sim/sealing/commitment.ts";
import type { RandomSource } from "../../sim/sealing/random.ts";
import type { SimulationCase } from "../../sim/simulate.ts";

type Limits = (typeof STAT_LIMITS)[Stat];
/** How a number is drawn between its limits. */
export type Pick = (random: RandomSource, limits: Limits) => number;

/** Any number, but often a limit, or one near it: that is where mistakes live. */
export const anywhere: Pick = (random, { min, max }) => {
  const near = random.below(Math.min(16, max - min + 1));
  const uniform = min + random.below(max - min + 1);
  return [min, max, min + near, min + near, max - near, uniform, uniform, uniform][random.below(8)]!;
};

/** A limit, one or the other. */
export const atLimits: Pick = (random, { min, max }) => (random.below(2) === 0 ? min : max);

/** A valid mode from the whole space of them. */
export function randomMode(random: RandomSource, pick: Pick = anywhere): BattleMode {
  const steps = (limits: Limits) =>
    Array.from({ length: TIER_COUNT }, () => pick(random, limits)).toSorted((a, b) => a - b);
  const values = STATS.map((stat) => [`${stat}Values`, steps(STAT_LIMITS[stat])]);
  return {
    ...(Object.fromEntries(values) as Record<`${Stat}Values`, TierValues>),
    dodgeMaxRandom: pick(random, ROLL_LIMITS),
    comboMaxRandom: pick(random, ROLL_LIMITS),
    rangeFactors: steps(RANGE_FACTOR_LIMITS).toReversed() as unknown as TierValues,
    comboFactor: pick(random, COMBO_FACTOR_LIMITS),
    maxRounds: pick(random, MAX_ROUNDS_LIMITS),
  };
}

/** A valid case with the given mode: any nonces, any tiers, asset ids of any size. */
export function randomCase(random: RandomSource, mode: BattleMode): SimulationCase {
  return {
    mode,
    p1Nonce: randomBytes32(random),
    p2Nonce: randomBytes32(random),
    p1Team: randomTeam(random),
    p2Team: randomTeam(random),
  };
}

function randomTeam(random: RandomSource): Team {
  return Array.from({ length: TEAM_SIZE }, (_, slot) => ({
    // The lowest bits hold the slot, so that no two are the same.
    assetId: ((BigInt(randomBytes32(random)) >> BigInt(random.below(256))) & ~7n) + BigInt(slot),
    charId: random.below(65_536),
    tiers: STATS.map(() => 1 + random.below(TIER_COUNT)) as unknown as Tiers,
  }));
}

function randomBytes32(random: RandomSource): Bytes32 {
  const words = Array.from({ length: 16 }, () => random.below(65_536).toString(16).padStart(4, "0"));
  return `0x${words.join("")}`;
}
