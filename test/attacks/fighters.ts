import { expect } from "chai";
import type { Interface } from "ethers";
import { modeToRegister } from "../../chain/registration.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { seal } from "../../sim/sealing/commitment.ts";
import type { FlashLender, HostileFighters, ReentrantPlayer } from "../../types/contracts/mocks/index.ts";
import type { Duel } from "../../types/contracts/index.ts";
import {
  ALL_DEPOSITED,
  ALL_JOINED,
  type Arena,
  BET,
  CLASSIC,
  DAY,
  deployArena,
  ethers,
  networkHelpers,
  NOBODY,
  nonceForWinner,
  P1_CANCELED,
  P1_DEPOSITED,
  P1_NONCE,
  P1_WIN,
  P1_WIN_INACTIVE,
  P2_WIN_INACTIVE,
  playTo,
  PURSE,
} from "../helpers/arena.ts";

/** A Duel whose fighters can stop to answer. */
async function withHostileFighters() {
  const arena = await deployArena();
  const hostile = (await ethers.deployContract("HostileFighters", [
    arena.fighters,
  ])) as unknown as HostileFighters;
  const libraries: Record<string, string> = {};
  for (const name of ["ModeRegistry", "TurnLog"]) {
    libraries[name] = await (await ethers.deployContract(name)).getAddress();
  }
  const args = [arena.admin.address, arena.house.address, arena.fight, hostile];
  const duel = (await ethers.deployContract("Duel", args, { libraries })) as unknown as Duel;
  await duel.registerMode(modeToRegister(DEFAULT_MODE));
  for (const player of [arena.p1, arena.p2])
    await arena.fight.connect(player).approve(duel, ethers.MaxUint256);
  return { ...arena, duel, hostile };
}

/** Player 1's team belongs to a lender, who lends it for one call at a time to a player without fighters. */
async function withLender() {
  const arena = await deployArena();
  const lender = (await ethers.deployContract("FlashLender", [arena.fighters])) as unknown as FlashLender;
  const borrower = (await ethers.deployContract("ReentrantPlayer")) as unknown as ReentrantPlayer;
  const { duel, fight, fighters, p1, p1Team } = arena;
  for (const assetId of p1Team) await fighters.connect(p1).transferFrom(p1, lender, assetId);
  const encode = (abi: Interface, method: string, args: readonly unknown[]) =>
    abi.encodeFunctionData(method, args);
  await borrower.execute(fighters, encode(fighters.interface, "setApprovalForAll", [lender.target, true]));
  await fight.transfer(borrower, PURSE);
  await borrower.execute(fight, encode(fight.interface, "approve", [duel.target, PURSE]));
  const play = (method: string, args: readonly unknown[]) =>
    borrower.execute(duel, encode(duel.interface, method, args));
  const playWithLent = (method: string, args: readonly unknown[]) =>
    lender.lend(p1Team, borrower, duel, encode(duel.interface, method, args));
  return { ...arena, lender, borrower, play, playWithLent };
}

