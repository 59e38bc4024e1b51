import { expect } from "chai";
import { damageOf, dodges, fight, rangeFactorOf, statsOf } from "../../sim/battle/battle.ts";
import { type BattleMode, readBattleMode } from "../../sim/battle/modes.ts";
import type { Fighter, Team, Tiers } from "../../sim/battle/stats.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { ScriptedRandom } from "../helpers/scriptedRandom.ts";

const mode = DEFAULT_MODE.battle;
const withRules = (rules: Partial<BattleMode>) => readBattleMode({ ...mode, ...rules }, "mode");

const BPS = 10_000;
const AVERAGE: Tiers = [2, 2, 2, 2, 2, 2];
const fighter = (assetId: bigint, tiers: Tiers = AVERAGE): Fighter => ({ assetId, charId: 1, tiers });
const team = (firstId: bigint, tiers: Tiers = AVERAGE): Team =>
  [0n, 1n, 2n, 3n, 4n].map((slot) => fighter(firstId + slot, tiers));
const stats = (tiers: Tiers, rules: BattleMode = mode) => statsOf(rules, { tiers });

// The script of a turn: whom among the living, the dodge roll, the combo roll.
const hit = (target: number, randomCombo = 10, randomDodge = 5) => [target, randomDodge, randomCombo];
const dodged = (target: number) => [target, 0];
const P1_FIRST = 0;
const P2_FIRST = 1;

function fightScript(rules: BattleMode, rolls: readonly number[], p1Team = team(11n), p2Team = team(21n)) {
  const random = new ScriptedRandom(rolls);
  const result = fight(rules, p1Team, p2Team, random);
  random.expectUsedUp();
  return { ...result, asked: random.asked };
}

describe("battle: the worked examples of the rules", () => {
  it("tier 2 of [1, 2, 4] is 2", () => {
    expect(mode.attackValues).to.deep.equal([1, 2, 4]);
    expect(stats([2, 1, 1, 1, 1, 1]).attack).to.equal(2);
  });

  it("takes each stat from its own tier", () => {
    const { attack, defense, health, speed, range, combo } = stats([1, 2, 3, 1, 2, 3]);
    expect([attack, defense, health, speed, range, combo]).to.deep.equal([1, 2, 16, 1, 2, 4]);
  });

  it("speed 3 against 2 dodges a roll of 1, not of 5", () => {
    const attacker = stats([1, 1, 1, 2, 1, 1]);
    const target = stats([1, 1, 1, 3, 1, 1]);
    expect([attacker.speed, target.speed]).to.deep.equal([2, 3]);
    expect(dodges(attacker, target, 1)).to.equal(true);
    expect(dodges(attacker, target, 5)).to.equal(false);
  });

  it("a roll of 0 is always dodged, and equality is a dodge", () => {
    const slow = stats([1, 1, 1, 1, 1, 1]);
    const fast = stats([1, 1, 1, 3, 1, 1]);
    expect(dodges(fast, slow, 0)).to.equal(true);
    expect(dodges(slow, fast, 3)).to.equal(true);
    expect(dodges(slow, fast, 4)).to.equal(false);
  });

  it("attack 4 on defense 2 does 8", () => {
    const attacker = stats([3, 1, 1, 1, 1, 1]);
    const target = stats([1, 2, 1, 1, 1, 1]);
    expect([attacker.attack, target.defense]).to.deep.equal([4, 2]);
    expect(damageOf(attacker, target, BPS, BPS)).to.equal(8);
  });

  it("an attack that does not exceed the defense does itself", () => {
    expect(damageOf(stats([2, 1, 1, 1, 1, 1]), stats([1, 2, 1, 1, 1, 1]), BPS, BPS)).to.equal(2);
    expect(damageOf(stats([2, 1, 1, 1, 1, 1]), stats([1, 3, 1, 1, 1, 1]), BPS, BPS)).to.equal(2);
  });

  it("slot 0 on slot 4 with range 1 keeps a quarter", () => {
    const attacker = stats([3, 1, 1, 1, 1, 1]);
    const factor = rangeFactorOf(mode, attacker, 0, 4);
    expect(attacker.range).to.equal(1);
    expect(factor).to.equal(2_500);
    expect(damageOf(attacker, stats([1, 2, 1, 1, 1, 1]), factor, BPS)).to.equal(2);
  });

  it("each slot out of range has its factor, the same in both directions, and the fourth is the third", () => {
    const rules = withRules({ rangeValues: [0, 1, 4] });
    const short = stats([1, 1, 1, 1, 1, 1], rules);
    const factors = [0, 1, 2, 3, 4].map((slot) => rangeFactorOf(rules, short, 0, slot));
    expect(factors).to.deep.equal([10_000, 7_500, 5_000, 2_500, 2_500]);
    expect([0, 1, 2, 3, 4].map((slot) => rangeFactorOf(rules, short, slot, 0))).to.deep.equal(factors);
    expect(rangeFactorOf(rules, stats([1, 1, 1, 1, 3, 1], rules), 0, 4)).to.equal(10_000);
  });

  it("a combo turns 8 into 14", () => {
    const damage = damageOf(stats([3, 1, 1, 1, 1, 1]), stats([1, 2, 1, 1, 1, 1]), BPS, mode.comboFactor);
    expect(damage).to.equal(14);
  });

  it("floors once, at the end: 49/2 × 0.75 × 1.75 is 32, and 31 if each step were floored", () => {
    const rules = withRules({ attackValues: [7, 7, 7], defenseValues: [2, 2, 2] });
    const one = stats(AVERAGE, rules);
    expect(damageOf(one, one, 7_500, 17_500)).to.equal(32);
  });

  it("a hit does at least 1, even when nothing is left of it", () => {
    expect(damageOf(stats([1, 1, 1, 1, 1, 1]), stats([1, 3, 1, 1, 1, 1]), 0, BPS)).to.equal(1);
  });
});

