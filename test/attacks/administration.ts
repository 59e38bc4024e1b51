import { expect } from "chai";
import {
  addMode,
  ALL_DEPOSITED,
  ALL_JOINED,
  type Arena,
  CLASSIC,
  DAY,
  deployArena,
  networkHelpers,
  P1_CANCELED,
  P1_DEPOSITED,
  P1_NONCE,
  P1_WIN,
  P1_WIN_INACTIVE,
  P2_WIN_INACTIVE,
  playTo,
} from "../helpers/arena.ts";

/** All that an administrator can do against games that run. */
const DEEDS: Record<string, (arena: Arena) => Promise<unknown>> = {
  "closes the mode": ({ duel }) => duel.closeMode(CLASSIC),
  "pauses the starts": ({ duel }) => duel.setStartsPaused(true),
  "names another house": ({ duel, stranger }) => duel.setHouse(stranger),
  "gives the ownership away": async ({ duel, stranger }) => {
    await duel.transferOwnership(stranger);
    await duel.connect(stranger).acceptOwnership();
  },
  "gives the ownership up": ({ duel }) => duel.renounceOwnership(),
  "registers another mode": (arena) =>
    addMode(arena, { name: "Other", winnerPctBps: 0, housePctBps: 10_000 }),
  "adds characters and makes fighters of them": async ({ fighters, stranger }) => {
    await fighters.addCharacters([{ name: "Newcomer", kind: 0, tiers: [3, 3, 3, 3, 3, 3] }]);
    await fighters.mint(stranger, Array(5).fill(await fighters.characterCount()), true);
  },
  "does all of it": async (arena) => {
    const { duel, stranger } = arena;
    for (const title of Object.keys(DEEDS).filter((name) => !/ownership|all/.test(name))) {
      await DEEDS[title]!(arena);
    }
    await DEEDS["gives the ownership away"]!(arena);
    await duel.connect(stranger).renounceOwnership();
  },
};

describe("Attacks: administration", () => {
  for (const [title, deed] of Object.entries(DEEDS)) {
    describe(`when the administrator ${title} in the middle of a game`, () => {
      let arena: Arena;
      const stateOf = async (gameId: bigint) => (await arena.duel.game(gameId)).state;
      beforeEach(async () => {
        arena = await networkHelpers.loadFixture(deployArena);
      });

      it("moves no stake and no credit", async () => {
        const { duel, fight, house, p1, p2 } = arena;
        await playTo(arena, P1_WIN, { p1Team: arena.p1Golden, p2Team: arena.p2Golden });
        await playTo(arena, ALL_JOINED);
        const look = async () => [
          await fight.balanceOf(duel),
          ...(await Promise.all([house, p1, p2].map((person) => duel.creditOf(person)))),
        ];
        const before = await look();
        await deed(arena);
        expect(await look()).to.deep.equal(before);
      });

      it("does not stop player 1's cancel", async () => {
        const gameId = await playTo(arena, P1_DEPOSITED);
        await deed(arena);
        await arena.duel.connect(arena.p1).cancel(gameId);
        expect(await stateOf(gameId)).to.equal(P1_CANCELED);
      });

      it("does not stop player 2's deposit and join, nor the reveal", async () => {
        const { duel, p1, p1Team, p2, p2Team } = arena;
        const gameId = await playTo(arena, P1_DEPOSITED);
        await deed(arena);
        await duel.connect(p2).deposit(gameId);
        await duel.connect(p2).joinGame(gameId, P1_NONCE, p2Team);
        await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
        expect([6n, 7n]).to.include(await stateOf(gameId));
      });

      it("does not stop either player's claim", async () => {
        const { duel, p1, p2 } = arena;
        const [waiting, joined] = [await playTo(arena, ALL_DEPOSITED), await playTo(arena, ALL_JOINED)];
        await deed(arena);
        await networkHelpers.time.increase(DAY);
        await duel.connect(p1).claimInactive(waiting);
        await duel.connect(p2).claimInactive(joined);
        expect([await stateOf(waiting), await stateOf(joined)]).to.deep.equal([
          BigInt(P1_WIN_INACTIVE),
          BigInt(P2_WIN_INACTIVE),
        ]);
      });

      it("does not stop a withdrawal of what was earned before", async () => {
        const { duel, fight, house } = arena;
        await playTo(arena, P1_WIN);
        const credit = await duel.creditOf(house);
        await deed(arena);
        await duel.connect(house).withdrawCredit(house);
        expect(await fight.balanceOf(house)).to.equal(credit);
      });
    });
  }

  it("has no function beside these that only an administrator may call", async () => {
    const { duel } = await networkHelpers.loadFixture(deployArena);
    const writing = duel.interface.fragments.flatMap((fragment) =>
      fragment.type === "function" && !("constant" in fragment && fragment.constant)
        ? [(fragment as unknown as { name: string }).name]
        : [],
    );
    const players = [
      "createGame",
      "createAndDeposit",
      "createAndDepositWithPermit",
      "deposit",
      "depositWithPermit",
      "depositAndJoin",
      "depositAndJoinWithPermit",
      "joinGame",
      "reveal",
      "cancel",
      "claimInactive",
      "withdrawCredit",
      "onTransferReceived",
      "acceptOwnership",
    ];
    const administrators = writing.filter((name) => !players.includes(name));
    expect(administrators.toSorted()).to.deep.equal([
      "closeMode",
      "registerMode",
      "renounceOwnership",
      "setHouse",
      "setStartsPaused",
      "transferOwnership",
    ]);
  });
});
