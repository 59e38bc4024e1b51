import { expect } from "chai";
import * as fc from "fast-check";
import { network } from "hardhat";
import { type Bytes32, seal, seedOf, toBytes32 } from "../../sim/sealing/commitment.ts";
import type { CommitmentHarness } from "../../types/contracts/index.ts";

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toBytes32);
// Ids of every length: a uniform one would almost always have 77 or 78 digits.
const assetId = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 256 }))
  .map(([id, shift]) => id >> BigInt(shift));

describe("Commitment", function () {
  this.timeout(60_000);

  let commitment: CommitmentHarness;
  before(async () => {
    const { ethers } = await network.create();
    commitment = (await ethers.deployContract("CommitmentHarness")) as unknown as CommitmentHarness;
  });

  it("seals any nonce and any ids as the reference does", async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, fc.tuple(assetId, assetId, assetId, assetId, assetId), async (nonce, ids) => {
        expect(await commitment.seal(nonce, ids)).to.equal(seal(nonce, ids));
      }),
    );
  });

  it("makes the same seed as the reference from any nonces", async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, bytes32, async (p1Nonce, p2Nonce) => {
        expect(await commitment.seedOf(p1Nonce, p2Nonce)).to.equal(seedOf(p1Nonce, p2Nonce));
      }),
    );
  });

  it("writes every byte of a nonce as two lowercase digits", async () => {
    for (let byte = 0; byte < 256; byte += 32) {
      const nonce = toBytes32(Uint8Array.from({ length: 32 }, (_, i) => byte + i));
      expect(await commitment.seedOf(nonce, nonce)).to.equal(seedOf(nonce, nonce));
    }
  });

  it("writes every number of digits, at both ends", async () => {
    const nonce: Bytes32 = `0x${"00".repeat(32)}`;
    for (let digits = 0n; digits < 77n; digits++) {
      const ids: [bigint, bigint, bigint, bigint, bigint] = [10n ** digits, 10n ** digits - 1n, 0n, 9n, 10n];
      expect(await commitment.seal(nonce, ids)).to.equal(seal(nonce, ids));
    }
  });
});
