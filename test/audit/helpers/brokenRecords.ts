import type { Json } from "../../../audit/canonical.ts";
import type { MatchRecord } from "../../../audit/record.ts";
import { type Fields, rehashed } from "./tampering.ts";

/** The checks of PROTOCOL 12 that a record can fail. */
type CheckName =
  | "hash"
  | "logs"
  | "mode"
  | "terms"
  | "times"
  | "teams"
  | "commitment"
  | "turns"
  | "winner"
  | "payout"
  | "statistics";

type Mutable<T> = { -readonly [Key in keyof T]: Mutable<T[Key]> };
type Draft = Mutable<MatchRecord>;

/** Where ModeRegistered has maxRounds, and GameCreated its teamHash and its bet, in words. */
const MAX_ROUNDS_WORD = 26;
const TEAM_HASH_WORD = 0;
const BET_WORD = 1;
const GAME_FOUGHT = 5;
const POT_SPLIT = 6;

/** For each check, what a forger might do to a fought game and its events so that no earlier check objects. */
const FORGERIES: Readonly<Record<Exclude<CheckName, "hash">, (record: Draft) => void>> = {
  logs: (record) => {
    record.p2!.nonce = `0x${"77".repeat(32)}`;
  },
  mode: (record) => {
    record.mode.maxRounds = 101;
    setWord(record, 0, MAX_ROUNDS_WORD, 101n);
  },
  terms: (record) => {
    const bet = BigInt(record.mode.maxBet) + 1n;
    record.bet = bet.toString();
    setWord(record, 1, BET_WORD, bet);
    setWord(record, 2, 0, bet);
    setWord(record, 3, 0, bet);
  },
  times: (record) => {
    record.ended!.time = record.joined!.time - 1;
  },
  teams: (record) => {
    record.p1.team![2]!.owner = record.p2!.address;
  },
  commitment: (record) => {
    record.teamHash = `0x${"11".repeat(32)}`;
    setWord(record, 1, TEAM_HASH_WORD, BigInt(record.teamHash));
  },
  turns: (record) => {
    // The last byte of the third turn, which is the end of its range penalty.
    const at = 2 + 2 * (3 * 15 - 1);
    const digit = record.turns![at] === "0" ? "1" : "0";
    const turns = record.turns!.slice(0, at) + digit + record.turns!.slice(at + 1);
    const log = record.logs[GAME_FOUGHT]!;
    log.data = log.data.replace(record.turns!.slice(2), turns.slice(2));
    record.turns = turns;
  },
  winner: (record) => {
    const [event, gameId, winner, loser] = record.logs[GAME_FOUGHT]!.topics;
    record.logs[GAME_FOUGHT]!.topics = [event!, gameId!, loser!, winner!];
    record.winner = record.winner === 1 ? 2 : 1;
    record.state = record.winner === 1 ? "P1_WIN" : "P2_WIN";
  },
  payout: (record) => {
    const [winnerAmount, houseAmount] = [BigInt(record.winnerAmount!) + 1n, BigInt(record.houseAmount!) - 1n];
    Object.assign(record, { winnerAmount: winnerAmount.toString(), houseAmount: houseAmount.toString() });
    setWord(record, POT_SPLIT, 0, winnerAmount);
    setWord(record, POT_SPLIT, 1, houseAmount);
  },
  statistics: (record) => {
    const { fightSpent } = record.p1.stats!;
    fightSpent.after = (BigInt(fightSpent.after) + 1n).toString();
  },
};

function setWord(record: Draft, log: number, word: number, value: bigint): void {
  const { data } = record.logs[log]!;
  const at = 2 + 64 * word;
  record.logs[log]!.data = data.slice(0, at) + value.toString(16).padStart(64, "0") + data.slice(at + 64);
}

/** A record for every check that is the first to object to it. */
export function brokenRecords(fought: Fields): { readonly differs: CheckName; readonly record: Fields }[] {
  const forged = Object.entries(FORGERIES).map(([differs, forge]) => {
    const copy = structuredClone(fought);
    forge(copy as unknown as Draft);
    return { differs: differs as CheckName, record: rehashed(copy) };
  });
  const unhashed = { ...fought, hash: `0x${"00".repeat(32)}` as Json };
  return [{ differs: "hash", record: unhashed }, ...forged];
}
