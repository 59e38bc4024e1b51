import { InputError } from "../input.ts";
import { TEAM_SIZE, type Team } from "./stats.ts";

/** The seventeen fields of a turn, in the order of PROTOCOL 5. */
export interface Turn {
  readonly round: number;
  readonly attacker: 1 | 2;
  readonly attackerSlot: number;
  readonly attackerAssetId: bigint;
  readonly attackerCharId: number;
  readonly defenderSlot: number;
  readonly defenderAssetId: bigint;
  readonly defenderCharId: number;
  readonly defenderHpStart: number;
  readonly randomDodge: number;
  readonly wasDodge: boolean;
  readonly randomCombo: number;
  readonly wasCombo: boolean;
  readonly damageDealt: number;
  readonly defenderHpEnd: number;
  readonly wasKill: boolean;
  readonly rangePenalty: number;
}

export const TURN_FIELDS = [
  "round",
  "attacker",
  "attackerSlot",
  "attackerAssetId",
  "attackerCharId",
  "defenderSlot",
  "defenderAssetId",
  "defenderCharId",
  "defenderHpStart",
  "randomDodge",
  "wasDodge",
  "randomCombo",
  "wasCombo",
  "damageDealt",
  "defenderHpEnd",
  "wasKill",
  "rangePenalty",
] as const satisfies readonly (keyof Turn)[];

/** A turn's size in the emitted log (PROTOCOL 5, the packed form). */
export const PACKED_TURN_BYTES = 15;

/** The emitted form of a log: 15 bytes a turn; fighters by side and slot, their ids stand beside the log. */
export function packTurns(turns: readonly Turn[]): Uint8Array {
  const bytes = new Uint8Array(turns.length * PACKED_TURN_BYTES);
  const view = new DataView(bytes.buffer);
  turns.forEach((turn, i) => {
    const at = i * PACKED_TURN_BYTES;
    view.setUint8(at, turn.round);
    view.setUint8(
      at + 1,
      ((turn.attacker - 1) << 7) |
        (turn.attackerSlot << 4) |
        (turn.defenderSlot << 1) |
        Number(turn.wasDodge),
    );
    view.setUint16(at + 2, turn.defenderHpStart);
    view.setUint16(at + 4, turn.randomDodge);
    view.setUint16(at + 6, turn.randomCombo);
    view.setUint8(at + 8, turn.damageDealt >>> 16);
    view.setUint16(at + 9, turn.damageDealt & 0xffff);
    view.setUint16(at + 11, turn.defenderHpEnd);
    view.setUint16(at + 13, (Number(turn.wasCombo) << 15) | (Number(turn.wasKill) << 14) | turn.rangePenalty);
  });
  return bytes;
}

/** All seventeen fields again, from the emitted form and the two teams that fought. */
export function unpackTurns(bytes: Uint8Array, p1Team: Team, p2Team: Team): Turn[] {
  if (bytes.length % PACKED_TURN_BYTES !== 0) {
    throw new InputError("turns", bytes.length, `a whole number of turns of ${PACKED_TURN_BYTES} bytes`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / PACKED_TURN_BYTES }, (_, i) => {
    const at = i * PACKED_TURN_BYTES;
    const who = view.getUint8(at + 1);
    const flags = view.getUint16(at + 13);
    const attacker = who >>> 7 === 0 ? 1 : 2;
    const attackerSlot = readSlot((who >>> 4) & 7, `turns[${i}].attackerSlot`);
    const defenderSlot = readSlot((who >>> 1) & 7, `turns[${i}].defenderSlot`);
    const attackingFighter = (attacker === 1 ? p1Team : p2Team)[attackerSlot]!;
    const defendingFighter = (attacker === 1 ? p2Team : p1Team)[defenderSlot]!;
    return {
      round: view.getUint8(at),
      attacker,
      attackerSlot,
      attackerAssetId: attackingFighter.assetId,
      attackerCharId: attackingFighter.charId,
      defenderSlot,
      defenderAssetId: defendingFighter.assetId,
      defenderCharId: defendingFighter.charId,
      defenderHpStart: view.getUint16(at + 2),
      randomDodge: view.getUint16(at + 4),
      wasDodge: (who & 1) === 1,
      randomCombo: view.getUint16(at + 6),
      wasCombo: flags >>> 15 === 1,
      damageDealt: (view.getUint8(at + 8) << 16) | view.getUint16(at + 9),
      defenderHpEnd: view.getUint16(at + 11),
      wasKill: ((flags >>> 14) & 1) === 1,
      rangePenalty: flags & 0x3fff,
    };
  });
}

function readSlot(slot: number, field: string): number {
  if (slot >= TEAM_SIZE) throw new InputError(field, slot, `a slot 0..${TEAM_SIZE - 1}`);
  return slot;
}
