import { execFileSync } from "node:child_process";
import { expect } from "chai";
import {
  type Bytes32,
  generateNonce,
  readBytes32,
  seal,
  sealText,
  seedOf,
} from "../../sim/sealing/commitment.ts";
import { InputError } from "../../sim/input.ts";

const nonce: Bytes32 = `0x${"0123456789abcdef".repeat(4)}`;
const team = [11n, 12n, 13n, 14n, 15n];

/** What a player would type: printf '%s:%s' NONCE IDS | sha256sum. */
function byHand(format: string, ...texts: string[]): string {
  const command = `printf '${format}' "$@" | sha256sum`;
  return `0x${execFileSync("sh", ["-c", command, "sh", ...texts], { encoding: "utf8" }).slice(0, 64)}`;
}

describe("commitment", () => {
  it("is what coreutils say", () => {
    expect(seal(nonce, team)).to.equal(byHand("%s:%s", nonce.slice(2), "11,12,13,14,15"));
  });

  it("is what coreutils say for the largest ids and a fresh nonce", () => {
    const fresh = generateNonce();
    const ids = team.map((id) => 2n ** 256n - id);
    expect(seal(fresh, ids)).to.equal(byHand("%s:%s", fresh.slice(2), ids.join(",")));
  });

  it("seals a readable text", () => {
    expect(sealText(nonce, team)).to.equal(`${nonce.slice(2)}:11,12,13,14,15`);
  });

  it("is another one when the border between nonce and ids moves", () => {
    // The same digits in the same order, with the nonce's last one given to the first id.
    const shifted: Bytes32 = `0x0${"1".repeat(63)}`;
    const straight: Bytes32 = `0x${"1".repeat(63)}2`;
    expect(seal(straight, [3n, 4n, 5n, 6n, 7n])).to.not.equal(seal(shifted, [23n, 4n, 5n, 6n, 7n]));
    expect(seal(nonce, [1n, 112n, 13n, 14n, 15n])).to.not.equal(seal(nonce, team));
  });

  it("depends on the order of the team", () => {
    expect(seal(nonce, team.toReversed())).to.not.equal(seal(nonce, team));
  });

  it("reads a nonce in capitals as the same nonce", () => {
    expect(readBytes32(`0x${"0123456789ABCDEF".repeat(4)}`, "nonce")).to.equal(nonce);
  });

  for (const [what, value] of Object.entries({
    "a short nonce": `0x${"1".repeat(63)}`,
    "a long nonce": `0x${"1".repeat(65)}`,
    "a nonce without 0x": "1".repeat(64),
    "a nonce with another letter": `0x${"g".repeat(64)}`,
    "a nonce with a line break behind it": `0x${"1".repeat(64)}\n`,
    "a number": 1,
    "no nonce": undefined,
  })) {
    it(`refuses ${what}`, () => {
      expect(() => readBytes32(value, "p1Nonce")).to.throw(
        InputError,
        /^p1Nonce: .*; expected 0x and 64 hex digits/,
      );
    });
  }
});

describe("seed", () => {
  const other: Bytes32 = `0x${"fe".repeat(32)}`;

  it("is what coreutils say", () => {
    expect(seedOf(nonce, other)).to.equal(byHand("%s%s", nonce.slice(2), other.slice(2)));
  });

  it("depends on who has which nonce", () => {
    expect(seedOf(nonce, other)).to.not.equal(seedOf(other, nonce));
  });
});

describe("nonces", () => {
  it("are 32 fresh bytes each", () => {
    const nonces = Array.from({ length: 100 }, generateNonce);
    for (const one of nonces) expect(readBytes32(one, "nonce")).to.equal(one);
    expect(new Set(nonces).size).to.equal(100);
  });
});
