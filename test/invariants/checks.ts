import { expect } from "chai";
import { GAME_STATES } from "../../sim/duel/states.ts";
import { networkHelpers } from "../helpers/arena.ts";
import { Actors, type StepName } from "../helpers/invariants/actors.ts";
import { InvariantChecker } from "../helpers/invariants/checker.ts";
import {
  type EventView,
  type GameView,
  InvariantBroken,
  INVARIANTS,
  type InvariantId,
  type Observation,
} from "../helpers/invariants/observation.ts";
import { deployWorld, World } from "../helpers/invariants/world.ts";

/** A short story with everything in it: a battle, a refund, an administrator, an open game. */
const STORY: readonly StepName[] = [
  "createAndDeposit",
  "depositAndJoin",
  "reveal",
  "create",
  "cancel",
  "setHouse",
  "donate",
  "createAndDeposit",
];

async function recorded() {
  const world = await World.from(await deployWorld());
  const actors = new Actors(world);
  for (const name of STORY) await actors.take({ name, pick: 8, other: 1, waitSecs: 1 });
  return { history: world.history, modes: world.modes };
}

const withGame = (seen: Observation, index: number, change: Partial<GameView>): Observation => ({
  ...seen,
  games: seen.games.map((game, i) => (i === index ? { ...game, ...change } : game)),
});
const withEvent = (seen: Observation, name: string, change: EventView["args"]): Observation => ({
  ...seen,
  events: seen.events.map((event) =>
    event.name === name ? { name, args: { ...event.args, ...change } } : event,
  ),
});
const has = (name: string) => (seen: Observation) => seen.events.some((event) => event.name === name);

