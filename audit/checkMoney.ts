import { battlePayout, inactivePayout } from "../sim/duel/payouts.ts";
import { toFight } from "./amounts.ts";
import { type Described, refuseUnless } from "./check.ts";
import type { Game } from "./game.ts";
import { isFought } from "./record.ts";

/** Who gets what of an ended game (PROTOCOL 7). */
export function checkPayout({ record, bet, mode, ...said }: Game): Described {
  const split = isFought(record) ? battlePayout : inactivePayout;
  const { winnerAmount, houseAmount } = split(bet, mode.settings);
  refuseUnless(said.winnerAmount === winnerAmount, "winnerAmount", said.winnerAmount, winnerAmount);
  refuseUnless(said.houseAmount === houseAmount, "houseAmount", said.houseAmount, houseAmount);
  const how = record.credited === true ? "credited, since the token refused it" : "sent";
  return () =>
    `${toFight(winnerAmount)} FIGHT to player ${record.winner} (${how}), ${toFight(houseAmount)} to the house`;
}

/** A game that was taken back returns the stake if it was paid in, and nothing else. */
export function checkRefund({ record, bet, ...said }: Game): Described {
  const refund = record.p1Deposited === null ? 0n : bet;
  refuseUnless(said.refund === refund, "refund", said.refund, refund);
  return () => `${toFight(refund)} FIGHT back to player 1`;
}
