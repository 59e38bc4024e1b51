import { expect } from "chai";
import { concat, Interface, keccak256, toBeHex } from "ethers";
import { network } from "hardhat";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { packRolls, packValues } from "../helpers/packing.ts";
import { type Bytes32, seal } from "../../sim/sealing/commitment.ts";
import type { MemoryHarness } from "../../types/contracts/index.ts";

describe("The libraries' use of memory", () => {
  let harness: MemoryHarness;
  before(async () => {
    const { ethers } = await network.create();
    harness = (await ethers.deployContract("MemoryHarness")) as unknown as MemoryHarness;
  });

  it("a battle comes out the same in memory that was used before", async () => {
    const profiles = [0, 1, 2, 3, 4].reduce((bits, slot) => bits | (0x555n << BigInt(32 * slot)), 0n);
    for (const seed of [1n, 2n, 3n]) {
      const bytes = `0x${seed.toString(16).padStart(64, "0")}`;
      const args = [bytes, packValues(DEFAULT_MODE.battle), packRolls(DEFAULT_MODE.battle)] as const;
      const fresh = await harness.fight(...args, profiles, profiles, false);
      expect(await harness.fight(...args, profiles, profiles, true)).to.deep.equal(fresh);
      expect(fresh.turns.length).to.be.greaterThan(2);
    }
  });

  it("a battle refuses a caller that has filled its place", async () => {
    const { data } = await harness.fightWithoutRoom().then(
      () => expect.fail("it fought"),
      (error: { data: string }) => error,
    );
    const battleErrors = new Interface(["error BattleArenaTaken(uint256 freeMemory, uint256 arena)"]);
    const { freeMemory, arena } = battleErrors.parseError(data)!.args;
    expect(arena).to.equal(4_096n);
    expect(freeMemory > arena).to.equal(true);
  });

  it("a seal of the five longest ids leaves the memory beside it alone", async () => {
    const longest = 2n ** 256n - 1n;
    const ids: [bigint, bigint, bigint, bigint, bigint] = [longest, longest, longest, longest, longest];
    const neighbours: typeof ids = [1n, 2n, 3n, 4n, longest];
    const nonce: Bytes32 = `0x${"a5".repeat(32)}`;
    const { teamHash, left } = await harness.sealBeside(nonce, ids, neighbours);
    expect(teamHash).to.equal(seal(nonce, ids));
    expect(left).to.equal(keccak256(concat(neighbours.map((word) => toBeHex(word, 32)))));
  });
});
