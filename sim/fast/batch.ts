import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { SEED_BYTES, type WordStream, CARRIED_WORDS } from "./wordStream.ts";
import { InputError } from "../input.ts";
import { FIGHTERS, refuseBadTiers } from "./tiers.ts";

/** Battles to fight: for each, the 32 bytes of its seed and the packed tiers of its ten fighters. */
export interface Batch {
  readonly count: number;
  readonly seeds: Uint8Array;
  readonly tiers: Uint16Array;
}

/** Memory that threads can share where the platform has it: a batch then crosses over without a copy. */
export function allocate(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}

export function allocateBatch(count: number): Batch {
  return {
    count,
    seeds: new Uint8Array(allocate(count * SEED_BYTES)),
    tiers: new Uint16Array(allocate(count * FIGHTERS * 2)),
  };
}

/** Refuses a batch that is not what it says, by the name of the field. */
export function refuseBadBatch({ count, seeds, tiers }: Batch): void {
  if (seeds.length !== count * SEED_BYTES) {
    throw new InputError("seeds", seeds.length, `${SEED_BYTES} bytes for each of ${count} battles`);
  }
  if (tiers.length !== count * FIGHTERS) {
    throw new InputError("tiers", tiers.length, `${FIGHTERS} fighters for each of ${count} battles`);
  }
  refuseBadTiers(tiers);
}

/**
 * The seeds of a laboratory run, named by a text: seed i is block i of the stream of SHA-256(ASCII(name)), that is
 * SHA-256( SHA-256(name) ‖ uint32_be(i) ). Any battle of a run can be fought again from the name and its number.
 */
export function deriveSeeds(stream: WordStream, name: string, seeds: Uint8Array): void {
  stream.start(sha256(utf8ToBytes(name)), 0);
  const { words, size } = stream;
  for (let word = 0, at = CARRIED_WORDS; 2 * word < seeds.length; word++) {
    if (at >= size + CARRIED_WORDS) {
      stream.advance();
      at -= size;
    }
    const value = words[at++]!;
    seeds[2 * word] = value >>> 8;
    seeds[2 * word + 1] = value;
  }
}

/** Random fighters, every tier as likely as another, from the stream of a name. */
export function deriveTiers(stream: WordStream, name: string, tiers: Uint16Array): void {
  stream.start(sha256(utf8ToBytes(name)), 0);
  const { words, size } = stream;
  let at = CARRIED_WORDS;
  for (let i = 0; i < tiers.length; i++) {
    let word: number;
    do {
      if (at >= size + CARRIED_WORDS) {
        stream.advance();
        at -= size;
      }
      word = words[at++]!;
    } while (word >= FAIR_WORDS);
    tiers[i] = PACKED_BY_REMAINDER[word % TIER_COMBINATIONS]!;
  }
}

const TIER_COMBINATIONS = 3 ** 6;
const FAIR_WORDS = 65_536 - (65_536 % TIER_COMBINATIONS);
/** The six digits to base 3, two bits each. */
const PACKED_BY_REMAINDER = Uint16Array.from({ length: TIER_COMBINATIONS }, (_, number) => {
  let packed = 0;
  for (let stat = 0, rest = number; stat < 6; stat++, rest = Math.floor(rest / 3))
    packed |= (rest % 3) << (2 * stat);
  return packed;
});
