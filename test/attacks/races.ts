import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { expect } from "chai";
import type { Interface } from "ethers";
import {
  ALL_DEPOSITED,
  ALL_JOINED,
  type Arena,
  BET,
  DAY,
  deployArena,
  networkHelpers,
  nonceForWinner,
  P1_CANCELED,
  P1_DEPOSITED,
  P1_NONCE,
  P1_WIN,
  P2_WIN_INACTIVE,
  playTo,
} from "../helpers/arena.ts";
import { inOneBlock } from "../helpers/oneBlock.ts";

describe("Attacks: races in one block", () => {
  let arena: Arena;
  let duelAddress: string;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
    duelAddress = await arena.duel.getAddress();
  });

  const by = (who: HardhatEthersSigner, method: string, args: readonly unknown[]) => {
    const abi: Interface = arena.duel.interface;
    return { who, to: duelAddress, data: abi.encodeFunctionData(method, args) };
  };
  const balances = async () =>
    Promise.all([arena.p1, arena.p2, arena.stranger].map((player) => arena.fight.balanceOf(player)));
  const changes = async (before: readonly bigint[]) =>
    (await balances()).map((balance, i) => balance - before[i]!);
  const stateOf = async (gameId: bigint) => Number((await arena.duel.game(gameId)).state);

  describe("when player 1 cancels while player 2 deposits", () => {
    it("refunds player 1 and takes nothing from player 2 if the cancel is first", async () => {
      const gameId = await playTo(arena, P1_DEPOSITED);
      const before = await balances();
      const isGood = await inOneBlock(by(arena.p1, "cancel", [gameId]), by(arena.p2, "deposit", [gameId]));
      expect(isGood).to.deep.equal([true, false]);
      expect(await changes(before)).to.deep.equal([BET, 0n, 0n]);
      expect(await stateOf(gameId)).to.equal(P1_CANCELED);
    });

    it("lets the game go on if the deposit is first", async () => {
      const gameId = await playTo(arena, P1_DEPOSITED);
      const before = await balances();
      const isGood = await inOneBlock(by(arena.p2, "deposit", [gameId]), by(arena.p1, "cancel", [gameId]));
      expect(isGood).to.deep.equal([true, false]);
      expect(await changes(before)).to.deep.equal([0n, -BET, 0n]);
      expect(await stateOf(gameId)).to.equal(ALL_DEPOSITED);
    });
  });

  for (const [first, second] of [
    ["p2", "stranger"],
    ["stranger", "p2"],
  ] as const) {
    it(`lets only ${first}, who is first, be player 2 when ${second} deposits in the same block`, async () => {
      const gameId = await playTo(arena, P1_DEPOSITED);
      const before = await arena.fight.balanceOf(arena[second]);
      const isGood = await inOneBlock(
        by(arena[first], "deposit", [gameId]),
        by(arena[second], "deposit", [gameId]),
      );
      expect(isGood).to.deep.equal([true, false]);
      expect((await arena.duel.game(gameId)).p2).to.equal(arena[first].address);
      expect(await arena.fight.balanceOf(arena[second])).to.equal(before);
    });
  }

  describe("when player 1 reveals while player 2 claims", () => {
    const ready = async () => {
      const gameId = await playTo(arena, ALL_JOINED);
      await networkHelpers.time.increase(DAY);
      return gameId;
    };

    it("fights if the reveal is first, and pays once", async () => {
      const gameId = await ready();
      const before = await balances();
      const isGood = await inOneBlock(
        by(arena.p1, "reveal", [gameId, P1_NONCE, arena.p1Team]),
        by(arena.p2, "claimInactive", [gameId]),
      );
      expect(isGood).to.deep.equal([true, false]);
      expect(await stateOf(gameId)).to.equal(P1_WIN);
      expect(await changes(before)).to.deep.equal([(2n * BET * 8n) / 10n, 0n, 0n]);
    });

    it("is lost by inactivity if the claim is first, and pays once", async () => {
      const gameId = await ready();
      const before = await balances();
      const isGood = await inOneBlock(
        by(arena.p2, "claimInactive", [gameId]),
        by(arena.p1, "reveal", [gameId, P1_NONCE, arena.p1Team]),
      );
      expect(isGood).to.deep.equal([true, false]);
      expect(await stateOf(gameId)).to.equal(P2_WIN_INACTIVE);
      expect(await changes(before)).to.deep.equal([0n, 2n * BET, 0n]);
    });
  });

  describe("when player 1 reads player 2's transaction before it is mined", () => {
    it("can cancel in front of a depositAndJoin that it would lose, but player 2 loses no stake", async () => {
      const gameId = await playTo(arena, P1_DEPOSITED);
      const p2Nonce = await nonceForWinner(arena, 2);
      const before = await balances();
      const isGood = await inOneBlock(
        by(arena.p1, "cancel", [gameId]),
        by(arena.p2, "depositAndJoin", [gameId, p2Nonce, arena.p2Team]),
      );
      expect(isGood).to.deep.equal([true, false]);
      expect(await changes(before)).to.deep.equal([BET, 0n, 0n]);
      expect(await arena.fight.balanceOf(arena.duel)).to.equal(0n);
    });

    it("cannot cancel in front of a join whose deposit was mined before", async () => {
      const gameId = await playTo(arena, ALL_DEPOSITED);
      const isGood = await inOneBlock(
        by(arena.p1, "cancel", [gameId]),
        by(arena.p2, "joinGame", [gameId, await nonceForWinner(arena, 2), arena.p2Team]),
      );
      expect(isGood).to.deep.equal([false, true]);
      expect(await stateOf(gameId)).to.equal(ALL_JOINED);
    });
  });

  it("keeps two withdrawals of one credit in one block from paying twice", async () => {
    await playTo(arena, P1_WIN);
    const { house, duel, fight, stranger } = arena;
    const credit = await duel.creditOf(house);
    const withdrawal = by(house, "withdrawCredit", [stranger.address]);
    const before = await fight.balanceOf(stranger);
    expect(await inOneBlock(withdrawal, withdrawal)).to.deep.equal([true, false]);
    expect((await fight.balanceOf(stranger)) - before).to.equal(credit);
    expect(await fight.balanceOf(duel)).to.equal(0n);
    expect(await duel.creditOf(house)).to.equal(0n);
  });
});
