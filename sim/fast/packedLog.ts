import { PACKED_TURN_BYTES } from "../battle/turnLog.ts";
import type { CompiledMode } from "./compiledMode.ts";

/** 32-bit words of a turn in the log of the fast engine. */
export const LOG_WORDS = 3;

/** Where the fields stand in a turn's first word; see PackedLog. The damage index is in bits 0..9. */
export const LOG_SHIFT = { attacker: 10, defender: 14, round: 18, hit: 25, kill: 26, first: 27 } as const;

/**
 * The turns of many battles, 12 bytes each, from which all seventeen fields can be read:
 *   word 0: damage index (10 bits: damage, range penalty and combo by the mode's tables), attacker and defender by
 *           their place in the order of turns (4 + 4), round (7), hit, kill, which player attacked first
 *   word 1: randomDodge, randomCombo (16 + 16)
 *   word 2: hp of the defender before and after (16 + 16)
 * Damage and penalty are looked up when the log is read, not when it is written: a turn is
 * three stores.
 */
export class PackedLog {
  #words = new Uint32Array(1 << 16);
  #starts = new Uint32Array(1 << 10);
  #battles = 0;

  /** The turns of all battles, one after the other. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Forgets all battles and keeps the memory. */
  clear(): void {
    this.#battles = 0;
  }

  /** Where the next battle's words go. */
  get end(): number {
    return this.#starts[this.#battles]!;
  }

  /** Makes room for more battles, of so many turns in all. */
  reserve(turns: number, battles: number): void {
    const needed = this.end + turns * LOG_WORDS;
    if (needed > this.#words.length) this.#words = enlarged(this.#words, 2 * needed);
    const starts = this.#battles + battles + 1;
    if (starts > this.#starts.length) this.#starts = enlarged(this.#starts, 2 * starts);
  }

  /** Closes the battle whose words end here. */
  push(end: number): void {
    this.#starts[++this.#battles] = end;
  }

  /** A battle's turns in the emitted form, bit for bit what the contract emits (PROTOCOL 5). */
  emitted(battle: number, compiled: CompiledMode): Uint8Array {
    const words = this.#words.subarray(this.#starts[battle], this.#starts[battle + 1]);
    const turns = words.length / LOG_WORDS;
    const bytes = new Uint8Array(turns * PACKED_TURN_BYTES);
    const view = new DataView(bytes.buffer);
    for (let turn = 0; turn < turns; turn++) {
      const [facts, rolls, hp] = words.subarray(turn * LOG_WORDS) as unknown as [number, number, number];
      const field = (shift: number, bits: number) => (facts >>> shift) & ((1 << bits) - 1);
      const attackerPlace = field(LOG_SHIFT.attacker, 4);
      const defenderSlot = field(LOG_SHIFT.defender, 4) >>> 1;
      const hit = field(LOG_SHIFT.hit, 1);
      const damage = hit * compiled.damage[field(0, 10)]!;
      const penalty = hit * compiled.penalty[field(0, 10)]!;
      const side = (attackerPlace & 1) ^ field(LOG_SHIFT.first, 1);
      const at = turn * PACKED_TURN_BYTES;
      view.setUint8(at, field(LOG_SHIFT.round, 7));
      view.setUint8(at + 1, (side << 7) | ((attackerPlace >>> 1) << 4) | (defenderSlot << 1) | (1 - hit));
      view.setUint16(at + 2, hp >>> 16);
      view.setUint32(at + 4, rolls);
      view.setUint8(at + 8, damage >>> 16);
      view.setUint16(at + 9, damage & 0xffff);
      view.setUint16(at + 11, hp & 0xffff);
      view.setUint16(at + 13, (field(7, 1) << 15) | (field(LOG_SHIFT.kill, 1) << 14) | penalty);
    }
    return bytes;
  }
}

function enlarged(words: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(words);
  return larger;
}
