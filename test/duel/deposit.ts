import { expect } from "chai";
import { rejectsAllBut } from "../helpers/behaviours.ts";
import {
  ALL_DEPOSITED,
  type Arena,
  BET,
  CREATED,
  deployArena,
  ethers,
  networkHelpers,
  P1_DEPOSITED,
  playTo,
} from "../helpers/arena.ts";

async function created() {
  const arena = await deployArena();
  return { ...arena, gameId: await playTo(arena, CREATED) };
}

async function deposited() {
  const arena = await deployArena();
  return { ...arena, gameId: await playTo(arena, P1_DEPOSITED) };
}

async function invited() {
  const arena = await deployArena();
  return { ...arena, gameId: await playTo(arena, P1_DEPOSITED, { opponent: arena.p2.address }) };
}

describe("Duel: paying in", () => {
  let arena: Arena & { gameId: bigint };

  describe("when the game was just created", () => {
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(created);
    });

    rejectsAllBut("p1", created, ({ duel, gameId }, caller) => duel.connect(caller).deposit(gameId));

    it("takes exactly the bet from player 1", async () => {
      const { duel, fight, gameId, p1 } = arena;
      await expect(duel.connect(p1).deposit(gameId)).to.changeTokenBalances(
        ethers,
        fight,
        [p1, duel],
        [-BET, BET],
      );
    });

    it("tells who paid how much", async () => {
      const { duel, gameId, p1 } = arena;
      await expect(duel.connect(p1).deposit(gameId))
        .to.emit(duel, "Deposited")
        .withArgs(gameId, p1.address, BET);
    });

    it("refuses without an allowance", async () => {
      const { duel, fight, gameId, p1 } = arena;
      await fight.connect(p1).approve(duel, BET - 1n);
      await expect(duel.connect(p1).deposit(gameId))
        .to.be.revertedWithCustomError(fight, "ERC20InsufficientAllowance")
        .withArgs(await duel.getAddress(), BET - 1n, BET);
    });

    it("refuses without the money", async () => {
      const { duel, fight, gameId, p1, p2 } = arena;
      const balance = await fight.balanceOf(p1);
      await fight.connect(p1).transfer(p2, balance - BET + 1n);
      await expect(duel.connect(p1).deposit(gameId))
        .to.be.revertedWithCustomError(fight, "ERC20InsufficientBalance")
        .withArgs(p1.address, BET - 1n, BET);
    });
  });

  describe("when player 1 has paid and anyone may take it up", () => {
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(deposited);
    });

    for (const role of ["p2", "stranger"] as const) {
      it(`makes ${role}, who pays, player 2`, async () => {
        await arena.duel.connect(arena[role]).deposit(arena.gameId);
        expect((await arena.duel.game(arena.gameId)).p2).to.equal(arena[role].address);
      });
    }

    it("refuses a second stake from player 1", async () => {
      const { duel, gameId, p1 } = arena;
      await expect(duel.connect(p1).deposit(gameId))
        .to.be.revertedWithCustomError(duel, "DuelOwnGame")
        .withArgs(gameId, p1.address);
    });

    it("refuses player 1 as an opponent who joins at once", async () => {
      const { duel, gameId, p1, p1Team } = arena;
      await expect(duel.connect(p1).depositAndJoin(gameId, ethers.ZeroHash, p1Team))
        .to.be.revertedWithCustomError(duel, "DuelOwnGame")
        .withArgs(gameId, p1.address);
    });

    it("takes exactly the bet from player 2", async () => {
      const { duel, fight, gameId, p2 } = arena;
      await expect(duel.connect(p2).deposit(gameId)).to.changeTokenBalances(
        ethers,
        fight,
        [p2, duel],
        [-BET, BET],
      );
    });

    it("leaves the place open when player 2's money does not come", async () => {
      const { duel, fight, gameId, p2, stranger } = arena;
      await fight.connect(p2).approve(duel, 0);
      await expect(duel.connect(p2).deposit(gameId)).to.be.revertedWithCustomError(
        fight,
        "ERC20InsufficientAllowance",
      );
      await duel.connect(stranger).deposit(gameId);
      expect((await duel.game(gameId)).p2).to.equal(stranger.address);
    });
  });

  describe("when one opponent was invited", () => {
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(invited);
    });

    it("shows the invited one as player 2 from the start", async () => {
      expect((await arena.duel.game(arena.gameId)).p2).to.equal(arena.p2.address);
    });

    it("takes the invited one's stake", async () => {
      await arena.duel.connect(arena.p2).deposit(arena.gameId);
      expect((await arena.duel.game(arena.gameId)).state).to.equal(ALL_DEPOSITED);
    });

    for (const role of ["stranger", "admin", "house"] as const) {
      it(`refuses ${role}, who was not invited`, async () => {
        const { duel, gameId, p2 } = arena;
        await expect(duel.connect(arena[role]).deposit(gameId))
          .to.be.revertedWithCustomError(duel, "DuelWrongCaller")
          .withArgs(gameId, arena[role].address, p2.address);
      });
    }

    it("refuses one who was not invited to pay and join in one", async () => {
      const { duel, gameId, p2, stranger, strangerTeam } = arena;
      await expect(duel.connect(stranger).depositAndJoin(gameId, ethers.ZeroHash, strangerTeam))
        .to.be.revertedWithCustomError(duel, "DuelWrongCaller")
        .withArgs(gameId, stranger.address, p2.address);
    });

    it("gives the invited one no right to join before paying", async () => {
      const { duel, gameId, p2, p2Team } = arena;
      await expect(duel.connect(p2).joinGame(gameId, ethers.ZeroHash, p2Team))
        .to.be.revertedWithCustomError(duel, "DuelWrongState")
        .withArgs(gameId, P1_DEPOSITED);
    });
  });
});
