/**
 * A random nonce of 32 bytes has fewer distinct bytes than this about once in 280 million (a test computes it). One made
 * of text, of a counter or of a repeated pattern nearly always has.
 */
export const FEWEST_DISTINCT_BYTES = 21;

export function distinctBytes(nonce: string): number {
  const seen = new Set<string>();
  for (let at = 2; at < nonce.length; at += 2) seen.add(nonce.slice(at, at + 2));
  return seen.size;
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

/** FNV-1a: nonces with little entropy must spread too. */
function mix(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
