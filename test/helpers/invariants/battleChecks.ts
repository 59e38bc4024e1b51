import { hexToBytes } from "@noble/hashes/utils.js";
import { fight } from "../../../sim/battle/battle.ts";
import { STATS, type Team, type Tiers } from "../../../sim/battle/stats.ts";
import { packTurns, type Turn, unpackTurns } from "../../../sim/battle/turnLog.ts";
import type { GameMode } from "../../../sim/duel/gameModes.ts";
import { GAME_STATES } from "../../../sim/duel/states.ts";
import { type Bytes32, seedOf, toBytes32 } from "../../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../../sim/sealing/random.ts";
import { demand, type EventView, type GameView } from "./observation.ts";

const MAX_TURNS = 1_000;
const HEALTH = STATS.indexOf("health");

/** The five fighters of a side, from what GameFought tells of them. */
export function teamFrom(assetIds: readonly bigint[], profiles: bigint): Team {
  return assetIds.map((assetId, slot) => {
    const profile = Number((profiles >> BigInt(32 * slot)) & 0xffffffffn);
    const tiers = STATS.map((_, stat) => (profile >>> (2 * stat)) & 3) as unknown as Tiers;
    return { assetId, charId: profile >>> 16, tiers };
  });
}

export const isGolden = (profiles: bigint, slot: number): boolean =>
  ((profiles >> BigInt(32 * slot + 14)) & 1n) === 1n;

/** Judges a fought game by its log alone (I7), then against the simulator (I8). */
export function checkBattle(
  args: EventView["args"],
  game: GameView,
  { battle }: GameMode,
  wordsTaken: number | null,
): readonly Turn[] {
  const teams = [
    teamFrom(game.p1Team, args.p1Profiles as bigint),
    teamFrom(game.p2Team, args.p2Profiles as bigint),
  ] as const;
  const packed = hexToBytes(String(args.turns).slice(2));
  const turns = unpackTurns(packed, ...teams);
  const isP1Winner = args.winner === game.p1;
  checkCourse(turns, teams, battle.healthValues, isP1Winner ? 1 : 2);
  const isOneOf = (
    isP1Winner ? args.loser === game.p2 : args.winner === game.p2 && args.loser === game.p1
  ) as boolean;
  const isState = game.state === (isP1Winner ? GAME_STATES.P1_WIN : GAME_STATES.P2_WIN);
  demand("I7", isOneOf && isState, () => `winner ${args.winner}, loser ${args.loser}, state ${game.state}`);

  const random = new SeededRandom(seedOf(game.p1Nonce as Bytes32, game.p2Nonce as Bytes32));
  const simulated = fight(battle, ...teams, random);
  demand("I8", toBytes32(packTurns(simulated.turns)) === args.turns, () => "the simulator has other turns");
  demand(
    "I8",
    simulated.winner === (isP1Winner ? 1 : 2),
    () => `the simulator's winner is ${simulated.winner}`,
  );
  demand("I8", random.wordsTaken === wordsTaken, () => `${wordsTaken} words, simulated ${random.wordsTaken}`);
  return turns;
}

function checkCourse(
  turns: readonly Turn[],
  teams: readonly [Team, Team],
  healthValues: readonly number[],
  winner: 1 | 2,
): void {
  demand("I7", turns.length >= 1 && turns.length <= MAX_TURNS, () => `${turns.length} turns`);
  const hp = teams.map((team) => team.map(({ tiers }) => healthValues[tiers[HEALTH]! - 1]!));
  for (const [i, turn] of turns.entries()) {
    const [own, other] = turn.attacker === 1 ? [hp[0]!, hp[1]!] : [hp[1]!, hp[0]!];
    const { defenderSlot, defenderHpStart, defenderHpEnd, wasDodge, damageDealt, wasKill } = turn;
    const facts = {
      "an attacker who lives": own[turn.attackerSlot]! > 0,
      "a target who lives": defenderHpStart > 0,
      "the hp that the target was left with": defenderHpStart === other[defenderSlot],
      "hp that does not rise": defenderHpEnd <= defenderHpStart,
      "a hit of at least 1, or a dodge": wasDodge ? damageDealt === 0 : damageDealt >= 1,
      "a loss that is the damage": defenderHpEnd === Math.max(0, defenderHpStart - damageDealt),
      "a kill exactly at 0": wasKill === (defenderHpEnd === 0),
    };
    for (const [fact, isTrue] of Object.entries(facts)) {
      demand(
        "I7",
        isTrue,
        () => `turn ${i} must have ${fact}: ${JSON.stringify(Object.values(turn).map(String))}`,
      );
    }
    other[defenderSlot] = defenderHpEnd;
  }
  const [p1Alive, p2Alive] = hp.map((side) => side.filter((left) => left > 0).length) as [number, number];
  demand("I7", winner === (p1Alive >= p2Alive ? 1 : 2), () => `${winner} won with ${p1Alive}:${p2Alive}`);
}
