import {
  afterForfeit,
  afterLoss,
  afterWin,
  FIGHTER_STATISTICS,
  type FighterStatistics,
  type FighterTally,
  PLAYER_STATISTICS,
  type PlayerStatistics,
  talliesOf,
  withTally,
} from "../sim/duel/statistics.ts";
import { type Described, Difference, Unchecked } from "./check.ts";
import type { Game } from "./game.ts";
import { isFought, type MatchRecord } from "./record.ts";

/** What the end of the game has done to a player's statistics (PROTOCOL 8). */
export function checkPlayerStats(game: Game, player: 1 | 2): Described {
  const { record } = game;
  const path = player === 1 ? "p1.stats" : "p2.stats";
  const stats = game.playerStats[player - 1];
  if (!stats) throw unavailable(record, `player ${player}`);
  const { before, after } = stats;
  expectAfter(path, PLAYER_STATISTICS, before, after, playerAfter(game, player, before));
  const time = record.ended!.time;
  if (before.lastDuel > time) {
    const said = `the record says ${before.lastDuel}, after this game`;
    throw new Difference(`${path}.lastDuel.before`, said);
  }
  const entered = before.duelsWon + before.duelsLost;
  if (before.duelsEntered !== entered) {
    const sum = `duelsWon and duelsLost make ${entered}`;
    throw new Difference(`${path}.duelsEntered`, `the record says ${before.duelsEntered} before, ${sum}`);
  }
  return () =>
    `player ${player}: ${after.duelsWon} won, ${after.duelsLost} lost, ${after.duelsForfeited} forfeited`;
}

function playerAfter({ record, bet, winnerAmount }: Game, player: 1 | 2, before: PlayerStatistics) {
  const isWinner = record.winner === player;
  if (!isFought(record)) return isWinner ? before : afterForfeit(before);
  const { time } = record.ended!;
  return isWinner ? afterWin(before, bet, winnerAmount!, time) : afterLoss(before, bet, time);
}

/** What the battle has done to the statistics and cooldowns of all ten fighters. */
export function checkFighterStats({ record, mode, fighterStats }: Game, turns: Uint8Array): Described {
  const tallies = talliesOf(turns);
  const fighters = record.p1.team!.concat(record.p2!.team!);
  const restUntil = record.ended!.time + mode.settings.cooldownSecs;
  for (let place = 0; place < fighters.length; place++) {
    const [before, after] = [fighterStats.before(place), fighterStats.after(place)];
    if (before === null || after === null) continue;
    const { assetId, golden } = fighters[place]!;
    let computed = before;
    // A fighter that was sold between join and reveal stands on both sides: both count, player 1's first.
    for (let other = 0; other < fighters.length; other++) {
      if (fighters[other]!.assetId !== assetId) continue;
      computed = withTally(computed, tallies[other]!, golden ? null : restUntil);
      if (other < place) expectSameBefore(place, before, fighterStats.before(other));
    }
    if (isSameFighter(after, computed)) continue;
    expectAfter(pathOf(place), FIGHTER_STATISTICS, before, after, computed);
  }
  if (!fighterStats.isComplete) throw unavailable(record, "some fighters");
  const sum = (name: keyof FighterTally) => tallies.reduce((total, tally) => total + tally[name], 0);
  return () =>
    `ten fighters: ${sum("killCount")} kills, ${sum("damageDealt")} damage, ` +
    `${sum("dodgeCount")} dodges, ${sum("comboCount")} combos`;
}

function pathOf(place: number): string {
  return `${place < 5 ? "p1" : "p2"}.team[${place % 5}].stats`;
}

/** One fighter has one past, on whichever side it stands. */
function expectSameBefore(place: number, before: FighterStatistics, other: FighterStatistics | null): void {
  if (other === null || isSameFighter(before, other)) return;
  const name = FIGHTER_STATISTICS.find((statistic) => before[statistic] !== other[statistic])!;
  const said = `the record says ${before[name]}, but ${other[name]} for the same fighter in p1.team`;
  throw new Difference(`${pathOf(place)}.${name}.before`, said);
}

/** Field by field by its name, since this is asked ten times for each game of an audit. */
function isSameFighter(a: FighterStatistics, b: FighterStatistics): boolean {
  return (
    a.killCount === b.killCount &&
    a.deathCount === b.deathCount &&
    a.damageDealt === b.damageDealt &&
    a.damageReceived === b.damageReceived &&
    a.dodgeCount === b.dodgeCount &&
    a.comboCount === b.comboCount &&
    a.cooldownUntil === b.cooldownUntil
  );
}

function expectAfter<Name extends string>(
  path: string,
  names: readonly Name[],
  before: Readonly<Record<Name, bigint | number>>,
  after: Readonly<Record<Name, bigint | number>>,
  computed: Readonly<Record<Name, bigint | number>>,
): void {
  for (const name of names) {
    if (after[name] === computed[name]) continue;
    const said = `before ${before[name]} and after ${after[name]}`;
    throw new Difference(`${path}.${name}`, `the record says ${said}, computed ${computed[name]} after`);
  }
}

function unavailable(record: MatchRecord, whose: string): Unchecked {
  const block = record.ended!.block;
  return new Unchecked(
    `statistics of ${whose} are not available: the node had no state around block ${block}, or other games ended in it`,
  );
}
