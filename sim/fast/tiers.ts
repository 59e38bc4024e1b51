import { type Fighter, STATS, TEAM_SIZE, type Team } from "../battle/stats.ts";
import { InputError } from "../input.ts";

/** Fighters in a battle: slots 0..4 of player 1, then slots 0..4 of player 2. */
export const FIGHTERS = 2 * TEAM_SIZE;

/** Where a stat's two bits, tier − 1, stand in a fighter's packed tiers: the order of STATS, from bit 0 up. */
export const TIER_SHIFT = { attack: 0, defense: 2, health: 4, speed: 6, range: 8, combo: 10 } as const;

/** Every value of a fighter's packed tiers is below this. */
const PACKED_TIERS = 1 << (2 * STATS.length);

/** A fighter's six tiers in 12 bits: all that the rules need to know of it. */
export function packTiers(fighter: Pick<Fighter, "tiers">): number {
  return fighter.tiers.reduce((packed, tier, i) => packed | ((tier - 1) << (2 * i)), 0);
}

/** Both teams of a battle, as the ten packed fighters that a batch holds for it. */
export function packTeams(p1Team: Team, p2Team: Team): Uint16Array {
  return Uint16Array.from([...p1Team, ...p2Team], packTiers);
}

/** Refuses what is no tier 1..3, by name: the tables would answer it with some number. */
export function refuseBadTiers(tiers: Uint16Array): void {
  for (let i = 0; i < tiers.length; i++) {
    const packed = tiers[i]!;
    // Two set bits in a pair are tier 4.
    if (packed >= PACKED_TIERS || (packed & (packed >>> 1) & 0x555) !== 0) {
      throw new InputError(`tiers[${i}]`, packed, "six tiers of 1..3, two bits (tier − 1) each");
    }
  }
}
