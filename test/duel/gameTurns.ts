import { expect } from "chai";
import type { EventLog } from "ethers";
import { characterToAdd } from "../../chain/registration.ts";
import { fight } from "../../sim/battle/battle.ts";
import { CHARACTERS } from "../../sim/battle/characters.ts";
import { TURN_FIELDS, type Turn, unpackTurns } from "../../sim/battle/turnLog.ts";
import { SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import type { GameState } from "../../sim/duel/states.ts";
import { type Bytes32, seedOf } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import {
  addMode,
  ALL_DEPOSITED,
  ALL_JOINED,
  type Arena,
  BLITZ,
  CLASSIC,
  CREATED,
  deployArena,
  ethers,
  fightersOf,
  networkHelpers,
  P1_CANCELED,
  P1_DEPOSITED,
  P1_NONCE,
  P1_WIN,
  P1_WIN_INACTIVE,
  P2_WIN,
  P2_WIN_INACTIVE,
  playTo,
  SIEGE,
  type TeamIds,
} from "../helpers/arena.ts";

const P2_NONCE: Bytes32 = `0x${"22".repeat(32)}`;

const asText = (turns: readonly Record<(typeof TURN_FIELDS)[number], unknown>[]) =>
  turns.map((turn) => TURN_FIELDS.map((field) => String(turn[field])).join());

/** A game of this mode, fought. */
async function fightIn(arena: Arena, modeId: number, p1Team = arena.p1Team, p2Team = arena.p2Team) {
  const gameId = await playTo(arena, ALL_JOINED, { modeId, p1Team, p2Team, p2Nonce: P2_NONCE });
  await networkHelpers.mine(2);
  await arena.duel.connect(arena.p1).reveal(gameId, P1_NONCE, p1Team);
  return gameId;
}

async function simulated(arena: Arena, modeId: number): Promise<readonly Turn[]> {
  const [p1Team, p2Team] = [await fightersOf(arena, arena.p1Team), await fightersOf(arena, arena.p2Team)];
  const random = new SeededRandom(seedOf(P1_NONCE, P2_NONCE));
  return fight(SHIPPED_MODES[modeId - 1]!.battle, p1Team, p2Team, random).turns;
}

async function emitted(arena: Arena, gameId: bigint): Promise<readonly Turn[]> {
  const { duel, p1Team, p2Team } = arena;
  const [event] = (await duel.queryFilter(duel.filters.GameFought(gameId))) as unknown as EventLog[];
  const bytes = ethers.getBytes(event!.args.turns as string);
  return unpackTurns(bytes, await fightersOf(arena, p1Team), await fightersOf(arena, p2Team));
}

describe("Duel: gameTurns", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  for (const modeId of [CLASSIC, BLITZ, SIEGE]) {
    describe(`when a game of mode ${modeId} was fought`, () => {
      let gameId: bigint;
      beforeEach(async () => {
        gameId = await fightIn(arena, modeId);
      });

      it("gives the simulator's turns, all seventeen fields", async () => {
        expect(asText(await arena.duel.gameTurns(gameId))).to.deep.equal(
          asText(await simulated(arena, modeId)),
        );
      });

      it("gives what the log holds", async () => {
        expect(asText(await arena.duel.gameTurns(gameId))).to.deep.equal(
          asText(await emitted(arena, gameId)),
        );
      });
    });
  }

  describe("when the world has moved on since", () => {
    const itStays = (title: string, change: () => Promise<unknown>) =>
      it(`gives the same turns after ${title}`, async () => {
        const gameId = await fightIn(arena, CLASSIC);
        await change();
        expect(asText(await arena.duel.gameTurns(gameId))).to.deep.equal(
          asText(await simulated(arena, CLASSIC)),
        );
      });

    itStays("more modes were added and its own was closed", async () => {
      await addMode(arena, { name: "Later", attackValues: [100, 200, 300] });
      await arena.duel.closeMode(CLASSIC);
    });
    itStays("more characters were added", async () => {
      const [first, ...others] = CHARACTERS.map(characterToAdd);
      await arena.fighters.addCharacters([{ ...first!, name: "Latecomer" }, ...others]);
    });
    itStays("fighters of both sides were burned", async () => {
      await arena.fighters.connect(arena.p1).burn(arena.p1Team[0]);
      await arena.fighters.connect(arena.p2).burn(arena.p2Team[4]);
    });
    itStays("a fighter was sold", async () => {
      await arena.fighters.connect(arena.p1).transferFrom(arena.p1, arena.stranger, arena.p1Team[0]);
    });
    itStays("the same fighters fought again", async () => {
      await networkHelpers.time.increase(86_400);
      await fightIn(arena, BLITZ, arena.p1Team.toReversed() as TeamIds, arena.p2Team.toReversed() as TeamIds);
    });
  });

  describe("when the game was not fought", () => {
    const UNFOUGHT: readonly GameState[] = [
      CREATED,
      P1_DEPOSITED,
      ALL_DEPOSITED,
      ALL_JOINED,
      P1_CANCELED,
      P1_WIN_INACTIVE,
      P2_WIN_INACTIVE,
    ];
    for (const state of UNFOUGHT) {
      it(`has no turns in state ${state}`, async () => {
        const gameId = await playTo(arena, state);
        await expect(arena.duel.gameTurns(gameId))
          .to.be.revertedWithCustomError(arena.duel, "DuelNotFought")
          .withArgs(gameId, state);
      });
    }

    it("has no turns of a game that does not exist", async () => {
      await expect(arena.duel.gameTurns(1))
        .to.be.revertedWithCustomError(arena.duel, "DuelUnknownGame")
        .withArgs(1);
    });

    for (const state of [P1_WIN, P2_WIN] as const) {
      it(`has turns in state ${state}`, async () => {
        expect(await arena.duel.gameTurns(await playTo(arena, state))).to.have.length.greaterThan(0);
      });
    }
  });
});
