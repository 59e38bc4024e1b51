import { bytesToHex } from "@noble/hashes/utils.js";
import { PACKED_TURN_BYTES } from "../sim/battle/turnLog.ts";
import { type Bytes32, seedOf } from "../sim/sealing/commitment.ts";
import { type Check, check, type Described, refuseUnless } from "./check.ts";
import { compareTurns } from "./compareTurns.ts";
import { checkPayout, checkRefund } from "./checkMoney.ts";
import { checkHash, checkLogs } from "./checkOrigin.ts";
import { checkFighterStats, checkPlayerStats } from "./checkStatistics.ts";
import { checkCommitment, checkOwnership, checkTeamRule } from "./checkTeams.ts";
import { checkMode, checkTerms, checkTimes } from "./checkTerms.ts";
import { type Engine, referenceEngine } from "./engine.ts";
import { type Game, loadGame } from "./game.ts";
import { isForfeited, isFought, type MatchRecord, playerOf } from "./record.ts";

/** The verdict on a game: all good, a difference, or something that could not be checked. */
export type Verdict = "good" | "differs" | "unchecked";

export function verdictOf(checks: readonly Check[]): Verdict {
  let verdict: Verdict = "good";
  for (const { status } of checks) {
    if (status === "differs") return "differs";
    if (status === "unchecked") verdict = "unchecked";
  }
  return verdict;
}

/** Recomputes all that a record says, and compares. One check a line, in the order of the protocol. */
export function verifyRecord(record: MatchRecord, engine: Engine = referenceEngine): readonly Check[] {
  return [...verifyOrigin(record), ...verifyGame(loadGame(record), engine)];
}

/**
 * The record is whole, and says what its events say. Who has hashed it already, with a faster SHA-256, may pass the
 * hash.
 */
export function verifyOrigin(record: MatchRecord, computedHash?: Bytes32): readonly Check[] {
  return [check("hash", checkHash, record, computedHash), check("logs", checkLogs, record)];
}

/** What the game did is what the rules make of its inputs. */
export function verifyGame(game: Game, engine: Engine): readonly Check[] {
  const { record } = game;
  const checks = [
    check("mode", checkMode, game),
    check("terms", checkTerms, game),
    check("times", checkTimes, game),
  ];
  // With parts missing, or a mode that breaks its rules, what follows would stumble instead of speaking.
  if (game.mode.fault !== null || !isComplete(record)) return checks;
  if (record.joined !== null) {
    checks.push(check("p2 team", checkOwnership, game, 2));
    checks.push(check("p2 rule", checkTeamRule, game, 2));
  }
  if (isFought(record)) {
    checks.push(check("p1 team", checkOwnership, game, 1));
    checks.push(check("p1 rule", checkTeamRule, game, 1));
    addFight(checks, game, engine);
  } else if (isForfeited(record)) {
    checks.push(check("payout", checkPayout, game));
    checks.push(check("p1 stats", checkPlayerStats, game, 1));
    checks.push(check("p2 stats", checkPlayerStats, game, 2));
  } else if (record.state === "P1_CANCELED") {
    checks.push(check("refund", checkRefund, game));
  }
  return checks;
}

function addFight(checks: Check[], game: Game, engine: Engine): void {
  const { record } = game;
  const seed = seedOf(record.p1.nonce!, record.p2!.nonce!, engine.hash);
  const battle = engine.fight(game.fight!, seed);
  checks.push(
    check("commitment", checkCommitment, game, engine.hash),
    check("seed", () => () => seed),
    check("turns", checkTurns, game, battle.turns),
    check("winner", () => {
      refuseUnless(record.winner === battle.winner, "winner", record.winner, battle.winner);
      return () => `player ${battle.winner}, ${playerOf(record, battle.winner).address}`;
    }),
    check("payout", checkPayout, game),
    check("p1 stats", checkPlayerStats, game, 1),
    check("p2 stats", checkPlayerStats, game, 2),
    check("fighter stats", checkFighterStats, game, battle.turns),
  );
}

function checkTurns({ record, turns, fight }: Game, computed: Uint8Array): Described {
  if (!isSameBytes(turns!, computed)) {
    const expected = `0x${bytesToHex(computed)}`;
    const { teams } = fight!;
    compareTurns({ found: record.turns!, foundBy: "the log says", expected, expectedBy: "computed", teams });
  }
  const rounds = computed[computed.length - PACKED_TURN_BYTES];
  return () => `all 17 fields of all ${computed.length / PACKED_TURN_BYTES} turns, ${rounds} rounds`;
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // Four at a time: this is asked of every log of an audit.
  const [viewA, viewB] = [viewOf(a), viewOf(b)];
  const whole = a.length & ~3;
  for (let at = 0; at < whole; at += 4) if (viewA.getInt32(at) !== viewB.getInt32(at)) return false;
  for (let at = whole; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
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
