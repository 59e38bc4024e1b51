import type { GameMode } from "../../../sim/duel/gameModes.ts";

/** A game as the chain shows it. The same object as before if nothing of it has changed. */
export interface GameView {
  readonly state: number;
  readonly modeId: number;
  readonly bet: bigint;
  readonly p1: string;
  readonly p2: string;
  readonly since: number;
  readonly joinBlock: number;
  readonly teamHash: string;
  readonly p1Nonce: string;
  readonly p2Nonce: string;
  readonly p1Team: readonly bigint[];
  readonly p2Team: readonly bigint[];
}

export interface AccountView {
  readonly balance: bigint;
  readonly credit: bigint;
  /** Seven numbers, in the order of PlayerStats. */
  readonly stats: readonly bigint[];
}

export interface EventView {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** All that was seen of one action: what it logged, and the whole state after it. */
export interface Observation {
  readonly action: string;
  /** Only an administrator may do it. */
  readonly isAdministrative: boolean;
  readonly isDone: boolean;
  readonly nowSecs: number;
  readonly events: readonly EventView[];
  readonly escrow: bigint;
  /** All that was ever sent to the contract without being a stake. */
  readonly donated: bigint;
  /** Game 1 first. */
  readonly games: readonly GameView[];
  readonly accounts: ReadonlyMap<string, AccountView>;
  /** Seven numbers each, in the order of FighterStats; asset 1 first. */
  readonly fighters: readonly (readonly bigint[])[];
  /** Each mode as the chain encodes it, without whether it is open. */
  readonly modes: readonly string[];
  /** Of a game fought in this action, the final state of the random stream, from the contracts' own battle. */
  readonly wordsTaken: number | null;
}

/** The modes that were registered, mode 1 first. */
export type Modes = readonly GameMode[];

export const INVARIANTS = {
  I1: "the token balance is what live stakes and credits add up to, and what was donated",
  I2: "a game pays out what was paid in, to the last unit",
  I3: "only listed transitions happen, an ended game never changes, each settles once",
  I4: "a state implies its fields, and from every state somebody alone can reach an end",
  I5: "the terms of a game never change",
  I6: "no administrator moves a stake or a credit, or stops anybody",
  I7: "hp never rises, a hit does at least 1, at most 1,000 turns, one winner",
  I8: "Solidity equals TypeScript on turns, random state, payouts and statistics",
  I9: "statistics are the sums over the logs, and kills equal deaths",
} as const;
export type InvariantId = keyof typeof INVARIANTS;

export class InvariantBroken extends Error {
  readonly id: InvariantId;

  constructor(id: InvariantId, detail: string) {
    super(`${id} is broken (${INVARIANTS[id]}): ${detail}`);
    this.name = "InvariantBroken";
    this.id = id;
  }
}

export function demand(id: InvariantId, isHeld: boolean, detail: () => string): void {
  if (!isHeld) throw new InvariantBroken(id, detail());
}
