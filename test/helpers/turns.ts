import * as fc from "fast-check";
import type { Team } from "../../sim/battle/stats.ts";
import type { Turn } from "../../sim/battle/turnLog.ts";

const slot = fc.integer({ min: 0, max: 4 });
const uint16 = fc.integer({ min: 0, max: 65_535 });

export const anyTeam: fc.Arbitrary<Team> = fc.array(
  fc.record({
    assetId: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    charId: uint16,
    tiers: fc.constant([1, 2, 3, 1, 2, 3] as const),
  }),
  { minLength: 5, maxLength: 5 },
);

/** Turns between these teams with any numbers that fit their fields, whether a battle could have them or not. */
export function anyTurns(p1Team: Team, p2Team: Team): fc.Arbitrary<Turn[]> {
  const turn = fc
    .record({
      round: fc.integer({ min: 0, max: 255 }),
      attacker: fc.constantFrom<1 | 2>(1, 2),
      attackerSlot: slot,
      defenderSlot: slot,
      defenderHpStart: uint16,
      randomDodge: uint16,
      wasDodge: fc.boolean(),
      randomCombo: uint16,
      wasCombo: fc.boolean(),
      damageDealt: fc.integer({ min: 0, max: 2 ** 24 - 1 }),
      defenderHpEnd: uint16,
      wasKill: fc.boolean(),
      rangePenalty: fc.integer({ min: 0, max: 10_000 }),
    })
    .map((fields): Turn => {
      const [own, other] = fields.attacker === 1 ? [p1Team, p2Team] : [p2Team, p1Team];
      const [attacker, defender] = [own[fields.attackerSlot]!, other[fields.defenderSlot]!];
      return {
        ...fields,
        attackerAssetId: attacker.assetId,
        attackerCharId: attacker.charId,
        defenderAssetId: defender.assetId,
        defenderCharId: defender.charId,
      };
    });
  return fc.array(turn, { maxLength: 30 });
}
