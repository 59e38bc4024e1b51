import { CHARACTERS } from "../sim/battle/characters.ts";
import { TEAM_SIZE, TIER_COUNT } from "../sim/battle/stats.ts";
import type { CompiledMode } from "../sim/fast/compiledMode.ts";
import type { Outcomes } from "../sim/fast/outcomes.ts";
import { LOG_SHIFT, LOG_WORDS } from "../sim/fast/packedLog.ts";
import { FIGHTERS, TIER_SHIFT } from "../sim/fast/tiers.ts";

/** The longest battle there can be: 100 rounds of ten turns. */
export const MAX_ROUNDS = 100;
export const MAX_TURNS = MAX_ROUNDS * FIGHTERS;

/** Doubles hold every integer that a run can reach. */
export const list = (length: number) => new Float64Array(length);

/** What is counted of every fight. */
export class OutcomeCounters {
  /** By character: fights that its side won, and lost. */
  readonly won = list(CHARACTERS.length);
  readonly lost = list(CHARACTERS.length);
  /** Fights by their number of turns, and of rounds. */
  readonly turns = list(MAX_TURNS + 1);
  readonly rounds = list(MAX_ROUNDS + 1);
  /** Fights by 2 × (first attacker − 1) + (winner − 1). */
  readonly ends = list(4);
  /** Fights that ran into the limit of rounds. */
  readonly capped = list(1);

  /** By character: times it fought. */
  get fought(): Float64Array {
    return this.won.map((wins, place) => wins + this.lost[place]!);
  }
}

/** What is counted turn by turn, of the fights that are read so. */
export class DetailCounters {
  readonly fights = list(1);
  /** By 3 × speed tier of the attacker + that of the target: attacks, and how many were dodged. */
  readonly attacks = list(TIER_COUNT ** 2);
  readonly dodges = list(TIER_COUNT ** 2);
  /** By combo tier of the attacker: hits, and how many were combos. */
  readonly hits = list(TIER_COUNT);
  readonly combos = list(TIER_COUNT);
  /** By 5 × slot of the attacker + slot of the target. */
  readonly aimed = list(TEAM_SIZE ** 2);
  readonly damage = list(TEAM_SIZE ** 2);
  readonly kills = list(TEAM_SIZE ** 2);
  /** By character: times it fought, died, killed, and the damage it dealt. */
  readonly fought = list(CHARACTERS.length);
  readonly died = list(CHARACTERS.length);
  readonly killed = list(CHARACTERS.length);
  readonly dealt = list(CHARACTERS.length);
  /** Deaths by the round they fell in, and by the hits it took. */
  readonly deathRounds = list(MAX_ROUNDS + 1);
  readonly hitsToKill = list(MAX_TURNS + 1);
}

export function countOutcomes(
  counters: OutcomeCounters,
  mirrors: OutcomeCounters,
  outcomes: Outcomes,
  characters: Uint8Array,
  count: number,
  maxRounds: number,
  mirrorEvery: number,
): void {
  const { winner, firstAttacker, rounds, turns, p1Alive, p2Alive } = outcomes;
  for (let i = 0, untilMirror = mirrorEvery; i < count; i++) {
    let into = counters;
    if (--untilMirror === 0) {
      into = mirrors;
      untilMirror = mirrorEvery;
    }
    const { won, lost } = into;
    const loser = 2 - winner[i]!;
    const winners = i * FIGHTERS + TEAM_SIZE * (1 - loser);
    const losers = i * FIGHTERS + TEAM_SIZE * loser;
    for (let k = 0; k < TEAM_SIZE; k++) {
      won[characters[winners + k]!]!++;
      lost[characters[losers + k]!]!++;
    }
    into.turns[turns[i]!]!++;
    into.rounds[rounds[i]!]!++;
    into.ends[2 * (firstAttacker[i]! - 1) + 1 - loser]!++;
    if (rounds[i] === maxRounds && p1Alive[i]! > 0 && p2Alive[i]! > 0) into.capped[0]!++;
  }
}

const hitsTaken = new Int32Array(FIGHTERS);

/** Reads the log of the fights `from` ≤ i < `to`, which are the first in it; mirror matches are passed over. */
export function countLog(
  counters: DetailCounters,
  words: Uint32Array,
  compiled: CompiledMode,
  outcomes: Outcomes,
  tiers: Uint16Array,
  characters: Uint8Array,
  from: number,
  to: number,
  mirrorEvery: number,
): void {
  const { attacks, dodges, hits, combos, aimed, damage, kills } = counters;
  const { fought, died, killed, dealt, deathRounds, hitsToKill } = counters;
  let at = 0;
  for (let i = from; i < to; i++) {
    const end = at + outcomes.turns[i]! * LOG_WORDS;
    if (mirrorEvery > 0 && (i + 1) % mirrorEvery === 0) {
      at = end;
      continue;
    }
    counters.fights[0]!++;
    hitsTaken.fill(0);
    const base = i * FIGHTERS;
    const firstSide = outcomes.firstAttacker[i]! - 1;
    for (let k = 0; k < FIGHTERS; k++) fought[characters[base + k]!]!++;
    for (; at < end; at += LOG_WORDS) {
      const facts = words[at]!;
      const attackerPlace = (facts >>> LOG_SHIFT.attacker) & 15;
      const defenderPlace = (facts >>> LOG_SHIFT.defender) & 15;
      const attacker = base + TEAM_SIZE * ((attackerPlace & 1) ^ firstSide) + (attackerPlace >>> 1);
      const defender = base + TEAM_SIZE * ((defenderPlace & 1) ^ firstSide) + (defenderPlace >>> 1);
      const slots = TEAM_SIZE * (attackerPlace >>> 1) + (defenderPlace >>> 1);
      const speeds =
        TIER_COUNT * ((tiers[attacker]! >>> TIER_SHIFT.speed) & 3) +
        ((tiers[defender]! >>> TIER_SHIFT.speed) & 3);
      attacks[speeds]!++;
      aimed[slots]!++;
      if (((facts >>> LOG_SHIFT.hit) & 1) === 0) {
        dodges[speeds]!++;
        continue;
      }
      const comboTier = tiers[attacker]! >>> TIER_SHIFT.combo;
      const dealtNow = compiled.damage[facts & 1_023]!;
      hits[comboTier]!++;
      combos[comboTier]! += (facts >>> 7) & 1;
      damage[slots]! += dealtNow;
      dealt[characters[attacker]!]! += dealtNow;
      hitsTaken[defender - base]!++;
      if (((facts >>> LOG_SHIFT.kill) & 1) === 1) {
        kills[slots]!++;
        killed[characters[attacker]!]!++;
        died[characters[defender]!]!++;
        deathRounds[(facts >>> LOG_SHIFT.round) & 127]!++;
        hitsToKill[hitsTaken[defender - base]!]!++;
      }
    }
  }
}
