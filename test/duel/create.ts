import { expect } from "chai";
import { seal } from "../../sim/sealing/commitment.ts";
import {
  addMode,
  type Arena,
  BET,
  CLASSIC,
  CREATED,
  deployArena,
  ethers,
  FIGHT,
  networkHelpers,
  NOBODY,
  P1_DEPOSITED,
  P1_NONCE,
  playTo,
} from "../helpers/arena.ts";

const HASH = seal(P1_NONCE, [1n, 2n, 3n, 4n, 5n]);
const FORMS = ["createGame", "createAndDeposit"] as const;

describe("Duel: creating a game", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  it("gives games the numbers 1, 2, 3 …", async () => {
    const { duel, p1 } = arena;
    await duel.connect(p1).createGame(CLASSIC, HASH, BET, NOBODY);
    await duel.connect(p1).createAndDeposit(CLASSIC, HASH, BET, NOBODY);
    expect(await duel.gameCount()).to.equal(2);
  });

  it("returns the new game's number", async () => {
    expect(await arena.duel.connect(arena.p1).createGame.staticCall(CLASSIC, HASH, BET, NOBODY)).to.equal(1);
  });

  it("shows what was agreed and nothing of what is sealed", async () => {
    const { duel, p1 } = arena;
    await playTo(arena, CREATED);
    const game = await duel.game(1);
    const shown = {
      state: game.state,
      modeId: game.modeId,
      bet: game.bet,
      p1: game.p1,
      p2: game.p2,
      joinBlock: game.joinBlock,
      teamHash: game.teamHash,
      p1Nonce: game.p1Nonce,
      p2Nonce: game.p2Nonce,
    };
    expect(shown).to.deep.equal({
      state: BigInt(CREATED),
      modeId: 1n,
      bet: BET,
      p1: p1.address,
      p2: NOBODY,
      joinBlock: 0n,
      teamHash: seal(P1_NONCE, arena.p1Team),
      p1Nonce: ethers.ZeroHash,
      p2Nonce: ethers.ZeroHash,
    });
  });

  it("tells about the game in an event", async () => {
    const { duel, p1, p2 } = arena;
    await expect(duel.connect(p1).createGame(CLASSIC, HASH, BET, p2))
      .to.emit(duel, "GameCreated")
      .withArgs(1, p1.address, CLASSIC, HASH, BET, p2.address);
  });

  it("takes no money until the deposit", async () => {
    const { duel, fight, p1 } = arena;
    await expect(duel.connect(p1).createGame(CLASSIC, HASH, BET, NOBODY)).to.changeTokenBalances(
      ethers,
      fight,
      [p1, duel],
      [0, 0],
    );
  });

  for (const form of FORMS) {
    describe(`when by ${form}`, () => {
      const create = (
        bet = BET,
        { modeId = CLASSIC, hash = HASH as string, opponent = NOBODY as string } = {},
      ) => arena.duel.connect(arena.p1)[form](modeId, hash, bet, opponent);

      for (const modeId of [0, 4, 65_537]) {
        it(`refuses mode ${modeId}, which does not exist`, async () => {
          await expect(create(BET, { modeId }))
            .to.be.revertedWithCustomError(arena.duel, "GameModesUnknown")
            .withArgs(modeId, 3);
        });
      }

      it("refuses a closed mode", async () => {
        await arena.duel.closeMode(CLASSIC);
        await expect(create()).to.be.revertedWithCustomError(arena.duel, "GameModesClosed").withArgs(CLASSIC);
      });

      it("refuses while starts are paused", async () => {
        await arena.duel.setStartsPaused(true);
        await expect(create()).to.be.revertedWithCustomError(arena.duel, "DuelStartsPaused");
      });

      it("goes on when starts are allowed again", async () => {
        await arena.duel.setStartsPaused(true);
        await arena.duel.setStartsPaused(false);
        await expect(create()).to.emit(arena.duel, "GameCreated");
      });

      it("refuses an empty commitment", async () => {
        await expect(create(BET, { hash: ethers.ZeroHash })).to.be.revertedWithCustomError(
          arena.duel,
          "DuelEmptyCommitment",
        );
      });

      it("refuses to invite oneself", async () => {
        await expect(create(BET, { opponent: arena.p1.address }))
          .to.be.revertedWithCustomError(arena.duel, "DuelOwnGame")
          .withArgs(1, arena.p1.address);
      });

      for (const bet of [0n, FIGHT - 1n, 1_000_000n * FIGHT + 1n, 2n ** 96n - 1n]) {
        it(`refuses a bet of ${bet} units, outside the mode's bounds`, async () => {
          await expect(create(bet))
            .to.be.revertedWithCustomError(arena.duel, "DuelBetOutOfRange")
            .withArgs(bet, FIGHT, 1_000_000n * FIGHT);
        });
      }

      for (const bet of [FIGHT, 1_000_000n * FIGHT]) {
        it(`takes a bet of ${bet} units, on the mode's bound`, async () => {
          await create(bet);
          expect((await arena.duel.game(1)).bet).to.equal(bet);
        });
      }
    });
  }

  describe("when created and paid in one", () => {
    it("stands where a deposit would have brought it", async () => {
      await arena.duel.connect(arena.p1).createAndDeposit(CLASSIC, HASH, BET, NOBODY);
      expect((await arena.duel.game(1)).state).to.equal(P1_DEPOSITED);
    });

    it("takes exactly the bet", async () => {
      const { duel, fight, p1 } = arena;
      await expect(duel.connect(p1).createAndDeposit(CLASSIC, HASH, BET, NOBODY)).to.changeTokenBalances(
        ethers,
        fight,
        [p1, duel],
        [-BET, BET],
      );
    });

    it("tells about the deposit too", async () => {
      const { duel, p1 } = arena;
      await expect(duel.connect(p1).createAndDeposit(CLASSIC, HASH, BET, NOBODY))
        .to.emit(duel, "Deposited")
        .withArgs(1, p1.address, BET);
    });

    it("leaves no game behind when the money is missing", async () => {
      const { duel, fight, p1, stranger } = arena;
      await fight.connect(p1).transfer(stranger, await fight.balanceOf(p1));
      await expect(
        duel.connect(p1).createAndDeposit(CLASSIC, HASH, BET, NOBODY),
      ).to.be.revertedWithCustomError(fight, "ERC20InsufficientBalance");
      expect(await duel.gameCount()).to.equal(0);
    });
  });

  describe("when the smallest stake is a single unit", () => {
    it("takes a single unit", async () => {
      const modeId = await addMode(arena, { name: "Penny", minBet: "0.000000000000000001" });
      await arena.duel.connect(arena.p1).createAndDeposit(modeId, HASH, 1n, NOBODY);
      expect((await arena.duel.game(1)).bet).to.equal(1n);
    });
  });
});
