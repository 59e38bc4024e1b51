import { toFight } from "./amounts.ts";
import { refuseUnless } from "./check.ts";
import type { MatchRecord, RecordMode, State } from "./record.ts";

const BPS = 10_000n;

/** Who gets what of an ended game, in the smallest unit (PROTOCOL 7). */
export function splitPot(
  state: State,
  bet: bigint,
  mode: Pick<RecordMode, "winnerPctBps" | "inactiveHousePctBps">,
): { readonly winnerAmount: bigint; readonly houseAmount: bigint } {
  const pot = 2n * bet;
  if (state === "P1_WIN" || state === "P2_WIN") {
    const winnerAmount = (pot * BigInt(mode.winnerPctBps)) / BPS;
    return { winnerAmount, houseAmount: pot - winnerAmount };
  }
  const houseAmount = (pot * BigInt(mode.inactiveHousePctBps)) / BPS;
  return { winnerAmount: pot - houseAmount, houseAmount };
}

export function checkPayout(record: MatchRecord): string {
  const { winnerAmount, houseAmount } = splitPot(record.state, BigInt(record.bet), record.mode);
  const said = record.winnerAmount;
  refuseUnless(said === winnerAmount.toString(), "winnerAmount", said, winnerAmount);
  refuseUnless(record.houseAmount === houseAmount.toString(), "houseAmount", record.houseAmount, houseAmount);
  const how = record.credited === true ? "credited, since the token refused it" : "sent";
  return `${toFight(winnerAmount)} FIGHT to player ${record.winner} (${how}), ${toFight(houseAmount)} to the house`;
}

/** A game that was taken back returns the stake if it was paid in, and nothing else. */
export function checkRefund(record: MatchRecord): string {
  const refund = record.p1Deposited === null ? "0" : record.bet;
  refuseUnless(record.refund === refund, "refund", record.refund, refund);
  return `${toFight(BigInt(refund))} FIGHT back to player 1`;
}
