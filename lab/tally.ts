import { addChecksums } from "../sim/fast/outcomes.ts";

/** A fight worth looking at: the higher the score, the more. */
export interface Highlight {
  readonly fight: number;
  readonly score: number;
}

/**
 * What a job found: sums of integers by name, so that any number of them add up exactly and in any order, and a checksum
 * over the outcome of every fight. Lists have no zeros at their end, so that equal tallies are equal texts.
 */
export interface Tally {
  readonly fights: number;
  readonly counts: Readonly<Record<string, readonly number[]>>;
  readonly highlights: readonly Highlight[];
  readonly checksum: string;
}

export const EMPTY_TALLY: Tally = { fights: 0, counts: {}, highlights: [], checksum: "0".repeat(16) };

/** Highlights that are kept. */
const HIGHLIGHTS = 10;

/** All of them together, in whatever order. */
export function totalOf(tallies: readonly Tally[]): Tally {
  const sums = new Map<string, number[]>();
  for (const { counts } of tallies) {
    for (const [name, values] of Object.entries(counts)) {
      const sum = sums.get(name) ?? [];
      sums.set(name, sum);
      for (let i = 0; i < values.length; i++) sum[i] = (sum[i] ?? 0) + values[i]!;
    }
  }
  const names = [...sums.keys()].toSorted();
  return {
    fights: tallies.reduce((sum, { fights }) => sum + fights, 0),
    counts: Object.fromEntries(names.map((name) => [name, trimmed(sums.get(name)!)])),
    highlights: mostOf(tallies.flatMap(({ highlights }) => highlights)),
    checksum: tallies.reduce((sum, { checksum }) => addChecksums(sum, checksum), EMPTY_TALLY.checksum),
  };
}

/** The counts without those of a part; integers, so nothing is lost. */
export function countsWithout(all: Tally, part: Tally): Tally {
  const counts = Object.entries(all.counts).map(([name, values]) => {
    const own = part.counts[name] ?? [];
    return [name, values.map((value, i) => value - (own[i] ?? 0))];
  });
  return { ...EMPTY_TALLY, fights: all.fights - part.fights, counts: Object.fromEntries(counts) };
}

/** A tally of these lists alone. */
export function onlyCounts(tally: Tally, names: readonly string[]): Tally {
  return { ...tally, counts: Object.fromEntries(names.map((name) => [name, tally.counts[name] ?? []])) };
}

/** The highest scores; of equal ones the earliest fights. */
export function mostOf(highlights: readonly Highlight[]): readonly Highlight[] {
  return highlights
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.fight - b.fight)
    .slice(0, HIGHLIGHTS);
}

export function trimmed(counts: ArrayLike<number>): readonly number[] {
  let length = counts.length;
  while (length > 0 && counts[length - 1] === 0) length--;
  return Array.from({ length }, (_, i) => counts[i]!);
}

/** A list of a tally in full length. */
export function countsOf(tally: Tally, name: string, length: number): readonly number[] {
  const counts = tally.counts[name] ?? [];
  return Array.from({ length }, (_, i) => counts[i] ?? 0);
}
