import type { BattleMode } from "../../sim/battle/modes.ts";

/** A mode as a battle takes it: the two words of BattleModeLib. */
export function packValues(mode: BattleMode): bigint {
  let packed = BigInt(mode.comboFactor) << 42n;
  for (const i of [0, 1, 2] as const) {
    const fields = [
      [mode.healthValues[i], 0],
      [mode.attackValues[i], 16],
      [mode.defenseValues[i], 26],
      [mode.speedValues[i], 36],
      [mode.rangeValues[i], 46],
      [mode.comboValues[i], 54],
    ] as const;
    for (const [value, shift] of fields) packed |= BigInt(value) << BigInt(64 * (i + 1) + shift);
    packed |= BigInt(mode.rangeFactors[i]) << BigInt(14 * i);
  }
  return packed;
}

export function packRolls(mode: BattleMode): bigint {
  return BigInt(mode.dodgeMaxRandom) | (BigInt(mode.comboMaxRandom) << 16n) | (BigInt(mode.maxRounds) << 32n);
}
