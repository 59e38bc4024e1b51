import { hexToBytes } from "@noble/hashes/utils.js";
import { PACKED_TURN_BYTES } from "../sim/battle/turnLog.ts";
import type { MatchRecord } from "./record.ts";
import { addRoll, emptyCounts, type RollCounts } from "./uniformity.ts";

/** Every roll that a log shows, by what was rolled and how many values it could have. */
export class RollLedger {
  readonly #byKind = new Map<string, RollCounts>();

  get kinds(): readonly (readonly [kind: string, rolls: RollCounts])[] {
    return [...this.#byKind].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Takes the rolls of a fought game out of its log. */
  add({ mode, turns }: Pick<MatchRecord, "mode" | "turns">): void {
    const bytes = hexToBytes(turns!.slice(2));
    this.#roll("first attacker", 2, bytes[1]! >>> 7);
    // One bit for each living fighter of each side: a target is a place among the living.
    const alive = [0b11111, 0b11111];
    for (let at = 0; at < bytes.length; at += PACKED_TURN_BYTES) {
      const who = bytes[at + 1]!;
      const foes = 1 - (who >>> 7);
      const slot = (who >>> 1) & 7;
      const living = alive[foes]!;
      const [wasDodge, wasKill] = [(who & 1) === 1, ((bytes[at + 13]! >>> 6) & 1) === 1];
      this.#roll("target", ones(living), ones(living & ((1 << slot) - 1)));
      this.#roll("dodge", mode.dodgeMaxRandom + 1, (bytes[at + 4]! << 8) | bytes[at + 5]!);
      if (!wasDodge) this.#roll("combo", mode.comboMaxRandom + 1, (bytes[at + 6]! << 8) | bytes[at + 7]!);
      if (wasKill) alive[foes] = living & ~(1 << slot);
    }
  }

  #roll(what: string, n: number, value: number): void {
    const kind = `${what}, ${n} values`;
    let rolls = this.#byKind.get(kind);
    if (rolls === undefined) {
      rolls = emptyCounts(n);
      this.#byKind.set(kind, rolls);
    }
    addRoll(rolls, value);
  }
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