/** For each invariant, things that must never be seen: where in the story, and what is seen there instead. */
const LIES: readonly {
  readonly id: InvariantId;
  readonly title: string;
  readonly where: (seen: Observation) => boolean;
  readonly lie: (seen: Observation) => Observation;
}[] = [
  {
    id: "I1",
    title: "one unit is missing",
    where: has("PotSplit"),
    lie: (seen) => ({ ...seen, escrow: seen.escrow - 1n }),
  },
  {
    id: "I1",
    title: "a donation is somebody's",
    where: ({ donated }) => donated > 0n,
    lie: (seen) => ({ ...seen, donated: 0n }),
  },
  {
    id: "I2",
    title: "the house gets a unit more than was paid in",
    where: has("PotSplit"),
    lie: (seen) => {
      const split = seen.events.find(({ name }) => name === "PotSplit")!;
      return withEvent(seen, "PotSplit", { houseAmount: (split.args.houseAmount as bigint) + 1n });
    },
  },
  {
    id: "I3",
    title: "an ended game changes",
    where: has("HouseChanged"),
    lie: (seen) => withGame(seen, 0, { since: seen.nowSecs }),
  },
  {
    id: "I3",
    title: "a game goes from its creation straight to a win",
    where: has("GameCanceled"),
    lie: (seen) => withGame(seen, 1, { state: GAME_STATES.P1_WIN }),
  },
  {
    id: "I3",
    title: "a game is settled twice",
    where: has("PotSplit"),
    lie: (seen) => ({
      ...seen,
      events: [...seen.events, ...seen.events.filter(({ name }) => name === "PotSplit")],
    }),
  },
  {
    id: "I3",
    title: "a refused action changes a game",
    where: has("GameJoined"),
    lie: (seen) => ({ ...seen, isDone: false }),
  },
  {
    id: "I4",
    title: "a joined game has no team of player 2's",
    where: has("GameJoined"),
    lie: (seen) => withGame(seen, 0, { p2Team: [0n, 0n, 0n, 0n, 0n] }),
  },
  {
    id: "I4",
    title: "a nonce is shown before the reveal",
    where: has("GameJoined"),
    lie: (seen) => withGame(seen, 0, { p1Nonce: `0x${"1".repeat(64)}` }),
  },
  {
    id: "I5",
    title: "a game changes its mode",
    where: has("GameJoined"),
    lie: (seen) => withGame(seen, 0, { modeId: seen.games[0]!.modeId + 1 }),
  },
  {
    id: "I5",
    title: "a mode changes",
    where: has("HouseChanged"),
    lie: (seen) => ({ ...seen, modes: seen.modes.map((mode) => mode.replace("1", "2")) }),
  },
  {
    id: "I6",
    title: "a credit passes to the new house",
    where: has("HouseChanged"),
    lie: (seen) => {
      const accounts = new Map(seen.accounts);
      const rich = [...accounts].find(([, { credit }]) => credit > 0n)!;
      const poor = [...accounts].find(([, { credit }]) => credit === 0n)!;
      accounts.set(rich[0], { ...rich[1], credit: 0n });
      accounts.set(poor[0], { ...poor[1], credit: rich[1].credit });
      return { ...seen, accounts };
    },
  },
  {
    id: "I7",
    title: "a target's hp rises",
    where: has("GameFought"),
    lie: (seen) => {
      const turns = String(seen.events.find(({ name }) => name === "GameFought")!.args.turns);
      // The first turn's last hp: bytes 11 and 12.
      return withEvent(seen, "GameFought", { turns: `${turns.slice(0, 24)}ffff${turns.slice(28)}` });
    },
  },
  {
    id: "I7",
    title: "the loser is paid as the winner",
    where: has("GameFought"),
    lie: (seen) => {
      const { winner, loser } = seen.events.find(({ name }) => name === "GameFought")!.args;
      return withEvent(seen, "GameFought", { winner: loser, loser: winner });
    },
  },
  {
    id: "I8",
    title: "the random streams end at different words",
    where: has("GameFought"),
    lie: (seen) => ({ ...seen, wordsTaken: seen.wordsTaken! + 1 }),
  },
  {
    id: "I8",
    title: "a unit goes from the winner to the house",
    where: has("PotSplit"),
    lie: (seen) => {
      const { winnerAmount, houseAmount } = seen.events.find(({ name }) => name === "PotSplit")!.args;
      const [less, more] = [(winnerAmount as bigint) - 1n, (houseAmount as bigint) + 1n];
      return withEvent(seen, "PotSplit", { winnerAmount: less, houseAmount: more });
    },
  },
  {
    id: "I9",
    title: "a kill is counted twice",
    where: has("GameFought"),
    lie: (seen) => {
      const killer = seen.fighters.findIndex((stats) => stats[0]! > 0n);
      const changed = seen.fighters.map((stats, i) => (i === killer ? stats.with(0, stats[0]! + 1n) : stats));
      return { ...seen, fighters: changed };
    },
  },
];

describe("The checker of the invariants", () => {
  it("finds nothing wrong with what really happened", async () => {
    const { history, modes } = await networkHelpers.loadFixture(recorded);
    const checker = new InvariantChecker(modes);
    for (const seen of history) checker.observe(seen);
    expect(history.every(({ isDone }) => isDone)).to.equal(true);
  });

  for (const { id, title, where, lie } of LIES) {
    it(`reports ${id} when ${title}`, async () => {
      const { history, modes } = await networkHelpers.loadFixture(recorded);
      const checker = new InvariantChecker(modes);
      const index = history.findIndex(where);
      expect(index).to.be.at.least(0);
      for (const seen of history.slice(0, index)) checker.observe(seen);
      let broken: unknown;
      try {
        checker.observe(lie(history[index]!));
      } catch (error) {
        broken = error;
      }
      expect(broken).to.be.instanceOf(InvariantBroken);
      expect((broken as InvariantBroken).id).to.equal(id);
    });
  }

  it("is shown a lie for every invariant", () => {
    expect(new Set(LIES.map(({ id }) => id))).to.deep.equal(new Set(Object.keys(INVARIANTS)));
  });
});
