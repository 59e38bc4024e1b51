import { CHARACTERS, KINDS, type Kind } from "../sim/battle/characters.ts";
import { TEAM_SIZE, type Team } from "../sim/battle/stats.ts";
import { drawOf } from "../sim/fast/draw.ts";
import { FIGHTERS } from "../sim/fast/tiers.ts";
import { SEED_BYTES } from "../sim/fast/wordStream.ts";
import { InputError } from "../sim/input.ts";

export type TeamRule = Readonly<Record<Kind, number>> | null;

/** Five characters by their place in the catalogue (id − 1), slot 0 first. */
export type Lineup = readonly number[];

/**
 * Who fights: teams drawn for every fight, where each `mirrorEvery`th fight has the same team on both sides, or two
 * given teams.
 */
export type Teams =
  | { readonly kind: "drawn"; readonly rule: TeamRule; readonly mirrorEvery: number }
  | { readonly kind: "given"; readonly rule: TeamRule; readonly p1: Lineup; readonly p2: Lineup };

/** Every eighth fight is a mirror match unless they are what is asked for: numbers 7, 15, 23, … */
const MIRROR_EVERY = 8;
/** When they are: every second. */
const MIRROR_OFTEN = 2;

/** Drawn teams to measure these goals by. */
export function drawnFor(rule: TeamRule, goals: readonly string[]): Teams {
  return { kind: "drawn", rule, mirrorEvery: goals.includes("first") ? MIRROR_OFTEN : MIRROR_EVERY };
}

/** Packed tiers by the place in the catalogue. */
export const CHARACTER_TIERS = Uint16Array.from(CHARACTERS, ({ tiers }) =>
  tiers.reduce((packed, tier, i) => packed | ((tier - 1) << (2 * i)), 0),
);

const ALL = Uint8Array.from(CHARACTERS.keys());
const BY_KIND = KINDS.map((kind) => ALL.filter((place) => CHARACTERS[place]!.kind === kind));
/** For a number below n, words at or above it are thrown away. */
const LIMITS = Int32Array.from({ length: CHARACTERS.length + 1 }, (_, n) => drawOf(Math.max(1, n)).limit);

/**
 * Draws the teams of a fight from its seed: the battle never sees these bytes, only hashes of them. A number below n is
 * taken from 16-bit words as in PROTOCOL 3. A seed has sixteen words and ten or twelve are needed; should six be
 * thrown away (one seed in 10^19), the last is taken as it is.
 */
export class TeamDrawer {
  /** How many orders of kinds the rule allows; without a rule, all are of one kind. */
  readonly #orders: number;
  /** For each slot of each order: where the candidates of its kind that are not yet taken begin, and how many they are. */
  readonly #firsts: Uint8Array;
  readonly #counts: Uint8Array;
  /** All characters, kind after kind: shuffled while a team is drawn, and put back. */
  readonly #pool: Uint8Array;
  readonly #picks = new Uint8Array(TEAM_SIZE);
  readonly #isFree: boolean;

  constructor(rule: TeamRule) {
    const kinds = rule === null ? [ALL] : BY_KIND;
    const orders =
      rule === null ? [fill(TEAM_SIZE, 0)] : arrangementsOf(KINDS.flatMap((kind, k) => fill(rule[kind], k)));
    const taken = (order: readonly number[], slot: number) =>
      order.slice(0, slot).filter((kind) => kind === order[slot]).length;
    const start = (kind: number) => kinds.slice(0, kind).reduce((sum, { length }) => sum + length, 0);
    const perSlot = (of: (kind: number, used: number) => number) =>
      Uint8Array.from(orders.flatMap((order) => order.map((kind, slot) => of(kind, taken(order, slot)))));
    this.#isFree = rule === null && CHARACTERS.length === FREE_CHARACTERS;
    this.#orders = orders.length;
    this.#firsts = perSlot((kind, used) => start(kind) + used);
    this.#counts = perSlot((kind, used) => kinds[kind]!.length - used);
    this.#pool = Uint8Array.from(kinds.flatMap((places) => [...places]));
  }

