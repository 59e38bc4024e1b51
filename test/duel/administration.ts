import { expect } from "chai";
import { modeToRegister } from "../../chain/registration.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { rejectsAllButOwner } from "../helpers/behaviours.ts";
import {
  type Arena,
  BET,
  CLASSIC,
  CREATED,
  deployArena,
  ethers,
  networkHelpers,
  NOBODY,
  nonceForWinner,
  P1_NONCE,
  P1_WIN,
  playTo,
} from "../helpers/arena.ts";

describe("Duel: administration", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  describe("when it is deployed", () => {
    it("belongs to the administrator", async () => {
      expect(await arena.duel.owner()).to.equal(arena.admin.address);
    });

    it("has its house, token and fighters", async () => {
      const { duel, fight, fighters, house } = arena;
      expect([await duel.houseAccount(), await duel.FIGHT(), await duel.FIGHTERS()]).to.deep.equal([
        house.address,
        await fight.getAddress(),
        await fighters.getAddress(),
      ]);
    });

    it("refuses to be deployed without a house", async () => {
      const { admin, duel, fight, fighters } = arena;
      const libraries = {
        ModeRegistry: await (await ethers.deployContract("ModeRegistry")).getAddress(),
        TurnLog: await (await ethers.deployContract("TurnLog")).getAddress(),
      };
      const factory = await ethers.getContractFactory("Duel", { libraries });
      await expect(factory.deploy(admin, NOBODY, fight, fighters)).to.be.revertedWithCustomError(
        duel,
        "DuelZeroAddress",
      );
    });
  });

  describe("setHouse", () => {
    rejectsAllButOwner(({ duel, stranger }, caller) => duel.connect(caller).setHouse(stranger));

    it("names the house", async () => {
      await arena.duel.setHouse(arena.stranger);
      expect(await arena.duel.houseAccount()).to.equal(arena.stranger.address);
    });

    it("tells from whom to whom", async () => {
      const { duel, house, stranger } = arena;
      await expect(duel.setHouse(stranger))
        .to.emit(duel, "HouseChanged")
        .withArgs(house.address, stranger.address);
    });

    it("refuses the contract itself as a house", async () => {
      await expect(arena.duel.setHouse(arena.duel)).to.be.revertedWithCustomError(
        arena.duel,
        "DuelOwnAddress",
      );
    });

    it("refuses nobody as a house", async () => {
      await expect(arena.duel.setHouse(NOBODY)).to.be.revertedWithCustomError(arena.duel, "DuelZeroAddress");
    });
  });

  describe("setStartsPaused", () => {
    rejectsAllButOwner(({ duel }, caller) => duel.connect(caller).setStartsPaused(true));

    for (const isPaused of [true, false]) {
      it(`shows ${isPaused}`, async () => {
        await arena.duel.setStartsPaused(isPaused);
        expect(await arena.duel.startsPaused()).to.equal(isPaused);
      });

      it(`tells ${isPaused}`, async () => {
        await expect(arena.duel.setStartsPaused(isPaused))
          .to.emit(arena.duel, "StartsPaused")
          .withArgs(isPaused);
      });
    }

    it("stops a creation by transferAndCall as well", async () => {
      const { duel, fight, p1 } = arena;
      await duel.setStartsPaused(true);
      const args: [number, string, bigint, string] = [CLASSIC, ethers.id("team"), BET, NOBODY];
      const memo = duel.interface.encodeFunctionData("createAndDeposit", args);
      await expect(
        fight.connect(p1)["transferAndCall(address,uint256,bytes)"](duel, BET, memo),
      ).to.be.revertedWithCustomError(duel, "DuelStartsPaused");
    });

    it("lets a game that was created before be played to its end", async () => {
      const { duel, p1, p1Team, p2, p2Team } = arena;
      const gameId = await playTo(arena, CREATED);
      await duel.setStartsPaused(true);
      await duel.connect(p1).deposit(gameId);
      await duel.connect(p2).depositAndJoin(gameId, await nonceForWinner(arena, 1), p2Team);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
    });
  });

  describe("closeMode", () => {
    rejectsAllButOwner(({ duel }, caller) => duel.connect(caller).closeMode(CLASSIC));

    it("shows the mode as closed", async () => {
      await arena.duel.closeMode(CLASSIC);
      expect((await arena.duel.gameMode(CLASSIC)).isOpen).to.equal(false);
    });

    it("tells which", async () => {
      await expect(arena.duel.closeMode(CLASSIC)).to.emit(arena.duel, "ModeClosed").withArgs(CLASSIC);
    });

    it("leaves the other modes open", async () => {
      await arena.duel.closeMode(CLASSIC);
      expect((await arena.duel.gameMode(2)).isOpen).to.equal(true);
    });

    it("refuses to close one twice", async () => {
      await arena.duel.closeMode(CLASSIC);
      await expect(arena.duel.closeMode(CLASSIC))
        .to.be.revertedWithCustomError(arena.duel, "GameModesClosed")
        .withArgs(CLASSIC);
    });

    for (const modeId of [0, 4]) {
      it(`refuses mode ${modeId}, which does not exist`, async () => {
        await expect(arena.duel.closeMode(modeId))
          .to.be.revertedWithCustomError(arena.duel, "GameModesUnknown")
          .withArgs(modeId, 3);
      });
    }
  });

  describe("registerMode", () => {
    rejectsAllButOwner(({ duel }, caller) => duel.connect(caller).registerMode(modeToRegister(DEFAULT_MODE)));
  });

  describe("transferOwnership", () => {
    rejectsAllButOwner(({ duel, stranger }, caller) => duel.connect(caller).transferOwnership(stranger));

    it("leaves the owner in charge until the new one accepts", async () => {
      await arena.duel.transferOwnership(arena.stranger);
      expect(await arena.duel.owner()).to.equal(arena.admin.address);
    });

    it("passes when the new one accepts", async () => {
      await arena.duel.transferOwnership(arena.stranger);
      await arena.duel.connect(arena.stranger).acceptOwnership();
      expect(await arena.duel.owner()).to.equal(arena.stranger.address);
    });
  });
});
