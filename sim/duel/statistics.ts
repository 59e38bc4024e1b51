import type { PlayerNumber } from "../battle/battle.ts";
import { TEAM_SIZE } from "../battle/stats.ts";
import { PACKED_TURN_BYTES, packTurns, type Turn } from "../battle/turnLog.ts";

/** What a player's duels add up to (PROTOCOL 6). Amounts in FIGHT's smallest unit. */
export interface PlayerStatistics {
  readonly duelsEntered: number;
  readonly duelsWon: number;
  readonly duelsLost: number;
  /** Games lost because the player did not act; they are no battles, so they count nowhere else. */
  readonly duelsForfeited: number;
  readonly fightSpent: bigint;
  readonly fightWon: bigint;
  /** When the last battle was fought, in seconds. */
  readonly lastDuel: number;
}

/** What one battle adds to a fighter's record. */
export interface FighterTally {
  readonly killCount: number;
  readonly deathCount: number;
  readonly damageDealt: number;
  readonly damageReceived: number;
  /** As defender. */
  readonly dodgeCount: number;
  /** As attacker. */
  readonly comboCount: number;
}

export interface FighterStatistics extends FighterTally {
  readonly cooldownUntil: number;
}

export const NEW_PLAYER: PlayerStatistics = {
  duelsEntered: 0,
  duelsWon: 0,
  duelsLost: 0,
  duelsForfeited: 0,
  fightSpent: 0n,
  fightWon: 0n,
  lastDuel: 0,
};

const NO_TALLY: FighterTally = {
  killCount: 0,
  deathCount: 0,
  damageDealt: 0,
  damageReceived: 0,
  dodgeCount: 0,
  comboCount: 0,
};

export const NEW_FIGHTER: FighterStatistics = { ...NO_TALLY, cooldownUntil: 0 };

/** The names of the statistics, in the order in which the contract returns them. */
export const PLAYER_STATISTICS = Object.keys(NEW_PLAYER) as readonly (keyof PlayerStatistics)[];
export const FIGHTER_STATISTICS = Object.keys(NEW_FIGHTER) as readonly (keyof FighterStatistics)[];

/** A statistic stays at its largest value, so that it never stops a reveal. */
const MAX_FIGHT_SPENT = 2n ** 96n - 1n;
const LARGEST: FighterTally = {
  killCount: 2 ** 23 - 1,
  deathCount: 2 ** 23 - 1,
  damageDealt: 2 ** 42 - 1,
  damageReceived: 2 ** 42 - 1,
  dodgeCount: 2 ** 24 - 1,
  comboCount: 2 ** 24 - 1,
};

export function afterWin(
  before: PlayerStatistics,
  bet: bigint,
  won: bigint,
  nowSecs: number,
): PlayerStatistics {
  const after = afterBattle(before, bet, nowSecs);
  return { ...after, duelsWon: before.duelsWon + 1, fightWon: before.fightWon + won };
}

export function afterLoss(before: PlayerStatistics, bet: bigint, nowSecs: number): PlayerStatistics {
  return { ...afterBattle(before, bet, nowSecs), duelsLost: before.duelsLost + 1 };
}

export function afterForfeit(before: PlayerStatistics): PlayerStatistics {
  return { ...before, duelsForfeited: before.duelsForfeited + 1 };
}

function afterBattle(before: PlayerStatistics, bet: bigint, nowSecs: number): PlayerStatistics {
  const spent = before.fightSpent + bet;
  return {
    ...before,
    duelsEntered: before.duelsEntered + 1,
    fightSpent: spent > MAX_FIGHT_SPENT ? MAX_FIGHT_SPENT : spent,
    lastDuel: nowSecs,
  };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What a battle adds to each of the ten fighters, player 1's five first, from its log in the emitted form (PROTOCOL 5). */
export function talliesOf(turns: Uint8Array): readonly FighterTally[] {
  const tallies: Mutable<FighterTally>[] = [];
  for (let place = 0; place < 2 * TEAM_SIZE; place++) tallies.push({ ...NO_TALLY });
  for (let at = 0; at < turns.length; at += PACKED_TURN_BYTES) {
    const who = turns[at + 1]!;
    const side = who >>> 7;
    const attacker = tallies[TEAM_SIZE * side + ((who >>> 4) & 7)]!;
    const target = tallies[TEAM_SIZE * (1 - side) + ((who >>> 1) & 7)]!;
    const damage = (turns[at + 8]! << 16) | (turns[at + 9]! << 8) | turns[at + 10]!;
    const flags = turns[at + 13]!;
    const kill = (flags >>> 6) & 1;
    attacker.killCount += kill;
    target.deathCount += kill;
    attacker.damageDealt += damage;
    target.damageReceived += damage;
    target.dodgeCount += who & 1;
    attacker.comboCount += flags >>> 7;
  }
  return tallies;
}

/** A fighter is named by its place: the same one may stand on both sides if it was sold in between. */
export function tallyOf(turns: readonly Turn[], player: PlayerNumber, slot: number): FighterTally {
  return talliesOf(packTurns(turns))[TEAM_SIZE * (player - 1) + slot]!;
}

/** @param cooldownUntil Null for a golden fighter: it needs no rest. */
export function withTally(
  before: FighterStatistics,
  tally: FighterTally,
  cooldownUntil: number | null,
): FighterStatistics {
  return {
    killCount: Math.min(before.killCount + tally.killCount, LARGEST.killCount),
    deathCount: Math.min(before.deathCount + tally.deathCount, LARGEST.deathCount),
    damageDealt: Math.min(before.damageDealt + tally.damageDealt, LARGEST.damageDealt),
    damageReceived: Math.min(before.damageReceived + tally.damageReceived, LARGEST.damageReceived),
    dodgeCount: Math.min(before.dodgeCount + tally.dodgeCount, LARGEST.dodgeCount),
    comboCount: Math.min(before.comboCount + tally.comboCount, LARGEST.comboCount),
    // A rest never gets shorter.
    cooldownUntil: Math.max(before.cooldownUntil, cooldownUntil ?? 0),
  };
}
