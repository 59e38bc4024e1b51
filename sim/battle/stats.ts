import { InputError, readInteger, readList } from "../input.ts";

/** The six stats, in the order they have everywhere (PROTOCOL 4). */
export const STATS = ["attack", "defense", "health", "speed", "range", "combo"] as const;
export type Stat = (typeof STATS)[number];

/** A number for each stat, in the order of STATS. */
export type Tiers = readonly [number, number, number, number, number, number];

export const TIER_COUNT = 3;
export const TEAM_SIZE = 5;

/** What a battle needs to know of a fighter: who it is, and how good it is at each stat. */
export interface Fighter {
  readonly assetId: bigint;
  readonly charId: number;
  readonly tiers: Tiers;
}

export type Team = readonly Fighter[];

export function readTiers(value: unknown, field: string): Tiers {
  const list = readList(value, field, STATS.length, `tiers: ${STATS.join(", ")}`);
  return list.map((tier, i) => readInteger(tier, `${field}[${i}]`, 1, TIER_COUNT)) as unknown as Tiers;
}

export function refuseDuplicates(assetIds: readonly bigint[], fieldOf: (slot: number) => string): void {
  assetIds.forEach((assetId, slot) => {
    const earlier = assetIds.indexOf(assetId);
    if (earlier < slot) {
      throw new InputError(
        fieldOf(slot),
        assetId,
        `five distinct asset ids (slot ${earlier} has it already)`,
      );
    }
  });
}
