import { InputError, readInteger, readList, readObject } from "../input.ts";
import { STATS, type Stat, TIER_COUNT } from "./stats.ts";

/** A number for each tier: values[tier − 1]. */
export type TierValues = readonly [number, number, number];

/** All settings that a battle depends on (PROTOCOL 4). Factors are in basis points. */
export interface BattleMode extends Readonly<Record<`${Stat}Values`, TierValues>> {
  readonly dodgeMaxRandom: number;
  readonly comboMaxRandom: number;
  readonly rangeFactors: TierValues;
  readonly comboFactor: number;
  readonly maxRounds: number;
}

interface Limits {
  readonly min: number;
  readonly max: number;
}

/** What a value of each stat may be, so that damage fits 24 bits and hp fits 16 (PROTOCOL 4). */
export const STAT_LIMITS: Readonly<Record<Stat, Limits>> = {
  attack: { min: 1, max: 1_000 },
  defense: { min: 1, max: 1_000 },
  health: { min: 1, max: 65_535 },
  speed: { min: 1, max: 1_000 },
  range: { min: 0, max: 255 },
  combo: { min: 0, max: 1_000 },
};

export const ROLL_LIMITS: Limits = { min: 0, max: 65_535 };
export const RANGE_FACTOR_LIMITS: Limits = { min: 0, max: 10_000 };
export const COMBO_FACTOR_LIMITS: Limits = { min: 10_000, max: 65_535 };
export const MAX_ROUNDS_LIMITS: Limits = { min: 1, max: 100 };

export const BATTLE_MODE_FIELDS = [
  "dodgeMaxRandom",
  "comboMaxRandom",
  "rangeFactors",
  "comboFactor",
  ...STATS.map((stat) => `${stat}Values` as const),
  "maxRounds",
] as const;

/** The battle's settings, complete and valid, or an error that names the first bad field. */
export function readBattleMode(value: unknown, field: string): BattleMode {
  const fields = readObject(value, field, BATTLE_MODE_FIELDS);
  const integer = (name: string, limits: Limits) =>
    readInteger(fields[name], `${field}.${name}`, limits.min, limits.max);
  const values = (stat: Stat) =>
    readSteps(fields[`${stat}Values`], `${field}.${stat}Values`, STAT_LIMITS[stat], "not decrease");
  return {
    dodgeMaxRandom: integer("dodgeMaxRandom", ROLL_LIMITS),
    comboMaxRandom: integer("comboMaxRandom", ROLL_LIMITS),
    rangeFactors: readSteps(
      fields.rangeFactors,
      `${field}.rangeFactors`,
      RANGE_FACTOR_LIMITS,
      "not increase",
    ),
    comboFactor: integer("comboFactor", COMBO_FACTOR_LIMITS),
    attackValues: values("attack"),
    defenseValues: values("defense"),
    healthValues: values("health"),
    speedValues: values("speed"),
    rangeValues: values("range"),
    comboValues: values("combo"),
    maxRounds: integer("maxRounds", MAX_ROUNDS_LIMITS),
  };
}

/** Three values within limits that go one way only. */
function readSteps(
  value: unknown,
  field: string,
  limits: Limits,
  rule: "not decrease" | "not increase",
): TierValues {
  const list = readList(value, field, TIER_COUNT, `integers ${limits.min}..${limits.max}`);
  const steps = list.map((step, i) => readInteger(step, `${field}[${i}]`, limits.min, limits.max));
  const isOrdered = (a: number, b: number) => (rule === "not decrease" ? a <= b : a >= b);
  if (!isOrdered(steps[0]!, steps[1]!) || !isOrdered(steps[1]!, steps[2]!)) {
    throw new InputError(field, value, `values that do ${rule}`);
  }
  return steps as unknown as TierValues;
}
