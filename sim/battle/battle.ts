import { type RandomSource, roll } from "../sealing/random.ts";
import type { BattleMode } from "./modes.ts";
import { STATS, type Stat, TEAM_SIZE, type Fighter, type Team } from "./stats.ts";
import type { Turn } from "./turnLog.ts";

export type PlayerNumber = 1 | 2;

export interface BattleResult {
  readonly firstAttacker: PlayerNumber;
  readonly winner: PlayerNumber;
  /** The round in which the battle ended. */
  readonly rounds: number;
  /** Fighters still standing, player 1's and player 2's. */
  readonly alive: readonly [number, number];
  readonly turns: readonly Turn[];
}

/** Basis points in a whole: every factor is a fraction of this. */
export const BPS = 10_000;

type StatValues = Readonly<Record<Stat, number>>;

interface Combatant {
  readonly player: PlayerNumber;
  readonly slot: number;
  readonly fighter: Fighter;
  readonly stats: StatValues;
  hp: number;
}

/**
 * The battle (PROTOCOL 4), written to be read beside the document. It is the reference: the contract and
 * the fast engine are both tested against it.
 */
export function fight(mode: BattleMode, p1Team: Team, p2Team: Team, random: RandomSource): BattleResult {
  const sides = [enlist(mode, p1Team, 1), enlist(mode, p2Team, 2)] as const;
  const first = random.below(2);
  const order = [sides[first]!, sides[1 - first]!] as const;
  const turns: Turn[] = [];

  const finish = (rounds: number): BattleResult => {
    const alive = [living(sides[0]).length, living(sides[1]).length] as const;
    const firstAttacker = first === 0 ? 1 : 2;
    return { firstAttacker, winner: alive[0] >= alive[1] ? 1 : 2, rounds, alive, turns };
  };

  for (let round = 1; round <= mode.maxRounds; round++) {
    for (let slot = 0; slot < TEAM_SIZE; slot++) {
      for (const side of order) {
        const attacker = side[slot]!;
        if (attacker.hp === 0) continue;
        const enemies = side === sides[0] ? sides[1] : sides[0];
        turns.push(takeTurn(mode, round, attacker, living(enemies), random));
        if (living(enemies).length === 0) return finish(round);
      }
    }
  }
  return finish(mode.maxRounds);
}

function takeTurn(
  mode: BattleMode,
  round: number,
  attacker: Combatant,
  foes: readonly Combatant[],
  random: RandomSource,
): Turn {
  const target = foes[random.below(foes.length)]!;
  const defenderHpStart = target.hp;
  const randomDodge = roll(random, mode.dodgeMaxRandom);
  const wasDodge = dodges(attacker.stats, target.stats, randomDodge);

  let randomCombo = 0;
  let wasCombo = false;
  let damageDealt = 0;
  let rangeFactor = BPS;
  if (!wasDodge) {
    rangeFactor = rangeFactorOf(mode, attacker.stats, attacker.slot, target.slot);
    randomCombo = roll(random, mode.comboMaxRandom);
    wasCombo = attacker.stats.combo >= randomCombo;
    damageDealt = damageOf(attacker.stats, target.stats, rangeFactor, wasCombo ? mode.comboFactor : BPS);
    target.hp = Math.max(0, target.hp - damageDealt);
  }

  return {
    round,
    attacker: attacker.player,
    attackerSlot: attacker.slot,
    attackerAssetId: attacker.fighter.assetId,
    attackerCharId: attacker.fighter.charId,
    defenderSlot: target.slot,
    defenderAssetId: target.fighter.assetId,
    defenderCharId: target.fighter.charId,
    defenderHpStart,
    randomDodge,
    wasDodge,
    randomCombo,
    wasCombo,
    damageDealt,
    defenderHpEnd: target.hp,
    wasKill: target.hp === 0,
    rangePenalty: BPS - rangeFactor,
  };
}

/** stat = values[tier − 1], for each of the six. */
export function statsOf(mode: BattleMode, fighter: Pick<Fighter, "tiers">): StatValues {
  const values = STATS.map((stat, i) => [stat, mode[`${stat}Values`][fighter.tiers[i]! - 1]!]);
  return Object.fromEntries(values) as StatValues;
}

export function dodges(attacker: StatValues, target: StatValues, randomDodge: number): boolean {
  return target.speed >= randomDodge * attacker.speed;
}

/** What is left of a hit at this distance, in basis points. */
export function rangeFactorOf(
  mode: BattleMode,
  attacker: StatValues,
  slot: number,
  targetSlot: number,
): number {
  const extra = Math.abs(slot - targetSlot) - attacker.range;
  return extra > 0 ? mode.rangeFactors[Math.min(extra, 3) - 1]! : BPS;
}

/** The hit with every factor, floored once at the very end; never less than 1. */
export function damageOf(
  attacker: StatValues,
  target: StatValues,
  rangeFactor: number,
  comboFactor: number,
): number {
  const isStronger = attacker.attack > target.defense;
  const numerator = (isStronger ? attacker.attack ** 2 : attacker.attack) * rangeFactor * comboFactor;
  const denominator = (isStronger ? target.defense : 1) * BPS * BPS;
  // The largest numerator is 6.6e14, so a double holds it; taking the remainder off first keeps the division exact.
  return Math.max(1, (numerator - (numerator % denominator)) / denominator);
}

function enlist(mode: BattleMode, team: Team, player: PlayerNumber): readonly Combatant[] {
  return team.map((fighter, slot) => {
    const stats = statsOf(mode, fighter);
    return { player, slot, fighter, stats, hp: stats.health };
  });
}

function living(side: readonly Combatant[]): readonly Combatant[] {
  return side.filter((combatant) => combatant.hp > 0);
}
