import { expect } from "chai";
import { rejectsAllBut } from "../helpers/behaviours.ts";
import { itJudgesTheTeam } from "../helpers/teams.ts";
import {
  ALL_DEPOSITED,
  ALL_JOINED,
  type Arena,
  BET,
  DAY,
  deployArena,
  ethers,
  networkHelpers,
  P1_DEPOSITED,
  playTo,
} from "../helpers/arena.ts";

const NONCE = `0x${"22".repeat(32)}`;

async function allDeposited() {
  const arena = await deployArena();
  return { ...arena, gameId: await playTo(arena, ALL_DEPOSITED) };
}

async function p1Deposited() {
  const arena = await deployArena();
  return { ...arena, gameId: await playTo(arena, P1_DEPOSITED) };
}

describe("Duel: joining", () => {
  let arena: Arena & { gameId: bigint };

  describe("when both have paid", () => {
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(allDeposited);
    });

    rejectsAllBut("p2", allDeposited, ({ duel, gameId, p2Team }, caller) =>
      duel.connect(caller).joinGame(gameId, NONCE, p2Team),
    );

    it("keeps team, nonce and block", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      await duel.connect(p2).joinGame(gameId, NONCE, p2Team);
      const game = await duel.game(gameId);
      const block = BigInt(await ethers.provider.getBlockNumber());
      expect([...game.p2Team, game.p2Nonce, game.joinBlock]).to.deep.equal([...p2Team, NONCE, block]);
    });

    it("tells team and nonce in an event", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      await expect(duel.connect(p2).joinGame(gameId, NONCE, p2Team))
        .to.emit(duel, "GameJoined")
        .withArgs(gameId, p2.address, NONCE, p2Team);
    });

    it("takes a zero nonce: only player 1's must be secret", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      await duel.connect(p2).joinGame(gameId, ethers.ZeroHash, p2Team);
      expect((await duel.game(gameId)).state).to.equal(ALL_JOINED);
    });

    it("is late but good as long as player 1 has not claimed", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      await networkHelpers.time.increase(10 * DAY);
      await duel.connect(p2).joinGame(gameId, NONCE, p2Team);
      expect((await duel.game(gameId)).state).to.equal(ALL_JOINED);
    });

    it("works while starts are paused and the mode is closed", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      await duel.setStartsPaused(true);
      await duel.closeMode(1);
      await duel.connect(p2).joinGame(gameId, NONCE, p2Team);
      expect((await duel.game(gameId)).state).to.equal(ALL_JOINED);
    });

    it("lets a team wait in two games at once: only a battle tires", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      const second = await playTo(arena, ALL_DEPOSITED);
      await duel.connect(p2).joinGame(gameId, NONCE, p2Team);
      await duel.connect(p2).joinGame(second, NONCE, p2Team);
      expect((await duel.game(second)).state).to.equal(ALL_JOINED);
    });
  });

  itJudgesTheTeam(
    "joinGame",
    async (start, modeId) => ({ gameId: await playTo(start, ALL_DEPOSITED, { modeId }) }),
    ({ duel, p2 }, gameId, team) => duel.connect(p2).joinGame(gameId, NONCE, team),
    "p2",
  );

  itJudgesTheTeam(
    "depositAndJoin",
    async (start, modeId) => ({ gameId: await playTo(start, P1_DEPOSITED, { modeId }) }),
    ({ duel, p2 }, gameId, team) => duel.connect(p2).depositAndJoin(gameId, NONCE, team),
    "p2",
  );

  describe("when player 2 pays and joins in one", () => {
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(p1Deposited);
    });

    it("takes exactly the bet", async () => {
      const { duel, fight, gameId, p2, p2Team } = arena;
      await expect(duel.connect(p2).depositAndJoin(gameId, NONCE, p2Team)).to.changeTokenBalances(
        ethers,
        fight,
        [p2, duel],
        [-BET, BET],
      );
    });

    it("names the payer player 2", async () => {
      const { duel, gameId, stranger, strangerTeam } = arena;
      await duel.connect(stranger).depositAndJoin(gameId, NONCE, strangerTeam);
      expect((await duel.game(gameId)).p2).to.equal(stranger.address);
    });

    it("tells about the deposit", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      await expect(duel.connect(p2).depositAndJoin(gameId, NONCE, p2Team))
        .to.emit(duel, "Deposited")
        .withArgs(gameId, p2.address, BET);
    });

    it("tells about the join", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      await expect(duel.connect(p2).depositAndJoin(gameId, NONCE, p2Team))
        .to.emit(duel, "GameJoined")
        .withArgs(gameId, p2.address, NONCE, p2Team);
    });

    it("leaves the place open when the team is refused", async () => {
      const { duel, gameId, p1Team, p2, stranger } = arena;
      await expect(duel.connect(p2).depositAndJoin(gameId, NONCE, p1Team)).to.be.revertedWithCustomError(
        arena.fighters,
        "FightersNotOwned",
      );
      await duel.connect(stranger).deposit(gameId);
      expect((await duel.game(gameId)).p2).to.equal(stranger.address);
    });
  });
});
