import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { CHARACTERS } from "../sim/battle/characters.ts";
import { TEAM_SIZE } from "../sim/battle/stats.ts";
import { InputError, readObject } from "../sim/input.ts";
import { toBytes32 } from "../sim/sealing/commitment.ts";
import { SeededRandom } from "../sim/sealing/random.ts";
import { type Run, pairsOf } from "./jobs.ts";
import { nashMix } from "./nash.ts";
import {
  type Estimate,
  jackknife,
  normalQuantile,
  percentileInterval,
  studentInterval,
  wilson,
} from "./statistics.ts";
import { type Tally, countsOf, countsWithout, onlyCounts, totalOf } from "./tally.ts";
import type { Lineup, TeamRule } from "./teams.ts";

interface MetaSettings {
  /** A team is viable if it wins at least so often against the Nash mix. */
  readonly viable: number;
}

/** `search` is how the teams were found; it is judged by itself. */
export function metaSettings(value: unknown): MetaSettings {
  const { viable } = readObject(value, "settings", ["viable", "search"]);
  if (typeof viable !== "number" || !(viable > 0 && viable <= 0.5)) {
    throw new InputError("settings.viable", viable, "a share of 0..0.5");
  }
  return { viable };
}

type Chances = readonly (readonly number[])[];

/** The chance that team i beats team j, from a run of a matrix. Against itself it is a half. */
export function chancesOf(run: Run, total: Tally): Chances {
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
export function againstMix(chances: Chances, mix: readonly number[]): readonly number[] {
  return chances.map((row) => row.reduce((sum, chance, j) => sum + chance * mix[j]!, 0));
}

const COUNTERS = 3;

export type MetaResults = ReturnType<typeof evaluateMeta>;

export function evaluateMeta(run: Run, { viable }: MetaSettings, tallies: readonly Tally[]) {
  if (run.task.kind !== "matrix") throw new Error("not a run of a matrix");
  const { lineups, fightsPerPair, rule } = run.task;
  const chances = chancesOf(run, totalOf(tallies));
  const mix = nashMix(chances);
  const againstNash = againstMix(chances, mix);
  const resampled = resample(chances, fightsPerPair, run.label).map((others) => {
    const otherMix = nashMix(others);
    const rates = againstMix(others, otherMix);
    return {
      mix: otherMix,
      rates,
      viableTeams: rates.filter((rate) => rate >= viable).length / lineups.length,
      mixKeeps: worstOf(others, mix),
    };
  });
  const elo = eloOf(chances);
  const share = (i: number, j: number) => wilson(Math.round(chances[i]![j]! * fightsPerPair), fightsPerPair);
  const isViable = againstNash.map((rate) => rate >= viable);
  const teams = lineups.map((lineup, i) => ({
    team: i,
    characters: lineup.map((place) => place + 1),
    nashWeight: percentileInterval(
      mix[i]!,
      resampled.map((one) => one.mix[i]!),
    ),
    againstNash: percentileInterval(
      againstNash[i]!,
      resampled.map(({ rates }) => rates[i]!),
    ),
    viable: isViable[i]!,
    elo: elo[i]!,
    counters: lineups
      .map((_, j) => ({ team: j, itWins: share(j, i) }))
      .filter(({ team, itWins }) => team !== i && itWins.low > 0.5)
      .toSorted((a, b) => b.itWins.value - a.itWins.value || a.team - b.team)
      .slice(0, COUNTERS),
  }));
  const swaps = new Swaps(tallies, rule);
  const characters = CHARACTERS.map(({ id, name, kind }, place) => {
    const own = lineups.flatMap((lineup, i) => (lineup.includes(place) ? [i] : []));
    return {
      id,
      name,
      kind,
      teams: own.length,
      nashWeight: own.reduce((sum, i) => sum + mix[i]!, 0),
      viable: own.some((i) => isViable[i]),
      inAnyPlace: swaps.rateOf(place),
      betterInItsPlace: swaps.betterThan(place),
      counters: countersOf(place, lineups, chances),
    };
  });
  return {
    fightsPerPair,
    teams,
    characters,
    viableTeams: percentileInterval(
      isViable.filter(Boolean).length / lineups.length,
      resampled.map((one) => one.viableTeams),
    ),
    viableCharacters: characters.filter((character) => character.viable).length / CHARACTERS.length,
    /** As many others do better in its place as a team has such places: whatever team has it, one of them is not in it. */
    dominated: characters
      .filter(
        ({ kind, betterInItsPlace }) => betterInItsPlace.length >= (rule === null ? TEAM_SIZE : rule[kind]),
      )
      .map(({ id }) => id),
    mixKeeps: percentileInterval(
      worstOf(chances, mix),
      resampled.map((one) => one.mixKeeps),
    ),
  };
}

/** What a mix wins against the team that does best against it. */
function worstOf(chances: Chances, mix: readonly number[]): number {
  return 1 - Math.max(...againstMix(chances, mix));
}

const RESAMPLES = 400;
const UNIFORM_STEPS = 2 ** 16;

/**
 * The matrix as it might be, given what was seen: each pair's chance drawn anew, all by themselves, from a normal
 * distribution with the mean and variance of its posterior under a uniform prior, Beta(wins + 1, losses + 1).
 */
function resample(chances: Chances, fightsPerPair: number, label: string): readonly Chances[] {
  const random = new SeededRandom(toBytes32(sha256(utf8ToBytes(`${label}/resample`))));
  return Array.from({ length: RESAMPLES }, () => {
    const others = chances.map((row) => [...row]);
    for (const [i, j] of pairsOf(chances.length)) {
      const mean = (chances[i]![j]! * fightsPerPair + 1) / (fightsPerPair + 2);
      const deviation = Math.sqrt((mean * (1 - mean)) / (fightsPerPair + 3));
      const normal = normalQuantile((random.below(UNIFORM_STEPS) + 0.5) / UNIFORM_STEPS);
      const chance = Math.min(1, Math.max(0, mean + deviation * normal));
      others[i]![j] = chance;
      others[j]![i] = 1 - chance;
    }
    return others;
  });
}

const SWAP_LISTS = ["swap.fought", "swap.won"] as const;

/** What the swaps found: how often teams win with a character in one of their places, by slot. */
class Swaps {
  /** By slot and character: from all jobs, and without each of them. */
  readonly #rates: readonly number[];
  readonly #without: readonly (readonly number[])[];

  readonly #rule: TeamRule;

  constructor(tallies: readonly Tally[], rule: TeamRule) {
    this.#rule = rule;
    // The first jobs are all of pairs.
    const parts = tallies
      .map((tally) => onlyCounts(tally, SWAP_LISTS))
      .filter(({ counts }) => counts[SWAP_LISTS[0]]!.length > 0);
    const total = totalOf(parts);
    this.#rates = ratesOf(total);
    this.#without = parts.map((tally) => ratesOf(countsWithout(total, tally)));
  }

  /** Some figure of the rates, by the jackknife over the jobs; null without enough of them, or where nobody may stand. */
  #estimate(figure: (rates: readonly number[]) => number): Estimate | null {
    const value = figure(this.#rates);
    const without = this.#without.map(figure);
    if (without.length < 2 || ![value, ...without].every(Number.isFinite)) return null;
    return studentInterval(jackknife(value, without), without.length);
  }

  /** How often a team wins with it in one of its places, all slots alike. */
  rateOf(place: number): Estimate | null {
    return this.#estimate((rates) => meanBySlot((slot) => rates[at(slot, place)]!));
  }

  /**
   * Characters that do better in its place, in each of the five slots, beyond the 95 % interval; by how much in all.
   * All five must say so, which is stricter than 95 % unless they are nearly the same in four of them.
   */
  betterThan(place: number): readonly { readonly id: number; readonly gain: Estimate }[] {
    const mayStandIn = (other: number) =>
      this.#rule === null || CHARACTERS[other]!.kind === CHARACTERS[place]!.kind;
    return [...CHARACTERS.keys()]
      .filter(mayStandIn)
      .flatMap((other) => {
        const gainIn = (slot: number) => (rates: readonly number[]) =>
          rates[at(slot, other)]! - rates[at(slot, place)]!;
        const isBetter = SLOTS.every((slot) => (this.#estimate(gainIn(slot))?.low ?? 0) > 0);
        const gain = isBetter ? this.#estimate((rates) => meanBySlot((slot) => gainIn(slot)(rates))) : null;
        return gain === null ? [] : [{ id: other + 1, gain }];
      })
      .toSorted((a, b) => b.gain.value - a.gain.value || a.id - b.id);
  }
}

const SLOTS = [...Array(TEAM_SIZE).keys()];
const at = (slot: number, place: number) => CHARACTERS.length * slot + place;
const meanBySlot = (of: (slot: number) => number) =>
  SLOTS.reduce((sum, slot) => sum + of(slot), 0) / TEAM_SIZE;

/** NaN where nobody fought: under a team rule, some never stand in some slots. */
function ratesOf(tally: Tally): readonly number[] {
  const [fought, won] = SWAP_LISTS.map((name) => countsOf(tally, name, TEAM_SIZE * CHARACTERS.length));
  return won!.map((wins, i) => wins / fought![i]!);
}

/** The characters whose teams beat this one's most often, over the pairs of teams that only one of them is in. */
function countersOf(place: number, lineups: readonly Lineup[], chances: Chances) {
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
function eloOf(chances: Chances): readonly number[] {
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
