import { KINDS, type Character } from "../sim/battle/characters.ts";
import type { BattleMode, TierValues } from "../sim/battle/modes.ts";
import type { GameMode } from "../sim/duel/gameModes.ts";

/** A battle's settings in the shape of the contracts' struct. */
export function battleModeToPass(mode: BattleMode) {
  const three = (values: TierValues): [number, number, number] => [...values];
  return {
    dodgeMaxRandom: mode.dodgeMaxRandom,
    comboMaxRandom: mode.comboMaxRandom,
    rangeFactors: three(mode.rangeFactors),
    comboFactor: mode.comboFactor,
    attackValues: three(mode.attackValues),
    defenseValues: three(mode.defenseValues),
    healthValues: three(mode.healthValues),
    speedValues: three(mode.speedValues),
    rangeValues: three(mode.rangeValues),
    comboValues: three(mode.comboValues),
    maxRounds: mode.maxRounds,
  };
}

/** A mode as Duel.registerMode takes it. */
export function modeToRegister(mode: GameMode) {
  const { teamRule, ...terms } = mode.terms;
  const [tanks, damage, support] = KINDS.map((kind) => teamRule?.[kind] ?? 0);
  return {
    name: mode.name,
    battle: battleModeToPass(mode.battle),
    ...terms,
    teamRule: [tanks!, damage!, support!] as [number, number, number],
  };
}

/** A character as Fighters.addCharacters takes it. */
export function characterToAdd(character: Character) {
  const [attack, defense, health, speed, range, combo] = character.tiers;
  return {
    name: character.name,
    kind: KINDS.indexOf(character.kind),
    tiers: [attack, defense, health, speed, range, combo] as [number, number, number, number, number, number],
  };
}
