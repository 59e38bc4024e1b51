import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { canonicalJson, type Json } from "../../audit/canonical.ts";
import { distinctBytes, FEWEST_DISTINCT_BYTES, RepeatFilter } from "../../audit/nonces.ts";
import { addRoll, emptyCounts, testUniformity } from "../../audit/uniformity.ts";
import { toBytes32 } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { duel } from "./helpers/duelCommand.ts";
import { measureAudit } from "../../scripts/bench/audit.ts";
import { syntheticRecords } from "../../scripts/bench/syntheticGames.ts";

const IS_DEEP = process.env.SEALED_DUEL_DEEP === "1";
const GAMES = IS_DEEP ? 100_000 : 1_000;

describe(`duel audit of ${GAMES} games`, () => {
  it("finds them all good, in memory that does not grow with their number", async function () {
    this.timeout(IS_DEEP ? 1_200_000 : 60_000);
    const folder = mkdtempSync(join(tmpdir(), "scale-"));
    try {
      const out = createWriteStream(join(folder, "dataset.jsonl"));
      for (const record of syntheticRecords(GAMES)) {
        if (!out.write(`${canonicalJson(record as unknown as Json)}\n`)) await once(out, "drain");
      }
      out.end();
      await once(out, "finish");
      // A heap this small would not hold even 20,000 records: 16 kB of text each, far more as objects.
      const env = { NODE_OPTIONS: "--max-old-space-size=96" };
      const { code, stdout, stderr } = await duel(["audit", "--offline", "--out", folder], "", env);
      expect(stdout, stderr).to.contain(`Games: ${GAMES} good, 0 differ, 0 not fully checked`);
      expect(code).to.equal(0);
      const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as {
        nonces: object;
        rolls: { kind: string; tests: { test: string; pValue: number }[] }[];
      };
      expect(report.nonces).to.deep.equal({ used: 2 * GAMES, repeated: [], weak: [] });
      // The nonces are fixed, so these values are too: honest rolls pass, with room for 20 tests.
      for (const { kind, tests } of report.rolls) {
        for (const { test, pValue } of tests) expect(pValue, `${kind}: ${test}`).to.be.greaterThan(0.0005);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the bench of the audit", () => {
  it("measures all it promises, and memory that does not grow with the games", async () => {
    const figures = await measureAudit({ quick: true });
    expect(figures.ratio).to.be.above(0);
    expect(figures.loadedPerSecond).to.be.above(0);
    expect(figures.checkedPerSecond).to.be.above(figures.loadedPerSecond);
    // Eight times the games; the garbage collector's mood is worth some.
    expect(figures.memoryGrowthMb).to.be.below(48);
  }).timeout(120_000);
});

describe("the audit's tests of rolls", () => {
  const N = 11;
  const draws = (count: number, next: (random: SeededRandom, last: number) => number) => {
    const random = new SeededRandom(toBytes32(new Uint8Array(32).fill(7)));
    const rolls = emptyCounts(N);
    let last = 0;
    for (let i = 0; i < count; i++) addRoll(rolls, (last = next(random, last)));
    return Object.fromEntries(testUniformity(rolls).map((result) => [result.test, result]));
  };

  it("pass a fair roll", () => {
    const results = draws(20_000, (random) => random.below(N));
    for (const { pValue } of Object.values(results)) expect(pValue).to.be.greaterThan(0.01);
  });
  it("find a value that comes a little too often, by chi-square", () => {
    const biased = draws(20_000, (random) => (random.below(40) === 0 ? 3 : random.below(N)));
    expect(biased["chi-square"]!.pValue).to.be.lessThan(0.001);
  });
  it("find rolls that stick to the last one, by runs and by lag-1", () => {
    const sticky = draws(20_000, (random, last) => (random.below(15) === 0 ? last : random.below(N)));
    expect(sticky.runs!.pValue).to.be.lessThan(0.001);
    expect(sticky["lag-1"]!.pValue).to.be.lessThan(0.001);
  });
  it("say that a larger sample finds a smaller fault", () => {
    const [few, many] = [
      draws(1_000, (random) => random.below(N)),
      draws(16_000, (random) => random.below(N)),
    ];
    for (const test of ["chi-square", "runs", "lag-1"]) {
      expect(few[test]!.detectable / many[test]!.detectable).to.be.within(3.99, 4.01);
    }
  });
  it("are not made on a handful of rolls", () => {
    expect(draws(50, (random) => random.below(N))).to.deep.equal({});
  });
});

describe("the audit's look at nonces", () => {
  it("calls a nonce weak that chance would make once in 280 million", () => {
    // The number of distinct values among 32 random bytes, one byte after the other.
    let chances = [1];
    for (let drawn = 0; drawn < 32; drawn++) {
      chances = Array.from(
        { length: drawn + 2 },
        (_, k) => ((chances[k] ?? 0) * k + (chances[k - 1] ?? 0) * (257 - k)) / 256,
      );
    }
    const weak = chances.slice(0, FEWEST_DISTINCT_BYTES).reduce((sum, chance) => sum + chance, 0);
    expect(1 / weak).to.be.within(275e6, 285e6);
  });
  it("counts distinct bytes", () => {
    expect(distinctBytes(`0x${"11".repeat(32)}`)).to.equal(1);
    expect(distinctBytes(toBytes32(Uint8Array.from({ length: 32 }, (_, i) => i)))).to.equal(32);
  });
  it("never misses a nonce that came before", () => {
    const filter = new RepeatFilter();
    const nonces = Array.from({ length: 500 }, (_, i) => toBytes32(new Uint8Array(32).fill(i % 250)));
    const seen = nonces.map((nonce) => filter.mayHaveSeen(nonce));
    expect(seen.slice(0, 250).filter(Boolean)).to.have.length(0);
    expect(seen.slice(250).every(Boolean)).to.equal(true);
  });
});
