import { expect } from "chai";
import type { GameState } from "../../sim/duel/states.ts";
import { rejectsAllBut } from "../helpers/behaviours.ts";
import {
  addMode,
  type Arena,
  BET,
  CREATED,
  deployArena,
  ethers,
  networkHelpers,
  P1_CANCELED,
  P1_DEPOSITED,
  playTo,
} from "../helpers/arena.ts";

function itCancels(title: string, state: GameState, refund: bigint): void {
  async function prepared() {
    const arena = await deployArena();
    return { ...arena, gameId: await playTo(arena, state) };
  }

  describe(title, () => {
    let arena: Arena & { gameId: bigint };
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(prepared);
    });

    rejectsAllBut("p1", prepared, ({ duel, gameId }, caller) => duel.connect(caller).cancel(gameId));

    it("refunds what was paid in, to the last unit", async () => {
      const { duel, fight, gameId, house, p1 } = arena;
      await expect(duel.connect(p1).cancel(gameId)).to.changeTokenBalances(
        ethers,
        fight,
        [p1, duel, house],
        [refund, -refund, 0],
      );
    });

    it("tells the refund", async () => {
      const { duel, gameId, p1 } = arena;
      await expect(duel.connect(p1).cancel(gameId)).to.emit(duel, "GameCanceled").withArgs(gameId, refund);
    });

    it("cannot be done twice", async () => {
      const { duel, gameId, p1 } = arena;
      await duel.connect(p1).cancel(gameId);
      await expect(duel.connect(p1).cancel(gameId))
        .to.be.revertedWithCustomError(duel, "DuelWrongState")
        .withArgs(gameId, P1_CANCELED);
    });

    it("counts in nobody's statistics", async () => {
      const { duel, gameId, p1 } = arena;
      await duel.connect(p1).cancel(gameId);
      expect([...(await duel.playerStats(p1))]).to.deep.equal([0n, 0n, 0n, 0n, 0n, 0n, 0n]);
    });

    it("works while starts are paused and the mode is closed", async () => {
      const { duel, gameId, p1 } = arena;
      await duel.setStartsPaused(true);
      await duel.closeMode(1);
      await duel.connect(p1).cancel(gameId);
      expect((await duel.game(gameId)).state).to.equal(P1_CANCELED);
    });
  });
}

describe("Duel: canceling", () => {
  itCancels("when nothing was paid in", CREATED, 0n);
  itCancels("when player 1 has paid in", P1_DEPOSITED, BET);
});

describe("cancel of the smallest stake there is", () => {
  it("refunds the one unit", async () => {
    const arena = await deployArena();
    const { duel, fight, p1 } = arena;
    const modeId = await addMode(arena, { name: "Penny", minBet: "0.000000000000000001" });
    const gameId = await playTo(arena, P1_DEPOSITED, { modeId, bet: 1n });
    await expect(duel.connect(p1).cancel(gameId)).to.changeTokenBalances(ethers, fight, [p1, duel], [1, -1]);
  });
});
