import { bytesToHex } from "@noble/hashes/utils.js";
import { PACKED_TURN_BYTES } from "../sim/battle/turnLog.ts";
import { type Bytes32, seedOf } from "../sim/sealing/commitment.ts";
import { type Check, check, refuseUnless } from "./check.ts";
import { compareTurns } from "./compareTurns.ts";
import { checkPayout, checkRefund } from "./checkMoney.ts";
import { checkHash, checkLogs } from "./checkOrigin.ts";
import { checkFighterStats, checkPlayerStats } from "./checkStatistics.ts";
import { checkCommitment, checkOwnership, checkTeamRule } from "./checkTeams.ts";
import { checkMode, checkTerms, checkTimes } from "./checkTerms.ts";
import { type BattleEngine, type RecomputedBattle, referenceEngine } from "./engine.ts";
import { battleTeam, type MatchRecord } from "./record.ts";

/** The verdict on a game: all good, a difference, or something that could not be checked. */
export type Verdict = "good" | "differs" | "unchecked";

export function verdictOf(checks: readonly Check[]): Verdict {
  if (checks.some(({ status }) => status === "differs")) return "differs";
  return checks.some(({ status }) => status === "unchecked") ? "unchecked" : "good";
}

/**
 * Recomputes all that a record says, and compares. One check a line, in the order of the protocol. Who has hashed the
 * record already, with a faster SHA-256, may pass the hash.
 */
export function verifyRecord(
  record: MatchRecord,
  engine: BattleEngine = referenceEngine,
  computedHash?: Bytes32,
): readonly Check[] {
  const origin = [
    check("hash", () => checkHash(record, computedHash)),
    check("logs", () => checkLogs(record)),
    check("mode", () => checkMode(record)),
    check("terms", () => checkTerms(record)),
    check("times", () => checkTimes(record)),
  ];
  // With parts missing, or a mode that breaks its rules, what follows would stumble instead of speaking.
  const isModeBroken = origin.some(({ name, status }) => name === "mode" && status === "differs");
  if (isModeBroken || !isComplete(record)) return origin;
  const checks = [...origin];
  const { p1, p2 } = record;
  if (record.joined !== null) {
    checks.push(check("p2 team", () => checkOwnership(p2!, "p2", record.joined!)));
    checks.push(check("p2 rule", () => checkTeamRule(p2!, "p2", record.mode)));
  }
  if (isFought(record)) {
    checks.push(check("p1 team", () => checkOwnership(p1, "p1", record.ended!)));
    checks.push(check("p1 rule", () => checkTeamRule(p1, "p1", record.mode)));
    checks.push(...checkFight(record, engine));
  } else if (isForfeited(record)) {
    checks.push(check("payout", () => checkPayout(record)));
    checks.push(check("p1 stats", () => checkPlayerStats(record, 1)));
    checks.push(check("p2 stats", () => checkPlayerStats(record, 2)));
  } else if (record.state === "P1_CANCELED") {
    checks.push(check("refund", () => checkRefund(record)));
  }
  return checks;
}

function checkFight(record: MatchRecord, engine: BattleEngine): Check[] {
  const { p1, p2, mode } = record;
  const teams = [battleTeam(p1.team!), battleTeam(p2!.team!)] as const;
  const seed = seedOf(p1.nonce!, p2!.nonce!);
  const battle = engine(mode, ...teams, seed);
  return [
    check("commitment", () => checkCommitment(record)),
    check("seed", () => seed),
    check("turns", () => checkTurns(record.turns!, battle, teams)),
    check("winner", () => {
      refuseUnless(record.winner === battle.winner, "winner", record.winner, battle.winner);
      return `player ${battle.winner}, ${record[`p${battle.winner}`]!.address}`;
    }),
    check("payout", () => checkPayout(record)),
    check("p1 stats", () => checkPlayerStats(record, 1)),
    check("p2 stats", () => checkPlayerStats(record, 2)),
    check("fighter stats", () => checkFighterStats(record, battle.turns)),
  ];
}

function checkTurns(
  emitted: string,
  battle: RecomputedBattle,
  teams: readonly [ReturnType<typeof battleTeam>, ReturnType<typeof battleTeam>],
): string {
  const expected = `0x${bytesToHex(battle.turns)}`;
  compareTurns({ found: emitted, foundBy: "the log says", expected, expectedBy: "computed", teams });
  const turns = battle.turns.length / PACKED_TURN_BYTES;
  const rounds = battle.turns[battle.turns.length - PACKED_TURN_BYTES];
  return `all 17 fields of all ${turns} turns, ${rounds} rounds`;
}

export function isFought(record: MatchRecord): boolean {
  return record.state === "P1_WIN" || record.state === "P2_WIN";
}

function isForfeited(record: MatchRecord): boolean {
  return record.state === "P1_WIN_INACTIVE" || record.state === "P2_WIN_INACTIVE";
}

/** Whether all parts are there that a game in this state has. If not, an earlier check has said so. */
function isComplete(record: MatchRecord): boolean {
  const { p1, p2, joined, ended, turns, winner, winnerAmount, houseAmount } = record;
  const isOver = isFought(record) || isForfeited(record);
  if (joined !== null && (!p2?.team || !p2.nonce)) return false;
  if (isFought(record) && (!p1.team || !p1.nonce || joined === null || turns === null)) return false;
  return (
    !isOver || (winner !== null && winnerAmount !== null && houseAmount !== null && !!p2 && ended !== null)
  );
}
