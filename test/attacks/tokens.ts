import { expect } from "chai";
import type { HostileFight, MoodyFight, RebasingFight } from "../../types/contracts/mocks/index.ts";
import {
  addMode,
  ALL_JOINED,
  BET,
  CREATED,
  DAY,
  deployArena,
  ethers,
  networkHelpers,
  nonceForWinner,
  P1_CANCELED,
  P1_DEPOSITED,
  P1_NONCE,
  P1_WIN,
  P2_WIN_INACTIVE,
  playTo,
  PURSE,
  withToken,
} from "../helpers/arena.ts";

const WON = (2n * BET * 8n) / 10n;
const PAUSED = 1;
const REFUSES_PAYMENTS = 2;
const BURNS_GAS = 3;
const TAKES_FEE = 4;
const RETURNS_NOTHING = 3;
const MAX_STAKE = 2n ** 96n - 1n;

async function moody() {
  const arena = await deployArena();
  const token = (await ethers.deployContract("MoodyFight", [arena.admin])) as unknown as MoodyFight;
  const world = await withToken(arena, token);
  const setMood = (mood: number) => token.setMood(mood, world.duel, "0x");
  return { ...world, setMood };
}

async function rebasing() {
  const arena = await deployArena();
  const token = (await ethers.deployContract("RebasingFight", [arena.admin])) as unknown as RebasingFight;
  return withToken(arena, token);
}

async function hostile() {
  const arena = await deployArena();
  const token = (await ethers.deployContract("HostileFight", [arena.admin])) as unknown as HostileFight;
  return withToken(arena, token);
}

