import { CHARACTERS } from "../sim/battle/characters.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import type { Lineup, TeamRule, Teams } from "./teams.ts";

/** What is done with each fight of a run. All of it is plain data: it crosses threads, machines and report files. */
export type Task =
  /** Everything there is to say about one mode. */
  | { readonly kind: "report"; readonly mode: BattleMode; readonly teams: Teams }
  /** The same fights in several modes, the first of which is what the others are compared with. */
  | { readonly kind: "paired"; readonly modes: readonly BattleMode[]; readonly teams: Teams }
  /** Every team against every other, sides changed after each fight; then every character in every place of every team. */
  | {
      readonly kind: "matrix";
      readonly mode: BattleMode;
      readonly rule: TeamRule;
      readonly lineups: readonly Lineup[];
      /** Even, so that each of a pair is player 1 as often. */
      readonly fightsPerPair: number;
      /** Fights after those of all pairs, in which characters stand in for each other. */
      readonly swapFights: number;
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
/** One block of so many of a report is read turn by turn: all of them would cost too much. */
export const DETAIL_EVERY = 16;

/** The jobs of a run. They depend on nothing but its length, so that every machine cuts it alike. */
export function jobsOf({ fights }: Pick<Run, "fights">): readonly Job[] {
  let size = BLOCK_FIGHTS;
  while (size * MAX_JOBS < fights) size *= 2;
  return Array.from({ length: Math.ceil(fights / size) }, (_, i) => ({
    from: i * size,
    to: Math.min((i + 1) * size, fights),
  }));
}

type Matrix = Task & { readonly kind: "matrix" };

/** The run of a matrix: all its pairs, then its swaps. */
export function matrixRun(task: Matrix, label: string): Run {
  return { task, label, fights: pairFightsOf(task) + task.swapFights };
}

export function pairFightsOf({ lineups, fightsPerPair }: Matrix): number {
  return pairsOf(lineups.length).length * fightsPerPair;
}

/** A place in a team, and a character to stand there: its own, or any other that the team rule allows. */
export interface Swap {
  readonly team: number;
  readonly slot: number;
  readonly place: number;
}

/** All swaps of a matrix. Those of one place follow each other, so that the characters are judged side by side. */
export function swapsOf({ lineups, rule }: Pick<Matrix, "lineups" | "rule">): readonly Swap[] {
  const kindOf = (place: number) => CHARACTERS[place]!.kind;
  return lineups.flatMap((lineup, team) =>
    lineup.flatMap((own, slot) =>
      [...CHARACTERS.keys()]
        .filter((place) => rule === null || kindOf(place) === kindOf(own))
        .map((place) => ({ team, slot, place })),
    ),
  );
}

/** A matrix has a row for each team but the last, and pairs are numbered row by row: 0–1, 0–2, …, 1–2, … */
export function pairsOf(teams: number): readonly (readonly [number, number])[] {
  return Array.from({ length: teams }, (_, i) =>
    Array.from({ length: teams - i - 1 }, (__, k) => [i, i + 1 + k] as const),
  ).flat();
}