  /** Two teams of five different characters each, from the seed at the offset: ten places in the catalogue. */
  draw(seeds: Uint8Array, offset: number, into: Uint8Array, first: number): void {
    if (this.#isFree && drawFree(this.#pool, seeds, offset, into, first)) return;
    const orders = this.#orders;
    const firsts = this.#firsts;
    const counts = this.#counts;
    const pool = this.#pool;
    const picks = this.#picks;
    const last = offset + SEED_BYTES - 2;
    let at = offset;
    for (let team = first; team < first + FIGHTERS; team += TEAM_SIZE) {
      let order = 0;
      if (orders > 1) {
        let word = (seeds[at]! << 8) | seeds[at + 1]!;
        for (at += 2; word >= LIMITS[orders]! && at <= last; at += 2) {
          word = (seeds[at]! << 8) | seeds[at + 1]!;
        }
        order = TEAM_SIZE * (word % orders);
      }
      for (let slot = 0; slot < TEAM_SIZE; slot++) {
        const n = counts[order + slot]!;
        const from = firsts[order + slot]!;
        if (at > last) at = last;
        let word = (seeds[at]! << 8) | seeds[at + 1]!;
        for (at += 2; word >= LIMITS[n]! && at <= last; at += 2) word = (seeds[at]! << 8) | seeds[at + 1]!;
        const pick = from + (word % n);
        into[team + slot] = pool[pick]!;
        pool[pick] = pool[from]!;
        picks[slot] = pick;
      }
      // The last first, so that each finds the pool as it left it.
      for (let slot = TEAM_SIZE - 1; slot >= 0; slot--) pool[picks[slot]!] = into[team + slot]!;
    }
  }
}

const FREE_CHARACTERS = 40;
/** The least limit of 36..40: below it, no word is thrown away. */
const FREE_LIMIT = Math.min(...LIMITS.subarray(FREE_CHARACTERS - TEAM_SIZE + 1));

/**
 * The same draw without a rule, for seeds of which no word is thrown away (996 in 1,000); false for others. With numbers
 * that the compiler knows it takes less than half the time, which in short fights is a tenth of all. The pool is 0..39.
 */
function drawFree(
  pool: Uint8Array,
  seeds: Uint8Array,
  offset: number,
  into: Uint8Array,
  first: number,
): boolean {
  for (let team = first, at = offset; team < first + FIGHTERS; team += TEAM_SIZE, at += 2 * TEAM_SIZE) {
    const word0 = (seeds[at]! << 8) | seeds[at + 1]!;
    const word1 = (seeds[at + 2]! << 8) | seeds[at + 3]!;
    const word2 = (seeds[at + 4]! << 8) | seeds[at + 5]!;
    const word3 = (seeds[at + 6]! << 8) | seeds[at + 7]!;
    const word4 = (seeds[at + 8]! << 8) | seeds[at + 9]!;
    if (Math.max(word0, word1, word2, word3, word4) >= FREE_LIMIT) return false;
    const pick0 = word0 % 40;
    const pick1 = 1 + (word1 % 39);
    const pick2 = 2 + (word2 % 38);
    const pick3 = 3 + (word3 % 37);
    const pick4 = 4 + (word4 % 36);
    into[team] = pool[pick0]!;
    pool[pick0] = pool[0]!;
    into[team + 1] = pool[pick1]!;
    pool[pick1] = pool[1]!;
    into[team + 2] = pool[pick2]!;
    pool[pick2] = pool[2]!;
    into[team + 3] = pool[pick3]!;
    pool[pick3] = pool[3]!;
    into[team + 4] = pool[pick4]!;
    pool[pick0] = pick0;
    pool[pick1] = pick1;
    pool[pick2] = pick2;
    pool[pick3] = pick3;
  }
  return true;
}

function fill(count: number, value: number): number[] {
  return Array.from({ length: count }, () => value);
}

/** All orders of a list, equal ones once. */
function arrangementsOf(values: readonly number[]): readonly (readonly number[])[] {
  if (values.length === 0) return [[]];
  return [...new Set(values)].flatMap((first) => {
    const rest = values.toSpliced(values.indexOf(first), 1);
    return arrangementsOf(rest).map((tail) => [first, ...tail]);
  });
}

/** A team from its text, "1,2,3,4,5": character ids, slot 0 first. */
export function readLineup(text: string, field: string, rule: TeamRule): Lineup {
  const ids = text.split(",").map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));
  const isGood =
    ids.length === TEAM_SIZE &&
    ids.every((id) => id >= 1 && id <= CHARACTERS.length) &&
    new Set(ids).size === TEAM_SIZE;
  if (!isGood) {
    throw new InputError(
      field,
      text,
      `five different character ids 1..${CHARACTERS.length}, such as 1,17,20,33,5`,
    );
  }
  if (rule !== null) {
    for (const kind of KINDS) {
      const found = ids.filter((id) => CHARACTERS[id - 1]!.kind === kind).length;
      if (found !== rule[kind]) {
        throw new InputError(field, text, `${rule[kind]} of kind ${kind}, as the mode's team rule says`);
      }
    }
  }
  return ids.map((id) => id - 1);
}

/** A lineup as the simulator takes it; asset ids only have to differ. */
export function fightersOf(lineup: Lineup, firstAssetId: number): Team {
  return lineup.map((place, slot) => ({
    assetId: BigInt(firstAssetId + slot),
    charId: place + 1,
    tiers: CHARACTERS[place]!.tiers,
  }));
}

export function lineupText(lineup: Lineup): string {
  return lineup.map((place) => place + 1).join(",");
}
