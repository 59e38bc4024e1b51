import { expect } from "chai";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { fight } from "../../sim/battle/battle.ts";
import { packTurns } from "../../sim/battle/turnLog.ts";
import { seal, seedOf } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { rejectsAllBut } from "../helpers/behaviours.ts";
import { itJudgesTheTeam } from "../helpers/teams.ts";
import {
  addMode,
  ALL_JOINED,
  type Arena,
  DAY,
  deployArena,
  ethers,
  fightersOf,
  networkHelpers,
  nonceForWinner,
  P1_NONCE,
  P1_WIN,
  P2_WIN,
  playTo,
  type TeamIds,
} from "../helpers/arena.ts";

async function allJoined() {
  const arena = await deployArena();
  return { ...arena, gameId: await playTo(arena, ALL_JOINED) };
}

describe("Duel: revealing", () => {
  let arena: Arena & { gameId: bigint };

  describe("when player 2 has joined", () => {
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(allJoined);
    });

    rejectsAllBut("p1", allJoined, ({ duel, gameId, p1Team }, caller) =>
      duel.connect(caller).reveal(gameId, P1_NONCE, p1Team),
    );

    const refuses = async (nonce: string, team: TeamIds) => {
      const { duel, gameId, p1, p1Team } = arena;
      const opened = seal(nonce as typeof P1_NONCE, team);
      await expect(duel.connect(p1).reveal(gameId, nonce, team))
        .to.be.revertedWithCustomError(duel, "DuelCommitmentMismatch")
        .withArgs(gameId, opened, seal(P1_NONCE, p1Team));
    };

    it("refuses another nonce than the sealed one", () => refuses(`0x${"12".repeat(32)}`, arena.p1Team));

    it("refuses another team than the sealed one", () => refuses(P1_NONCE, arena.p1Golden));

    it("refuses the sealed fighters in another order", () =>
      refuses(P1_NONCE, arena.p1Team.toReversed() as TeamIds));

    it("can be tried again after a mistake", async () => {
      const { duel, gameId, p1, p1Team } = arena;
      await refuses(P1_NONCE, arena.p1Golden);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
    });

    it("shows what was sealed, and still the hash", async () => {
      const { duel, gameId, p1, p1Team } = arena;
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      const game = await duel.game(gameId);
      expect([game.p1Nonce, [...game.p1Team], game.teamHash]).to.deep.equal([
        P1_NONCE,
        p1Team,
        seal(P1_NONCE, p1Team),
      ]);
    });

    it("is late but good as long as player 2 has not claimed", async () => {
      const { duel, gameId, p1, p1Team } = arena;
      await networkHelpers.time.increase(10 * DAY);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
    });

    it("works while starts are paused and the mode is closed", async () => {
      const { duel, gameId, p1, p1Team } = arena;
      await duel.setStartsPaused(true);
      await duel.closeMode(1);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
    });

    it("cannot be blocked by player 2's selling a fighter", async () => {
      const { duel, fighters, gameId, p1, p1Team, p2, p2Team, stranger } = arena;
      await fighters.connect(p2).transferFrom(p2, stranger, p2Team[0]);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
    });

    it("cannot be blocked by player 2's burning a fighter", async () => {
      const { duel, fighters, gameId, p1, p1Team, p2, p2Team } = arena;
      await fighters.connect(p2).burn(p2Team[0]);
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
    });

    it("cannot be blocked by player 2's team having fought elsewhere", async () => {
      const { duel, gameId, p1, p1Team } = arena;
      await playTo(arena, P1_WIN, { p1Team: arena.p1Golden });
      await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P1_WIN);
    });
  });

  itJudgesTheTeam(
    "reveal",
    async (start, modeId, p1Team) => {
      const p2Nonce = await nonceForWinner(start, 1);
      const gameId = await playTo(start, ALL_JOINED, { modeId, p1Team, p2Nonce, p2Team: start.p2Golden });
      return { gameId };
    },
    ({ duel, p1 }, gameId, team) => duel.connect(p1).reveal(gameId, P1_NONCE, team),
    "p1",
  );

  describe("when the mode asks for blocks between join and reveal", () => {
    const DELAY = 5;
    let joinBlock: number;
    beforeEach(async () => {
      const start = await networkHelpers.loadFixture(deployArena);
      const modeId = await addMode(start, { name: "Delayed", revealDelayBlocks: DELAY });
      arena = { ...start, gameId: await playTo(start, ALL_JOINED, { modeId }) };
      joinBlock = await ethers.provider.getBlockNumber();
    });

    const revealInBlock = async (blockNumber: number) => {
      await networkHelpers.mine(blockNumber - 1 - (await ethers.provider.getBlockNumber()));
      return arena.duel.connect(arena.p1).reveal(arena.gameId, P1_NONCE, arena.p1Team);
    };

    it("refuses one block early", async () => {
      await expect(revealInBlock(joinBlock + DELAY - 1))
        .to.be.revertedWithCustomError(arena.duel, "DuelBlockTooEarly")
        .withArgs(arena.gameId, joinBlock + DELAY - 1, joinBlock + DELAY);
    });

    for (const blocks of [0, 1]) {
      it(`fights ${blocks} blocks after the first allowed one`, async () => {
        await revealInBlock(joinBlock + DELAY + blocks);
        expect((await arena.duel.game(arena.gameId)).state).to.equal(P1_WIN);
      });
    }
  });

  for (const winner of [1, 2] as const) {
    describe(`when player ${winner} wins`, () => {
      const state = winner === 1 ? P1_WIN : P2_WIN;

      it("keeps that as the game's end", async () => {
        const start = await networkHelpers.loadFixture(deployArena);
        const gameId = await playTo(start, state);
        expect((await start.duel.game(gameId)).state).to.equal(state);
      });

      it("tells the whole fight in one event, as the simulator fights it", async () => {
        const start = await networkHelpers.loadFixture(deployArena);
        const { duel, p1, p1Team, p2, p2Team } = start;
        const p2Nonce = await nonceForWinner(start, winner);
        const gameId = await playTo(start, ALL_JOINED, { p2Nonce });
        const [p1Fighters, p2Fighters] = [await fightersOf(start, p1Team), await fightersOf(start, p2Team)];
        const random = new SeededRandom(seedOf(P1_NONCE, p2Nonce));
        const { turns } = fight(DEFAULT_MODE.battle, p1Fighters, p2Fighters, random);
        const [won, lost] = winner === 1 ? [p1, p2] : [p2, p1];
        const profilesOf = async (team: TeamIds) => start.fighters.muster(team === p1Team ? p1 : p2, team);
        const teams = [...p1Team, ...p2Team].reduce((sum, id, i) => sum | (id << BigInt(24 * i)), 0n);
        await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team))
          .to.emit(duel, "GameFought")
          .withArgs(
            gameId,
            won.address,
            lost.address,
            1,
            P1_NONCE,
            p2Nonce,
            teams,
            await profilesOf(p1Team),
            await profilesOf(p2Team),
            ethers.hexlify(packTurns(turns)),
          );
      });
    });
  }
});
