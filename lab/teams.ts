import { CHARACTERS, KINDS, type Kind } from "../sim/battle/characters.ts";
import { TEAM_SIZE, type Team } from "../sim/battle/stats.ts";
import { drawOf } from "../sim/fast/draw.ts";
import { FIGHTERS } from "../sim/fast/tiers.ts";
import { SEED_BYTES } from "../sim/fast/wordStream.ts";
import { InputError } from "../sim/input.ts";

export type TeamRule = Readonly<Record<Kind, number>> | null;

/** Five characters by their place in the catalogue (id − 1), slot 0 first. */
export type Lineup = readonly number[];

/** Who fights: teams drawn for every fight, the same drawn team on both sides, or two given ones. */
export type Teams =
  | { readonly kind: "drawn"; readonly rule: TeamRule }
  | { readonly kind: "mirror"; readonly rule: TeamRule }
  | { readonly kind: "given"; readonly p1: Lineup; readonly p2: Lineup };

/** Packed tiers by the place in the catalogue. */
export const CHARACTER_TIERS = Uint16Array.from(CHARACTERS, ({ tiers }) =>
  tiers.reduce((packed, tier, i) => packed | ((tier - 1) << (2 * i)), 0),
);

const SEED_WORDS = SEED_BYTES / 2;
const ALL = Uint8Array.from(CHARACTERS.keys());
const BY_KIND = KINDS.map((kind) => ALL.filter((place) => CHARACTERS[place]!.kind === kind));
const LIMITS = Int32Array.from({ length: CHARACTERS.length + 1 }, (_, n) => (n === 0 ? 0 : drawOf(n).limit));

/**
 * Draws the teams of a fight from its seed: the battle never sees these bytes, only hashes of them. A number below n is
 * taken from 16-bit words as in PROTOCOL 3. A seed has sixteen words and ten or twelve are needed; should six be
 * thrown away (one seed in 10^19), the last is taken as it is.
 */
export class TeamDrawer {
  readonly #rule: TeamRule;
  readonly #arrangements: readonly (readonly number[])[];
  readonly #pool = new Uint8Array(CHARACTERS.length);
  #seeds: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;

  constructor(rule: TeamRule) {
    this.#rule = rule;
    this.#arrangements = rule === null ? [] : arrangementsOf(KINDS.flatMap((kind, k) => fill(rule[kind], k)));
  }

  /** Two teams of five different characters each, from the seed at the offset: ten places in the catalogue. */
  draw(seeds: Uint8Array, offset: number, into: Uint8Array, at: number): void {
    this.#seeds = seeds;
    this.#at = offset;
    this.#end = offset + 2 * SEED_WORDS;
    for (let team = 0; team < FIGHTERS; team += TEAM_SIZE) {
      if (this.#rule === null) this.#drawAny(into, at + team);
      else this.#drawByRule(into, at + team);
    }
  }

  #drawAny(into: Uint8Array, at: number): void {
    const pool = this.#pool;
    pool.set(ALL);
    for (let slot = 0; slot < TEAM_SIZE; slot++) {
      const pick = slot + this.#below(pool.length - slot);
      into[at + slot] = pool[pick]!;
      pool[pick] = pool[slot]!;
    }
  }

  #drawByRule(into: Uint8Array, at: number): void {
    const kinds = this.#arrangements[this.#below(this.#arrangements.length)]!;
    for (let slot = 0; slot < TEAM_SIZE; slot++) {
      const candidates = BY_KIND[kinds[slot]!]!.filter((place) => !into.subarray(at, at + slot).includes(place));
      into[at + slot] = candidates[this.#below(candidates.length)]!;
    }
  }

  #below(n: number): number {
    let word = this.#next();
    while (word >= LIMITS[n]! && this.#at < this.#end) word = this.#next();
    return word % n;
  }

  #next(): number {
    const at = Math.min(this.#at, this.#end - 2);
    this.#at = at + 2;
    return (this.#seeds[at]! << 8) | this.#seeds[at + 1]!;
  }
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