describe("Attacks: fighters", () => {
  for (const [title, behaviour] of [
    ["reverts", 1],
    ["burns all gas", 2],
    ["returns nothing", 3],
  ] as const) {
    describe(`when the question who owns a fighter ${title}`, () => {
      it("lets player 1 cancel", async () => {
        const world = await networkHelpers.loadFixture(withHostileFighters);
        const { duel, hostile, p1, fight } = world;
        const gameId = await playTo(world, P1_DEPOSITED);
        await hostile.setBehaviour(behaviour);
        await duel.connect(p1).cancel(gameId);
        expect((await duel.game(gameId)).state).to.equal(P1_CANCELED);
        expect(await fight.balanceOf(p1)).to.equal(PURSE);
      });

      it("stops the join, and lets player 1 claim", async () => {
        const world = await networkHelpers.loadFixture(withHostileFighters);
        const { duel, hostile, p1, p2, p2Team } = world;
        const gameId = await playTo(world, ALL_DEPOSITED);
        await hostile.setBehaviour(behaviour);
        await expect(
          duel.connect(p2).joinGame(gameId, P1_NONCE, p2Team, { gasLimit: 3_000_000 }),
        ).to.be.revert(ethers);
        await networkHelpers.time.increase(DAY);
        await duel.connect(p1).claimInactive(gameId);
        expect((await duel.game(gameId)).state).to.equal(P1_WIN_INACTIVE);
      });

      it("stops the reveal, and lets player 2 claim: the money is never stuck", async () => {
        const world = await networkHelpers.loadFixture(withHostileFighters);
        const { duel, hostile, fight, p1, p1Team, p2 } = world;
        const gameId = await playTo(world, ALL_JOINED);
        await hostile.setBehaviour(behaviour);
        await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team, { gasLimit: 3_000_000 })).to.be.revert(
          ethers,
        );
        await networkHelpers.time.increase(DAY);
        await duel.connect(p2).claimInactive(gameId);
        expect((await duel.game(gameId)).state).to.equal(P2_WIN_INACTIVE);
        expect(await fight.balanceOf(duel)).to.equal(0n);
      });
    });
  }

  describe("when fighters are borrowed in a flash", () => {
    it("fights with them as they were judged at the join, though they are back with their owner", async () => {
      const world = await networkHelpers.loadFixture(withLender);
      const { duel, fighters, lender, p1Team, p2, p2Team, playWithLent } = world;
      await duel.connect(p2).createAndDeposit(CLASSIC, seal(P1_NONCE, p2Team), BET, NOBODY);
      await playWithLent("depositAndJoin", [1, P1_NONCE, p1Team]);
      expect(await fighters.ownerOf(p1Team[0])).to.equal(lender.target);
      await duel.connect(p2).reveal(1, P1_NONCE, p2Team);
      expect([6n, 7n]).to.include((await duel.game(1)).state);
    });

    it("lets nobody reveal with fighters that are not borrowed at that moment", async () => {
      const world = await networkHelpers.loadFixture(withLender);
      const { duel, fighters, p1Team, p2, p2Team, play, playWithLent } = world;
      await play("createAndDeposit", [CLASSIC, seal(P1_NONCE, p1Team), BET, NOBODY]);
      await duel.connect(p2).depositAndJoin(1, P1_NONCE, p2Team);
      await expect(play("reveal", [1, P1_NONCE, p1Team])).to.be.revertedWithCustomError(
        fighters,
        "FightersNotOwned",
      );
      await playWithLent("reveal", [1, P1_NONCE, p1Team]);
      expect([6n, 7n]).to.include((await duel.game(1)).state);
    });

    it("does not let one team tire twice as little: borrowed or not, it rests after its battle", async () => {
      const world = await networkHelpers.loadFixture(withLender);
      const { duel, p1Team, p2, p2Golden, p2Team, playWithLent } = world;
      for (const team of [p2Team, p2Golden]) {
        await duel.connect(p2).createAndDeposit(CLASSIC, seal(P1_NONCE, team), BET, NOBODY);
      }
      await playWithLent("depositAndJoin", [1, P1_NONCE, p1Team]);
      await duel.connect(p2).reveal(1, P1_NONCE, p2Team);
      await expect(playWithLent("depositAndJoin", [2, P1_NONCE, p1Team])).to.be.revertedWithCustomError(
        duel,
        "DuelFighterOnCooldown",
      );
    });
  });

  describe("when player 1 loses a sealed fighter before the reveal", () => {
    const losses: Record<string, readonly [(arena: Arena) => Promise<unknown>, "fighters" | "duel", string]> =
      {
        "sells it": [
          ({ fighters, p1, p1Team, stranger }) => fighters.connect(p1).transferFrom(p1, stranger, p1Team[0]),
          "fighters",
          "FightersNotOwned",
        ],
        "burns it": [
          ({ fighters, p1, p1Team }) => fighters.connect(p1).burn(p1Team[0]),
          "fighters",
          "FightersNotOwned",
        ],
        "tires it elsewhere": [
          (arena) => playTo(arena, P1_WIN, { p2Team: arena.p2Golden }),
          "duel",
          "DuelFighterOnCooldown",
        ],
      };
    for (const [title, [lose, refuser, error]] of Object.entries(losses)) {
      it(`cannot take its stake out by it: it ${title}, cannot reveal, and player 2 has the pot`, async () => {
        const arena = await networkHelpers.loadFixture(deployArena);
        const { duel, fight, p1, p1Team, p2 } = arena;
        const gameId = await playTo(arena, ALL_JOINED);
        await lose(arena);
        await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team)).to.be.revertedWithCustomError(
          arena[refuser],
          error,
        );
        await expect(duel.connect(p1).cancel(gameId)).to.be.revertedWithCustomError(duel, "DuelWrongState");
        const before = await fight.balanceOf(p2);
        const { since } = await duel.game(gameId);
        await networkHelpers.time.increaseTo(since + BigInt(DAY));
        await duel.connect(p2).claimInactive(gameId);
        expect((await fight.balanceOf(p2)) - before).to.equal(2n * BET);
      });
    }
  });

  it("does not let player 2 harm player 1's reveal by any deed with its own fighters", async () => {
    const arena = await networkHelpers.loadFixture(deployArena);
    const { duel, fighters, p1, p1Team, p2, p2Team, stranger } = arena;
    const gameId = await playTo(arena, ALL_JOINED, { p2Nonce: await nonceForWinner(arena, 1) });
    await fighters.connect(p2).transferFrom(p2, stranger, p2Team[0]);
    await fighters.connect(p2).burn(p2Team[1]);
    await playTo(arena, ALL_JOINED, { p1Team: arena.p1Golden, p2Team: arena.p2Golden });
    await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
    expect((await duel.game(gameId)).state).to.equal(P1_WIN);
  });

  it("does not let a player play against itself, invited, paying or joining", async () => {
    const arena = await networkHelpers.loadFixture(deployArena);
    const { duel, fight, p1, p1Golden, p1Team } = arena;
    const own = (action: Promise<unknown>) =>
      expect(action).to.be.revertedWithCustomError(duel, "DuelOwnGame");
    await own(duel.connect(p1).createGame(CLASSIC, seal(P1_NONCE, p1Team), BET, p1));
    const gameId = await playTo(arena, P1_DEPOSITED);
    await own(duel.connect(p1).deposit(gameId));
    await own(duel.connect(p1).depositAndJoin(gameId, P1_NONCE, p1Golden));
    await own(
      fight.connect(p1)["transferAndCall(address,uint256,bytes)"](duel, BET, ethers.toBeHex(gameId, 32)),
    );
  });
});
