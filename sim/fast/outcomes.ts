import { allocate } from "./batch.ts";

/** How each battle of a batch ended, an array for each question. */
export interface Outcomes {
  /** 1 or 2. */
  readonly winner: Uint8Array;
  readonly firstAttacker: Uint8Array;
  /** The round in which the battle ended. */
  readonly rounds: Uint8Array;
  readonly turns: Uint16Array;
  /** Fighters still standing. */
  readonly p1Alive: Uint8Array;
  readonly p2Alive: Uint8Array;
  /** How far the random stream was read: the last state of the generator, compared between engines. */
  readonly wordsTaken: Uint32Array;
}

export function allocateOutcomes(count: number): Outcomes {
  return {
    winner: new Uint8Array(allocate(count)),
    firstAttacker: new Uint8Array(allocate(count)),
    rounds: new Uint8Array(allocate(count)),
    turns: new Uint16Array(allocate(2 * count)),
    p1Alive: new Uint8Array(allocate(count)),
    p2Alive: new Uint8Array(allocate(count)),
    wordsTaken: new Uint32Array(allocate(4 * count)),
  };
}

/**
 * 64 bits over all outcomes: the sum of a hash of each battle's number and outcome. A sum has no order, so parts that
 * were fought anywhere add up to the same. It finds differences between engines; it is no proof against forgery.
 * `first` is the number of the first battle, for outcomes that are a part of a longer run.
 */
export function checksumOf(outcomes: Outcomes, first = 0): string {
  let low = 0;
  let high = 0;
  for (let i = 0; i < outcomes.winner.length; i++) {
    let hash = mix(first + i + 1, (outcomes.winner[i]! << 8) | outcomes.firstAttacker[i]!);
    hash = mix(hash, (outcomes.rounds[i]! << 16) | outcomes.turns[i]!);
    hash = mix(hash, (outcomes.p1Alive[i]! << 8) | outcomes.p2Alive[i]!);
    hash = mix(hash, outcomes.wordsTaken[i]!);
    low = (low + hash) >>> 0;
    high = (high + mix(hash, first + i)) >>> 0;
  }
  return textOf(high, low);
}

/** The checksum of two parts together. */
export function addChecksums(one: string, other: string): string {
  const half = (text: string, at: number) => Number.parseInt(text.slice(at, at + 8), 16);
  return textOf((half(one, 0) + half(other, 0)) >>> 0, (half(one, 8) + half(other, 8)) >>> 0);
}

function textOf(high: number, low: number): string {
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}

/** The finalizer of MurmurHash3: every bit of the input reaches every bit of the result. */
function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x85ebca6b) + 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35);
  return (h ^ (h >>> 13)) >>> 0;
}
