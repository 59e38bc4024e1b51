import { expect } from "chai";
import { BUILDS, ExactSolver, buildOf, solveAll } from "../../lab/exact.ts";
import { jobsOf, type Run } from "../../lab/jobs.ts";
import { wilson } from "../../lab/statistics.ts";
import { doJob } from "../../lab/work.ts";
import { BPS, damageOf, dodges, statsOf } from "../../sim/battle/battle.ts";
import type { BattleMode } from "../../sim/battle/modes.ts";
import type { Tiers } from "../../sim/battle/stats.ts";
import { DEFAULT_MODE, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { SeededRandom, roll } from "../../sim/sealing/random.ts";
import { totalOf } from "../../lab/tally.ts";
import { expectNear } from "../helpers/near.ts";

/** PROTOCOL 4 with one fighter a side, both in slot 0: written from the text, with the reference's formulas. */
function fightOne(mode: BattleMode, builds: readonly [Tiers, Tiers], random: SeededRandom): 1 | 2 {
  const stats = builds.map((tiers) => statsOf(mode, { tiers }));
  const hp = stats.map(({ health }) => health);
  const first = random.below(2);
  for (let round = 1; round <= mode.maxRounds; round++) {
    for (const side of [first, 1 - first]) {
      const [attacker, target] = [stats[side]!, stats[1 - side]!];
      random.below(1);
      if (dodges(attacker, target, roll(random, mode.dodgeMaxRandom))) continue;
      const isCombo = attacker.combo >= roll(random, mode.comboMaxRandom);
      hp[1 - side]! -= damageOf(attacker, target, BPS, isCombo ? mode.comboFactor : BPS);
      if (hp[1 - side]! <= 0) return side === 0 ? 1 : 2;
    }
  }
  return 1;
}

const FIGHTS = process.env.SEALED_DUEL_DEEP ? 40_000 : 4_000;

describe("The exact solver", function () {
  this.timeout(60_000);

  it("agrees with the rules played out, in every shipped mode", function () {
    const random = new SeededRandom(`0x${"17".repeat(32)}`);
    let outside = 0;
    let pairs = 0;
    for (const { battle } of SHIPPED_MODES) {
      const solver = new ExactSolver(battle);
      for (let i = 0; i < 8; i++) {
        const builds = [buildOf(random.below(BUILDS)), buildOf(random.below(BUILDS))] as const;
        let wins = 0;
        for (let k = 0; k < FIGHTS; k++) wins += fightOne(battle, builds, random) === 1 ? 1 : 0;
        const { p1Wins } = solver.solve(...builds);
        const { low, high } = wilson(wins, FIGHTS);
        pairs++;
        if (p1Wins < low - 0.005 || p1Wins > high + 0.005) outside++;
      }
    }
    expect(outside, `of ${pairs}`).to.equal(0);
  });

  it("gives a coin's chances for two who never dodge and kill at once", function () {
    const battle: BattleMode = {
      ...DEFAULT_MODE.battle,
      healthValues: [1, 1, 1],
      speedValues: [1, 1, 1],
      dodgeMaxRandom: 1,
    };
    // Rolls 0 and 1 both dodge at equal speed: nobody is ever hit, and player 1 wins at the end.
    expect(new ExactSolver(battle).solve([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1])).to.deep.equal({
      p1Wins: 1,
      p1WinsFirst: 1,
      p1WinsSecond: 1,
      capped: 1,
    });
    // A roll of 2 or 3 hits: half the attacks kill. First wins a race of coins: 1/2 ÷ (1 − 1/4) = 2/3.
    const fair = { ...battle, dodgeMaxRandom: 3 };
    const { p1WinsFirst, p1Wins } = new ExactSolver(fair).solve([1, 1, 1, 1, 1, 1], [3, 3, 3, 3, 3, 3]);
    expectNear(p1WinsFirst, 2 / 3, 1e-12);
    expectNear(p1Wins, 1 / 2, 1e-12);
  });

  it("solves every pair of the 729 builds, and the two sides of a pair make 1", function () {
    const chances = solveAll(DEFAULT_MODE.battle);
    expect(chances).to.have.length(BUILDS ** 2);
    let worst = 0;
    for (let i = 0; i < BUILDS; i++) {
      for (let j = 0; j < BUILDS; j++) {
        worst = Math.max(worst, Math.abs(chances[BUILDS * i + j]! + chances[BUILDS * j + i]! - 1));
      }
    }
    // Player 1's win after 100 rounds with both standing is all that parts them.
    expect(worst).to.be.below(1e-6);
  });
});

/**
 * Five against five, exactly, where every hit kills and dodges are a coin: a battle is then a chain over who still
 * stands. It goes through all that the sampler does: slots, order of turns, choice of targets, ends.
 */
function exactFiveOnFive(dodge: number, maxRounds: number): { firstWins: number; turns: number } {
  const all = 0b11111;
  let states = new Map<number, number>([[(all << 5) | all, 1]]);
  let [firstWins, turns] = [0, 0];
  for (let round = 1; round <= maxRounds; round++) {
    for (let slot = 0; slot < 5; slot++) {
      for (const side of [0, 1]) {
        const next = new Map<number, number>();
        const add = (state: number, chance: number) => next.set(state, (next.get(state) ?? 0) + chance);
        for (const [state, chance] of states) {
          const own = (state >>> (5 * side)) & all;
          const foes = (state >>> (5 * (1 - side))) & all;
          if (((own >>> slot) & 1) === 0) {
            add(state, chance);
            continue;
          }
          turns += chance;
          add(state, chance * dodge);
          const targets = [0, 1, 2, 3, 4].filter((target) => (foes >>> target) & 1);
          for (const target of targets) {
            const part = (chance * (1 - dodge)) / targets.length;
            if (targets.length > 1) add(state & ~(1 << (5 * (1 - side) + target)), part);
            else if (side === 0) firstWins += part;
          }
        }
        states = next;
      }
    }
  }
  return { firstWins, turns };
}

describe("The sampler", function () {
  this.timeout(60_000);

  it("finds what is exact for five against five, where every hit kills", function () {
    const battle: BattleMode = {
      ...DEFAULT_MODE.battle,
      healthValues: [1, 1, 1],
      speedValues: [1, 1, 1],
      dodgeMaxRandom: 3,
    };
    const run: Run = {
      task: { kind: "report", mode: battle, teams: { kind: "drawn", rule: null, mirrorEvery: 8 } },
      label: "every hit kills",
      fights: 262_144,
    };
    const total = totalOf(jobsOf(run).map((job) => doJob(run, job)));
    const { firstWins, turns } = exactFiveOnFive(1 / 2, battle.maxRounds);
    const [a = 0, b = 0, c = 0, d = 0] = total.counts.ends!;
    const n = a + b + c + d;
    // Four standard errors: a false alarm in 16,000 runs of other seeds.
    expectNear((a + d) / n, firstWins, 4 * Math.sqrt(0.25 / n));
    const lengths = total.counts.turns!;
    const mean = lengths.reduce((sum, fights, length) => sum + fights * length, 0) / n;
    const squares = lengths.reduce((sum, fights, length) => sum + fights * (length - mean) ** 2, 0) / n;
    expectNear(mean, turns, 4 * Math.sqrt(squares / n));
  });
});
