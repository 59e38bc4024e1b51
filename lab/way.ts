import { InputError, readObject } from "../sim/input.ts";
import type { LabDocument } from "./document.ts";
import { hashOf } from "./proof.ts";
import { drawLineups, searchRound, type TeamSearch } from "./searchTeams.ts";
import { type Lineup, lineupText } from "./teams.ts";
import type { Crew } from "./threads.ts";
import { modeAfter, tuneSettings, tuneStep } from "./tune.ts";

/** The search that led to what a document is about: steps that can each be done again by themselves. */
interface Way {
  /** What is wrong with it by itself: it must lead to what was judged in the end. */
  readonly faults: readonly string[];
  readonly steps: number;
  /** Does a step again: whether it comes out the same. */
  redo(crew: Crew, step: number): Promise<boolean>;
}

/** The way of a document, or null if there was no search. */
export function wayOf(document: LabDocument): Way | null {
  if (document.command === "tune") return tuneWay(document);
  return document.command === "meta" ? teamsWay(document) : null;
}

function tuneWay({ run: { task }, settings }: LabDocument): Way {
  if (task.kind !== "paired") throw new Error("not a paired run");
  const { search, path } = tuneSettings(settings);
  const [start, proposal] = task.modes;
  const isThere = hashOf(modeAfter(start!, path)) === hashOf(proposal);
  return {
    faults: isThere ? [] : ["its path does not lead to the proposed mode"],
    steps: path.length,
    redo: async (crew, step) => {
      const mode = modeAfter(start!, path.slice(0, step + 1));
      const { here, isMet, taken } = await tuneStep(crew, start!, mode, task.teams, search, step);
      const isStartRight = step > 0 || hashOf(here) === hashOf(path[0]!.goals);
      // After the last change, the goals were met.
      const isNextRight = step + 1 < path.length ? hashOf(taken) === hashOf(path[step + 1]) : isMet;
      return isStartRight && isNextRight;
    },
  };
}

/** How the teams of a matrix were found: those that were given, and the survivors of each round. */
export interface FoundTeams extends TeamSearch {
  readonly given: readonly Lineup[];
  readonly rounds: readonly (readonly Lineup[])[];
}

function foundTeams(value: unknown): FoundTeams {
  const field = "settings.search";
  const { given, start, rounds } = readObject(value, field, ["label", "given", "start", "rounds"]);
  for (const [name, list] of Object.entries({ given, start, rounds })) {
    if (!Array.isArray(list)) throw new InputError(`${field}.${name}`, list, "a list");
  }
  return value as FoundTeams;
}

/** The label of the seeds that teams are drawn by. */
export const teamsLabel = (label: string) => `${label}/teams`;

/** Given teams, and those of the last round, each once. */
export function teamsOf({ given, start, rounds }: FoundTeams): readonly Lineup[] {
  return [...new Map([...given, ...(rounds.at(-1) ?? start)].map((one) => [lineupText(one), one])).values()];
}

function teamsWay({ run: { task, label }, settings }: LabDocument): Way {
  if (task.kind !== "matrix") throw new Error("not a run of a matrix");
  const search = foundTeams((settings as { readonly search: unknown }).search);
  const drawn = drawLineups(teamsLabel(label), task.rule, search.start.length);
  const isDrawn = hashOf(drawn) === hashOf(search.start);
  const isThere = hashOf(teamsOf(search)) === hashOf(task.lineups);
  return {
    faults: [
      ...(isDrawn ? [] : ["its drawn teams are not those of its seed"]),
      ...(isThere ? [] : ["its search does not lead to its teams"]),
    ],
    steps: search.rounds.length,
    redo: async (crew, step) => {
      const before = step === 0 ? search.start : search.rounds[step - 1]!;
      return hashOf(await searchRound(crew, task, search, step, before)) === hashOf(search.rounds[step]);
    },
  };
}
