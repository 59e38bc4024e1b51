import { CHARACTERS, KINDS } from "../sim/battle/characters.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import { STATS, TEAM_SIZE, TIER_COUNT } from "../sim/battle/stats.ts";
import { FIGHTERS } from "../sim/fast/tiers.ts";
import { jackknifed } from "./estimates.ts";
import { revealGas } from "./gas.ts";
import { countWhere, rateWhere } from "./goals.ts";
import type { Run } from "./jobs.ts";
import { type Share, estimateMean, fitOf, meanOf, quantileOf, wilson } from "./statistics.ts";
import { countsOf, onlyCounts, type Tally, totalOf } from "./tally.ts";

/** All that a report says. Shares carry their own n. */
export type ReportResults = ReturnType<typeof evaluateReport>;

export function evaluateReport(run: Run, tallies: readonly Tally[]) {
  if (run.task.kind !== "report") throw new Error("not a run of a report");
  const { mode } = run.task;
  const total = totalOf(tallies);
  // The jackknife needs no more, and every job is left out once.
  const clustered = tallies.map((tally) =>
    onlyCounts(tally, ["won", "fought", "detail.died", "detail.fought"]),
  );
  const counts = (name: string, length: number) => countsOf(total, name, length);
  const winRate = (isCounted: (place: number) => boolean) =>
    clusteredShare(clustered, countWhere(total, "fought", isCounted), (tally) =>
      rateWhere(tally, "", "won", "fought", isCounted),
    );
  const survival = (isCounted: (place: number) => boolean) =>
    clusteredShare(
      clustered,
      countWhere(total, "detail.fought", isCounted),
      (tally) => 1 - rateWhere(tally, "detail.", "died", "fought", isCounted),
    );
  const turns = counts("turns", FIGHTERS * mode.maxRounds + 1);
  const rounds = counts("rounds", mode.maxRounds + 1);
  const fights = sum(rounds);
  const [firstP1, , firstP2Lost, firstP2] = counts("ends", 4) as [number, number, number, number];
  const [mirror1, mirror1Lost, mirror2Lost, mirror2] = counts("mirror.ends", 4) as [
    number,
    number,
    number,
    number,
  ];
  const mirrors = mirror1 + mirror1Lost + mirror2Lost + mirror2;
  const detailFights = counts("detail.fights", 1)[0]!;

  return {
    fights: { all: total.fights, counted: fights, mirror: mirrors, readTurnByTurn: detailFights },
    byTier: STATS.flatMap((stat, s) =>
      Array.from({ length: TIER_COUNT }, (_, tier) => ({
        stat,
        tier: tier + 1,
        value: mode[`${stat}Values`][tier]!,
        winRate: winRate((place) => CHARACTERS[place]!.tiers[s] === tier + 1),
      })),
    ),
    byKind: KINDS.map((kind) => {
      const isKind = (place: number) => CHARACTERS[place]!.kind === kind;
      return {
        kind,
        winRate: winRate(isKind),
        survival: survival(isKind),
      };
    }),
    byCharacter: CHARACTERS.map(({ id, name, kind, tiers }, place) => {
      const detailFought = counts("detail.fought", CHARACTERS.length)[place]!;
      const perFight = (list: string) => ratio(counts(list, CHARACTERS.length)[place]!, detailFought);
      return {
        id,
        name,
        kind,
        tiers: tiers.join(""),
        winRate: wilson(
          counts("won", CHARACTERS.length)[place]!,
          counts("fought", CHARACTERS.length)[place]!,
        ),
        survival: wilson(detailFought - counts("detail.died", CHARACTERS.length)[place]!, detailFought),
        killsPerFight: perFight("detail.killed"),
        damagePerFight: perFight("detail.dealt"),
      };
    }),
    length: {
      turns: { ...summaryOf(turns), meanInterval: estimateMean(turns), histogram: turns },
      rounds: { ...summaryOf(rounds), meanInterval: estimateMean(rounds), histogram: rounds },
      capped: wilson(counts("capped", 1)[0]!, fights),
    },
    sides: {
      firstAttackerInMirror: wilson(mirror1 + mirror2, mirrors),
      firstAttacker: wilson(firstP1 + firstP2, fights),
      player1: wilson(firstP1 + firstP2Lost, fights),
    },
    timeToKill: {
      deaths: sum(counts("detail.deathRounds", mode.maxRounds + 1)),
      round: summaryOf(counts("detail.deathRounds", mode.maxRounds + 1)),
      hits: summaryOf(counts("detail.hitsToKill", FIGHTERS * mode.maxRounds + 1)),
    },
    rates: ratesAgainstClosedForm(mode, total),
    damageFlow: Array.from({ length: TEAM_SIZE }, (_, from) =>
      Array.from({ length: TEAM_SIZE }, (__, to) => {
        const at = TEAM_SIZE * from + to;
        const perFight = (name: string) => ratio(counts(name, TEAM_SIZE ** 2)[at]!, detailFights);
        return {
          from,
          to,
          damage: perFight("detail.damage"),
          attacks: perFight("detail.aimed"),
          kills: perFight("detail.kills"),
        };
      }),
    ).flat(),
    gas: {
      mean: revealGas(meanOf(turns), meanOf(rounds)),
      // As if the fights with most turns were those with most rounds, which is nearly so.
      p95: revealGas(quantileOf(turns, 0.95), quantileOf(rounds, 0.95)),
      worstSeen: revealGas(lastOf(turns), lastOf(rounds)),
      worstPossible: revealGas(FIGHTERS * mode.maxRounds, mode.maxRounds),
    },
  };
}

