import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { expect } from "chai";
import { seal } from "../../sim/sealing/commitment.ts";
import {
  ALL_DEPOSITED,
  ALL_JOINED,
  type Arena,
  BET,
  CLASSIC,
  CREATED,
  deployArena,
  ethers,
  networkHelpers,
  NOBODY,
  P1_DEPOSITED,
  P1_NONCE,
  playTo,
  type TeamIds,
} from "../helpers/arena.ts";

const NONCE = `0x${"22".repeat(32)}`;

/** Nobody has an allowance here: the tokens come with the call. */
async function withoutAllowances() {
  const arena = await deployArena();
  const p1Deposited = await playTo(arena, P1_DEPOSITED);
  const created = await playTo(arena, CREATED);
  for (const player of [arena.p1, arena.p2]) await arena.fight.connect(player).approve(arena.duel, 0);
  return { ...arena, created, p1Deposited };
}

type MemoArena = Awaited<ReturnType<typeof withoutAllowances>>;

const send = ({ duel, fight }: Arena, from: HardhatEthersSigner, amount: bigint, memo: string) =>
  fight.connect(from)["transferAndCall(address,uint256,bytes)"](duel, amount, memo);

const joinMemo = ({ duel }: Arena, gameId: bigint, team: TeamIds) =>
  duel.interface.encodeFunctionData("depositAndJoin", [gameId, NONCE, team]);

/** Everything that a memo can ask for. */
const FORMS: readonly {
  readonly name: string;
  readonly role: "p1" | "p2";
  readonly to: number;
  readonly gameId: (arena: MemoArena) => bigint;
  readonly memo: (arena: MemoArena) => string;
}[] = [
  {
    name: "a game's id of 32 bytes, from player 1",
    role: "p1",
    to: P1_DEPOSITED,
    gameId: ({ created }) => created,
    memo: ({ created }) => ethers.toBeHex(created, 32),
  },
  {
    name: "a game's id of 32 bytes, from player 2",
    role: "p2",
    to: ALL_DEPOSITED,
    gameId: ({ p1Deposited }) => p1Deposited,
    memo: ({ p1Deposited }) => ethers.toBeHex(p1Deposited, 32),
  },
  {
    name: "the call data of deposit",
    role: "p2",
    to: ALL_DEPOSITED,
    gameId: ({ p1Deposited }) => p1Deposited,
    memo: ({ duel, p1Deposited }) => duel.interface.encodeFunctionData("deposit", [p1Deposited]),
  },
  {
    name: "the call data of createAndDeposit",
    role: "p1",
    to: P1_DEPOSITED,
    gameId: () => 3n,
    memo: ({ duel, p1Team }) =>
      duel.interface.encodeFunctionData("createAndDeposit", [CLASSIC, seal(P1_NONCE, p1Team), BET, NOBODY]),
  },
  {
    name: "the call data of depositAndJoin",
    role: "p2",
    to: ALL_JOINED,
    gameId: ({ p1Deposited }) => p1Deposited,
    memo: (arena) => joinMemo(arena, arena.p1Deposited, arena.p2Team),
  },
];

