import { PACKED_TURN_BYTES } from "../battle/turnLog.ts";
import { COMBO_SHIFT, type CompiledMode } from "./compiledMode.ts";

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

  /**
   * A battle's turns in the emitted form, bit for bit what the contract emits (PROTOCOL 5).
   * @param room Where to write them; memory of their own if there is none.
   */
  emitted(battle: number, compiled: CompiledMode, room?: Uint8Array): Uint8Array {
    const words = this.#words;
    const [start, end] = [this.#starts[battle]!, this.#starts[battle + 1]!];
    const turns = (end - start) / LOG_WORDS;
    const bytes = room?.subarray(0, turns * PACKED_TURN_BYTES) ?? new Uint8Array(turns * PACKED_TURN_BYTES);
    let at = 0;
    for (let word = start; word < end; word += LOG_WORDS) {
      const [facts, rolls, hp] = [words[word]!, words[word + 1]!, words[word + 2]!];
      const attackerPlace = (facts >>> LOG_SHIFT.attacker) & 15;
      const defenderSlot = (facts >>> (LOG_SHIFT.defender + 1)) & 7;
      const hit = (facts >>> LOG_SHIFT.hit) & 1;
      const kill = (facts >>> LOG_SHIFT.kill) & 1;
      const damage = hit * compiled.damage[facts & 1023]!;
      const penalty = hit * compiled.penalty[facts & 1023]!;
      const combo = (facts >>> COMBO_SHIFT) & 1;
      const side = (attackerPlace ^ (facts >>> LOG_SHIFT.first)) & 1;
      bytes[at] = (facts >>> LOG_SHIFT.round) & 127;
      bytes[at + 1] = (side << 7) | ((attackerPlace >>> 1) << 4) | (defenderSlot << 1) | (1 - hit);
      bytes[at + 2] = hp >>> 24;
      bytes[at + 3] = hp >>> 16;
      bytes[at + 4] = rolls >>> 24;
      bytes[at + 5] = rolls >>> 16;
      bytes[at + 6] = rolls >>> 8;
      bytes[at + 7] = rolls;
      bytes[at + 8] = damage >>> 16;
      bytes[at + 9] = damage >>> 8;
      bytes[at + 10] = damage;
      bytes[at + 11] = hp >>> 8;
      bytes[at + 12] = hp;
      bytes[at + 13] = (combo << 7) | (kill << 6) | (penalty >>> 8);
      bytes[at + 14] = penalty;
      at += PACKED_TURN_BYTES;
    }
    return bytes;
  }
}

function enlarged(words: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(words);
  return larger;
}
