import { expect } from "chai";
import * as fc from "fast-check";
import { network } from "hardhat";
import { type Bytes32, toBytes32 } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import type { RandomHarness } from "../../types/contracts/index.ts";

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toBytes32);
const limits = fc.integer({ min: 1, max: 65_536 });

describe("Random", function () {
  this.timeout(60_000);

  let random: RandomHarness;
  before(async () => {
    const { ethers } = await network.create();
    random = (await ethers.deployContract("RandomHarness")) as unknown as RandomHarness;
  });

  async function expectTheSame(seed: Bytes32, n: number[]): Promise<void> {
    const [values, wordsTaken] = await random.below(seed, n);
    const stream = new SeededRandom(seed);
    const expected = n.map((count) => [stream.below(count), stream.wordsTaken]);
    expect(values.map((value, i) => [Number(value), Number(wordsTaken[i])])).to.deep.equal(expected);
  }

  it("gives the reference's numbers for any seed and any limits, and has taken as many words", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.array(limits, { minLength: 1, maxLength: 100 }), expectTheSame),
    );
  });

  it("gives them where nearly every other word is rejected", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, (seed) => expectTheSame(seed, Array(50).fill(32_769))),
      { numRuns: 20 },
    );
  });

  it("gives them over more than 256 blocks, when the index needs a second byte", async () => {
    await expectTheSame(`0x${"a5".repeat(32)}`, Array(16 * 300).fill(65_536));
  });

  it("takes a word for below(1) too", async () => {
    const [values, wordsTaken] = await random.below(`0x${"a5".repeat(32)}`, [1, 1, 1]);
    expect([...values]).to.deep.equal([0n, 0n, 0n]);
    expect([...wordsTaken]).to.deep.equal([1n, 2n, 3n]);
  });
});
