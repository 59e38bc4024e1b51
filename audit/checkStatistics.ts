import { PACKED_TURN_BYTES } from "../sim/battle/turnLog.ts";
import { Difference, Unchecked } from "./check.ts";
import {
  type Change,
  type FighterStat,
  type MatchRecord,
  PLAYER_STATS,
  type PlayerStat,
  FIGHTER_STATS,
} from "./record.ts";

const MAX_UINT96 = 2n ** 96n - 1n;

/** Where each counter of a fighter stops (PROTOCOL 8). */
const LARGEST: Readonly<Record<Counter, bigint>> = {
  killCount: 2n ** 23n - 1n,
  deathCount: 2n ** 23n - 1n,
  damageDealt: 2n ** 42n - 1n,
  damageReceived: 2n ** 42n - 1n,
  dodgeCount: 2n ** 24n - 1n,
  comboCount: 2n ** 24n - 1n,
};
type Counter = Exclude<FighterStat, "cooldownUntil">;
type Tally = Record<Counter, number>;

/** What a battle adds to each of the ten fighters, player 1's five first, from its packed log (PROTOCOL 8). */
export function talliesOf(turns: Uint8Array): readonly Tally[] {
  const tallies = Array.from({ length: 10 }, () => ({
    killCount: 0,
    deathCount: 0,
    damageDealt: 0,
    damageReceived: 0,
    dodgeCount: 0,
    comboCount: 0,
  }));
  for (let at = 0; at < turns.length; at += PACKED_TURN_BYTES) {
    const who = turns[at + 1]!;
    const side = who >>> 7;
    const attacker = tallies[5 * side + ((who >>> 4) & 7)]!;
    const target = tallies[5 * (1 - side) + ((who >>> 1) & 7)]!;
    const damage = (turns[at + 8]! << 16) | (turns[at + 9]! << 8) | turns[at + 10]!;
    const flags = turns[at + 13]!;
    const isKill = (flags >>> 6) & 1;
    attacker.killCount += isKill;
    target.deathCount += isKill;
    attacker.damageDealt += damage;
    target.damageReceived += damage;
    target.dodgeCount += who & 1;
    attacker.comboCount += flags >>> 7;
  }
  return tallies;
}

/** What the end of the game has done to a player's statistics (PROTOCOL 8). */
export function checkPlayerStats(record: MatchRecord, player: 1 | 2): string {
  const { stats } = record[`p${player}`]!;
  const path = `p${player}.stats`;
  if (stats === null) throw unavailable(record, `player ${player}`);
  const isFought = record.state === "P1_WIN" || record.state === "P2_WIN";
  const isWinner = record.winner === player;
  const time = BigInt(record.ended!.time);
  const spend = (before: bigint) =>
    before + BigInt(record.bet) > MAX_UINT96 ? MAX_UINT96 : before + BigInt(record.bet);
  const afterBattle: Readonly<Record<PlayerStat, (before: bigint) => bigint>> = {
    duelsEntered: (before) => before + 1n,
    duelsWon: (before) => before + (isWinner ? 1n : 0n),
    duelsLost: (before) => before + (isWinner ? 0n : 1n),
    duelsForfeited: (before) => before,
    fightSpent: spend,
    fightWon: (before) => before + (isWinner ? BigInt(record.winnerAmount!) : 0n),
    lastDuel: () => time,
  };
  for (const name of PLAYER_STATS) {
    const forfeits = name === "duelsForfeited" && !isWinner ? 1n : 0n;
    expectAfter(`${path}.${name}`, stats[name], (before) =>
      isFought ? afterBattle[name](before) : before + forfeits,
    );
  }
  if (BigInt(stats.lastDuel.before) > time) {
    throw new Difference(
      `${path}.lastDuel.before`,
      `the record says ${stats.lastDuel.before}, after this game`,
    );
  }
  const { duelsWon, duelsLost, duelsEntered } = stats;
  const entered = BigInt(duelsWon.before) + BigInt(duelsLost.before);
  if (BigInt(duelsEntered.before) !== entered) {
    const sum = `duelsWon and duelsLost make ${entered}`;
    throw new Difference(`${path}.duelsEntered`, `the record says ${duelsEntered.before} before, ${sum}`);
  }
  return `player ${player}: ${duelsWon.after} won, ${duelsLost.after} lost, ${stats.duelsForfeited.after} forfeited`;
}

/** What the battle has done to the statistics and cooldowns of all ten fighters. */
export function checkFighterStats(record: MatchRecord, turns: Uint8Array): string {
  const tallies = talliesOf(turns);
  const fighters = [...record.p1.team!, ...record.p2!.team!];
  fighters.forEach((fighter, i) => {
    if (fighter.stats === null) return;
    const path = `${i < 5 ? "p1" : "p2"}.team[${i % 5}].stats`;
    // A fighter that was sold between join and reveal stands on both sides: both count, player 1's first.
    const own = tallies.filter((_, other) => fighters[other]!.assetId === fighter.assetId);
    for (const name of FIGHTER_STATS) {
      expectAfter(`${path}.${name}`, fighter.stats[name], (before) =>
        name === "cooldownUntil"
          ? fighter.golden
            ? before
            : later(before, BigInt(record.ended!.time + record.mode.cooldownSecs))
          : own.reduce((sum, tally) => cap(sum + BigInt(tally[name]), LARGEST[name]), before),
      );
    }
  });
  if (fighters.some(({ stats }) => stats === null)) throw unavailable(record, "some fighters");
  const sum = (name: Counter) => tallies.reduce((total, tally) => total + tally[name], 0);
  const [kills, damage] = [sum("killCount"), sum("damageDealt")];
  return `ten fighters: ${kills} kills, ${damage} damage, ${sum("dodgeCount")} dodges, ${sum("comboCount")} combos`;
}

/** A rest never gets shorter. */
function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function expectAfter(field: string, change: Change, compute: (before: bigint) => bigint): void {
  const computed = compute(BigInt(change.before)).toString();
  if (change.after === computed) return;
  const said = `before ${change.before} and after ${change.after}`;
  throw new Difference(field, `the record says ${said}, computed ${computed} after`);
}

function unavailable(record: MatchRecord, whose: string): Unchecked {
  const block = record.ended!.block;
  return new Unchecked(
    `statistics of ${whose} are not available: the node had no state around block ${block}, or other games ended in it`,
  );
}

function cap(value: bigint, largest: bigint): bigint {
  return value > largest ? largest : value;
}
