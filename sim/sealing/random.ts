import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import type { Bytes32 } from "./commitment.ts";

/** Where a game takes its chances from. Injected, so that a test can script every roll. */
export interface RandomSource {
  /** A uniform integer in 0..n-1, for 1 ≤ n ≤ 65,536. */
  below(n: number): number;
}

/** A uniform integer in 0..max, both included (PROTOCOL 3). */
export function roll(random: RandomSource, max: number): number {
  return random.below(max + 1);
}

const WORD_VALUES = 65_536;
const BLOCK_BYTES = 32;

/** The stream of SHA-256 blocks of a seed, cut into 16-bit big-endian words (PROTOCOL 3). */
export class SeededRandom implements RandomSource {
  readonly #input = new Uint8Array(36);
  #block = new Uint8Array(BLOCK_BYTES);
  #wordsTaken = 0;

  constructor(seed: Bytes32) {
    this.#input.set(hexToBytes(seed.slice(2)));
  }

  /** How far the stream was read: with the seed, the whole state of the generator. */
  get wordsTaken(): number {
    return this.#wordsTaken;
  }

  below(n: number): number {
    // Words at or above the largest multiple of n are thrown away: what is left has no modulo bias.
    const limit = WORD_VALUES - (WORD_VALUES % n);
    let word = this.#nextWord();
    while (word >= limit) word = this.#nextWord();
    return word % n;
  }

  #nextWord(): number {
    const offset = (this.#wordsTaken * 2) % BLOCK_BYTES;
    if (offset === 0) this.#loadBlock((this.#wordsTaken * 2) / BLOCK_BYTES);
    this.#wordsTaken++;
    return (this.#block[offset]! << 8) | this.#block[offset + 1]!;
  }

  #loadBlock(index: number): void {
    new DataView(this.#input.buffer).setUint32(32, index);
    this.#block = sha256(this.#input);
  }
}
