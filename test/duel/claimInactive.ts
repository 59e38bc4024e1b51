import { expect } from "chai";
import type { GameState } from "../../sim/duel/states.ts";
import { rejectsAllBut } from "../helpers/behaviours.ts";
import {
  addMode,
  ALL_DEPOSITED,
  ALL_JOINED,
  type Arena,
  BET,
  DAY,
  deployArena,
  ethers,
  HOUR,
  networkHelpers,
  nextBlockAt,
  P1_WIN_INACTIVE,
  P2_WIN_INACTIVE,
  playTo,
} from "../helpers/arena.ts";

function itClaims(title: string, from: GameState, to: GameState, winner: "p1" | "p2"): void {
  const loser = winner === "p1" ? "p2" : "p1";
  async function prepared() {
    const arena = await deployArena();
    return { ...arena, gameId: await playTo(arena, from) };
  }

  describe(title, () => {
    let arena: Arena & { gameId: bigint };
    let allowedFrom: bigint;
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(prepared);
      allowedFrom = (await arena.duel.game(arena.gameId)).since + BigInt(DAY);
    });

    const claim = () => arena.duel.connect(arena[winner]).claimInactive(arena.gameId);

    rejectsAllBut(winner, prepared, ({ duel, gameId }, caller) => duel.connect(caller).claimInactive(gameId));

    it("refuses a second before the time has passed", async () => {
      await nextBlockAt(allowedFrom - 1n);
      await expect(claim())
        .to.be.revertedWithCustomError(arena.duel, "DuelTooEarly")
        .withArgs(arena.gameId, allowedFrom - 1n, allowedFrom);
    });

    for (const secs of [0n, 1n]) {
      it(`ends the game ${secs} seconds after the time has passed`, async () => {
        await nextBlockAt(allowedFrom + secs);
        await claim();
        expect((await arena.duel.game(arena.gameId)).state).to.equal(to);
      });
    }

    describe("when the time has passed", () => {
      beforeEach(async () => {
        await nextBlockAt(allowedFrom);
      });

      it("pays the whole pot to the winner", async () => {
        const { duel, fight, house } = arena;
        await expect(claim()).to.changeTokenBalances(
          ethers,
          fight,
          [arena[winner], arena[loser], house, duel],
          [2n * BET, 0, 0, -2n * BET],
        );
      });

      it("credits the house with nothing", async () => {
        await claim();
        expect(await arena.duel.creditOf(arena.house)).to.equal(0n);
      });

      it("tells who won against whom", async () => {
        await expect(claim())
          .to.emit(arena.duel, "GameForfeited")
          .withArgs(arena.gameId, arena[winner].address, arena[loser].address);
      });

      it("tells how the pot was split", async () => {
        await expect(claim())
          .to.emit(arena.duel, "PotSplit")
          .withArgs(arena.gameId, 2n * BET, 0n);
      });

      it("counts as the other's forfeit and as no duel", async () => {
        await claim();
        expect([...(await arena.duel.playerStats(arena[loser]))]).to.deep.equal([0n, 0n, 0n, 1n, 0n, 0n, 0n]);
      });

      it("counts as no duel of the winner's", async () => {
        await claim();
        expect([...(await arena.duel.playerStats(arena[winner]))]).to.deep.equal([
          0n,
          0n,
          0n,
          0n,
          0n,
          0n,
          0n,
        ]);
      });

      it("tires no fighter", async () => {
        await claim();
        const stats = await Promise.all(
          [...arena.p1Team, ...arena.p2Team].map((assetId) => arena.duel.fighterStats(assetId)),
        );
        expect(stats.map(({ cooldownUntil }) => cooldownUntil)).to.deep.equal(Array(10).fill(0n));
      });

      it("works while starts are paused and the mode is closed", async () => {
        await arena.duel.setStartsPaused(true);
        await arena.duel.closeMode(1);
        await claim();
        expect((await arena.duel.game(arena.gameId)).state).to.equal(to);
      });
    });
  });
}

describe("Duel: claiming an inactive win", () => {
  itClaims("when player 2 does not join", ALL_DEPOSITED, P1_WIN_INACTIVE, "p1");
  itClaims("when player 1 does not reveal", ALL_JOINED, P2_WIN_INACTIVE, "p2");

  describe("when a player was late", () => {
    it("counts the time for the reveal from the join", async () => {
      const arena = await networkHelpers.loadFixture(deployArena);
      const { duel, p2, p2Team } = arena;
      const gameId = await playTo(arena, ALL_DEPOSITED);
      await networkHelpers.time.increase(DAY);
      await duel.connect(p2).joinGame(gameId, ethers.ZeroHash, p2Team);
      const joinedAt = await networkHelpers.time.latest();
      await nextBlockAt(joinedAt + DAY - 1);
      await expect(duel.connect(p2).claimInactive(gameId))
        .to.be.revertedWithCustomError(duel, "DuelTooEarly")
        .withArgs(gameId, joinedAt + DAY - 1, joinedAt + DAY);
    });
  });

  describe("when the mode has its own waiting time", () => {
    for (const hours of [1, 720]) {
      it(`allows a claim after ${hours} hours and not before`, async () => {
        const arena = await networkHelpers.loadFixture(deployArena);
        const { duel, p1 } = arena;
        const modeId = await addMode(arena, { name: "Patience", inactiveMinHours: hours });
        const gameId = await playTo(arena, ALL_DEPOSITED, { modeId });
        const allowedFrom = (await networkHelpers.time.latest()) + hours * HOUR;
        await nextBlockAt(allowedFrom - 1);
        await expect(duel.connect(p1).claimInactive(gameId)).to.be.revertedWithCustomError(
          duel,
          "DuelTooEarly",
        );
        await nextBlockAt(allowedFrom);
        await duel.connect(p1).claimInactive(gameId);
        expect((await duel.game(gameId)).state).to.equal(P1_WIN_INACTIVE);
      });
    }
  });
});
