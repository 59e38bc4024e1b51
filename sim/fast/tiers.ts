import { type Fighter, STATS, TEAM_SIZE, type Team } from "../battle/stats.ts";
import { InputError } from "../input.ts";

/** Fighters in a battle: slots 0..4 of player 1, then slots 0..4 of player 2. */
export const FIGHTERS = 2 * TEAM_SIZE;

/** Where a stat's two bits, tier − 1, stand in a fighter's packed tiers: the order of STATS, from bit 0 up. */
export const TIER_SHIFT = { attack: 0, defense: 2, health: 4, speed: 6, range: 8, combo: 10 } as const;

const TIER_BITS = (1 << (2 * STATS.length)) - 1;
const LOWER_BITS = 0b01_01_01_01_01_01;

/** A fighter's six tiers in 12 bits: all that the rules need to know of it. */
function packTiers(fighter: Pick<Fighter, "tiers">): number {
  return fighter.tiers.reduce((packed, tier, i) => packed | ((tier - 1) << (2 * i)), 0);
}

/** Both teams of a battle, as the ten packed fighters that a batch holds for it. */
export function packTeams(p1Team: Team, p2Team: Team): Uint16Array {
  return Uint16Array.from([...p1Team, ...p2Team], packTiers);
}

/** Refuses what is no tier 1..3, by name: the tables would answer it with some number. */
export function refuseBadTiers(tiers: Uint16Array): void {
  // All at once first: with threads waiting, this is the part that only one of them does.
  let wrongBits = 0;
  for (let i = 0; i < tiers.length; i++) wrongBits |= wrongBitsOf(tiers[i]!);
  if (wrongBits === 0) return;
  const i = tiers.findIndex((packed) => wrongBitsOf(packed) !== 0);
  throw new InputError(`tiers[${i}]`, tiers[i], "six tiers of 1..3, two bits (tier − 1) each");
}

/** Bits above the six pairs, or both bits of a pair, which is tier 4. */
function wrongBitsOf(packed: number): number {
  return (packed & ~TIER_BITS) | (packed & (packed >>> 1) & LOWER_BITS);
}
