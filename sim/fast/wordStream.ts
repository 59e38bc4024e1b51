/** Bytes of the seed that a battle starts from (PROTOCOL 2). */
export const SEED_BYTES = 32;

/** 16-bit words in a block of the random stream (PROTOCOL 3). */
const BLOCK_WORDS = 16;

/** The words of the last fill that stay in front of the next one. */
export const CARRIED_WORDS = 2;

/**
 * The random stream of a seed, some blocks at a time. A turn reads at most three words, so with the last two carried
 * over in front of every new fill it can read them all without a check in between (`at < size` says that three are
 * left). There is one subclass for each way to compute SHA-256.
 */
export abstract class WordStream {
  abstract readonly name: "js" | "wasm";
  /** Two carried words, then `size` words of the last fill. */
  readonly words: Uint16Array;
  /** Words that a fill brings. */
  readonly size: number;
  readonly #blocks: number;
  #nextBlock = 0;

  constructor(words: Uint16Array) {
    this.words = words;
    this.size = words.length - CARRIED_WORDS;
    this.#blocks = this.size / BLOCK_WORDS;
  }

  /** Starts the stream of the 32 bytes at `offset`; its first word is at CARRIED_WORDS. */
  start(seeds: Uint8Array, offset: number): void {
    this.takeSeed(seeds, offset);
    this.fill(0);
    this.#nextBlock = this.#blocks;
  }

  /** Brings the next `size` words; what was at position i is then at i − size. */
  advance(): void {
    this.words[0] = this.words[this.size]!;
    this.words[1] = this.words[this.size + 1]!;
    this.fill(this.#nextBlock);
    this.#nextBlock += this.#blocks;
  }

  protected abstract takeSeed(seeds: Uint8Array, offset: number): void;

  /** Puts the blocks from `index` on behind the carried words: each upper half before its lower half. */
  protected abstract fill(index: number): void;

  /** An array for the words of so many blocks. */
  static wordsOf(blocks: number): number {
    return CARRIED_WORDS + blocks * BLOCK_WORDS;
  }
}

/** The seed as SHA-256 reads it: big-endian. */
export function readSeed(seeds: Uint8Array, offset: number, into: Int32Array): void {
  for (let i = 0; i < SEED_BYTES / 4; i++) {
    const at = offset + 4 * i;
    into[i] = (seeds[at]! << 24) | (seeds[at + 1]! << 16) | (seeds[at + 2]! << 8) | seeds[at + 3]!;
  }
}
