import {
  type BattleMode,
  COMBO_FACTOR_LIMITS,
  MAX_ROUNDS_LIMITS,
  RANGE_FACTOR_LIMITS,
  ROLL_LIMITS,
  STAT_LIMITS,
  readBattleMode,
} from "../sim/battle/modes.ts";
import { STATS, TIER_COUNT } from "../sim/battle/stats.ts";
import { InputError } from "../sim/input.ts";

/** A number of a mode that a designer can change: "comboFactor", or "attackValues[2]". */
export interface ModeNumber {
  readonly name: string;
  readonly field: keyof BattleMode;
  readonly index: number | null;
  readonly min: number;
  readonly max: number;
}

const LIMITS = {
  dodgeMaxRandom: ROLL_LIMITS,
  comboMaxRandom: ROLL_LIMITS,
  comboFactor: COMBO_FACTOR_LIMITS,
  maxRounds: MAX_ROUNDS_LIMITS,
} as const;

export const MODE_NUMBERS: readonly ModeNumber[] = [
  ...STATS.flatMap((stat) => listNumbers(`${stat}Values`, STAT_LIMITS[stat])),
  ...listNumbers("rangeFactors", RANGE_FACTOR_LIMITS),
  ...Object.entries(LIMITS).map(([field, limits]) => ({
    name: field,
    field: field as keyof BattleMode,
    index: null,
    ...limits,
  })),
];

function listNumbers(field: keyof BattleMode, limits: { min: number; max: number }): ModeNumber[] {
  return Array.from({ length: TIER_COUNT }, (_, index) => ({
    name: `${field}[${index}]`,
    field,
    index,
    ...limits,
  }));
}

/** The numbers that a text names: "comboFactor", "attackValues[2]", or "attackValues" for all three. */
export function findNumbers(text: string, field: string): readonly ModeNumber[] {
  const found = MODE_NUMBERS.filter(({ name, field: own }) => name === text || own === text);
  if (found.length === 0) {
    const known = [...new Set(MODE_NUMBERS.map((number) => number.field))].join(", ");
    throw new InputError(field, text, `a number of a mode: ${known}, or one of three as in attackValues[2]`);
  }
  return found;
}

export function valueOf(mode: BattleMode, { field, index }: ModeNumber): number {
  const value = mode[field];
  return typeof value === "number" ? value : value[index!]!;
}

/** The mode with one number changed, or null if that is no valid mode. */
export function withNumber(mode: BattleMode, number: ModeNumber, value: number): BattleMode | null {
  const old = mode[number.field];
  const changed = typeof old === "number" ? value : old.with(number.index!, value);
  try {
    return readBattleMode({ ...mode, [number.field]: changed }, "mode");
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** A tenth, at least 1. */
export function stepOf(value: number, share = 0.1): number {
  return Math.max(1, Math.round(value * share));
}