describe("battle: the largest numbers", () => {
  const rules = withRules({
    attackValues: [1_000, 1_000, 1_000],
    defenseValues: [1, 999, 1_000],
    comboFactor: 65_535,
  });

  it("the largest damage is 6,553,500 and fits 24 bits", () => {
    const damage = damageOf(stats(AVERAGE, rules), stats([1, 1, 1, 1, 1, 1], rules), BPS, 65_535);
    expect(damage).to.equal(6_553_500);
    expect(damage).to.be.below(2 ** 24);
  });

  it("damage equals exact integer arithmetic for every defense", () => {
    for (let defense = 1; defense <= 1_000; defense++) {
      for (const [attack, range, combo] of [
        [1_000, 10_000, 65_535],
        [999, 9_999, 65_533],
        [997, 3_333, 10_001],
        [defense, 7_500, 17_500],
        [Math.min(1_000, defense + 1), 1, 65_535],
      ] as const) {
        const base = { attack, defense, health: 1, speed: 1, range: 0, combo: 0 };
        const [a, d] = [BigInt(attack), BigInt(defense)];
        const exact =
          ((a > d ? a * a : a) * BigInt(range) * BigInt(combo)) / ((a > d ? d : 1n) * 100_000_000n);
        const expected = exact > 0n ? exact : 1n;
        expect(BigInt(damageOf(base, base, range, combo)), `${attack} on ${defense}`).to.equal(expected);
      }
    }
  });
});

