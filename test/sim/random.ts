import { createHash } from "node:crypto";
import { expect } from "chai";
import { type Bytes32, toBytes32 } from "../../sim/sealing/commitment.ts";
import { roll, SeededRandom } from "../../sim/sealing/random.ts";
import { ScriptedRandom } from "../helpers/scriptedRandom.ts";

const seed: Bytes32 = toBytes32(createHash("sha256").update("a seed").digest());

/** The stream as PROTOCOL 3 puts it, by other means: all blocks as one buffer. */
function wordsOf(count: number): number[] {
  const blocks = Array.from({ length: Math.ceil(count / 16) }, (_, index) => {
    const input = Buffer.alloc(36);
    input.write(seed.slice(2), "hex");
    input.writeUInt32BE(index, 32);
    return createHash("sha256").update(input).digest();
  });
  const stream = Buffer.concat(blocks);
  return Array.from({ length: count }, (_, i) => stream.readUInt16BE(2 * i));
}

describe("random", () => {
  it("reads the SHA-256 blocks of the seed as 16-bit words, over many blocks", () => {
    const random = new SeededRandom(seed);
    const words = wordsOf(5_000);
    expect(words.map(() => random.below(65_536))).to.deep.equal(words);
    expect(random.wordsTaken).to.equal(5_000);
  });

  it("takes a word for below(1) too", () => {
    const random = new SeededRandom(seed);
    expect(random.below(1)).to.equal(0);
    expect(random.wordsTaken).to.equal(1);
  });

  it("throws words away from the largest multiple of n on", () => {
    const n = 40_000;
    const accepted = wordsOf(2_000).filter((word) => word < n);
    const random = new SeededRandom(seed);
    expect(accepted.map(() => random.below(n))).to.deep.equal(accepted);
  });

  it("has counted rejected words in its state", () => {
    const n = 32_769;
    const words = wordsOf(64);
    const random = new SeededRandom(seed);
    const firstAccepted = words.findIndex((word) => word < n);
    random.below(n);
    expect(random.wordsTaken).to.equal(firstAccepted + 1);
  });

  it("rolls 0..max, both included", () => {
    const random = new ScriptedRandom([0, 10]);
    expect([roll(random, 10), roll(random, 10)]).to.deep.equal([0, 10]);
    expect(random.asked).to.deep.equal([11, 11]);
  });

  // Not a statistical test: each of the 65,536 words is equally likely, so the accepted ones are counted exactly.
  for (const n of [1, 2, 3, 5, 7, 11, 1_000, 32_768, 32_769, 65_535, 65_536]) {
    it(`has no modulo bias below ${n}: as many words give each value`, () => {
      const counts = new Uint32Array(n);
      for (let word = 0; word < 65_536; word++) {
        if (word < 65_536 - (65_536 % n)) counts[word % n]!++;
      }
      expect(new Set(counts)).to.deep.equal(new Set([Math.floor(65_536 / n)]));
    });

    it(`follows that rule below ${n} word by word`, () => {
      const limit = 65_536 - (65_536 % n);
      const expected = wordsOf(1_000)
        .filter((word) => word < limit)
        .map((word) => word % n);
      const random = new SeededRandom(seed);
      expect(expected.map(() => random.below(n))).to.deep.equal(expected);
    });
  }
});
