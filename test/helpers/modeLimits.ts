import { type BattleMode } from "../../sim/battle/modes.ts";

type Field = keyof BattleMode;

/** A mode's rules as the document has them (PROTOCOL 4), written out once more so that the code is not its own judge. */
export const LIMITS: Record<Field, { min: number; max: number }> = {
  dodgeMaxRandom: { min: 0, max: 65_535 },
  comboMaxRandom: { min: 0, max: 65_535 },
  rangeFactors: { min: 0, max: 10_000 },
  comboFactor: { min: 10_000, max: 65_535 },
  attackValues: { min: 1, max: 1_000 },
  defenseValues: { min: 1, max: 1_000 },
  healthValues: { min: 1, max: 65_535 },
  speedValues: { min: 1, max: 1_000 },
  rangeValues: { min: 0, max: 255 },
  comboValues: { min: 0, max: 1_000 },
  maxRounds: { min: 1, max: 100 },
};

const ALONE: Field[] = ["dodgeMaxRandom", "comboMaxRandom", "comboFactor", "maxRounds"];

const places = (Object.keys(LIMITS) as Field[]).flatMap((field) => {
  const indexes = ALONE.includes(field) ? [undefined] : [0, 1, 2];
  return indexes.map((index) => ({ field, index, ...LIMITS[field] }));
});

/** Both limits of every number of a mode. */
export const WITHIN_LIMITS = places.flatMap((place) => [
  { ...place, value: place.min },
  { ...place, value: place.max },
]);

/** The first number beyond either limit. */
export const BEYOND_LIMITS = places.flatMap((place) => [
  { ...place, value: place.min - 1 },
  { ...place, value: place.max + 1 },
]);

/** Each list the wrong way round, in its first step or in its second; `index` is where. */
export const OUT_OF_ORDER = (Object.keys(LIMITS) as Field[])
  .filter((field) => !ALONE.includes(field))
  .flatMap((field) => {
    const isFalling = field === "rangeFactors";
    const rule = isFalling ? "not increase" : "not decrease";
    return [
      { field, rule, index: 1, values: isFalling ? [5, 6, 6] : [6, 5, 6] },
      { field, rule, index: 2, values: isFalling ? [6, 5, 6] : [5, 6, 5] },
    ];
  });

/** The mode with one number changed. The rest of its list gives way, so that the list stays in order. */
export function withValue(
  mode: BattleMode,
  field: Field,
  index: number | undefined,
  value: number,
): BattleMode {
  if (index === undefined) return { ...mode, [field]: value };
  const { min, max } = LIMITS[field];
  const [low, high] = field === "rangeFactors" ? [max, min] : [min, max];
  const list = [0, 1, 2].map((i) => (i === index ? value : i < index ? low : high));
  return { ...mode, [field]: list };
}
