import type { BattleMode } from "../sim/battle/modes.ts";
import { readObject } from "../sim/input.ts";
import { estimate, goalIn } from "./estimates.ts";
import { readTarget, type Target } from "./goals.ts";
import type { Run } from "./jobs.ts";
import { MODE_NUMBERS, type ModeNumber, stepOf, valueOf, withNumber } from "./numbers.ts";
import { runJobs, type RunOptions } from "./runJobs.ts";
import { type Tally, totalOf } from "./tally.ts";
import type { Teams } from "./teams.ts";
import type { Crew } from "./threads.ts";

/** A number that may be changed, and how far. */
export interface Freedom {
  readonly number: ModeNumber;
  readonly min: number;
  readonly max: number;
}

/** A step of the way: what was changed, and where that brought the goals. */
interface TuneStep {
  readonly change: string;
  readonly from: number;
  readonly to: number;
  readonly goals: readonly number[];
}

interface TuneSettings {
  readonly targets: readonly string[];
  readonly path: readonly TuneStep[];
}

export function tuneSettings(value: unknown): TuneSettings {
  const { targets, path } = readObject(value, "settings", ["targets", "path"]);
  return { targets: targets as string[], path: path as TuneStep[] };
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
    goals: settings.targets.map((text) => {
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

export interface TuneOptions extends Pick<RunOptions, "signal" | "checkpoint"> {
  readonly fights: number;
  readonly maxSteps: number;
  readonly onStep?: (step: TuneStep, distance: number) => void;
}

/**
 * Greedy descent: of all single steps that the limits allow, on the same seeds, the one that brings the goals nearest is
 * taken, until they are met. Null if no step helps any more. Each step has new seeds, so that no luck piles up.
 */
export async function searchMode(
  crew: Crew,
  start: BattleMode,
  teams: Teams,
  targets: readonly Target[],
  freedoms: readonly Freedom[],
  label: string,
  options: TuneOptions,
): Promise<{ readonly mode: BattleMode; readonly path: readonly TuneStep[]; readonly isMet: boolean }> {
  let mode = start;
  const path: TuneStep[] = [];
  for (let step = 0; ; step++) {
    const candidates = candidatesOf(mode, start, freedoms);
    const run: Run = {
      task: { kind: "paired", modes: [mode, ...candidates.map((candidate) => candidate.mode)], teams },
      label: `${label}/step ${step}`,
      fights: options.fights,
    };
    const total = totalOf(await runJobs(crew, run, options));
    const values = (number: number) => targets.map(({ goal }) => goal.measure(total, `${number}.`));
    const here = distanceOf(targets, values(0));
    if (step === 0) path.push({ change: "start", from: 0, to: 0, goals: values(0) });
    if (here === 0) return { mode, path, isMet: true };
    const ranked = candidates
      .map((candidate, i) => ({
        ...candidate,
        goals: values(i + 1),
        distance: distanceOf(targets, values(i + 1)),
      }))
      .toSorted((a, b) => a.distance + a.cost - (b.distance + b.cost) || a.cost - b.cost);
    const best = ranked.find(({ distance }) => distance < here);
    if (best === undefined || step === options.maxSteps) return { mode, path, isMet: false };
    const taken: TuneStep = { change: best.number.name, from: best.from, to: best.to, goals: best.goals };
    path.push(taken);
    options.onStep?.(taken, best.distance);
    mode = best.mode;
  }
}

function candidatesOf(mode: BattleMode, start: BattleMode, freedoms: readonly Freedom[]) {
  return freedoms.flatMap(({ number, min, max }) => {
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
