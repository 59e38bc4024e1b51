import { expect } from "chai";
import type { Interface } from "ethers";
import { seal } from "../../sim/sealing/commitment.ts";
import type { ReentrantPlayer } from "../../types/contracts/mocks/index.ts";
import type { HookedFight } from "../../types/contracts/mocks/HookedFight.sol/HookedFight.ts";
import {
  ALL_JOINED,
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
  PURSE,
  type TeamIds,
  withToken,
} from "../helpers/arena.ts";

const CALLS = 1;
const REVERTS = 2;
const BURNS_GAS = 3;

/** Player 1 is a contract that a token with ERC-777's hooks calls whenever it pays or is paid. */
async function hooked() {
  const arena = await deployArena();
  const token = (await ethers.deployContract("HookedFight", [arena.admin])) as unknown as HookedFight;
  const player = (await ethers.deployContract("ReentrantPlayer")) as unknown as ReentrantPlayer;
  const withHooks = await withToken(arena, token);
  await arena.fighters.mint(player, [1, 2, 17, 18, 33], true);
  const first = (await arena.fighters.mintedCount()) - 4n;
  const team = [0n, 1n, 2n, 3n, 4n].map((slot) => first + slot) as TeamIds;
  await token.transfer(player, PURSE);
  const { duel } = withHooks;
  await player.execute(
    token,
    token.interface.encodeFunctionData("approve", [await duel.getAddress(), PURSE]),
  );
  await token.setHooked(player, true);
  return { ...withHooks, player, team, abi: duel.interface as Interface };
}

type Hooked = Awaited<ReturnType<typeof hooked>>;
const NO_PERMIT = { deadline: 0, v: 0, r: ethers.ZeroHash, s: ethers.ZeroHash };

/** Every function of Duel that moves money or a game. */
const ENTRIES: Record<string, (world: Hooked) => readonly unknown[]> = {
  createGame: ({ team }) => [CLASSIC, seal(P1_NONCE, team), BET, NOBODY],
  createAndDeposit: ({ team }) => [CLASSIC, seal(P1_NONCE, team), BET, NOBODY],
  createAndDepositWithPermit: ({ team }) => [CLASSIC, seal(P1_NONCE, team), BET, NOBODY, NO_PERMIT],
  deposit: () => [1],
  depositWithPermit: () => [1, NO_PERMIT],
  depositAndJoin: ({ team }) => [1, P1_NONCE, team],
  depositAndJoinWithPermit: ({ team }) => [1, P1_NONCE, team, NO_PERMIT],
  joinGame: ({ team }) => [1, P1_NONCE, team],
  reveal: ({ team }) => [1, P1_NONCE, team],
  cancel: () => [1],
  claimInactive: () => [1],
  withdrawCredit: ({ player }) => [player.target],
  onTransferReceived: ({ player }) => [player.target, player.target, BET, ethers.toBeHex(1, 32)],
};

/** Every moment at which a hook of the token runs inside Duel. */
const MOMENTS: Record<
  string,
  { prepare: (world: Hooked) => Promise<void>; act: readonly [string, (world: Hooked) => readonly unknown[]] }
> = {
  "a deposit": {
    prepare: async (world) => run(world, "createGame", ENTRIES.createGame!(world)),
    act: ["deposit", () => [1]],
  },
  "a creation with a deposit": {
    prepare: async () => {},
    act: ["createAndDeposit", ENTRIES.createAndDeposit!],
  },
  "a deposit with a join": {
    prepare: async ({ duel, p2 }) => {
      await duel.connect(p2).createAndDeposit(CLASSIC, ethers.id("sealed"), BET, NOBODY);
    },
    act: ["depositAndJoin", ENTRIES.depositAndJoin!],
  },
  "a refund": {
    prepare: async (world) => run(world, "createAndDeposit", ENTRIES.createAndDeposit!(world)),
    act: ["cancel", () => [1]],
  },
  "a prize": { prepare: (world) => joined(world), act: ["reveal", ENTRIES.reveal!] },
  "an inactive win": {
    prepare: async (world) => {
      await run(world, "createAndDeposit", ENTRIES.createAndDeposit!(world));
      await world.duel.connect(world.p2).deposit(1);
      await networkHelpers.time.increase(DAY);
    },
    act: ["claimInactive", () => [1]],
  },
  "a withdrawal": {
    prepare: (world) => credited(world),
    act: ["withdrawCredit", ({ player }) => [player.target]],
  },
};

