import { createHash } from "node:crypto";
import { CHARACTERS, KINDS } from "../../sim/battle/characters.ts";
import { hashOf, type Json } from "../../audit/canonical.ts";
import { fightOf, referenceEngine } from "../../audit/engine.ts";
import { EVENT_TOPICS } from "../../audit/events.ts";
import {
  battleTeam,
  type Change,
  type MatchRecord,
  RECORD_FORMAT,
  type RecordFighter,
  type RecordLog,
  type RecordMode,
  type RecordPlayer,
} from "../../audit/record.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { battlePayout } from "../../sim/duel/payouts.ts";
import { talliesOf } from "../../sim/duel/statistics.ts";
import { type Bytes32, seal, seedOf, toBytes32 } from "../../sim/sealing/commitment.ts";

const DUEL = `0x${"d0".repeat(20)}`;
const BET = 10n ** 18n;
const PLAYERS = 40;
const FIRST_BLOCK = 100;
const FIRST_TIME = 1_800_000_000;
const SECS_PER_BLOCK = 12;

const MODE: RecordMode = {
  name: DEFAULT_MODE.name,
  ...DEFAULT_MODE.battle,
  ...DEFAULT_MODE.terms,
  minBet: DEFAULT_MODE.terms.minBet.toString(),
  maxBet: DEFAULT_MODE.terms.maxBet.toString(),
};

const digest = (text: string) => toBytes32(createHash("sha256").update(text).digest());
const word = (value: bigint | number | string): string =>
  typeof value === "string" ? value.slice(2).padStart(64, "0") : value.toString(16).padStart(64, "0");
const padded = (hex: string) => hex.padEnd(Math.ceil(hex.length / 64) * 64, "0");
const addressOf = (player: number) => `0x${(0xa000 + player).toString(16).padStart(40, "0")}`;

interface Totals {
  won: bigint;
  lost: bigint;
  spent: bigint;
  fightWon: bigint;
  last: number;
}

/** Good records of fought games, as many as wanted, without a chain: each has ten fighters of its own. */
export function* syntheticRecords(count: number): Generator<MatchRecord> {
  const totals = Array.from({ length: PLAYERS }, () => ({
    won: 0n,
    lost: 0n,
    spent: 0n,
    fightWon: 0n,
    last: 0,
  }));
  for (let id = 1; id <= count; id++) yield syntheticRecord(id, totals);
}

function syntheticRecord(id: number, totals: Totals[]): MatchRecord {
  const numbers = [
    id % PLAYERS,
    (id * 7 + 1) % PLAYERS === id % PLAYERS ? (id + 1) % PLAYERS : (id * 7 + 1) % PLAYERS,
  ];
  const [a1, a2] = numbers.map(addressOf) as [string, string];
  const nonces = [digest(`nonce ${id} 1`), digest(`nonce ${id} 2`)] as const;
  const bare = [0, 1].map((side) => teamOf(id, side));
  const battle = referenceEngine.fight(
    fightOf(MODE, [battleTeam(bare[0]!), battleTeam(bare[1]!)]),
    seedOf(...nonces),
  );
  const step = (offset: number) => {
    const block = FIRST_BLOCK + id * 5 + offset;
    return {
      block,
      time: FIRST_TIME + block * SECS_PER_BLOCK,
      transaction: digest(`transaction ${id} ${offset}`),
    };
  };
  const ended = step(4);
  const state = battle.winner === 1 ? "P1_WIN" : "P2_WIN";
  const { winnerAmount, houseAmount } = battlePayout(BET, MODE);
  const tallies = talliesOf(battle.turns);
  const players = numbers.map((number, side): RecordPlayer => {
    const team = bare[side]!.map((fighter, slot): RecordFighter => {
      const tally = Object.entries(tallies[5 * side + slot]!).map(([name, sum]) => [name, change(0, sum)]);
      const cooldownUntil = change(0, ended.time + MODE.cooldownSecs);
      const stats = { ...Object.fromEntries(tally), cooldownUntil } as NonNullable<RecordFighter["stats"]>;
      return { ...fighter, owner: addressOf(number), cooldownUntil: 0, stats };
    });
    const isWinner = battle.winner === side + 1;
    const stats = playerStats(totals[number]!, isWinner, isWinner ? winnerAmount : 0n, ended.time);
    return { address: addressOf(number), nonce: nonces[side]!, team, stats };
  });
  const teamHash = seal(
    nonces[0],
    bare[0]!.map(({ assetId }) => BigInt(assetId)),
  );
  const turns = `0x${Buffer.from(battle.turns).toString("hex")}`;
  const winnerFirst = battle.winner === 1 ? [a1, a2] : [a2, a1];
  const ids = [...bare[0]!, ...bare[1]!].map(({ assetId }) => assetId);
  const teams = ids.reduce((packed, assetId, i) => packed | (BigInt(assetId) << BigInt(24 * i)), 0n);
  const joinData = [nonces[1], ...bare[1]!.map(({ assetId }) => assetId)];
  const fightData =
    [1, ...nonces, teams, ...bare.map(profilesOf), 7 * 32, battle.turns.length].map(word).join("") +
    padded(turns.slice(2));
  const log = (name: keyof typeof EVENT_TOPICS, indexed: (string | number)[], data: string): RecordLog => ({
    address: DUEL,
    topics: [EVENT_TOPICS[name], ...indexed.map((value) => `0x${word(value)}` as Bytes32)],
    data: `0x${data}`,
  });
  const unhashed: Omit<MatchRecord, "hash"> = {
    format: RECORD_FORMAT,
    chainId: "31337",
    duel: DUEL,
    gameId: id.toString(),
    modeId: 1,
    mode: MODE,
    state,
    bet: BET.toString(),
    opponent: null,
    teamHash,
    created: step(0),
    p1Deposited: step(1),
    p2Deposited: step(2),
    joined: step(3),
    ended,
    p1: players[0]!,
    p2: players[1]!,
    turns,
    winner: battle.winner,
    winnerAmount: winnerAmount.toString(),
    houseAmount: houseAmount.toString(),
    refund: null,
    credited: false,
    logs: [
      log("ModeRegistered", [1], MODE_DATA),
      log("GameCreated", [id, a1, 1], [teamHash, BET, 0].map(word).join("")),
      log("Deposited", [id, a1], word(BET)),
      log("Deposited", [id, a2], word(BET)),
      log("GameJoined", [id, a2], joinData.map(word).join("")),
      log("GameFought", [id, ...winnerFirst], fightData),
      log("PotSplit", [id], [winnerAmount, houseAmount].map(word).join("")),
    ],
  };
  return { ...unhashed, hash: hashOf(unhashed as unknown as { [key: string]: Json }) };
}

