import { expect } from "chai";
import { matrixRun, type Run } from "../../lab/jobs.ts";
import { evaluateMeta } from "../../lab/meta.ts";
import { EMPTY_TALLY, type Tally } from "../../lab/tally.ts";
import type { TeamRule } from "../../lab/teams.ts";
import { CHARACTERS } from "../../sim/battle/characters.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { expectNear } from "../helpers/near.ts";

const LINEUPS = [
  [0, 1, 2, 3, 4],
  [5, 6, 7, 8, 9],
  [10, 11, 12, 13, 14],
];

function runOf(fightsPerPair: number, rule: TeamRule = null): Run {
  const task = { kind: "matrix", mode: DEFAULT_MODE.battle, rule, lineups: LINEUPS, fightsPerPair } as const;
  return matrixRun({ ...task, swapFights: 0 }, "meta");
}

/** Wins of team 0 over 1 and 2, and of 1 over 2. */
const winsOf = (first: readonly [number, number], second: number): Tally => ({
  ...EMPTY_TALLY,
  counts: { 0: [0, ...first], 1: [0, 0, second] },
});

const evaluate = (run: Run, tallies: readonly Tally[]) => evaluateMeta(run, { viable: 0.45 }, tallies);

describe("The lab's meta", function () {
  this.timeout(60_000);

  it("is sure of a team that beats all others by far", function () {
    const { teams, viableTeams, mixKeeps } = evaluate(runOf(1_000), [winsOf([900, 900], 500)]);
    expect(teams.map(({ nashWeight }) => nashWeight)).to.deep.equal([
      { value: 1, low: 1, high: 1 },
      { value: 0, low: 0, high: 0 },
      { value: 0, low: 0, high: 0 },
    ]);
    expectNear(viableTeams.value, 1 / 3, 1e-12);
    expect(viableTeams.high).to.equal(viableTeams.low);
    expect(mixKeeps.low).to.equal(0.5);
  });

  it("finds the mix of teams that beat each other in a circle, narrower the more they fought", function () {
    const widths = [100, 10_000].map((n) => {
      const { teams } = evaluate(runOf(n), [winsOf([0.6 * n, 0.4 * n], 0.6 * n)]);
      for (const { nashWeight } of teams) expectNear(nashWeight.value, 1 / 3, 1e-9);
      const { low, high } = teams[0]!.nashWeight;
      expect(low).to.be.below(1 / 3);
      expect(high).to.be.above(1 / 3);
      return high - low;
    });
    expect(widths[0]).to.be.above(0.5);
    expect(widths[1]).to.be.within(0.01, 0.15);
  });

  it("has intervals that cover the true mix about as often as they say", function () {
    const random = new SeededRandom(`0x${"3e".repeat(32)}`);
    const n = 400;
    const winsWith = (chance: number): number =>
      Array.from({ length: n }, () => Number(random.below(1_000) < 1_000 * chance)).reduce((a, b) => a + b);
    const matrices = 60;
    let covered = 0;
    for (let i = 0; i < matrices; i++) {
      const wins = winsOf([winsWith(0.65), winsWith(0.35)], winsWith(0.65));
      const { low, high } = evaluate(runOf(n), [wins]).teams[0]!.nashWeight;
      if (low <= 1 / 3 && high >= 1 / 3) covered++;
    }
    // 95 % of 60 is 57, with a standard error of 1.7.
    expect(covered).to.be.within(51, 60);
  });

  /** Ten jobs of swaps, in which each character wins its share in each slot, give or take a little from job to job. */
  function swapsWith(shareOf: (place: number, slot: number) => number): readonly Tally[] {
    const places = Array.from({ length: 5 * CHARACTERS.length }, (_, i) => i);
    return Array.from({ length: 10 }, (_, job) => ({
      ...EMPTY_TALLY,
      counts: {
        ...(job === 0 ? winsOf([50, 50], 50).counts : {}),
        "swap.fought": places.map(() => 1_000),
        "swap.won": places.map((i) => {
          const share = shareOf(i % CHARACTERS.length, Math.floor(i / CHARACTERS.length));
          return Math.round(1_000 * share) + ((i * 7 + job * 13) % 21) - 10;
        }),
      },
    }));
  }

  it("calls a character dominated if five others are better in each slot", function () {
    const strong = [20, 21, 22, 23, 24];
    const { characters, dominated } = evaluate(
      runOf(100),
      swapsWith((place) => (place === 0 ? 0.4 : strong.includes(place) ? 0.6 : 0.4 + 0.1 * (place % 2))),
    );
    expect(
      characters[0]!.betterInItsPlace
        .slice(0, 5)
        .map(({ id }) => id)
        .toSorted(),
    ).to.deep.equal([21, 22, 23, 24, 25]);
    expect(dominated).to.include(1).and.not.include(21);
    const { gain } = characters[0]!.betterInItsPlace[0]!;
    expect(gain.low).to.be.above(0.17).and.below(gain.value);
    expectNear(characters[20]!.inAnyPlace!.value, 0.6, 0.01);
  });

  it("does not if they are worse in a single slot, or only four", function () {
    const better = (count: number, slots: number) =>
      evaluate(
        runOf(100),
        swapsWith((place, slot) => (place >= 20 && place < 20 + count && slot < slots ? 0.6 : 0.4)),
      );
    expect(better(5, 5).dominated).to.include(1);
    expect(better(5, 4).dominated).to.deep.equal([]);
    expect(better(4, 5).dominated).to.deep.equal([]);
  });

  it("lets only characters of the same kind stand in under a team rule, and needs fewer of them", function () {
    const ofKind = CHARACTERS.filter(({ kind }) => kind === "support").map(({ id }) => id);
    const [weak, strong] = [ofKind[0]!, ofKind[1]!];
    const tanks = CHARACTERS.filter(({ kind }) => kind === "tank").map(({ id }) => id);
    const { characters, dominated } = evaluate(
      runOf(100, { tank: 2, damage: 2, support: 1 }),
      swapsWith((place) => (place === strong - 1 || tanks.includes(place + 1) ? 0.6 : 0.4)),
    );
    expect(characters[weak - 1]!.betterInItsPlace.map(({ id }) => id)).to.deep.equal([strong]);
    expect(dominated).to.include(weak).and.not.include(strong);
  });
});
