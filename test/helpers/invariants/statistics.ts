import type { GameMode } from "../../../sim/duel/gameModes.ts";
import {
  afterForfeit,
  afterLoss,
  afterWin,
  type FighterStatistics,
  NEW_FIGHTER,
  NEW_PLAYER,
  type PlayerStatistics,
  tallyOf,
  withTally,
} from "../../../sim/duel/statistics.ts";
import type { Turn } from "../../../sim/battle/turnLog.ts";
import { isGolden } from "./battleChecks.ts";
import { demand, type EventView, type GameView, type Observation } from "./observation.ts";

/** What the logs add up to, and so what the chain must show (I9). */
export class LoggedStatistics {
  readonly #players = new Map<string, PlayerStatistics>();
  readonly #fighters = new Map<bigint, FighterStatistics>();

  addBattle(
    { winner, loser, p1Profiles, p2Profiles }: EventView["args"],
    turns: readonly Turn[],
    game: GameView,
    { events, nowSecs }: Observation,
    { terms }: GameMode,
  ): void {
    const won = events.find(({ name }) => name === "PotSplit")!.args.winnerAmount as bigint;
    this.#change(String(winner), (stats) => afterWin(stats, game.bet, won, nowSecs));
    this.#change(String(loser), (stats) => afterLoss(stats, game.bet, nowSecs));
    for (const [player, team, profiles] of [
      [1, game.p1Team, p1Profiles as bigint],
      [2, game.p2Team, p2Profiles as bigint],
    ] as const) {
      team.forEach((assetId, slot) => {
        const before = this.#fighters.get(assetId) ?? NEW_FIGHTER;
        const restUntil = isGolden(profiles, slot) ? null : nowSecs + terms.cooldownSecs;
        this.#fighters.set(assetId, withTally(before, tallyOf(turns, player, slot), restUntil));
      });
    }
  }

  addForfeit(loser: string): void {
    this.#change(loser, afterForfeit);
  }

  check({ accounts, fighters, action }: Observation): void {
    for (const [address, { stats }] of accounts) {
      const expected = this.#players.get(address) ?? NEW_PLAYER;
      demand(
        "I9",
        isSame(expected, stats),
        () => `after ${action} player ${address} has ${stats.join(", ")}`,
      );
    }
    let [kills, deaths] = [0n, 0n];
    for (const [i, stats] of fighters.entries()) {
      const expected = this.#fighters.get(BigInt(i + 1)) ?? NEW_FIGHTER;
      demand("I9", isSame(expected, stats), () => `after ${action} fighter ${i + 1} has ${stats.join(", ")}`);
      kills += stats[0]!;
      deaths += stats[1]!;
    }
    demand("I9", kills === deaths, () => `${kills} kills and ${deaths} deaths`);
  }

  #change(player: string, change: (before: PlayerStatistics) => PlayerStatistics): void {
    this.#players.set(player, change(this.#players.get(player) ?? NEW_PLAYER));
  }
}

/** The simulator's records list their fields in the order of the contract's structs. */
function isSame(expected: PlayerStatistics | FighterStatistics, actual: readonly bigint[]): boolean {
  const values = Object.values(expected) as (number | bigint)[];
  return values.length === actual.length && values.every((value, i) => BigInt(value) === actual[i]);
}
