import { expect } from "chai";
import {
  addMode,
  ALL_JOINED,
  type Arena,
  BET,
  CLASSIC,
  DAY,
  deployArena,
  networkHelpers,
  nextBlockAt,
  nonceForWinner,
  P1_NONCE,
  P2_WIN,
  P2_WIN_INACTIVE,
  playTo,
} from "../helpers/arena.ts";

const SHARES = [0, 1, 3_333, 10_000];

describe("Attacks: player 1 withholds a reveal that it would lose", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  const losing = async (modeId: number) => {
    return playTo(arena, ALL_JOINED, { modeId, p2Nonce: await nonceForWinner(arena, 2) });
  };
  const withheld = async (modeId: number) => {
    const { duel, p2 } = arena;
    const gameId = await losing(modeId);
    await networkHelpers.time.increase(DAY);
    await duel.connect(p2).claimInactive(gameId);
    return gameId;
  };

  for (const inactiveHousePctBps of SHARES) {
    it(`gives player 2 all but the house's ${inactiveHousePctBps} basis points of the pot`, async () => {
      const { duel, fight, house, p2 } = arena;
      const modeId = await addMode(arena, { name: "Idle", inactiveHousePctBps });
      const before = await fight.balanceOf(p2);
      await withheld(modeId);
      const houseAmount = (2n * BET * BigInt(inactiveHousePctBps)) / 10_000n;
      expect((await fight.balanceOf(p2)) - before).to.equal(BET - houseAmount);
      expect(await duel.creditOf(house)).to.equal(houseAmount);
    });

    it(`gives player 1 no more than a lost battle, with ${inactiveHousePctBps} basis points for the house`, async () => {
      const { duel, fight, p1, p1Team } = arena;
      const modeId = await addMode(arena, { name: "Idle", inactiveHousePctBps });
      const before = await networkHelpers.takeSnapshot();
      const gameId = await losing(modeId);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P2_WIN);
      const afterBattle = await fight.balanceOf(p1);
      await before.restore();
      await withheld(modeId);
      expect(await fight.balanceOf(p1)).to.equal(afterBattle);
      expect(await duel.creditOf(p1)).to.equal(0n);
    });
  }

  it("counts the forfeit for everybody to see", async () => {
    await withheld(CLASSIC);
    expect((await arena.duel.playerStats(arena.p1)).duelsForfeited).to.equal(1n);
  });

  it("is not undone by a reveal that comes after the claim", async () => {
    const { duel, p1, p1Team } = arena;
    const gameId = await withheld(CLASSIC);
    await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team))
      .to.be.revertedWithCustomError(duel, "DuelWrongState")
      .withArgs(gameId, P2_WIN_INACTIVE);
  });

  it("pays a second claim nothing", async () => {
    const { duel, fight, p2 } = arena;
    const gameId = await withheld(CLASSIC);
    const before = await fight.balanceOf(p2);
    await expect(duel.connect(p2).claimInactive(gameId)).to.be.revertedWithCustomError(
      duel,
      "DuelWrongState",
    );
    expect(await fight.balanceOf(p2)).to.equal(before);
  });

  it("pays a second reveal nothing", async () => {
    const { duel, fight, p1, p1Team } = arena;
    const gameId = await playTo(arena, ALL_JOINED);
    await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
    const before = await fight.balanceOf(p1);
    await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team)).to.be.revertedWithCustomError(
      duel,
      "DuelWrongState",
    );
    expect(await fight.balanceOf(p1)).to.equal(before);
  });

  for (const role of ["p1", "stranger", "admin", "house"] as const) {
    it(`does not let ${role} claim in player 2's place`, async () => {
      const { duel, p2 } = arena;
      const gameId = await losing(CLASSIC);
      await networkHelpers.time.increase(DAY);
      await expect(duel.connect(arena[role]).claimInactive(gameId))
        .to.be.revertedWithCustomError(duel, "DuelWrongCaller")
        .withArgs(gameId, arena[role].address, p2.address);
    });
  }

  for (const [secs, isGood] of [
    [-1, false],
    [0, true],
    [1, true],
  ] as const) {
    it(`lets player 2 ${isGood ? "claim" : "not claim yet"} at ${secs} s from the deadline`, async () => {
      const { duel, p2 } = arena;
      const gameId = await losing(CLASSIC);
      const deadline = (await duel.game(gameId)).since + BigInt(DAY);
      await nextBlockAt(deadline + BigInt(secs));
      const claim = duel.connect(p2).claimInactive(gameId);
      if (isGood) await claim;
      else
        await expect(claim)
          .to.be.revertedWithCustomError(duel, "DuelTooEarly")
          .withArgs(gameId, deadline - 1n, deadline);
    });
  }
});
