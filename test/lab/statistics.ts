import { expect } from "chai";
import {
  anytimeInterval,
  estimateMean,
  fitOf,
  jackknife,
  normalQuantile,
  percentileInterval,
  quantileOf,
  studentInterval,
  wilson,
} from "../../lab/statistics.ts";
import { nashMix } from "../../lab/nash.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { expectNear } from "../helpers/near.ts";

function normalOf(random: SeededRandom): number {
  return normalQuantile((random.below(65_536) + 0.5) / 65_536);
}

const seedOf = (byte: string) => `0x${byte.repeat(32)}` as const;

describe("The lab's statistics", function () {
  it("gives Wilson's interval as in the literature", function () {
    // Newcombe 1998, table I: 81 of 263 is 0.2553 to 0.3662; 0 of 20 is 0 to 0.1611; 29 of 29 is 0.8830 to 1.
    const cases = [
      [81, 263, 0.2553, 0.3662],
      [0, 20, 0, 0.1611],
      [29, 29, 0.883, 1],
    ] as const;
    for (const [successes, n, low, high] of cases) {
      const interval = wilson(successes, n);
      expectNear(interval.low, low, 5e-5);
      expectNear(interval.high, high, 5e-5);
    }
  });

  it("widens an interval by the design effect as if n were so much smaller", function () {
    const plain = wilson(500, 1_000);
    const clustered = wilson(2_000, 4_000, 4);
    expectNear(clustered.low, plain.low, 1e-12);
    expectNear(clustered.high, plain.high, 1e-12);
  });

  it("gives the standard error of a mean by the jackknife, exactly", function () {
    const values = [3, 1, 4, 1, 5, 9, 2, 6];
    const mean = values.reduce((a, b) => a + b) / values.length;
    const without = values.map((value) => (mean * values.length - value) / (values.length - 1));
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    expectNear(jackknife(mean, without).error, Math.sqrt(variance / values.length), 1e-12);
    // Student's t with 7 degrees: 2.3646.
    const { low } = studentInterval(jackknife(mean, without), values.length);
    expectNear(mean - low, 2.3646 * Math.sqrt(variance / values.length), 1e-3);
  });

  it("keeps its promise at all looks together, where a plain interval breaks it", function () {
    const random = new SeededRandom(seedOf("5a"));
    const runs = 400;
    const broken = { anytime: 0, plain: 0 };
    for (let run = 0; run < runs; run++) {
      let sum = 0;
      let [anytime, plain] = [false, false];
      for (let look = 1; look <= 100; look++) {
        sum += normalOf(random);
        if (look < 16) continue;
        const one = { value: sum / look, error: 1 / Math.sqrt(look) };
        const { low, high } = anytimeInterval(one, look, look, 25);
        anytime ||= low > 0 || high < 0;
        plain ||= Math.abs(one.value) > 1.96 * one.error;
      }
      broken.anytime += Number(anytime);
      broken.plain += Number(plain);
    }
    // 5 % and three standard errors of it.
    expect(broken.anytime / runs).to.be.below(0.083);
    expect(broken.plain / runs).to.be.above(0.15);
  });

  it("gives the interval of a mean as for the values one by one", function () {
    // 10 times 1, 20 times 2, 10 times 4: mean 2.25, deviation 1.1036 (n - 1), so ± 1.96 × 1.1036 / √40.
    const { value, low, high } = estimateMean([0, 10, 20, 0, 10]);
    expectNear(value, 2.25, 1e-12);
    expectNear(high - value, 0.342, 1e-4);
    expectNear(value - low, 0.342, 1e-4);
  });

  it("takes the middle 95 % of what is resampled", function () {
    const values = Array.from({ length: 1_001 }, (_, i) => i);
    const { value, low, high } = percentileInterval(3, values);
    expect(value).to.equal(3);
    expectNear(low, 25, 1e-9);
    expectNear(high, 975, 1e-9);
  });

  it("finds a die that is loaded, and lets a fair one pass", function () {
    expect(fitOf([{ successes: 5_000, n: 10_000, p: 0.5 }]).pValue).to.equal(1);
    expect(fitOf([{ successes: 5_300, n: 10_000, p: 0.5 }]).pValue).to.be.below(1e-8);
    expect(fitOf([{ successes: 7, n: 7, p: 1 }]).degrees).to.equal(0);
  });

  it("reads quantiles off a histogram", function () {
    expect(quantileOf([0, 5, 0, 4, 1], 0.5)).to.equal(1);
    expect(quantileOf([0, 5, 0, 4, 1], 0.95)).to.equal(4);
    expect(quantileOf([], 0.5)).to.equal(0);
  });

  it("solves rock, paper, scissors, and a lopsided form of it", function () {
    const fair = nashMix([
      [0.5, 0, 1],
      [1, 0.5, 0],
      [0, 1, 0.5],
    ]);
    for (const weight of fair) expectNear(weight, 1 / 3, 1e-9);
    // Payoffs ±1 but rock against scissors ±2 (as chances: 0.25, 0.75, 1): weights 1/4, 1/2, 1/4.
    const lopsided = nashMix([
      [0.5, 0.25, 1],
      [0.75, 0.5, 0.25],
      [0, 0.75, 0.5],
    ]);
    [0.25, 0.5, 0.25].forEach((weight, i) => expectNear(lopsided[i]!, weight, 1e-9));
  });

  it("puts everything on a team that beats all others", function () {
    expect(
      nashMix([
        [0.5, 0.6],
        [0.4, 0.5],
      ]),
    ).to.deep.equal([1, 0]);
  });
});
