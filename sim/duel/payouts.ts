import type { GameTerms } from "./gameModes.ts";

/** How the pot of two stakes is split: together always exactly the pot. */
export interface Payout {
  readonly winnerAmount: bigint;
  readonly houseAmount: bigint;
}

const BPS = 10_000n;

/** After a battle the winner's part is rounded down, and all the rest is the house's (PROTOCOL 6). */
export function battlePayout(bet: bigint, terms: Pick<GameTerms, "winnerPctBps">): Payout {
  const pot = 2n * bet;
  const winnerAmount = (pot * BigInt(terms.winnerPctBps)) / BPS;
  return { winnerAmount, houseAmount: pot - winnerAmount };
}

/** After an inactive win the house's part, none by default, is rounded down, and all the rest is the winner's. */
export function inactivePayout(bet: bigint, terms: Pick<GameTerms, "inactiveHousePctBps">): Payout {
  const pot = 2n * bet;
  const houseAmount = (pot * BigInt(terms.inactiveHousePctBps)) / BPS;
  return { winnerAmount: pot - houseAmount, houseAmount };
}
