import { BPS, damageOf } from "../sim/battle/battle.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import { STATS, type Tiers, TIER_COUNT } from "../sim/battle/stats.ts";
import { InputError } from "../sim/input.ts";
import { comboChance, dodgeChance } from "./report.ts";

/**
 * What is solved: a fight of one against one by the rules of PROTOCOL 4, both in slot 0, all other slots empty. There is
 * one target and no distance, so range plays no part. After maxRounds with both standing, player 1 has won.
 */
interface ExactFight {
  /** The chance that player 1 wins: in all, if it attacks first, and if player 2 does. */
  readonly p1Wins: number;
  readonly p1WinsFirst: number;
  readonly p1WinsSecond: number;
  /** The chance that both still stand after the last round. */
  readonly capped: number;
}

/** The number of builds: three tiers of six stats. */
export const BUILDS = TIER_COUNT ** STATS.length;

/** Builds are numbered by their tiers: 111111 is 0, 111112 is 1, … */
export function buildOf(number: number): Tiers {
  return STATS.map(
    (_, i) => (Math.floor(number / TIER_COUNT ** (STATS.length - 1 - i)) % TIER_COUNT) + 1,
  ) as unknown as Tiers;
}

export function readBuild(text: string, field: string): Tiers {
  if (!/^[123]{6}$/.test(text)) {
    throw new InputError(field, text, `six tiers of 1..3, such as 133112 (${STATS.join(", ")})`);
  }
  return [...text].map(Number) as unknown as Tiers;
}

const ATTACK = STATS.indexOf("attack");
const DEFENSE = STATS.indexOf("defense");
const HEALTH = STATS.indexOf("health");
const SPEED = STATS.indexOf("speed");
const COMBO = STATS.indexOf("combo");

/** Solves fights of one mode; the chances of a kill are kept, as all pairs of builds have but 729 of them. */
export class ExactSolver {
  readonly #mode: BattleMode;
  readonly #killTimes = new Map<string, Float64Array>();

  constructor(mode: BattleMode) {
    this.#mode = mode;
  }

  /**
   * Neither's attacks change the other's chances, so the race is between two independent times: the attacks that each
   * needs. The one who attacks first wins a tie.
   */
  solve(p1: Tiers, p2: Tiers): ExactFight {
    const kills = [this.killTimes(p1, p2), this.killTimes(p2, p1)] as const;
    const [p1Standing, p2Standing] = [this.#standing(kills[1]), this.#standing(kills[0])];
    let [p1First, p1Second] = [0, 0];
    const { maxRounds } = this.#mode;
    for (let round = 1; round <= maxRounds; round++) {
      // Player 1 kills in this round and still stands: before its own turn there were round − 1 attacks on it
      // if it goes first, and one more if it goes second.
      p1First += kills[0][round]! * p1Standing[round - 1]!;
      p1Second += kills[0][round]! * p1Standing[round]!;
    }
    const capped = p1Standing[maxRounds]! * p2Standing[maxRounds]!;
    const [p1WinsFirst, p1WinsSecond] = [p1First + capped, p1Second + capped];
    return { p1Wins: (p1WinsFirst + p1WinsSecond) / 2, p1WinsFirst, p1WinsSecond, capped };
  }

  /** The chance that it is attack number n, 1..maxRounds, that kills: hp go down from full, attack after attack. */
  killTimes(attacker: Tiers, target: Tiers): Float64Array {
    const key =
      [ATTACK, SPEED, COMBO].map((i) => attacker[i]).join("") +
      [DEFENSE, HEALTH, SPEED].map((i) => target[i]).join("");
    const known = this.#killTimes.get(key);
    if (known) return known;
    const mode = this.#mode;
    const value = (stat: number, tiers: Tiers) => mode[`${STATS[stat]!}Values`][tiers[stat]! - 1]!;
    const stats = (tiers: Tiers) => ({
      attack: value(ATTACK, tiers),
      defense: value(DEFENSE, tiers),
      health: 0,
      speed: 0,
      range: 0,
      combo: 0,
    });
    const [hitting, hit] = [stats(attacker), stats(target)];
    const health = value(HEALTH, target);
    const dodge = dodgeChance(mode, value(SPEED, attacker), value(SPEED, target));
    const combo = comboChance(mode, value(COMBO, attacker));
    const outcomes = [
      { chance: (1 - dodge) * (1 - combo), damage: damageOf(hitting, hit, BPS, BPS) },
      { chance: (1 - dodge) * combo, damage: damageOf(hitting, hit, BPS, mode.comboFactor) },
    ];

    // chances[hp]: only hp that can be reached are ever more than 0.
    let chances = new Map([[health, 1]]);
    const times = new Float64Array(mode.maxRounds + 1);
    for (let attack = 1; attack <= mode.maxRounds; attack++) {
      const next = new Map<number, number>();
      const add = (hp: number, chance: number) => next.set(hp, (next.get(hp) ?? 0) + chance);
      for (const [hp, chance] of chances) {
        add(hp, chance * dodge);
        for (const { chance: part, damage } of outcomes) {
          if (damage >= hp) times[attack]! += chance * part;
          else add(hp - damage, chance * part);
        }
      }
      chances = next;
    }
    this.#killTimes.set(key, times);
    return times;
  }

  /** The chance to stand after n attacks. */
  #standing(times: Float64Array): Float64Array {
    const standing = new Float64Array(times.length);
    let dead = 0;
    for (let n = 0; n < times.length; n++) {
      dead += times[n]!;
      standing[n] = Math.max(0, 1 - dead);
    }
    return standing;
  }
}

/** The chance of player 1 for every pair of builds: at 729 × p1 + p2. */
export function solveAll(mode: BattleMode): Float64Array {
  const solver = new ExactSolver(mode);
  const builds = Array.from({ length: BUILDS }, (_, number) => buildOf(number));
  const chances = new Float64Array(BUILDS * BUILDS);
  // Range plays no part, so builds that differ in nothing else have the same row and column.
  const rangeWeight = TIER_COUNT ** (STATS.length - 1 - STATS.indexOf("range"));
  const withoutRange = (number: number) =>
    number - (Math.floor(number / rangeWeight) % TIER_COUNT) * rangeWeight;
  for (let p1 = 0; p1 < BUILDS; p1++) {
    for (let p2 = 0; p2 < BUILDS; p2++) {
      const [like1, like2] = [withoutRange(p1), withoutRange(p2)];
      chances[BUILDS * p1 + p2] =
        like1 === p1 && like2 === p2
          ? solver.solve(builds[p1]!, builds[p2]!).p1Wins
          : chances[BUILDS * like1 + like2]!;
    }
  }
  return chances;
}
