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
} from "../helpers/arena.ts";

interface Permit {
  readonly deadline: bigint;
  readonly v: number;
  readonly r: string;
  readonly s: string;
}

/** Nobody has an allowance here: what works, works by its signature. */
async function withoutAllowances() {
  const arena = await deployArena();
  const p1Deposited = await playTo(arena, P1_DEPOSITED);
  const created = await playTo(arena, CREATED);
  for (const player of [arena.p1, arena.p2, arena.stranger]) {
    await arena.fight.connect(player).approve(arena.duel, 0);
  }
  return { ...arena, created, p1Deposited };
}

async function sign(
  { duel, fight }: Arena,
  owner: HardhatEthersSigner,
  { value = BET, deadline = 2n ** 40n } = {},
): Promise<Permit> {
  const { name, version, chainId, verifyingContract } = await fight.eip712Domain();
  const signature = await owner.signTypedData(
    { name, version, chainId, verifyingContract },
    {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    {
      owner: owner.address,
      spender: await duel.getAddress(),
      value,
      nonce: await fight.nonces(owner),
      deadline,
    },
  );
  const { v, r, s } = ethers.Signature.from(signature);
  return { deadline, v, r, s };
}

type PermitArena = Awaited<ReturnType<typeof withoutAllowances>>;

/** The three actions that take a permit, each with the player who takes it. */
const FORMS: readonly {
  readonly name: string;
  readonly role: "p1" | "p2";
  readonly to: number;
  readonly act: (arena: PermitArena, permit: Permit) => Promise<unknown>;
  readonly gameId: (arena: PermitArena) => bigint;
}[] = [
  {
    name: "depositWithPermit of player 1",
    role: "p1",
    to: P1_DEPOSITED,
    act: ({ created, duel, p1 }, permit) => duel.connect(p1).depositWithPermit(created, permit),
    gameId: ({ created }) => created,
  },
  {
    name: "depositWithPermit of player 2",
    role: "p2",
    to: ALL_DEPOSITED,
    act: ({ duel, p1Deposited, p2 }, permit) => duel.connect(p2).depositWithPermit(p1Deposited, permit),
    gameId: ({ p1Deposited }) => p1Deposited,
  },
  {
    name: "createAndDepositWithPermit",
    role: "p1",
    to: P1_DEPOSITED,
    act: ({ duel, p1, p1Team }, permit) =>
      duel.connect(p1).createAndDepositWithPermit(CLASSIC, seal(P1_NONCE, p1Team), BET, NOBODY, permit),
    gameId: () => 3n,
  },
  {
    name: "depositAndJoinWithPermit",
    role: "p2",
    to: ALL_JOINED,
    act: ({ duel, p1Deposited, p2, p2Team }, permit) =>
      duel.connect(p2).depositAndJoinWithPermit(p1Deposited, ethers.ZeroHash, p2Team, permit),
    gameId: ({ p1Deposited }) => p1Deposited,
  },
];

describe("Duel: permits", () => {
  let arena: PermitArena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(withoutAllowances);
  });

  for (const { name, role, to, act, gameId } of FORMS) {
    describe(`when ${name} brings a signature`, () => {
      it("needs no allowance before", async () => {
        await act(arena, await sign(arena, arena[role]));
        expect((await arena.duel.game(gameId(arena))).state).to.equal(to);
      });

      it("takes exactly the bet", async () => {
        const permit = await sign(arena, arena[role]);
        await expect(act(arena, permit)).to.changeTokenBalances(
          ethers,
          arena.fight,
          [arena[role], arena.duel],
          [-BET, BET],
        );
      });

      it("leaves no allowance behind", async () => {
        await act(arena, await sign(arena, arena[role]));
        expect(await arena.fight.allowance(arena[role], arena.duel)).to.equal(0n);
      });

      it("works though somebody has sent the permit first", async () => {
        const { duel, fight, stranger } = arena;
        const permit = await sign(arena, arena[role]);
        await fight
          .connect(stranger)
          .permit(arena[role], duel, BET, permit.deadline, permit.v, permit.r, permit.s);
        await act(arena, permit);
        expect((await duel.game(gameId(arena))).state).to.equal(to);
      });

      it("works with a useless permit if there is an allowance", async () => {
        await arena.fight.connect(arena[role]).approve(arena.duel, BET);
        await act(arena, { deadline: 0n, v: 0, r: ethers.ZeroHash, s: ethers.ZeroHash });
        expect((await arena.duel.game(gameId(arena))).state).to.equal(to);
      });

      for (const [title, permitOf] of [
        ["somebody else's signature", () => sign(arena, arena.stranger)],
        ["a signature over another amount", () => sign(arena, arena[role], { value: BET + 1n })],
        ["a signature past its deadline", () => sign(arena, arena[role], { deadline: 1n })],
      ] as const) {
        it(`refuses ${title}`, async () => {
          await expect(act(arena, await permitOf()))
            .to.be.revertedWithCustomError(arena.fight, "ERC20InsufficientAllowance")
            .withArgs(await arena.duel.getAddress(), 0n, BET);
        });
      }
    });
  }

  describe("when the rules refuse the action", () => {
    it("leaves the signature unused", async () => {
      const { created, duel, fight, p2 } = arena;
      const permit = await sign(arena, p2);
      await expect(duel.connect(p2).depositWithPermit(created, permit)).to.be.revertedWithCustomError(
        duel,
        "DuelWrongCaller",
      );
      expect(await fight.nonces(p2)).to.equal(0n);
    });
  });
});