describe("Duel: tokens sent with a memo", () => {
  let arena: MemoArena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(withoutAllowances);
  });

  for (const { name, role, to, gameId, memo } of FORMS) {
    describe(`when the memo is ${name}`, () => {
      it("does it without an allowance", async () => {
        await send(arena, arena[role], BET, memo(arena));
        expect((await arena.duel.game(gameId(arena))).state).to.equal(to);
      });

      it("takes exactly the bet", async () => {
        await expect(send(arena, arena[role], BET, memo(arena))).to.changeTokenBalances(
          ethers,
          arena.fight,
          [arena[role], arena.duel],
          [-BET, BET],
        );
      });

      it("tells about the deposit of the sender", async () => {
        await expect(send(arena, arena[role], BET, memo(arena)))
          .to.emit(arena.duel, "Deposited")
          .withArgs(gameId(arena), arena[role].address, BET);
      });

      for (const amount of [0n, BET - 1n, BET + 1n, 2n * BET]) {
        it(`refuses ${amount} units whole`, async () => {
          const { duel, fight } = arena;
          const before = await fight.balanceOf(arena[role]);
          await expect(send(arena, arena[role], amount, memo(arena)))
            .to.be.revertedWithCustomError(duel, "DuelWrongAmount")
            .withArgs(amount, BET);
          expect(await fight.balanceOf(arena[role])).to.equal(before);
        });
      }

      it("refuses an operator who sends a player's tokens", async () => {
        const { duel, fight, stranger } = arena;
        await fight.connect(arena[role]).approve(stranger, BET);
        const operator = fight
          .connect(stranger)
          .getFunction("transferFromAndCall(address,address,uint256,bytes)");
        await expect(operator(arena[role], duel, BET, memo(arena)))
          .to.be.revertedWithCustomError(duel, "DuelWrongCaller")
          .withArgs(0, stranger.address, arena[role].address);
      });

      it("refuses another token", async () => {
        const { admin, duel } = arena;
        const other = (await ethers.deployContract("Fight", [admin])) as unknown as Arena["fight"];
        await expect(other["transferAndCall(address,uint256,bytes)"](duel, BET, memo(arena)))
          .to.be.revertedWithCustomError(duel, "DuelWrongToken")
          .withArgs(await other.getAddress());
      });

      it("refuses a message that no token came with", async () => {
        const { duel, stranger } = arena;
        const { address } = arena[role];
        await expect(duel.connect(stranger).onTransferReceived(address, address, BET, memo(arena)))
          .to.be.revertedWithCustomError(duel, "DuelWrongToken")
          .withArgs(stranger.address);
      });
    });
  }

  describe("when the memo says nothing known", () => {
    const selector = (name: string) => ethers.id(name).slice(0, 10);
    for (const [title, memo] of [
      ["nothing", "0x"],
      ["three bytes", "0x123456"],
      ["an unknown selector", "0x12345678"],
      ["31 bytes", `0x${"00".repeat(30)}01`],
      ["33 bytes", `0x${"00".repeat(32)}01`],
      ["the selector of withdrawCredit", selector("withdrawCredit(address)")],
      ["the selector of createGame", selector("createGame(uint256,bytes32,uint96,address)")],
    ] as const) {
      it(`refuses ${title}`, async () => {
        await expect(send(arena, arena.p2, BET, memo))
          .to.be.revertedWithCustomError(arena.duel, "DuelUnknownMemo")
          .withArgs(memo);
      });
    }

    it("refuses tokens sent with no memo at all", async () => {
      const { duel, fight, p2 } = arena;
      await expect(fight.connect(p2)["transferAndCall(address,uint256)"](duel, BET))
        .to.be.revertedWithCustomError(duel, "DuelUnknownMemo")
        .withArgs("0x");
    });
  });

  describe("when the memo's call data is broken", () => {
    const refused = async (memo: string) =>
      expect(send(arena, arena.p2, BET, memo))
        .to.be.revertedWithCustomError(arena.fight, "ERC1363InvalidReceiver")
        .withArgs(await arena.duel.getAddress());

    for (const { name, memo } of FORMS.filter(({ name: form }) => form.startsWith("the call data"))) {
      it(`refuses ${name} cut short by a byte`, async () => {
        await refused(memo(arena).slice(0, -2));
      });
    }

    it("refuses an asset id of more than 24 bits", async () => {
      const memo = joinMemo(arena, arena.p1Deposited, arena.p2Team);
      await refused(memo.slice(0, -64) + ethers.toBeHex(2n ** 24n, 32).slice(2));
    });

    it("refuses a bet of more than 96 bits", async () => {
      const coder = ethers.AbiCoder.defaultAbiCoder();
      const types = ["uint256", "bytes32", "uint256", "address"];
      const args = coder.encode(types, [CLASSIC, NONCE, 2n ** 96n + BET, NOBODY]);
      await refused(arena.duel.createAndDeposit.fragment.selector + args.slice(2));
    });
  });

  describe("when the rules refuse what the memo asks for", () => {
    it("says why, through the token", async () => {
      const { duel, p1, p1Deposited } = arena;
      await expect(send(arena, p1, BET, ethers.toBeHex(p1Deposited, 32)))
        .to.be.revertedWithCustomError(duel, "DuelOwnGame")
        .withArgs(p1Deposited, p1.address);
    });

    it("refuses a team that is not the sender's", async () => {
      const { fighters, p1, p1Deposited, p1Team, p2 } = arena;
      await expect(send(arena, p2, BET, joinMemo(arena, p1Deposited, p1Team)))
        .to.be.revertedWithCustomError(fighters, "FightersNotOwned")
        .withArgs(p1Team[0], p1.address, p2.address);
    });

    it("joins with the very team and nonce of the memo", async () => {
      const { duel, p1Deposited, p2, p2Team } = arena;
      await expect(send(arena, p2, BET, joinMemo(arena, p1Deposited, p2Team)))
        .to.emit(duel, "GameJoined")
        .withArgs(p1Deposited, p2.address, NONCE, p2Team);
    });
  });
});