/** How often fighters dodge and combo, against what PROTOCOL 4 says that they must. */
function ratesAgainstClosedForm(mode: BattleMode, total: Tally) {
  const [attacks, dodges] = ["detail.attacks", "detail.dodges"].map((name) =>
    countsOf(total, name, TIER_COUNT ** 2),
  );
  const [hits, combos] = ["detail.hits", "detail.combos"].map((name) => countsOf(total, name, TIER_COUNT));
  const dodge = Array.from({ length: TIER_COUNT ** 2 }, (_, at) => {
    const [attacker, target] = [Math.floor(at / TIER_COUNT), at % TIER_COUNT];
    const p = dodgeChance(mode, mode.speedValues[attacker]!, mode.speedValues[target]!);
    return {
      attackerTier: attacker + 1,
      targetTier: target + 1,
      closedForm: p,
      seen: wilson(dodges![at]!, attacks![at]!),
    };
  });
  const combo = Array.from({ length: TIER_COUNT }, (_, tier) => ({
    tier: tier + 1,
    closedForm: comboChance(mode, mode.comboValues[tier]!),
    seen: wilson(combos![tier]!, hits![tier]!),
  }));
  const cell = ({ closedForm, seen }: { closedForm: number; seen: Share }) => {
    return { successes: Math.round(seen.value * seen.n), n: seen.n, p: closedForm };
  };
  return { dodge, dodgeFit: fitOf(dodge.map(cell)), combo, comboFit: fitOf(combo.map(cell)) };
}

/** speed ≥ roll × attacker's speed, for a roll of 0..dodgeMaxRandom. */
export function dodgeChance(mode: BattleMode, attackerSpeed: number, targetSpeed: number): number {
  const max = mode.dodgeMaxRandom;
  return (Math.min(max, Math.floor(targetSpeed / attackerSpeed)) + 1) / (max + 1);
}

/** combo ≥ roll, for a roll of 0..comboMaxRandom. */
export function comboChance(mode: BattleMode, combo: number): number {
  return (Math.min(mode.comboMaxRandom, combo) + 1) / (mode.comboMaxRandom + 1);
}

/**
 * A share of n fighters. Those of one team win, lose and fall together, so the interval is Wilson's for as many
 * independent fighters as would have the jackknife's variance.
 */
function clusteredShare(tallies: readonly Tally[], n: number, figure: (tally: Tally) => number): Share {
  if (n === 0) return wilson(0, 0);
  const { value, error } = jackknifed(tallies, figure);
  const independent = (value * (1 - value)) / n;
  const effect = tallies.length < 8 || independent === 0 ? 1 : Math.max(0.05, error ** 2 / independent);
  return wilson(value * n, n, effect || 1);
}

const lastOf = (histogram: readonly number[]) => histogram.findLastIndex((count) => count > 0);
const summaryOf = (histogram: readonly number[]) => ({
  mean: meanOf(histogram),
  median: quantileOf(histogram, 0.5),
  p95: quantileOf(histogram, 0.95),
});
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const ratio = (part: number, all: number) => (all === 0 ? 0 : part / all);