describe("battle: with scripted rolls", () => {
  const frail = withRules({ healthValues: [1, 1, 1] });

  it("asks for the first attacker, then target, dodge and combo each turn, among the living only", () => {
    const { asked } = fightScript(frail, [P1_FIRST, ...hit(0), ...hit(0), ...hit(0), ...hit(0), ...hit(0)]);
    expect(asked).to.deep.equal([2, 5, 11, 11, 4, 11, 11, 3, 11, 11, 2, 11, 11, 1, 11, 11]);
  });

  it("ends at once with the last enemy, before the rest of the round", () => {
    const { turns, rounds, alive, winner } = fightScript(frail, [
      P1_FIRST,
      ...[0, 0, 0, 0, 0].flatMap((target) => hit(target)),
    ]);
    expect(turns.map(({ attackerSlot }) => attackerSlot)).to.deep.equal([0, 1, 2, 3, 4]);
    expect(turns.map(({ defenderSlot }) => defenderSlot)).to.deep.equal([0, 1, 2, 3, 4]);
    expect({ rounds, alive, winner }).to.deep.equal({ rounds: 1, alive: [5, 0], winner: 1 });
  });

  it("lets player 2 begin in every slot when the first roll says so", () => {
    const { turns, firstAttacker, winner, alive } = fightScript(frail, [
      P2_FIRST,
      ...[0, 0, 0, 0, 0].flatMap((target) => hit(target)),
    ]);
    expect(firstAttacker).to.equal(2);
    expect(turns.every(({ attacker }) => attacker === 2)).to.equal(true);
    expect({ winner, alive }).to.deep.equal({ winner: 2, alive: [0, 5] });
  });

  it("goes slot by slot, both sides in each, and passes over the fallen", () => {
    const rules = withRules({ healthValues: [1, 1, 1], maxRounds: 1 });
    // P1's slot 0 fells P2's slot 4; P2's slot 0 fells P1's slot 1; from then on everything is dodged.
    const { turns } = fightScript(rules, [
      P1_FIRST,
      ...hit(4),
      ...hit(1),
      ...dodged(0), // P2's slot 1: P1's is dead
      ...dodged(0),
      ...dodged(0),
      ...dodged(0),
      ...dodged(0),
      ...dodged(0), // P1's slot 4: P2's is dead
    ]);
    expect(turns.map(({ attacker, attackerSlot }) => [attackerSlot, attacker])).to.deep.equal([
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
      [4, 1],
    ]);
  });

  it("counts the living in slot order when a target is chosen", () => {
    const rules = withRules({ healthValues: [1, 1, 1], maxRounds: 1 });
    const { turns } = fightScript(rules, [
      P1_FIRST,
      ...hit(1), // fells slot 1: left are 0, 2, 3, 4
      ...dodged(0),
      ...hit(1), // the second of the living, slot 2: left are 0, 3, 4
      ...hit(2), // the third, slot 4: left are 0, 3
      ...dodged(1), // the second, slot 3
      ...dodged(0),
      ...dodged(0),
    ]);
    const targets = turns.filter(({ attacker }) => attacker === 1).map(({ defenderSlot }) => defenderSlot);
    expect(targets).to.deep.equal([1, 2, 4, 3, 0]);
  });

  it("takes no combo roll after a dodge, and logs zeros", () => {
    const rules = withRules({ maxRounds: 1 });
    const { turns, asked } = fightScript(rules, [P1_FIRST, ...Array(10).fill(dodged(4)).flat()]);
    expect(asked).to.have.length(1 + 2 * 10);
    for (const turn of turns) {
      expect(turn).to.include({
        wasDodge: true,
        randomCombo: 0,
        wasCombo: false,
        damageDealt: 0,
        rangePenalty: 0,
      });
      expect(turn.defenderHpEnd).to.equal(turn.defenderHpStart);
    }
  });

  it("logs all seventeen fields of a hit", () => {
    const rules = withRules({ maxRounds: 1 });
    const p1Team = team(11n, [3, 2, 2, 2, 1, 3]);
    const { turns } = fightScript(
      rules,
      [P1_FIRST, ...hit(3, 4, 7), ...Array(9).fill(dodged(0)).flat()],
      p1Team,
    );
    expect(turns[0]).to.deep.equal({
      round: 1,
      attacker: 1,
      attackerSlot: 0,
      attackerAssetId: 11n,
      attackerCharId: 1,
      defenderSlot: 3,
      defenderAssetId: 24n,
      defenderCharId: 1,
      defenderHpStart: 12,
      randomDodge: 7,
      wasDodge: false,
      randomCombo: 4,
      wasCombo: true,
      damageDealt: 7, // 16/2 × 0.5 × 1.75
      defenderHpEnd: 5,
      wasKill: false,
      rangePenalty: 5_000,
    });
  });

  it("logs a killing hit in full, with the hp at 0", () => {
    const { turns } = fightScript(frail, [P1_FIRST, ...[0, 0, 0, 0, 0].flatMap((target) => hit(target, 0))]);
    expect(turns[0]).to.include({ damageDealt: 3, defenderHpStart: 1, defenderHpEnd: 0, wasKill: true });
  });

  it("stops after the mode's last round and gives a tie to player 1", () => {
    const rules = withRules({ maxRounds: 3 });
    const result = fightScript(rules, [P2_FIRST, ...Array(30).fill(dodged(0)).flat()]);
    expect(result).to.include({ winner: 1, rounds: 3, firstAttacker: 2 });
    expect(result.alive).to.deep.equal([5, 5]);
  });

  it("gives the win to player 2 when it has more alive at the end", () => {
    const rules = withRules({ healthValues: [1, 1, 1], maxRounds: 1 });
    const result = fightScript(rules, [P2_FIRST, ...hit(4), ...Array(8).fill(dodged(0)).flat()]);
    expect(result.alive).to.deep.equal([4, 5]);
    expect(result.winner).to.equal(2);
  });

  it("fights at most 100 rounds of ten turns", () => {
    const { turns, rounds } = fightScript(mode, [P1_FIRST, ...Array(1_000).fill(dodged(2)).flat()]);
    expect(turns).to.have.length(1_000);
    expect(rounds).to.equal(100);
  });
});

describe("ScriptedRandom", () => {
  it("fails when a roll is out of range", () => {
    expect(() => new ScriptedRandom([5]).below(5)).to.throw(
      "roll 0 of the script is 5, which below(5) cannot be",
    );
  });

  it("fails when the rolls run out", () => {
    expect(() => new ScriptedRandom([]).below(2)).to.throw(
      "the script has 0 rolls, and below(2) asks for one more",
    );
  });

  it("fails when rolls are left", () => {
    expect(() => new ScriptedRandom([1, 2]).expectUsedUp()).to.throw(
      "2 of the script's 2 rolls were not asked for",
    );
  });
});
