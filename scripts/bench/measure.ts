/** Something to time: a run does so many items. */
export interface Subject {
  readonly items: number;
  run(): void;
}

export interface Rates<Name extends string> {
  /** Items per second: the median of all slices. */
  readonly median: Readonly<Record<Name, number>>;
  /** The median of `name` / `by`, each taken from slices that ran one after the other. */
  medianRatio(name: Name, by: Name): number;
}

/** The first slices are the compiler's. */
const WARM_UP = 0.25;

/**
 * Runs all subjects in turns, a slice each: what else the machine does meets them alike, so that it cancels out of
 * a ratio within one turn, and a median forgets the turns where it did not.
 */
export function measureInTurns<Name extends string>(
  subjects: Readonly<Record<Name, Subject>>,
  turns: number,
): Rates<Name> {
  const names = Object.keys(subjects) as Name[];
  const slices = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const warmUp = Math.ceil(turns * WARM_UP);
  for (let turn = -warmUp; turn < turns; turn++) {
    for (const name of names) {
      const subject = subjects[name];
      const start = performance.now();
      subject.run();
      const seconds = (performance.now() - start) / 1_000;
      if (turn >= 0) slices[name].push(subject.items / seconds);
    }
  }
  return {
    median: Object.fromEntries(names.map((name) => [name, median(slices[name])])) as Record<Name, number>,
    medianRatio: (name, by) => median(slices[name].map((rate, turn) => rate / slices[by][turn]!)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
