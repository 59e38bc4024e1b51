import { expect } from "chai";
import {
  addMode,
  ALL_DEPOSITED,
  ALL_JOINED,
  type Arena,
  deployArena,
  networkHelpers,
  nonceForWinner,
  P1_NONCE,
  P1_WIN,
  P2_WIN,
  playTo,
} from "../helpers/arena.ts";

const DELAY = 6;

describe("Attacks: a reorganisation after the reveal", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  const reveal = (gameId: bigint) => arena.duel.connect(arena.p1).reveal(gameId, P1_NONCE, arena.p1Team);
  const stateOf = async (gameId: bigint) => (await arena.duel.game(gameId)).state;

  it("lets player 2 choose the winner in a mode without a delay, if it undoes the join", async () => {
    const { duel, p2, p2Team } = arena;
    const gameId = await playTo(arena, ALL_DEPOSITED);
    const beforeTheJoin = await networkHelpers.takeSnapshot();
    await duel.connect(p2).joinGame(gameId, await nonceForWinner(arena, 1), p2Team);
    await reveal(gameId);
    expect(await stateOf(gameId)).to.equal(P1_WIN);

    // Two blocks are undone. Player 1's nonce is known now, and its signed reveal can be sent again by anybody.
    await beforeTheJoin.restore();
    await duel.connect(p2).joinGame(gameId, await nonceForWinner(arena, 2), p2Team);
    await reveal(gameId);
    expect(await stateOf(gameId)).to.equal(P2_WIN);
  });

  describe(`when the mode has a delay of ${DELAY} blocks`, () => {
    const joined = async () => {
      const modeId = await addMode(arena, { name: "Patient", revealDelayBlocks: DELAY });
      const gameId = await playTo(arena, ALL_JOINED, { modeId, p2Nonce: await nonceForWinner(arena, 1) });
      return gameId;
    };

    for (const depth of [1, 3, DELAY]) {
      it(`leaves the join standing when ${depth} blocks are undone with the reveal in them`, async () => {
        const { duel, p2, p2Team } = arena;
        const gameId = await joined();
        await networkHelpers.mine(DELAY - depth);
        const fork = await networkHelpers.takeSnapshot();
        await networkHelpers.mine(depth - 1);
        await reveal(gameId);
        await fork.restore();

        const other = await nonceForWinner(arena, 2);
        await expect(duel.connect(p2).joinGame(gameId, other, p2Team))
          .to.be.revertedWithCustomError(duel, "DuelWrongState")
          .withArgs(gameId, ALL_JOINED);
        await networkHelpers.mine(depth - 1);
        await reveal(gameId);
        expect(await stateOf(gameId)).to.equal(P1_WIN);
      });
    }

    it(`does not hold when ${DELAY + 1} blocks are undone, the join among them`, async () => {
      const { duel, p2, p2Team } = arena;
      const modeId = await addMode(arena, { name: "Patient", revealDelayBlocks: DELAY });
      const gameId = await playTo(arena, ALL_DEPOSITED, { modeId });
      const fork = await networkHelpers.takeSnapshot();
      for (const winner of [1, 2] as const) {
        await duel.connect(p2).joinGame(gameId, await nonceForWinner(arena, winner), p2Team);
        await networkHelpers.mine(DELAY - 1);
        await reveal(gameId);
        expect(await stateOf(gameId)).to.equal(winner === 1 ? P1_WIN : P2_WIN);
        await fork.restore();
      }
    });

    it("keeps player 1 from showing its nonce a block too early", async () => {
      const { duel } = arena;
      const gameId = await joined();
      await networkHelpers.mine(DELAY - 2);
      await expect(reveal(gameId)).to.be.revertedWithCustomError(duel, "DuelBlockTooEarly");
      await networkHelpers.mine(1);
      await reveal(gameId);
      expect(await stateOf(gameId)).to.equal(P1_WIN);
    });
  });
});
