import { byteAt } from "./hex.ts";

/**
 * A random nonce of 32 bytes has fewer distinct bytes than this about once in 280 million (a test computes it). One made
 * of text, of a counter or of a repeated pattern nearly always has.
 */
export const FEWEST_DISTINCT_BYTES = 21;

/** By which nonce, counted from the first, each byte was last seen: cheaper than an empty table for every nonce. */
const lastSeen = new Uint32Array(256);
let nonces = 0;

export function distinctBytes(nonce: string): number {
  nonces = (nonces + 1) >>> 0;
  let count = 0;
  for (let at = 2; at < nonce.length; at += 2) {
    const byte = byteAt(nonce, at);
    if (lastSeen[byte] !== nonces) count++;
    lastSeen[byte] = nonces;
  }
  return count;
}

const FILTER_BITS = 2 ** 27;

/**
 * Finds which nonces may have come before, in 16 MB however many there are: a second look at the few that it names tells
 * which really have.
 */
export class RepeatFilter {
  readonly #bits = new Uint32Array(FILTER_BITS / 32);

  mayHaveSeen(nonce: string): boolean {
    const bit = mix(nonce) % FILTER_BITS;
    const word = bit >>> 5;
    const mask = 1 << (bit & 31);
    const isSet = (this.#bits[word]! & mask) !== 0;
    this.#bits[word] = this.#bits[word]! | mask;
    return isSet;
  }
}

/** Two multiplicative hashes that mix each other at the end: nonces with little entropy must spread too. */
function mix(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  return (a ^ (a >>> 15)) >>> 0;
}
