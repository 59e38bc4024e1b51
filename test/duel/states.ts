import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { expect } from "chai";
import { GAME_STATES, type GameState } from "../../sim/duel/states.ts";
import {
  type Arena,
  BET,
  deployArena,
  ethers,
  networkHelpers,
  P1_NONCE,
  playTo,
  type TeamIds,
} from "../helpers/arena.ts";

type StateName = Exclude<keyof typeof GAME_STATES, "READY_TO_FIGHT">;
type Role = "p1" | "p2" | "stranger" | "admin";

/** The ended ones first: two of them let a day pass, which the running ones must not have behind them. */
const STATES: readonly StateName[] = [
  "P1_WIN",
  "P2_WIN",
  "P1_CANCELED",
  "P1_WIN_INACTIVE",
  "P2_WIN_INACTIVE",
  "CREATED",
  "P1_DEPOSITED",
  "ALL_DEPOSITED",
  "ALL_JOINED",
];
const ROLES: readonly Role[] = ["p1", "p2", "stranger", "admin"];

type Gallery = Arena & { readonly games: Readonly<Record<StateName, bigint>> };

/** A game in every state that is ever stored, played with golden fighters so that none is on cooldown. */
async function everyState(): Promise<Gallery> {
  const arena = await deployArena();
  const { p1Golden: p1Team, p2Golden: p2Team } = arena;
  const games: Partial<Record<StateName, bigint>> = {};
  for (const name of STATES) games[name] = await playTo(arena, GAME_STATES[name], { p1Team, p2Team });
  return { ...arena, games: games as Gallery["games"] };
}

interface ActionOnGame {
  readonly name: string;
  readonly allowedIn: readonly StateName[];
  readonly act: (arena: Arena, gameId: bigint, caller: HardhatEthersSigner) => Promise<unknown>;
}

const send = ({ duel, fight }: Arena, caller: HardhatEthersSigner, memo: string) =>
  fight.connect(caller)["transferAndCall(address,uint256,bytes)"](duel, BET, memo);
const teamOf = (arena: Arena, caller: HardhatEthersSigner): TeamIds =>
  caller.address === arena.p1.address ? arena.p1Golden : arena.p2Golden;

const ACTIONS: readonly ActionOnGame[] = [
  {
    name: "deposit",
    allowedIn: ["CREATED", "P1_DEPOSITED"],
    act: ({ duel }, gameId, caller) => duel.connect(caller).deposit(gameId),
  },
  {
    name: "depositWithPermit",
    allowedIn: ["CREATED", "P1_DEPOSITED"],
    act: ({ duel }, gameId, caller) =>
      duel
        .connect(caller)
        .depositWithPermit(gameId, { deadline: 0, v: 0, r: ethers.ZeroHash, s: ethers.ZeroHash }),
  },
  {
    name: "a deposit by transferAndCall",
    allowedIn: ["CREATED", "P1_DEPOSITED"],
    act: (arena, gameId, caller) => send(arena, caller, ethers.toBeHex(gameId, 32)),
  },
  {
    name: "depositAndJoin",
    allowedIn: ["P1_DEPOSITED"],
    act: (arena, gameId, caller) =>
      arena.duel.connect(caller).depositAndJoin(gameId, P1_NONCE, teamOf(arena, caller)),
  },
  {
    name: "depositAndJoin by transferAndCall",
    allowedIn: ["P1_DEPOSITED"],
    act: (arena, gameId, caller) => {
      const args: [bigint, string, TeamIds] = [gameId, P1_NONCE, teamOf(arena, caller)];
      return send(arena, caller, arena.duel.interface.encodeFunctionData("depositAndJoin", args));
    },
  },
  {
    name: "joinGame",
    allowedIn: ["ALL_DEPOSITED"],
    act: (arena, gameId, caller) =>
      arena.duel.connect(caller).joinGame(gameId, P1_NONCE, teamOf(arena, caller)),
  },
  {
    name: "reveal",
    allowedIn: ["ALL_JOINED"],
    act: (arena, gameId, caller) =>
      arena.duel.connect(caller).reveal(gameId, P1_NONCE, teamOf(arena, caller)),
  },
  {
    name: "cancel",
    allowedIn: ["CREATED", "P1_DEPOSITED"],
    act: ({ duel }, gameId, caller) => duel.connect(caller).cancel(gameId),
  },
  {
    name: "claimInactive",
    allowedIn: ["ALL_DEPOSITED", "ALL_JOINED"],
    act: ({ duel }, gameId, caller) => duel.connect(caller).claimInactive(gameId),
  },
];

