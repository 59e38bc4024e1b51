import { CHARACTERS } from "../sim/battle/characters.ts";
import { readObject } from "../sim/input.ts";
import { type Run, pairsOf } from "./jobs.ts";
import { nashMix } from "./nash.ts";
import { wilson } from "./statistics.ts";
import { type Tally, totalOf } from "./tally.ts";
import type { Lineup } from "./teams.ts";

interface MetaSettings {
  /** A team is viable if it wins at least so often against the Nash mix. */
  readonly viable: number;
  /** Whether the mode has a team rule: then only a character of the same kind can stand in for another. */
  readonly hasRule: boolean;
}

export function metaSettings(value: unknown): MetaSettings {
  const { viable, hasRule } = readObject(value, "settings", ["viable", "hasRule"]);
  return { viable: Number(viable), hasRule: Boolean(hasRule) };
}

/** The chance that team i beats team j, from a run of a matrix. Against itself it is a half. */
export function chancesOf(run: Run, total: Tally): readonly (readonly number[])[] {
  if (run.task.kind !== "matrix") throw new Error("not a run of a matrix");
  const { lineups, fightsPerPair } = run.task;
  const chances = lineups.map(() => lineups.map(() => 0.5));
  for (const [i, j] of pairsOf(lineups.length)) {
    const chance = (total.counts[i]?.[j] ?? 0) / fightsPerPair;
    chances[i]![j] = chance;
    chances[j]![i] = 1 - chance;
  }
  return chances;
}

/** How often each team wins against a mix. */
export function againstMix(
  chances: readonly (readonly number[])[],
  mix: readonly number[],
): readonly number[] {
  return chances.map((row) => row.reduce((sum, chance, j) => sum + chance * mix[j]!, 0));
}

const COUNTERS = 3;

export type MetaResults = ReturnType<typeof evaluateMeta>;

export function evaluateMeta(run: Run, { viable, hasRule }: MetaSettings, tallies: readonly Tally[]) {
  if (run.task.kind !== "matrix") throw new Error("not a run of a matrix");
  const { lineups, fightsPerPair } = run.task;
  const chances = chancesOf(run, totalOf(tallies));
  const mix = nashMix(chances);
  const againstNash = againstMix(chances, mix);
  const elo = eloOf(chances);
  const share = (i: number, j: number) => wilson(Math.round(chances[i]![j]! * fightsPerPair), fightsPerPair);
  const isViable = againstNash.map((rate) => rate >= viable);
  const teams = lineups.map((lineup, i) => ({
    team: i,
    characters: lineup.map((place) => place + 1),
    nashWeight: mix[i]!,
    againstNash: againstNash[i]!,
    /** A binomial standard error, the weights taken as given. */
    error: Math.sqrt(
      mix.reduce(
        (sum, weight, j) => sum + (weight ** 2 * chances[i]![j]! * (1 - chances[i]![j]!)) / fightsPerPair,
        0,
      ),
    ),
    viable: isViable[i]!,
    elo: elo[i]!,
    counters: lineups
      .map((_, j) => ({ team: j, itWins: share(j, i) }))
      .filter(({ team, itWins }) => team !== i && itWins.value > 0.5)
      .toSorted((a, b) => b.itWins.value - a.itWins.value || a.team - b.team)
      .slice(0, COUNTERS),
  }));
  const characters = CHARACTERS.map(({ id, name, kind }, place) => {
    const own = lineups.flatMap((lineup, i) => (lineup.includes(place) ? [i] : []));
    return {
      id,
      name,
      kind,
      teams: own.length,
      nashWeight: own.reduce((sum, i) => sum + mix[i]!, 0),
      viable: own.some((i) => isViable[i]),
      againstNash: own.length === 0 ? null : own.reduce((sum, i) => sum + againstNash[i]!, 0) / own.length,
      dominatedBy: dominatorsOf(place, hasRule).map((other) => other + 1),
      counters: countersOf(place, lineups, chances),
    };
  });
  return {
    fightsPerPair,
    teams,
    characters,
    viableTeams: isViable.filter(Boolean).length / lineups.length,
    viableCharacters: characters.filter((character) => character.viable).length / CHARACTERS.length,
    dominated: characters.filter(({ dominatedBy }) => dominatedBy.length > 0).map(({ id }) => id),
  };
}

/** Characters that are at least as good in all six stats and better in one: no team wants the lesser one. */
function dominatorsOf(place: number, hasRule: boolean): readonly number[] {
  const { tiers, kind } = CHARACTERS[place]!;
  return [...CHARACTERS.keys()].filter((other) => {
    const candidate = CHARACTERS[other]!;
    if (other === place || (hasRule && candidate.kind !== kind)) return false;
    const isNeverWorse = candidate.tiers.every((tier, i) => tier >= tiers[i]!);
    return isNeverWorse && candidate.tiers.some((tier, i) => tier > tiers[i]!);
  });
}

/** The characters whose teams beat this one's most often, over the pairs of teams that only one of them is in. */
function countersOf(place: number, lineups: readonly Lineup[], chances: readonly (readonly number[])[]) {
  const withIt = lineups.flatMap((lineup, i) => (lineup.includes(place) ? [i] : []));
  return [...CHARACTERS.keys()]
    .filter((other) => other !== place)
    .map((other) => {
      const mine = withIt.filter((i) => !lineups[i]!.includes(other));
      const theirs = lineups.flatMap((lineup, j) =>
        lineup.includes(other) && !lineup.includes(place) ? [j] : [],
      );
      const rates = theirs.flatMap((j) => mine.map((i) => chances[j]![i]!));
      return {
        id: other + 1,
        pairs: rates.length,
        itWins: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
      };
    })
    .filter(({ pairs, itWins }) => pairs >= 4 && itWins > 0.5)
    .toSorted((a, b) => b.itWins - a.itWins || a.id - b.id)
    .slice(0, COUNTERS);
}

const ELO_ROUNDS = 200;

/** Elo of the Bradley–Terry fit (Hunter's MM steps), 1500 on average: one number a team, which can't say who beats whom. */
function eloOf(chances: readonly (readonly number[])[]): readonly number[] {
  let strengths = chances.map(() => 1);
  for (let round = 0; round < ELO_ROUNDS; round++) {
    strengths = strengths.map((own, i) => {
      const wins = chances[i]!.reduce((sum, chance, j) => sum + (j === i ? 0 : Math.max(chance, 1e-3)), 0);
      return wins / strengths.reduce((sum, other, j) => sum + (j === i ? 0 : 1 / (own + other)), 0);
    });
    const mean = Math.exp(strengths.reduce((sum, value) => sum + Math.log(value), 0) / strengths.length);
    strengths = strengths.map((value) => value / mean);
  }
  return strengths.map((value) => 1_500 + 400 * Math.log10(value));
}
