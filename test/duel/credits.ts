import { expect } from "chai";
import type { BlacklistFight, HostileFight } from "../../types/contracts/mocks/index.ts";
import {
  addMode,
  ALL_JOINED,
  type Arena,
  BET,
  DAY,
  deployArena,
  ethers,
  networkHelpers,
  NOBODY,
  P1_CANCELED,
  P1_DEPOSITED,
  P1_NONCE,
  P1_WIN,
  P2_WIN_INACTIVE,
  playTo,
  withToken,
  CREATED,
} from "../helpers/arena.ts";

const WON = (2n * BET * 8n) / 10n;
const HOUSE_SHARE = 2n * BET - WON;

async function fought() {
  const arena = await deployArena();
  await playTo(arena, P1_WIN);
  return arena;
}

async function blacklisting() {
  const arena = await deployArena();
  const token = (await ethers.deployContract("BlacklistFight", [arena.admin])) as unknown as BlacklistFight;
  return withToken(arena, token);
}

async function hostile() {
  const arena = await deployArena();
  const token = (await ethers.deployContract("HostileFight", [arena.admin])) as unknown as HostileFight;
  return withToken(arena, token);
}

describe("Duel: credits", () => {
  describe("when the house has earned", () => {
    let arena: Arena;
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(fought);
    });

    it("shows the credit", async () => {
      expect(await arena.duel.creditOf(arena.house)).to.equal(HOUSE_SHARE);
    });

    for (const to of ["house", "stranger"] as const) {
      it(`sends all of it to ${to} if the house wants so`, async () => {
        const { duel, fight, house } = arena;
        await expect(duel.connect(house).withdrawCredit(arena[to])).to.changeTokenBalances(
          ethers,
          fight,
          [arena[to], duel],
          [HOUSE_SHARE, -HOUSE_SHARE],
        );
      });
    }

    it("tells about the withdrawal", async () => {
      const { duel, house, stranger } = arena;
      await expect(duel.connect(house).withdrawCredit(stranger))
        .to.emit(duel, "CreditWithdrawn")
        .withArgs(house.address, stranger.address, HOUSE_SHARE);
    });

    it("returns the amount", async () => {
      const { duel, house } = arena;
      expect(await duel.connect(house).withdrawCredit.staticCall(house)).to.equal(HOUSE_SHARE);
    });

    it("pays a credit only once", async () => {
      const { duel, house } = arena;
      await duel.connect(house).withdrawCredit(house);
      await expect(duel.connect(house).withdrawCredit(house))
        .to.be.revertedWithCustomError(duel, "DuelNoCredit")
        .withArgs(house.address);
    });

    it("refuses to send to the contract itself, where it would be nobody's", async () => {
      const { duel, house } = arena;
      await expect(duel.connect(house).withdrawCredit(duel)).to.be.revertedWithCustomError(
        duel,
        "DuelOwnAddress",
      );
    });

    it("refuses to send to nobody", async () => {
      const { duel, house } = arena;
      await expect(duel.connect(house).withdrawCredit(NOBODY)).to.be.revertedWithCustomError(
        duel,
        "DuelZeroAddress",
      );
    });

    for (const role of ["p1", "p2", "stranger", "admin"] as const) {
      it(`has nothing for ${role}`, async () => {
        const { duel } = arena;
        await expect(duel.connect(arena[role]).withdrawCredit(arena[role]))
          .to.be.revertedWithCustomError(duel, "DuelNoCredit")
          .withArgs(arena[role].address);
      });
    }

    it("can be withdrawn while starts are paused", async () => {
      const { duel, house } = arena;
      await duel.setStartsPaused(true);
      await duel.connect(house).withdrawCredit(house);
      expect(await duel.creditOf(house)).to.equal(0n);
    });
  });

  describe("when the house has earned nearly 2^96 units", () => {
    /** Duel keeps the earnings of its house in the low bits of this slot. */
    const EARNED_SLOT = 5;
    const NEARLY = 2n ** 96n - 1n;

    it("goes on counting beyond", async () => {
      const arena = await networkHelpers.loadFixture(fought);
      const { duel, house, p1Golden: p1Team, p2Golden: p2Team } = arena;
      await networkHelpers.setStorageAt(await duel.getAddress(), EARNED_SLOT, NEARLY);
      expect(await duel.creditOf(house)).to.equal(NEARLY);
      await playTo(arena, P1_WIN, { p1Team, p2Team });
      expect(await duel.creditOf(house)).to.equal(NEARLY + HOUSE_SHARE);
    });
  });

  describe("when the token refuses the winner", () => {
    let arena: Awaited<ReturnType<typeof blacklisting>>;
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(blacklisting);
      await arena.fight.setRefused(arena.p1, true);
    });

    it("ends the battle all the same", async () => {
      expect((await arena.duel.game(await playTo(arena, P1_WIN))).state).to.equal(P1_WIN);
    });

    it("credits the winner with the whole prize", async () => {
      await playTo(arena, P1_WIN);
      expect(await arena.duel.creditOf(arena.p1)).to.equal(WON);
    });

    it("tells about the credit", async () => {
      const { duel, p1, p1Team } = arena;
      const gameId = await playTo(arena, ALL_JOINED);
      await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team))
        .to.emit(duel, "PaymentCredited")
        .withArgs(p1.address, WON);
    });

    it("lets the winner take it to another address", async () => {
      const { duel, fight, p1, stranger } = arena;
      await playTo(arena, P1_WIN);
      await expect(duel.connect(p1).withdrawCredit(stranger)).to.changeTokenBalances(
        ethers,
        fight,
        [stranger, duel],
        [WON, -WON],
      );
    });

    it("keeps the credit when the withdrawal is refused as well", async () => {
      const { duel, fight, p1 } = arena;
      await playTo(arena, P1_WIN);
      await expect(duel.connect(p1).withdrawCredit(p1))
        .to.be.revertedWithCustomError(fight, "ERC20InvalidReceiver")
        .withArgs(p1.address);
      expect(await duel.creditOf(p1)).to.equal(WON);
    });

    it("pays the next prize straight away once the token allows it", async () => {
      const { duel, fight, p1, p1Golden: p1Team, p2Golden: p2Team } = arena;
      await playTo(arena, P1_WIN);
      await fight.setRefused(p1, false);
      const gameId = await playTo(arena, ALL_JOINED, { p1Team, p2Team });
      await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team)).to.changeTokenBalance(
        ethers,
        fight,
        p1,
        WON,
      );
    });

    it("credits a refund", async () => {
      await playTo(arena, P1_CANCELED);
      expect(await arena.duel.creditOf(arena.p1)).to.equal(BET);
    });

    it("credits an inactive win", async () => {
      await arena.fight.setRefused(arena.p2, true);
      await playTo(arena, P2_WIN_INACTIVE);
      expect(await arena.duel.creditOf(arena.p2)).to.equal(2n * BET);
    });
  });

  describe("when the house plays and the token refuses it", () => {
    it("adds what it won to what it earned", async () => {
      const arena = await networkHelpers.loadFixture(blacklisting);
      await arena.duel.setHouse(arena.p1);
      await arena.fight.setRefused(arena.p1, true);
      await playTo(arena, P1_WIN);
      expect(await arena.duel.creditOf(arena.p1)).to.equal(2n * BET);
    });
  });

  describe("when the token misbehaves", () => {
    const HONEST = 0;
    const REENTERS = 8;
    const TAKES_FEE = 9;
    const REFUSALS = {
      reverts: 1,
      "returns false": 2,
      "returns the number 2": 4,
      "returns a single byte": 5,
      "returns a megabyte": 6,
      "burns all its gas": 7,
      "calls back into Duel": REENTERS,
    };
    let arena: Awaited<ReturnType<typeof hostile>>;
    let gameId: bigint;
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(hostile);
      gameId = await playTo(arena, P1_DEPOSITED);
    });

    for (const [title, behaviour] of Object.entries(REFUSALS)) {
      it(`credits a payment when it ${title}`, async () => {
        const { duel, fight, p1 } = arena;
        await fight.setBehaviour(behaviour);
        await duel.connect(p1).cancel(gameId);
        expect(await duel.creditOf(p1)).to.equal(BET);
      });
    }

    it("credits a payment when it is no more: a call of nothing succeeds and says nothing", async () => {
      const { duel, fight, p1 } = arena;
      await networkHelpers.setCode(await fight.getAddress(), "0x");
      await duel.connect(p1).cancel(gameId);
      expect(await duel.creditOf(p1)).to.equal(BET);
    });

    it("takes no answer for a payment, as some tokens give none", async () => {
      const { duel, fight, p1 } = arena;
      await fight.setBehaviour(3);
      await expect(duel.connect(p1).cancel(gameId)).to.changeTokenBalance(ethers, fight, p1, BET);
      expect(await duel.creditOf(p1), "it would be paid twice").to.equal(0n);
    });

    it("refuses a stake that a fee was taken from", async () => {
      const { duel, fight, p2 } = arena;
      await fight.setBehaviour(TAKES_FEE);
      await expect(duel.connect(p2).deposit(gameId))
        .to.be.revertedWithCustomError(duel, "DuelWrongAmount")
        .withArgs(BET - 1n, BET);
    });

    it("refuses a stake whose transfer returns false", async () => {
      const { duel, fight, p2 } = arena;
      await fight.setBehaviour(REFUSALS["returns false"]);
      await expect(duel.connect(p2).deposit(gameId))
        .to.be.revertedWithCustomError(duel, "SafeERC20FailedOperation")
        .withArgs(await fight.getAddress());
    });

    it("refuses to be entered again while it collects a stake", async () => {
      const { duel, fight, p2 } = arena;
      await fight.setBehaviour(REENTERS);
      await expect(duel.connect(p2).deposit(gameId)).to.be.revertedWithCustomError(
        duel,
        "ReentrancyGuardReentrantCall",
      );
    });

    it("refuses to be entered again while it pays out a credit", async () => {
      const { duel, fight, p1 } = arena;
      await fight.setBehaviour(REFUSALS.reverts);
      await duel.connect(p1).cancel(gameId);
      await fight.setBehaviour(REENTERS);
      await expect(duel.connect(p1).withdrawCredit(p1)).to.be.revertedWithCustomError(
        duel,
        "ReentrancyGuardReentrantCall",
      );
    });

    it("pays credits of a bad day once the token is honest again", async () => {
      const { duel, fight, p1 } = arena;
      await fight.setBehaviour(REFUSALS["burns all its gas"]);
      await duel.connect(p1).cancel(gameId);
      await fight.setBehaviour(HONEST);
      await expect(duel.connect(p1).withdrawCredit(p1)).to.changeTokenBalance(ethers, fight, p1, BET);
    });
  });

  describe("when the mode leaves the winner nothing", () => {
    it("does not bother the token with a payment of nothing", async () => {
      const arena = await networkHelpers.loadFixture(deployArena);
      const { duel, fight, p1, p1Team } = arena;
      const modeId = await addMode(arena, { name: "Alms", winnerPctBps: 0, housePctBps: 10_000 });
      const gameId = await playTo(arena, ALL_JOINED, { modeId });
      await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team)).to.not.emit(fight, "Transfer");
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
    });
  });

  describe("when whoever settles gives too little gas", () => {
    /** What a payment may use, so much more that a sixty-fourth of it can stay behind, and what is done afterwards. */
    const NEEDED = Math.floor((100_000 * 64) / 63) + 50_000;

    it("refuses instead of turning the payment into a credit", async () => {
      const arena = await networkHelpers.loadFixture(deployArena);
      const { duel, p1 } = arena;
      const gameId = await playTo(arena, P1_DEPOSITED);
      await expect(duel.connect(p1).cancel(gameId, { gasLimit: 150_000 }))
        .to.be.revertedWithCustomError(duel, "DuelTooLittleGas")
        .withArgs((left: bigint) => left < NEEDED, NEEDED);
    });

    it("asks for no more than it needs when nothing is to be paid", async () => {
      const arena = await networkHelpers.loadFixture(deployArena);
      const { duel, p1 } = arena;
      const gameId = await playTo(arena, CREATED);
      await duel.connect(p1).cancel(gameId, { gasLimit: 100_000 });
      expect((await duel.game(gameId)).state).to.equal(P1_CANCELED);
    });
  });

  describe("when the house is changed", () => {
    let arena: Arena;
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(fought);
      await arena.duel.setHouse(arena.stranger);
    });

    it("leaves the old house what it earned", async () => {
      expect(await arena.duel.creditOf(arena.house)).to.equal(HOUSE_SHARE);
    });

    it("gives the new house nothing of it", async () => {
      expect(await arena.duel.creditOf(arena.stranger)).to.equal(0n);
    });

    it("lets the old house withdraw", async () => {
      const { duel, fight, house } = arena;
      await expect(duel.connect(house).withdrawCredit(house)).to.changeTokenBalance(
        ethers,
        fight,
        house,
        HOUSE_SHARE,
      );
    });

    it("credits the new house from then on, also for games begun before", async () => {
      const { duel, p1Golden: p1Team, p2Golden: p2Team, house, p1, stranger } = arena;
      await duel.setHouse(house);
      const gameId = await playTo(arena, ALL_JOINED, { p1Team, p2Team });
      await duel.setHouse(stranger);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect([await duel.creditOf(house), await duel.creditOf(stranger)]).to.deep.equal([
        HOUSE_SHARE,
        HOUSE_SHARE,
      ]);
    });

    it("adds up what a house earned before and after an interval", async () => {
      const { duel, house, p1Golden: p1Team, p2Golden: p2Team } = arena;
      await duel.setHouse(house);
      await networkHelpers.time.increase(DAY);
      await playTo(arena, P1_WIN, { p1Team, p2Team });
      expect(await duel.creditOf(house)).to.equal(2n * HOUSE_SHARE);
    });

    it("pays a returning house everything at once", async () => {
      const { duel, fight, house, p1Golden: p1Team, p2Golden: p2Team } = arena;
      await duel.setHouse(house);
      await playTo(arena, P1_WIN, { p1Team, p2Team });
      await expect(duel.connect(house).withdrawCredit(house)).to.changeTokenBalance(
        ethers,
        fight,
        house,
        2n * HOUSE_SHARE,
      );
    });
  });
});
