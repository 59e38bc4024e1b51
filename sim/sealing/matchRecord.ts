import { InputError } from "../input.ts";
import { type Bytes32, seal, seedOf } from "./commitment.ts";

/** What one side shows: its nonce, and the assets it plays with, in order. */
export interface Opening {
  readonly nonce: Bytes32;
  readonly assetIds: readonly bigint[];
}

/**
 * A match that both sides have shown: the commitment, and all that its chances follow from. It knows nothing of the game
 * that is played on it; whatever that is, its course can be made again from here.
 */
export interface MatchRecord {
  readonly teamHash: Bytes32;
  readonly p1: Opening;
  readonly p2: Opening;
}

/** The record of a match as player 1 would have sealed it. */
export function recordMatch(p1: Opening, p2: Opening): MatchRecord {
  return { teamHash: seal(p1.nonce, p1.assetIds), p1, p2 };
}

/** The seed of a match, if player 1's opening is what it had sealed (PROTOCOL 1 and 2). */
export function openMatch({ teamHash, p1, p2 }: MatchRecord): Bytes32 {
  const opened = seal(p1.nonce, p1.assetIds);
  if (opened !== teamHash)
    throw new InputError("teamHash", teamHash, `${opened}, which p1's nonce and assets make`);
  return seedOf(p1.nonce, p2.nonce);
}