describe("Attacks: tokens", () => {
  describe("when the token is paused in the middle of a game", () => {
    it("lets the battle be fought and the prize be withdrawn once it goes on", async () => {
      const world = await networkHelpers.loadFixture(moody);
      const { duel, fight, p1, p1Team, setMood } = world;
      const gameId = await playTo(world, ALL_JOINED);
      await setMood(PAUSED);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect(await duel.creditOf(p1)).to.equal(WON);
      await expect(duel.connect(p1).withdrawCredit(p1)).to.be.revertedWithCustomError(
        fight,
        "MoodyFightRefused",
      );
      await setMood(0);
      await duel.connect(p1).withdrawCredit(p1);
      expect(await fight.balanceOf(p1)).to.equal(PURSE - BET + WON);
    });

    for (const [title, mood] of [
      ["is paused", PAUSED],
      ["refuses every payment", REFUSES_PAYMENTS],
      ["burns the gas of every payment", BURNS_GAS],
    ] as const) {
      it(`lets player 1 cancel and player 2 claim all the same when it ${title}`, async () => {
        const world = await networkHelpers.loadFixture(moody);
        const { duel, p1, p2, setMood } = world;
        const [open, joined] = [await playTo(world, P1_DEPOSITED), await playTo(world, ALL_JOINED)];
        await setMood(mood);
        await networkHelpers.time.increase(DAY);
        await duel.connect(p1).cancel(open);
        await duel.connect(p2).claimInactive(joined);
        expect((await duel.game(open)).state).to.equal(P1_CANCELED);
        expect((await duel.game(joined)).state).to.equal(P2_WIN_INACTIVE);
        expect([await duel.creditOf(p1), await duel.creditOf(p2)]).to.deep.equal([BET, 2n * BET]);
      });
    }
  });

  it("takes no stake that a fee was taken from, and leaves nothing of it behind", async () => {
    const world = await networkHelpers.loadFixture(moody);
    const { duel, fight, p1, setMood } = world;
    const gameId = await playTo(world, CREATED);
    await setMood(TAKES_FEE);
    await expect(duel.connect(p1).deposit(gameId))
      .to.be.revertedWithCustomError(duel, "DuelWrongAmount")
      .withArgs(BET - 1n, BET);
    expect(await fight.balanceOf(p1)).to.equal(PURSE);
  });

  it("leaves a blacklisted winner's opponents and their games alone", async () => {
    const world = await networkHelpers.loadFixture(moody);
    const { duel, fight, p1, p1Team, p2 } = world;
    const gameId = await playTo(world, ALL_JOINED);
    await duel.connect(p2).createAndDeposit(1, ethers.id("p2's own"), BET, ethers.ZeroAddress);
    await fight.setRefused(p1, true);
    await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
    await duel.connect(p2).cancel(2);
    expect(await fight.balanceOf(p2)).to.equal(PURSE - BET);
    expect(await duel.creditOf(p1)).to.equal(WON);
  });

  it("withdraws from a token that answers nothing", async () => {
    const world = await networkHelpers.loadFixture(hostile);
    const { duel, fight, house } = world;
    await playTo(world, P1_WIN);
    await fight.setBehaviour(RETURNS_NOTHING);
    await duel.connect(house).withdrawCredit(house);
    expect(await fight.balanceOf(house)).to.equal(2n * BET - WON);
  });

  describe("when balances change by themselves", () => {
    it("pays what the rules say and lets nobody take what has grown", async () => {
      const world = await networkHelpers.loadFixture(rebasing);
      const { duel, fight, house, p1, p1Team } = world;
      const gameId = await playTo(world, ALL_JOINED);
      await fight.grow(duel, 12_345n);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      await duel.connect(house).withdrawCredit(house);
      expect(await fight.balanceOf(p1)).to.equal(PURSE - BET + WON);
      expect(await fight.balanceOf(duel)).to.equal(12_345n);
    });

    it("ends a game though its pot has shrunk, and owes the winner the whole prize", async () => {
      const world = await networkHelpers.loadFixture(rebasing);
      const { duel, fight, p1, p1Team } = world;
      const gameId = await playTo(world, ALL_JOINED);
      await fight.shrink(duel, BET);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
      expect(await duel.creditOf(p1)).to.equal(WON);
      await fight.grow(duel, BET);
      await duel.connect(p1).withdrawCredit(p1);
      expect(await fight.balanceOf(p1)).to.equal(PURSE - BET + WON);
    });
  });

  describe("when tokens or ether come without being a stake", () => {
    it("lets donated tokens count for no deposit and be nobody's", async () => {
      const world = await networkHelpers.loadFixture(rebasing);
      const { duel, fight, p1, p2, stranger } = world;
      await fight.connect(stranger).transfer(duel, 5n * BET);
      const gameId = await playTo(world, CREATED);
      await fight.connect(p1).approve(duel, 0n);
      await expect(duel.connect(p1).deposit(gameId)).to.be.revertedWithCustomError(
        fight,
        "ERC20InsufficientAllowance",
      );
      for (const person of [p1, p2, stranger]) expect(await duel.creditOf(person)).to.equal(0n);
    });

    it("plays on with forced ether, and refuses ether that is sent", async () => {
      const world = await networkHelpers.loadFixture(rebasing);
      const { duel, p1 } = world;
      await ethers.deployContract("ForcedEther", [duel], { value: 10n ** 18n });
      expect(await ethers.provider.getBalance(duel)).to.equal(10n ** 18n);
      const gameId = await playTo(world, P1_WIN);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
      await expect(p1.sendTransaction({ to: duel, value: 1n })).to.be.revert(ethers);
    });
  });

  describe("when the stake is the largest that fits", () => {
    for (const winnerPctBps of [0, 1, 8_000, 9_999, 10_000]) {
      it(`splits the pot exactly with ${winnerPctBps} basis points for the winner`, async () => {
        const world = await networkHelpers.loadFixture(rebasing);
        const { duel, fight, house, p1, p2 } = world;
        const maxBet = "79228162514.264337593543950335";
        const terms = { winnerPctBps, housePctBps: 10_000 - winnerPctBps, maxBet };
        const modeId = await addMode(world, { name: "High", ...terms });
        for (const player of [p1, p2]) await fight.grow(player, MAX_STAKE);
        await playTo(world, P1_WIN, { modeId, bet: MAX_STAKE, p2Nonce: await nonceForWinner(world, 1) });
        const won = (2n * MAX_STAKE * BigInt(winnerPctBps)) / 10_000n;
        expect(await fight.balanceOf(p1)).to.equal(PURSE + won);
        expect(await duel.creditOf(house)).to.equal(2n * MAX_STAKE - won);
        expect(await fight.balanceOf(duel)).to.equal(2n * MAX_STAKE - won);
        expect((await duel.playerStats(p2)).fightSpent).to.equal(MAX_STAKE);
      });
    }
  });
});