// As ModeRegistered has it (PROTOCOL 12): the offsets of the mode and of its name come first, the name last.
const MODE_DATA = [
  32,
  37 * 32,
  MODE.dodgeMaxRandom,
  MODE.comboMaxRandom,
  ...MODE.rangeFactors,
  MODE.comboFactor,
  ...MODE.attackValues,
  ...MODE.defenseValues,
  ...MODE.healthValues,
  ...MODE.speedValues,
  ...MODE.rangeValues,
  ...MODE.comboValues,
  MODE.maxRounds,
  BigInt(MODE.minBet),
  BigInt(MODE.maxBet),
  MODE.winnerPctBps,
  MODE.housePctBps,
  MODE.inactiveHousePctBps,
  MODE.inactiveMinHours,
  MODE.cooldownSecs,
  0,
  0,
  0,
  MODE.revealDelayBlocks,
  MODE.name.length,
]
  .map(word)
  .join("")
  .concat(padded(Buffer.from(MODE.name).toString("hex")));

type BareFighter = Pick<RecordFighter, "assetId" | "charId" | "kind" | "golden" | "tiers">;

function teamOf(id: number, side: number): BareFighter[] {
  return Array.from({ length: 5 }, (_, slot) => {
    const character = CHARACTERS[(id * 13 + side * 5 + slot * 3) % CHARACTERS.length]!;
    const assetId = (id * 10 + side * 5 + slot) % 2 ** 24;
    return { assetId, charId: character.id, kind: character.kind, golden: false, tiers: character.tiers };
  });
}

function profilesOf(team: BareFighter[]): bigint {
  return team.reduce((packed, { charId, kind, tiers }, slot) => {
    const packedTiers = tiers.reduce((bits, tier, stat) => bits | (tier << (2 * stat)), 0);
    const profile = packedTiers | (KINDS.indexOf(kind) << 12) | (1 << 15);
    return packed | ((BigInt(profile) | (BigInt(charId) << 16n)) << BigInt(32 * slot));
  }, 0n);
}

function change(before: bigint | number, after: bigint | number): Change {
  return { before: before.toString(), after: after.toString() };
}

function playerStats(
  totals: Totals,
  isWinner: boolean,
  won: bigint,
  time: number,
): NonNullable<RecordPlayer["stats"]> {
  const before = { ...totals };
  totals.won += isWinner ? 1n : 0n;
  totals.lost += isWinner ? 0n : 1n;
  totals.spent += BET;
  totals.fightWon += won;
  totals.last = time;
  return {
    duelsEntered: change(before.won + before.lost, totals.won + totals.lost),
    duelsWon: change(before.won, totals.won),
    duelsLost: change(before.lost, totals.lost),
    duelsForfeited: change(0, 0),
    fightSpent: change(before.spent, totals.spent),
    fightWon: change(before.fightWon, totals.fightWon),
    lastDuel: change(before.last, time),
  };
}
