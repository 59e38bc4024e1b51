import type { BattleMode } from "../sim/battle/modes.ts";
import type { Lineup, Teams } from "./teams.ts";

/** What is done with each fight of a run. All of it is plain data: it crosses threads, machines and report files. */
export type Task =
  /** Everything there is to say about one mode. */
  | { readonly kind: "report"; readonly mode: BattleMode; readonly teams: Teams }
  /** The same fights in several modes, the first of which is what the others are compared with. */
  | { readonly kind: "paired"; readonly modes: readonly BattleMode[]; readonly teams: Teams }
  /** Every team against every other, sides changed after each fight. */
  | {
      readonly kind: "matrix";
      readonly mode: BattleMode;
      readonly lineups: readonly Lineup[];
      readonly fightsPerPair: number;
    };

/** A run: the fights 0 ≤ i < `fights` of a label. */
export interface Run {
  readonly task: Task;
  readonly label: string;
  readonly fights: number;
}

/** A part of a run: the fights `from` ≤ i < `to`. */
export interface Job {
  readonly from: number;
  readonly to: number;
}

/** A run has at most so many jobs, however long it is: what is kept of it does not grow with its fights. */
export const MAX_JOBS = 128;
/** Jobs are multiples of it, so that a block of fights is never cut in two. */
export const BLOCK_FIGHTS = 256;

/** The jobs of a run. They depend on nothing but its length, so that every machine cuts it alike. */
export function jobsOf({ fights }: Pick<Run, "fights">): readonly Job[] {
  let size = BLOCK_FIGHTS;
  while (size * MAX_JOBS < fights) size *= 2;
  return Array.from({ length: Math.ceil(fights / size) }, (_, i) => ({
    from: i * size,
    to: Math.min((i + 1) * size, fights),
  }));
}

/** A matrix has a row for each team but the last, and pairs are numbered row by row: 0–1, 0–2, …, 1–2, … */
export function pairsOf(teams: number): readonly (readonly [number, number])[] {
  return Array.from({ length: teams }, (_, i) =>
    Array.from({ length: teams - i - 1 }, (__, k) => [i, i + 1 + k] as const),
  ).flat();
}
