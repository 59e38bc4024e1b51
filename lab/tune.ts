import type { BattleMode } from "../sim/battle/modes.ts";
import { InputError, readObject } from "../sim/input.ts";
import { estimate, goalIn } from "./estimates.ts";
import { readTarget, type Target } from "./goals.ts";
import type { Run } from "./jobs.ts";
import { findNumbers, MODE_NUMBERS, stepOf, valueOf, withNumber } from "./numbers.ts";
import { runJobs, type RunOptions } from "./runJobs.ts";
import { type Tally, totalOf } from "./tally.ts";
import type { Teams } from "./teams.ts";
import type { Crew } from "./threads.ts";

/** A step of the way: what was changed, and where that brought the goals. */
export interface TuneStep {
  readonly change: string;
  readonly from: number;
  readonly to: number;
  readonly goals: readonly number[];
}

/** What is looked for, and where: all that a step depends on but the mode it starts from. */
export interface TuneSearch {
  readonly targets: readonly string[];
  /** Numbers that may be changed, by name, and how far. */
  readonly freedoms: readonly { readonly name: string; readonly min: number; readonly max: number }[];
  readonly label: string;
  /** Fights to judge a step by. */
  readonly fights: number;
}

interface TuneSettings {
  readonly search: TuneSearch;
  readonly path: readonly TuneStep[];
}

export function tuneSettings(value: unknown): TuneSettings {
  const { search, path } = readObject(value, "settings", ["search", "path"]);
  const known = ["targets", "freedoms", "label", "fights"];
  const { targets, freedoms } = readObject(search, "settings.search", known);
  for (const [field, list] of Object.entries({
    "search.targets": targets,
    "search.freedoms": freedoms,
    path,
  })) {
    if (!Array.isArray(list) || list.length === 0) {
      throw new InputError(`settings.${field}`, list, "a list that is not empty");
    }
  }
  return value as TuneSettings;
}

export type TuneResults = ReturnType<typeof evaluateTune>;

/** The proposal beside the mode it came from, on seeds that the search has never seen. */
export function evaluateTune(run: Run, settings: TuneSettings, tallies: readonly Tally[]) {
  if (run.task.kind !== "paired") throw new Error("not a paired run");
  const [before, after] = run.task.modes as [BattleMode, BattleMode];
  return {
    fights: totalOf(tallies).fights,
    changes: MODE_NUMBERS.map((number) => ({
      name: number.name,
      from: valueOf(before, number),
      to: valueOf(after, number),
    })).filter(({ from, to }) => from !== to),
    goals: settings.search.targets.map((text) => {
      const { goal, low, high } = readTarget(text, "goal");
      const reached = estimate(tallies, goalIn(goal, 1));
      return {
        target: text,
        before: estimate(tallies, goalIn(goal, 0)),
        after: reached,
        isMet: reached.value >= low && reached.value <= high,
        isSure: reached.low >= low && reached.high <= high,
      };
    }),
    path: settings.path,
  };
}

/** How much of a goal counts as one: a percentage point, a turn, a thousand gas. */
const SCALE = { share: 0.01, turns: 1, gas: 1_000 } as const;
/** Within a target by so much, in the same units: what the search sees must survive other seeds. */
const SAFETY = 0.25;
/** A change of a number by itself costs as much as this far from a goal: of two ways the smaller one is taken. */
const CHANGE_COST = 0.05;
const STEP_SHARES = [0.05, 0.1, 0.25] as const;

/** How far a mode is from all targets. */
function distanceOf(targets: readonly Target[], values: readonly number[]): number {
  return targets.reduce((sum, { goal, low, high }, i) => {
    const scale = SCALE[goal.unit];
    const inset = Math.min(SAFETY * scale, (high - low) / 4);
    const [least, most] = [low === goal.min ? low : low + inset, high === goal.max ? high : high - inset];
    return sum + Math.max(0, least - values[i]!, values[i]! - most) / scale;
  }, 0);
}

