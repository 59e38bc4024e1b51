import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Bytes32, seedOf, toBytes32 } from "../sealing/commitment.ts";
import { INITIAL, K } from "./sha256.ts";
import {
  type DuelSeedsExports,
  FIXED_ROUNDS,
  SEEDS_AT_ONCE,
  SEEDS_CAPACITY,
  SEEDS_LAYOUT,
  ZERO_DIGITS,
  instantiateDuelSeeds,
} from "./wasm/duelSeeds.ts";
import { SEED_BYTES } from "./wordStream.ts";

/** Fights of a run are numbered below this: eight hex digits. */
export const MAX_FIGHTS = 2 ** 32;

/** The nonces of a run's fight: player 1's is the hash of the run's label, player 2's the fight's number in 32 bytes. */
export function duelNonces(label: string, fight: number): readonly [Bytes32, Bytes32] {
  return [toBytes32(sha256(utf8ToBytes(label))), `0x${fight.toString(16).padStart(64, "0")}`];
}

/**
 * The seeds of a run's fights, from nonces as PROTOCOL 2 has it: so any fight of a laboratory can be fought again by
 * anybody, with the simulator or on a chain, from its label and number.
 */
export class DuelSeeds {
  readonly #label: string;
  readonly #wasm: DuelSeedsExports | null;
  readonly #digits: Int32Array;
  readonly #made: Uint8Array;

  constructor(label: string) {
    this.#label = label;
    this.#wasm = tryInstantiate();
    const buffer = this.#wasm?.memory.buffer ?? new ArrayBuffer(0);
    this.#digits = new Int32Array(buffer, this.#wasm ? SEEDS_LAYOUT.digits : 0);
    this.#made = new Uint8Array(buffer, this.#wasm ? SEEDS_LAYOUT.seeds : 0);
    if (this.#wasm === null) return;
    const chain = INITIAL.slice();
    compress(chain, digitWords(duelNonces(label, 0)[0]), 64);
    const midstate = chain.slice();
    runRounds(midstate, new Int32Array(16).fill(ZERO_DIGITS), FIXED_ROUNDS);
    const words = new Int32Array(buffer);
    words.set(chain, SEEDS_LAYOUT.chain / 4);
    words.set(midstate, SEEDS_LAYOUT.midstate / 4);
  }

  /** Puts the seeds of the fights from `first` on where there is room for them. */
  fill(first: number, seeds: Uint8Array): void {
    if (this.#wasm === null) {
      for (let at = 0; at < seeds.length; at += SEED_BYTES) {
        const seed = seedOf(...duelNonces(this.#label, first + at / SEED_BYTES));
        seeds.set(hexToBytes(seed.slice(2)), at);
      }
      return;
    }
    const end = first + seeds.length / SEED_BYTES;
    for (let from = first; from < end; from += SEEDS_CAPACITY) {
      const count = Math.min(SEEDS_CAPACITY, end - from);
      for (let done = 0; done < count; done += SEEDS_AT_ONCE) {
        for (let lane = 0; lane < SEEDS_AT_ONCE; lane++) {
          const number = from + done + lane;
          this.#digits[lane] = HEX_DIGITS[(number >>> 16) & 0xffff]!;
          this.#digits[SEEDS_AT_ONCE + lane] = HEX_DIGITS[number & 0xffff]!;
        }
        this.#wasm.seeds(done * SEED_BYTES);
      }
      seeds.set(this.#made.subarray(0, count * SEED_BYTES), (from - first) * SEED_BYTES);
    }
  }
}

function tryInstantiate(): DuelSeedsExports | null {
  try {
    return instantiateDuelSeeds();
  } catch {
    return null;
  }
}

/** Four hex digits of each 16-bit number, as a word of a message. */
const HEX_DIGITS = Int32Array.from({ length: 65_536 }, (_, number) =>
  [...number.toString(16).padStart(4, "0")].reduce((word, digit) => (word << 8) | digit.charCodeAt(0), 0),
);

/** The 64 digits of a nonce as the sixteen words of a block. */
function digitWords(nonce: Bytes32): Int32Array {
  const bytes = new DataView(utf8ToBytes(nonce.slice(2)).buffer);
  return Int32Array.from({ length: 16 }, (_, i) => bytes.getInt32(4 * i));
}

/** FIPS 180-4, 6.2.2, for one block; plain, as it is done once for a run. */
function compress(chain: Int32Array, words: Int32Array, rounds: number): void {
  const state = chain.slice();
  runRounds(state, words, rounds);
  state.forEach((word, i) => (chain[i] = (chain[i]! + word) | 0));
}

function runRounds(state: Int32Array, block: Int32Array, rounds: number): void {
  const rotr = (x: number, bits: number) => (x >>> bits) | (x << (32 - bits));
  const w = [...block];
  for (let i = 0; i < rounds; i++) {
    if (i >= 16) {
      const [x, y] = [w[i - 15]!, w[i - 2]!];
      const sigma0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3);
      const sigma1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >>> 10);
      w.push((w[i - 16]! + sigma0 + w[i - 7]! + sigma1) | 0);
    }
    // As in the SIMD rounds, the state turns by renaming, so that it can go on from where these stop.
    const at = (j: number) => (j + 8 - (i % 8)) % 8;
    const [a, b, c, e, f, g] = [0, 1, 2, 4, 5, 6].map((j) => state[at(j)]!) as unknown as number[];
    const bigSigma1 = rotr(e!, 6) ^ rotr(e!, 11) ^ rotr(e!, 25);
    const bigSigma0 = rotr(a!, 2) ^ rotr(a!, 13) ^ rotr(a!, 22);
    const t = (state[at(7)]! + K[i]! + w[i]! + bigSigma1 + (g! ^ (e! & (f! ^ g!)))) | 0;
    state[at(3)] = (state[at(3)]! + t) | 0;
    state[at(7)] = (t + bigSigma0 + ((a! & b!) ^ (c! & (a! ^ b!)))) | 0;
  }
}
