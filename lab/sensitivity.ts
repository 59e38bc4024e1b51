import type { BattleMode } from "../sim/battle/modes.ts";
import { readObject, readText } from "../sim/input.ts";
import { estimate, gainIn, goalIn } from "./estimates.ts";
import { findGoal } from "./goals.ts";
import type { Run } from "./jobs.ts";
import { MODE_NUMBERS, stepOf, valueOf, withNumber } from "./numbers.ts";
import { type Tally, totalOf } from "./tally.ts";

interface SensitivitySettings {
  readonly goal: string;
}

export function sensitivitySettings(value: unknown): SensitivitySettings {
  const { goal } = readObject(value, "settings", ["goal"]);
  return { goal: findGoal(readText(goal, "settings.goal", 40), "settings.goal").name };
}

/** A mode with one number a step up or down. */
interface Variant {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly mode: BattleMode;
}

/** Every step that leaves a valid mode. A step is a tenth of the number, at least 1. */
export function variantsOf(mode: BattleMode): readonly Variant[] {
  return MODE_NUMBERS.flatMap((number) => {
    const from = valueOf(mode, number);
    return [from - stepOf(from), from + stepOf(from)].flatMap((to) => {
      const changed = withNumber(mode, number, to);
      return changed === null ? [] : [{ name: number.name, from, to, mode: changed }];
    });
  });
}

export type SensitivityResults = ReturnType<typeof evaluateSensitivity>;

export function evaluateSensitivity(run: Run, settings: SensitivitySettings, tallies: readonly Tally[]) {
  if (run.task.kind !== "paired") throw new Error("not a paired run");
  const goal = findGoal(settings.goal, "goal");
  const steps = variantsOf(run.task.modes[0]!)
    .map(({ name, from, to }, i) => ({ name, from, to, effect: estimate(tallies, gainIn(goal, i + 1)) }))
    .toSorted((a, b) => Math.abs(b.effect.value) - Math.abs(a.effect.value) || (a.name < b.name ? -1 : 1));
  return {
    goal: goal.name,
    about: goal.about,
    fights: totalOf(tallies).fights,
    base: estimate(tallies, goalIn(goal, 0)),
    steps,
  };
}