/**
 * One step of a greedy descent: of all single changes that the limits allow, on the same seeds, the one that brings the
 * goals nearest. Each step has new seeds, so that no luck piles up. `taken` is null if the goals are met already, or
 * if no change brings them nearer.
 */
export async function tuneStep(
  crew: Crew,
  start: BattleMode,
  mode: BattleMode,
  teams: Teams,
  search: TuneSearch,
  step: number,
  options: RunOptions = {},
): Promise<{
  readonly here: readonly number[];
  readonly isMet: boolean;
  readonly taken: TuneStep | null;
}> {
  const targets = search.targets.map((text) => readTarget(text, "settings.search.targets"));
  const candidates = candidatesOf(mode, start, search.freedoms);
  const run: Run = {
    task: { kind: "paired", modes: [mode, ...candidates.map((candidate) => candidate.mode)], teams },
    label: `${search.label}/step ${step}`,
    fights: search.fights,
  };
  const total = totalOf(await runJobs(crew, run, options));
  const values = (number: number) => targets.map(({ goal }) => goal.measure(total, `${number}.`));
  const here = values(0);
  const distance = distanceOf(targets, here);
  if (distance === 0) return { here, isMet: true, taken: null };
  const best = candidates
    .map((candidate, i) => {
      const goals = values(i + 1);
      return { ...candidate, goals, distance: distanceOf(targets, goals) };
    })
    .toSorted((a, b) => a.distance + a.cost - (b.distance + b.cost) || a.cost - b.cost)
    .find((one) => one.distance < distance);
  const taken =
    best === undefined ? null : { change: best.number.name, from: best.from, to: best.to, goals: best.goals };
  return { here, isMet: false, taken };
}

/** Goes on step by step until the goals are met, no change helps any more, or there were enough. */
export async function searchMode(
  crew: Crew,
  start: BattleMode,
  teams: Teams,
  search: TuneSearch,
  maxSteps: number,
  optionsOf: (step: number) => RunOptions,
  onStep: (step: TuneStep) => void,
): Promise<{ readonly path: readonly TuneStep[]; readonly isMet: boolean }> {
  const path: TuneStep[] = [];
  for (let step = 0; ; step++) {
    const mode = modeAfter(start, path);
    const { here, isMet, taken } = await tuneStep(crew, start, mode, teams, search, step, optionsOf(step));
    if (step === 0) path.push({ change: "start", from: 0, to: 0, goals: here });
    if (taken === null || step === maxSteps) return { path, isMet };
    path.push(taken);
    onStep(taken);
  }
}

/** The mode after some steps of a path; its first is the start, where nothing is changed. */
export function modeAfter(start: BattleMode, steps: readonly TuneStep[]): BattleMode {
  return steps.slice(1).reduce((mode, { change, to }) => {
    const changed = withNumber(mode, findNumbers(change, "settings.path")[0]!, to);
    if (changed === null) throw new InputError("settings.path", `${change} → ${to}`, "steps to valid modes");
    return changed;
  }, start);
}

function candidatesOf(mode: BattleMode, start: BattleMode, freedoms: TuneSearch["freedoms"]) {
  return freedoms.flatMap(({ name, min, max }) => {
    const number = findNumbers(name, "settings.search.freedoms")[0]!;
    const from = valueOf(mode, number);
    const steps = [...new Set(STEP_SHARES.flatMap((share) => [-stepOf(from, share), stepOf(from, share)]))];
    return steps.flatMap((step) => {
      const to = from + step;
      const changed = to < min || to > max ? null : withNumber(mode, number, to);
      const original = valueOf(start, number);
      const cost = CHANGE_COST * (Math.abs(to - original) / Math.max(1, original)) * 10;
      return changed === null ? [] : [{ number, from, to, mode: changed, cost }];
    });
  });
}