/** What the one role may do in a state, and who may: everything else is in the table of refusals. */
const TRANSITIONS: readonly {
  readonly from: StateName;
  readonly action: string;
  readonly role: Role;
  readonly to: GameState;
  readonly afterSecs?: number;
}[] = [
  { from: "CREATED", action: "deposit", role: "p1", to: GAME_STATES.P1_DEPOSITED },
  { from: "P1_DEPOSITED", action: "deposit", role: "p2", to: GAME_STATES.ALL_DEPOSITED },
  { from: "P1_DEPOSITED", action: "deposit", role: "stranger", to: GAME_STATES.ALL_DEPOSITED },
  { from: "P1_DEPOSITED", action: "depositAndJoin", role: "p2", to: GAME_STATES.ALL_JOINED },
  { from: "ALL_DEPOSITED", action: "joinGame", role: "p2", to: GAME_STATES.ALL_JOINED },
  { from: "ALL_JOINED", action: "reveal", role: "p1", to: GAME_STATES.P1_WIN },
  { from: "CREATED", action: "cancel", role: "p1", to: GAME_STATES.P1_CANCELED },
  { from: "P1_DEPOSITED", action: "cancel", role: "p1", to: GAME_STATES.P1_CANCELED },
  {
    from: "ALL_DEPOSITED",
    action: "claimInactive",
    role: "p1",
    to: GAME_STATES.P1_WIN_INACTIVE,
    afterSecs: 86_400,
  },
  {
    from: "ALL_JOINED",
    action: "claimInactive",
    role: "p2",
    to: GAME_STATES.P2_WIN_INACTIVE,
    afterSecs: 86_400,
  },
];

describe("Duel: states", () => {
  describe("when the protocol's table allows a transition", () => {
    for (const { from, action, role, to, afterSecs = 0 } of TRANSITIONS) {
      it(`goes from ${from} to state ${to} by ${role}'s ${action}`, async () => {
        const arena = await networkHelpers.loadFixture(everyState);
        if (afterSecs > 0) await networkHelpers.time.increase(afterSecs);
        const { act } = ACTIONS.find(({ name }) => name === action)!;
        await act(arena, arena.games[from], arena[role]);
        expect((await arena.duel.game(arena.games[from])).state).to.equal(to);
      });

      it(`notes when it left ${from} by ${role}'s ${action}`, async () => {
        const arena = await networkHelpers.loadFixture(everyState);
        if (afterSecs > 0) await networkHelpers.time.increase(afterSecs);
        const { act } = ACTIONS.find(({ name }) => name === action)!;
        await act(arena, arena.games[from], arena[role]);
        expect((await arena.duel.game(arena.games[from])).since).to.equal(await networkHelpers.time.latest());
      });
    }
  });

  for (const state of STATES) {
    describe(`when a game is in ${state}`, () => {
      for (const { name, allowedIn, act } of ACTIONS) {
        if (allowedIn.includes(state)) continue;
        for (const role of ROLES) {
          it(`refuses ${name} by ${role}`, async () => {
            const arena = await networkHelpers.loadFixture(everyState);
            await expect(act(arena, arena.games[state], arena[role]))
              .to.be.revertedWithCustomError(arena.duel, "DuelWrongState")
              .withArgs(arena.games[state], GAME_STATES[state]);
          });
        }
      }
    });
  }

  describe("when there is no such game", () => {
    for (const { name, act } of ACTIONS) {
      for (const gameId of [0n, 10n]) {
        it(`refuses ${name} on game ${gameId}`, async () => {
          const arena = await networkHelpers.loadFixture(everyState);
          await expect(act(arena, gameId, arena.p1))
            .to.be.revertedWithCustomError(arena.duel, "DuelUnknownGame")
            .withArgs(gameId);
        });
      }
    }

    it("shows none", async () => {
      const { duel } = await networkHelpers.loadFixture(everyState);
      await expect(duel.game(10)).to.be.revertedWithCustomError(duel, "DuelUnknownGame").withArgs(10);
    });
  });
});
