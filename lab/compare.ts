import { readInteger, readObject, readText } from "../sim/input.ts";
import { anytimeEstimate, estimate, gainIn, goalIn } from "./estimates.ts";
import { findGoal, GOALS, type Goal } from "./goals.ts";
import type { Run } from "./jobs.ts";
import { wilson, type Estimate } from "./statistics.ts";
import { type Tally, totalOf } from "./tally.ts";

export interface CompareSettings {
  readonly goal: string;
  /** A difference smaller than this does not matter. */
  readonly margin: number;
}

export function compareSettings(value: unknown): CompareSettings {
  const { goal, margin } = readObject(value, "settings", ["goal", "margin"]);
  if (typeof margin !== "number") readInteger(margin, "settings.margin", 0, 1);
  return {
    goal: findGoal(readText(goal, "settings.goal", 40), "settings.goal").name,
    margin: margin as number,
  };
}

type Verdict = "differs" | "same" | "undecided";

/** Jobs before the first look: the jackknife's variance needs some. */
const FIRST_LOOK_JOBS = 16;

/** What is known after so many jobs. */
function anytimeGain(run: Run, goal: Goal, tallies: readonly Tally[]): Estimate {
  // Tightest at a quarter of the longest run: early enough to save time, late enough for small differences.
  return anytimeEstimate(tallies, gainIn(goal, 1), run.fights / 4);
}

export function verdictOf({ low, high }: Estimate, margin: number): Verdict {
  if (low > 0 || high < 0) return "differs";
  return low > -margin && high < margin ? "same" : "undecided";
}

/** Decided: the interval, which holds at every look, excludes no difference, or every difference that matters. */
export function isDecided(run: Run, settings: CompareSettings, tallies: readonly Tally[]): boolean {
  if (tallies.length < FIRST_LOOK_JOBS) return false;
  const goal = findGoal(settings.goal, "goal");
  return verdictOf(anytimeGain(run, goal, tallies), settings.margin) !== "undecided";
}

export type CompareResults = ReturnType<typeof evaluateCompare>;

/** The estimate at every look that was taken: from the first one to the last job; with few jobs, only that one. */
function looksOf(run: Run, goal: Goal, tallies: readonly Tally[]) {
  const first = Math.min(FIRST_LOOK_JOBS, tallies.length);
  return Array.from({ length: tallies.length - first + 1 }, (_, i) => {
    const seen = tallies.slice(0, first + i);
    return { fights: totalOf(seen).fights, ...anytimeGain(run, goal, seen) };
  });
}

export function evaluateCompare(run: Run, settings: CompareSettings, tallies: readonly Tally[]) {
  const goal = findGoal(settings.goal, "goal");
  const total = totalOf(tallies);
  const looks = looksOf(run, goal, tallies);
  const { fights: _, ...difference } = looks.at(-1)!;
  return {
    goal: goal.name,
    about: goal.about,
    fights: total.fights,
    verdict: verdictOf(difference, settings.margin),
    difference,
    looks,
    a: goalIn(goal, 0)(total),
    b: goalIn(goal, 1)(total),
    winnersChanged: wilson(total.counts.flips?.[0] ?? 0, total.fights),
    /** For orientation: each interval holds by itself, not all of them together, and not at every look. */
    others: GOALS.filter(({ name }) => name !== goal.name).map((other) => ({
      goal: other.name,
      a: goalIn(other, 0)(total),
      b: goalIn(other, 1)(total),
      difference: estimate(tallies, gainIn(other, 1)),
    })),
    changedMost: total.highlights.map(({ fight, score }) => ({
      fight,
      sidesChangedBy: Math.floor(score / 10_000),
      turnsChangedBy: score % 10_000,
    })),
  };
}
