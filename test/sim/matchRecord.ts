import { expect } from "chai";
import { type Bytes32, seal, seedOf } from "../../sim/sealing/commitment.ts";
import { openMatch, recordMatch } from "../../sim/sealing/matchRecord.ts";

const P1: Bytes32 = `0x${"11".repeat(32)}`;
const P2: Bytes32 = `0x${"22".repeat(32)}`;

describe("A match record", () => {
  const p1 = { nonce: P1, assetIds: [11n, 12n, 13n, 14n, 15n] };
  const p2 = { nonce: P2, assetIds: [21n, 22n, 23n, 24n, 25n] };

  it("holds the commitment to player 1's opening", () => {
    expect(recordMatch(p1, p2).teamHash).to.equal(seal(P1, p1.assetIds));
  });

  it("opens to the seed of both nonces", () => {
    expect(openMatch(recordMatch(p1, p2))).to.equal(seedOf(P1, P2));
  });

  it("takes lists of any length, for other games than battles", () => {
    const cards = { nonce: P1, assetIds: [7n] };
    expect(openMatch(recordMatch(cards, p2))).to.equal(seedOf(P1, P2));
  });

  it("does not open with another nonce than was sealed", () => {
    const record = { ...recordMatch(p1, p2), p1: { ...p1, nonce: P2 } };
    expect(() => openMatch(record)).to.throw("teamHash");
  });

  it("does not open with the assets in another order", () => {
    const record = { ...recordMatch(p1, p2), p1: { ...p1, assetIds: p1.assetIds.toReversed() } };
    expect(() => openMatch(record)).to.throw("teamHash");
  });
});
