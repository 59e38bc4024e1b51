import type { BattleMode } from "../../sim/battle/modes.ts";
import { type Fighter, type Team, TEAM_SIZE } from "../../sim/battle/stats.ts";
import type { Turn } from "../../sim/battle/turnLog.ts";

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

/** Five profiles of 32 bits, slot 0 lowest. The battle must look at nothing above the tiers. */
export function profilesOf(team: Team): bigint {
  const profileOf = ({ charId, tiers }: Fighter) =>
    tiers.reduce((packed, tier, i) => packed | (tier << (2 * i)), 0) | 0x8000 | ((charId & 7) << 12);
  return team.reduce(
    (packed, fighter, slot) =>
      packed | ((BigInt(profileOf(fighter)) | (BigInt(fighter.charId) << 16n)) << BigInt(32 * slot)),
    0n,
  );
}

/** What each fighter adds to its record, in the layout of contracts/types/FighterRecord.sol. */
export function talliesOf(turns: readonly Turn[]): bigint[] {
  const tallies = Array<bigint>(2 * TEAM_SIZE).fill(0n);
  for (const turn of turns) {
    const isPlayer1 = turn.attacker === 1;
    const attacker = turn.attackerSlot + (isPlayer1 ? 0 : TEAM_SIZE);
    const defender = turn.defenderSlot + (isPlayer1 ? TEAM_SIZE : 0);
    const damage = BigInt(turn.damageDealt);
    tallies[attacker]! += (BigInt(turn.wasKill) << 72n) | (damage << 120n) | (BigInt(turn.wasCombo) << 231n);
    tallies[defender]! += (BigInt(turn.wasKill) << 96n) | (damage << 163n) | (BigInt(turn.wasDodge) << 206n);
  }
  return tallies;
}
