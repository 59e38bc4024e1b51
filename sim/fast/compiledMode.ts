import { BPS, damageOf, rangeFactorOf } from "../battle/battle.ts";
import type { BattleMode } from "../battle/modes.ts";
import { STATS, TEAM_SIZE, TIER_COUNT } from "../battle/stats.ts";
import { type Draw, drawOf } from "./draw.ts";
import { TIER_SHIFT } from "./tiers.ts";

/** A mode as tables: a turn is then three draws and a handful of loads, with no division and no branch on a stat. */
export interface CompiledMode {
  readonly mode: BattleMode;
  readonly maxRounds: number;
  readonly dodge: Draw;
  readonly combo: Draw;
  /** The hp that each health tier starts with. */
  readonly health: Int32Array;
  /** The largest randomDodge that still dodges, by dodgeIndex. */
  readonly dodgeMax: Int32Array;
  /** The largest randomCombo that is still a combo, by the attacker's combo tier. */
  readonly comboMax: Int32Array;
  /** What a hit deals, by damageIndex. */
  readonly damage: Int32Array;
  /** The basis points that distance took off it, by damageIndex. */
  readonly penalty: Int32Array;
}

// The masks below take bits of packed tiers (see TIER_SHIFT) where they already stand, so an index costs two
// ANDs and an OR; the tables have holes for it, and all of them together still fit the first-level cache.
/** Attack and range of the attacker's packed tiers. */
export const ATTACKER_BITS = (3 << TIER_SHIFT.attack) | (3 << TIER_SHIFT.range);
/** Defense of the defender's packed tiers. */
export const DEFENDER_BITS = 3 << TIER_SHIFT.defense;
/** Where a damage index has the distance between the slots, 0..4: in place of health and half of speed. */
export const DISTANCE_SHIFT = 4;
/** Where it has the combo. */
export const COMBO_SHIFT = 7;
/** Speed, of both sides: the attacker's bits stay, the defender's move down beside them, and then both to bit 0. */
export const SPEED_BITS = 3 << TIER_SHIFT.speed;
export const DEFENDER_SPEED_SHIFT = 2;
export const DODGE_INDEX_SHIFT = TIER_SHIFT.speed - DEFENDER_SPEED_SHIFT;

export function damageIndex(attacker: number, defender: number, distance: number, combo: number): number {
  return (
    (attacker & ATTACKER_BITS) |
    (defender & DEFENDER_BITS) |
    (distance << DISTANCE_SHIFT) |
    (combo << COMBO_SHIFT)
  );
}

export function dodgeIndex(attacker: number, defender: number): number {
  return ((attacker & SPEED_BITS) | ((defender & SPEED_BITS) >>> DEFENDER_SPEED_SHIFT)) >>> DODGE_INDEX_SHIFT;
}

const DAMAGE_ENTRIES = 1 << (TIER_SHIFT.range + 2);
const DODGE_ENTRIES = 16;

export function compileMode(mode: BattleMode): CompiledMode {
  const dodgeMax = new Int32Array(DODGE_ENTRIES);
  const damage = new Int32Array(DAMAGE_ENTRIES);
  const penalty = new Int32Array(DAMAGE_ENTRIES);

  for (const [attacker, defender] of everyTwoTiers()) {
    const packed = (tier: number) => STATS.reduce((bits, stat) => bits | (tier << TIER_SHIFT[stat]), 0);
    // speed ≥ randomDodge × speed of the attacker, solved for randomDodge.
    const speeds = [mode.speedValues[defender]!, mode.speedValues[attacker]!] as const;
    dodgeMax[dodgeIndex(packed(attacker), packed(defender))] = Math.floor(speeds[0] / speeds[1]);

    for (let range = 0; range < TIER_COUNT; range++) {
      for (let distance = 0; distance < TEAM_SIZE; distance++) {
        const hitting = {
          ...NO_STATS,
          attack: mode.attackValues[attacker]!,
          range: mode.rangeValues[range]!,
        };
        const hit = { ...NO_STATS, defense: mode.defenseValues[defender]! };
        const rangeFactor = rangeFactorOf(mode, hitting, 0, distance);
        for (const combo of [0, 1]) {
          const packedAttacker = (attacker << TIER_SHIFT.attack) | (range << TIER_SHIFT.range);
          const at = damageIndex(packedAttacker, packed(defender), distance, combo);
          damage[at] = damageOf(hitting, hit, rangeFactor, combo === 1 ? mode.comboFactor : BPS);
          penalty[at] = BPS - rangeFactor;
        }
      }
    }
  }

  return {
    mode,
    maxRounds: mode.maxRounds,
    dodge: drawOf(mode.dodgeMaxRandom + 1),
    combo: drawOf(mode.comboMaxRandom + 1),
    health: Int32Array.from(mode.healthValues),
    dodgeMax,
    comboMax: Int32Array.from(mode.comboValues),
    damage,
    penalty,
  };
}

const NO_STATS = { attack: 0, defense: 0, health: 0, speed: 0, range: 0, combo: 0 };

function* everyTwoTiers(): Generator<[number, number]> {
  for (let attacker = 0; attacker < TIER_COUNT; attacker++) {
    for (let defender = 0; defender < TIER_COUNT; defender++) yield [attacker, defender];
  }
}
