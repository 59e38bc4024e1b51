import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { fight, statsOf } from "../sim/battle/battle.ts";
import { CHARACTERS } from "../sim/battle/characters.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import { TEAM_SIZE, TIER_COUNT, type Team } from "../sim/battle/stats.ts";
import { toBytes32 } from "../sim/sealing/commitment.ts";
import { SeededRandom } from "../sim/sealing/random.ts";

/** A chance in closed form, beside how often it came out in a simulation. */
export interface Odds {
  readonly what: string;
  readonly exact: number;
  readonly tries: number;
  readonly hits: number;
  /** How many standard deviations the simulation is off. */
  readonly score: number;
}

const SIMULATED_BATTLES = 400;

/** roll(max) is uniform on 0..max, so that roll ≤ x has (x + 1) / (max + 1) of the chances. */
function chanceAtMost(x: number, max: number): number {
  return (Math.min(Math.floor(x), max) + 1) / (max + 1);
}

/** Dodge for every pair of speeds and combo for every tier, exactly; and in battles of the catalogue's characters. */
export function oddsOf(mode: BattleMode): Odds[] {
  const tallies = simulate(mode);
  const row = (what: string, exact: number): Odds => {
    const { tries, hits } = tallies.get(what) ?? { tries: 0, hits: 0 };
    const deviation = Math.sqrt(tries * exact * (1 - exact));
    return { what, exact, tries, hits, score: deviation === 0 ? 0 : (hits - tries * exact) / deviation };
  };
  const speeds = new Set(mode.speedValues);
  const dodges = [...speeds].flatMap((target) =>
    [...speeds].map((attacker) =>
      row(dodgeName(target, attacker), chanceAtMost(target / attacker, mode.dodgeMaxRandom)),
    ),
  );
  const combos = [...new Set(mode.comboValues)].map((combo) =>
    row(comboName(combo), chanceAtMost(combo, mode.comboMaxRandom)),
  );
  return [...dodges, ...combos];
}

function dodgeName(target: number, attacker: number): string {
  return `dodge, speed ${target} against ${attacker}`;
}

function comboName(combo: number): string {
  return `combo of ${combo}`;
}

function simulate(mode: BattleMode): Map<string, { tries: number; hits: number }> {
  const tallies = new Map<string, { tries: number; hits: number }>();
  const count = (what: string, isHit: boolean) => {
    const tally = tallies.get(what) ?? { tries: 0, hits: 0 };
    tallies.set(what, { tries: tally.tries + 1, hits: tally.hits + Number(isHit) });
  };
  for (let i = 0; i < SIMULATED_BATTLES; i++) {
    const random = new SeededRandom(toBytes32(sha256(utf8ToBytes(`odds ${i}`))));
    const teams = [teamOf(random, 0), teamOf(random, TEAM_SIZE)] as const;
    for (const turn of fight(mode, ...teams, random).turns) {
      const side = turn.attacker - 1;
      const attacker = statsOf(mode, teams[side]![turn.attackerSlot]!);
      const target = statsOf(mode, teams[1 - side]![turn.defenderSlot]!);
      count(dodgeName(target.speed, attacker.speed), turn.wasDodge);
      if (!turn.wasDodge) count(comboName(attacker.combo), turn.wasCombo);
    }
  }
  return tallies;
}

/** Characters of the catalogue with their tiers shuffled, so that every pair of values meets. */
function teamOf(random: SeededRandom, firstId: number): Team {
  return Array.from({ length: TEAM_SIZE }, (_, slot) => {
    const { id, tiers } = CHARACTERS[random.below(CHARACTERS.length)]!;
    const [attack, defense, health] = tiers;
    const tier = () => 1 + random.below(TIER_COUNT);
    return {
      assetId: BigInt(firstId + slot + 1),
      charId: id,
      tiers: [attack, defense, health, tier(), tier(), tier()],
    };
  });
}
