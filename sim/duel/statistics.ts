import type { PlayerNumber } from "../battle/battle.ts";
import type { Turn } from "../battle/turnLog.ts";

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
interface FighterTally {
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

export const NEW_FIGHTER: FighterStatistics = {
  killCount: 0,
  deathCount: 0,
  damageDealt: 0,
  damageReceived: 0,
  dodgeCount: 0,
  comboCount: 0,
  cooldownUntil: 0,
};

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

/** A fighter is named by its place: the same one may stand on both sides if it was sold in between. */
export function tallyOf(turns: readonly Turn[], player: PlayerNumber, slot: number): FighterTally {
  const attacks = turns.filter((turn) => turn.attacker === player && turn.attackerSlot === slot);
  const defences = turns.filter((turn) => turn.attacker !== player && turn.defenderSlot === slot);
  const sum = (list: readonly Turn[], count: (turn: Turn) => boolean | number) =>
    list.reduce((total, turn) => total + Number(count(turn)), 0);
  return {
    killCount: sum(attacks, (turn) => turn.wasKill),
    deathCount: sum(defences, (turn) => turn.wasKill),
    damageDealt: sum(attacks, (turn) => turn.damageDealt),
    damageReceived: sum(defences, (turn) => turn.damageDealt),
    dodgeCount: sum(defences, (turn) => turn.wasDodge),
    comboCount: sum(attacks, (turn) => turn.wasCombo),
  };
}

/** @param cooldownUntil Null for a golden fighter: it needs no rest. */
export function withTally(
  before: FighterStatistics,
  tally: FighterTally,
  cooldownUntil: number | null,
): FighterStatistics {
  const sum = (name: keyof FighterTally) => Math.min(before[name] + tally[name], LARGEST[name]);
  return {
    killCount: sum("killCount"),
    deathCount: sum("deathCount"),
    damageDealt: sum("damageDealt"),
    damageReceived: sum("damageReceived"),
    dodgeCount: sum("dodgeCount"),
    comboCount: sum("comboCount"),
    // A rest never gets shorter.
    cooldownUntil: Math.max(before.cooldownUntil, cooldownUntil ?? 0),
  };
}