async function run({ player, duel, abi }: Hooked, method: string, args: readonly unknown[]): Promise<void> {
  await player.execute(duel, abi.encodeFunctionData(method, args), { gasLimit: 3_000_000 });
}

async function joined(world: Hooked): Promise<void> {
  const { duel, p2, p2Golden, team } = world;
  await run(world, "createAndDeposit", ENTRIES.createAndDeposit!(world));
  const p2Nonce = await nonceForWinner(world, 1, { p1Team: team, p2Team: p2Golden });
  await duel.connect(p2).depositAndJoin(1, p2Nonce, p2Golden);
}

/** A credit of the player's: it refused its prize. */
async function credited(world: Hooked): Promise<void> {
  await joined(world);
  await world.player.arm(REVERTS, NOBODY, "0x");
  await run(world, "reveal", [1, P1_NONCE, world.team]);
  await world.player.arm(0, NOBODY, "0x");
}

/** What the armed player met with inside the hook. */
async function strike({ player }: Hooked) {
  const [struck] = (await player.queryFilter(player.filters.Struck())).slice(-1);
  return struck?.args;
}

describe("Attacks: reentrancy", () => {
  let world: Hooked;
  beforeEach(async () => {
    world = await networkHelpers.loadFixture(hooked);
  });

  for (const [moment, { prepare, act }] of Object.entries(MOMENTS)) {
    describe(`when a token's hook runs in the middle of ${moment}`, () => {
      beforeEach(async () => {
        await prepare(world);
      });

      for (const [entry, argsOf] of Object.entries(ENTRIES)) {
        it(`refuses ${entry} from inside it`, async () => {
          const { abi, duel, player } = world;
          await player.arm(CALLS, duel, abi.encodeFunctionData(entry, argsOf(world)));
          await run(world, act[0], act[1](world));
          const { success, result } = (await strike(world))!;
          expect([success, abi.parseError(result)?.name]).to.deep.equal([
            false,
            "ReentrancyGuardReentrantCall",
          ]);
        });
      }

      // A payment has not the gas for a whole transfer with a memo; its way into Duel is tried above.
      if (act[0] === "cancel" || act[0] === "reveal" || act[0] === "claimInactive") return;
      it("refuses a deposit sent with ERC-1363's transferAndCall from inside it", async () => {
        const { abi, duel, fight, player } = world;
        const token: Interface = fight.interface;
        const args = [await duel.getAddress(), BET, ethers.toBeHex(1, 32)];
        await player.arm(
          CALLS,
          fight,
          token.encodeFunctionData("transferAndCall(address,uint256,bytes)", args),
        );
        await run(world, act[0], act[1](world));
        const { success, result } = (await strike(world))!;
        expect([success, abi.parseError(result)?.name]).to.deep.equal([
          false,
          "ReentrancyGuardReentrantCall",
        ]);
      });
    });
  }

  describe("when the hook only reads", () => {
    const AFTER: Record<string, number> = {
      "a deposit": P1_DEPOSITED,
      "a creation with a deposit": P1_DEPOSITED,
      "a deposit with a join": ALL_JOINED,
      "a refund": P1_CANCELED,
      "a prize": P1_WIN,
      "an inactive win": P1_WIN_INACTIVE,
      "a withdrawal": P1_WIN,
    };
    /** What anybody can read that an end of a game changes. */
    const VIEWS: Record<string, (world: Hooked) => readonly unknown[]> = {
      game: () => [1],
      gameCount: () => [],
      creditOf: ({ player }) => [player.target],
      playerStats: ({ player }) => [player.target],
      fighterStats: ({ team }) => [team[0]],
    };

    for (const [moment, { prepare, act }] of Object.entries(MOMENTS)) {
      for (const [view, argsOf] of Object.entries(VIEWS)) {
        it(`sees in ${view} what it will be after ${moment}`, async () => {
          const { abi, duel, player } = world;
          await prepare(world);
          const data = abi.encodeFunctionData(view, argsOf(world));
          await player.arm(CALLS, duel, data);
          await run(world, act[0], act[1](world));
          const { success, result } = (await strike(world))!;
          expect(success).to.equal(true);
          expect(result).to.equal(await ethers.provider.call({ to: duel, data }));
          expect((await duel.game(1)).state).to.equal(AFTER[moment]);
        });
      }
    }

    for (const moment of ["a refund", "a prize", "an inactive win", "a withdrawal"]) {
      it(`sees no credit of its own beside the tokens that it is just paid in ${moment}`, async () => {
        const { abi, duel, player } = world;
        const { prepare, act } = MOMENTS[moment]!;
        await prepare(world);
        await player.arm(CALLS, duel, abi.encodeFunctionData("creditOf", [player.target]));
        await run(world, act[0], act[1](world));
        expect(BigInt((await strike(world))!.result)).to.equal(0n);
        expect(await duel.creditOf(player)).to.equal(0n);
      });
    }
  });

  describe("when a recipient does not want its money", () => {
    for (const [title, reaction] of [
      ["reverts", REVERTS],
      ["burns all its gas", BURNS_GAS],
    ] as const) {
      it(`ends the battle and credits the winner, if it ${title}`, async () => {
        const { duel, player, team } = world;
        await joined(world);
        await player.arm(reaction, NOBODY, "0x");
        await run(world, "reveal", [1, P1_NONCE, team]);
        expect((await duel.game(1)).state).to.equal(P1_WIN);
        expect(await duel.creditOf(player)).to.equal((2n * BET * 8n) / 10n);
      });

      it(`lets the loser of such a game keep all its other games, if the winner ${title}`, async () => {
        const { duel, p2, p2Golden, player, team } = world;
        await joined(world);
        await run(world, "createAndDeposit", ENTRIES.createAndDeposit!(world));
        await duel
          .connect(p2)
          .depositAndJoin(2, await nonceForWinner(world, 2, { p1Team: team, p2Team: p2Golden }), p2Golden);
        await player.arm(reaction, NOBODY, "0x");
        await run(world, "reveal", [1, P1_NONCE, team]);
        expect((await duel.game(2)).state).to.equal(ALL_JOINED);
        await networkHelpers.time.increase(DAY);
        await duel.connect(p2).claimInactive(2);
        expect(await world.fight.balanceOf(p2)).to.equal(PURSE - BET + BET);
      });
    }
  });

  describe("when ERC-721's receiver hook acts", () => {
    it("sees a fighter that it is just given as its own, and the giver no longer does", async () => {
      const { fighters, p1, p1Golden, player, abi, duel, p2 } = world;
      await duel.connect(p2).createAndDeposit(CLASSIC, ethers.id("sealed"), BET, NOBODY);
      const mixed: TeamIds = [p1Golden[0], ...world.team.slice(1)] as TeamIds;
      await world.fight.setHooked(player, false);
      await player.arm(CALLS, duel, abi.encodeFunctionData("depositAndJoin", [1, P1_NONCE, mixed]));
      await fighters.connect(p1)["safeTransferFrom(address,address,uint256)"](p1, player, p1Golden[0]);
      expect((await strike(world))!.success).to.equal(true);
      expect((await duel.game(1)).state).to.equal(ALL_JOINED);
      await expect(fighters.muster(p1, p1Golden)).to.be.revertedWithCustomError(fighters, "FightersNotOwned");
    });

    it("cannot join with fighters of a batch that are not minted yet", async () => {
      const { fighters, player, abi, duel, p2 } = world;
      await duel.connect(p2).createAndDeposit(CLASSIC, ethers.id("sealed"), BET, NOBODY);
      const next = (await fighters.mintedCount()) + 1n;
      const unborn = [0n, 1n, 2n, 3n, 4n].map((slot) => next + slot);
      await world.fight.setHooked(player, false);
      await player.arm(CALLS, duel, abi.encodeFunctionData("depositAndJoin", [1, P1_NONCE, unborn]));
      await fighters.mint(player, [1], true);
      const { success, result } = (await strike(world))!;
      expect([success, (fighters.interface as Interface).parseError(result)?.name]).to.deep.equal([
        false,
        "FightersNotOwned",
      ]);
      expect((await duel.game(1)).state).to.equal(P1_DEPOSITED);
    });
  });
});
