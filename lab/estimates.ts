import type { Goal } from "./goals.ts";
import { type Estimate, anytimeInterval, jackknife, studentInterval } from "./statistics.ts";
import { type Tally, countsWithout, totalOf } from "./tally.ts";

/** A figure of a run: some function of everything that was counted. */
type Figure = (tally: Tally) => number;

/** A figure and its standard error, by leaving out one job at a time. */
export function jackknifed(tallies: readonly Tally[], figure: Figure): { value: number; error: number } {
  const { total, without } = partsOf(tallies);
  return jackknife(figure(total), without.map(figure));
}

const known = new WeakMap<readonly Tally[], { readonly total: Tally; readonly without: readonly Tally[] }>();

/** The sums without each job: made once for all figures of a run, since a hundred may be asked for. */
function partsOf(tallies: readonly Tally[]): { readonly total: Tally; readonly without: readonly Tally[] } {
  const parts = known.get(tallies);
  if (parts?.without.length === tallies.length) return parts;
  const total = totalOf(tallies);
  const made = { total, without: tallies.map((tally) => countsWithout(total, tally)) };
  known.set(tallies, made);
  return made;
}

export function estimate(tallies: readonly Tally[], figure: Figure): Estimate {
  return studentInterval(jackknifed(tallies, figure), tallies.length);
}

/** The same, for a run that is looked at after every job. */
export function anytimeEstimate(tallies: readonly Tally[], figure: Figure, tightestAt: number): Estimate {
  const fights = tallies.reduce((sum, tally) => sum + tally.fights, 0);
  return anytimeInterval(jackknifed(tallies, figure), fights, tallies.length, tightestAt);
}

/** What a goal is in mode `number` of a paired run. */
export function goalIn(goal: Goal, number: number): Figure {
  return (tally) => goal.measure(tally, `${number}.`);
}

/** What a goal gains in mode `number` over the first mode; fight by fight the same seeds and teams. */
export function gainIn(goal: Goal, number: number): Figure {
  return (tally) => goal.measure(tally, `${number}.`) - goal.measure(tally, "0.");
}
