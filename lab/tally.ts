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

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    fights: one.fights + other.fights,
    counts: combined(one.counts, other.counts, (a, b) => a + b),
    highlights: mostOf([...one.highlights, ...other.highlights]),
    checksum: addChecksums(one.checksum, other.checksum),
  };
}

/** The counts without those of a part; integers, so nothing is lost. */
export function countsWithout(all: Tally, part: Tally): Tally {
  return {
    ...EMPTY_TALLY,
    fights: all.fights - part.fights,
    counts: combined(all.counts, part.counts, (a, b) => a - b),
  };
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

function combined(
  one: Tally["counts"],
  other: Tally["counts"],
  combine: (a: number, b: number) => number,
): Tally["counts"] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const [a, b] = [one[name] ?? [], other[name] ?? []];
      const length = Math.max(a.length, b.length);
      return [name, trimmed(Array.from({ length }, (_, i) => combine(a[i] ?? 0, b[i] ?? 0)))];
    }),
  );
}
