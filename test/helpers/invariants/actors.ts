import * as fc from "fast-check";
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { modeToRegister } from "../../../chain/registration.ts";
import { type Bytes32, seal, toBytes32 } from "../../../sim/sealing/commitment.ts";
import {
  ALL_DEPOSITED,
  ALL_JOINED,
  CREATED,
  DAY,
  FIGHT,
  HOUR,
  NOBODY,
  P1_DEPOSITED,
  variant,
} from "../arena.ts";
import type { GameView } from "./observation.ts";
import type { Action, World } from "./world.ts";

/** How often each is tried, in parts of the sum. */
const WEIGHTS = {
  create: 6,
  createAndDeposit: 12,
  createBySending: 5,
  deposit: 8,
  depositBySending: 4,
  depositAndJoin: 12,
  joinBySending: 5,
  join: 10,
  reveal: 24,
  cancel: 3,
  claim: 6,
  withdraw: 5,
  meddle: 6,
  donate: 2,
  forceEther: 1,
  registerMode: 2,
  closeMode: 1,
  setHouse: 2,
  pause: 2,
  mint: 1,
  giveFighter: 2,
  burnFighter: 1,
  refuse: 2,
  mood: 4,
} as const;
export type StepName = keyof typeof WEIGHTS;

/** What is done instead when there is no game for it: one is prepared. */
const PREPARATION: Partial<
  Record<StepName, { readonly needs: readonly number[]; readonly instead: StepName }>
> = {
  deposit: { needs: [CREATED, P1_DEPOSITED], instead: "create" },
  depositAndJoin: { needs: [P1_DEPOSITED], instead: "createAndDeposit" },
  joinBySending: { needs: [P1_DEPOSITED], instead: "createBySending" },
  join: { needs: [ALL_DEPOSITED], instead: "deposit" },
  reveal: { needs: [ALL_JOINED], instead: "depositAndJoin" },
};

export interface Step {
  readonly name: StepName;
  /** Free choices, taken modulo what there is. */
  readonly pick: number;
  readonly other: number;
  readonly waitSecs: number;
}

export const anyStep: fc.Arbitrary<Step> = fc.record({
  name: fc.oneof(
    ...Object.entries(WEIGHTS).map(([name, weight]) => ({
      arbitrary: fc.constant(name as StepName),
      weight,
    })),
  ),
  pick: fc.nat(10_000),
  other: fc.nat(10_000),
  waitSecs: fc.oneof(
    { arbitrary: fc.constant(1), weight: 12 },
    { arbitrary: fc.constantFrom(59, HOUR, 3 * HOUR, DAY, 4 * DAY), weight: 3 },
  ),
});

const BETS = [FIGHT, 10n * FIGHT + 7n, 12_345_678_901_234_567_891n, 777n * FIGHT + 1n];
const MORE_MODES = [
  variant({
    name: "Odd",
    winnerPctBps: 3_333,
    housePctBps: 6_667,
    inactiveHousePctBps: 3_333,
    cooldownSecs: 0,
  }),
  variant({ name: "Slow", revealDelayBlocks: 3, inactiveMinHours: 1, cooldownSecs: 60, maxRounds: 2 }),
  variant({
    name: "Nothing",
    winnerPctBps: 0,
    housePctBps: 10_000,
    inactiveHousePctBps: 10_000,
    cooldownSecs: 5,
  }),
  variant({ name: "Everything", winnerPctBps: 10_000, housePctBps: 0, cooldownSecs: 1 }),
];
const PLAYERS = 5;
const MOODS = 6;
const HONEST = 0;

export interface Opening {
  readonly nonce: Bytes32;
  readonly team: readonly bigint[];
}

/** All the players, the administrator, the house and the token, each as bad as chance will have it. */
export class Actors {
  /** What each game was sealed with. */
  readonly sealed = new Map<number, Opening>();
  readonly #world: World;
  #nonceCount = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async take(step: Step): Promise<void> {
    const { name, pick, other, waitSecs } = step;
    const world = this.#world;
    const preparation = PREPARATION[name];
    if (preparation !== undefined && !world.games.some(({ state }) => preparation.needs.includes(state))) {
      return this.take({ ...step, name: preparation.instead });
    }
    world.waitUntil(world.nowSecs + waitSecs);
    const someone = world.people[pick % PLAYERS]!;
    const anyone = world.people[other % world.people.length]!;
    const admin = this.#person(world.arena.admin.address);
    const administer = (method: string, args: readonly unknown[]) =>
      world.act({ who: admin, target: "duel", method, args, isAdministrative: true });
    switch (name) {
      case "create":
      case "createAndDeposit":
      case "createBySending":
        return this.#open(name, someone, pick, other);
      case "deposit":
      case "depositBySending": {
        const [gameId, game] = this.#game(pick, CREATED, P1_DEPOSITED);
        const who = game?.state === CREATED ? this.#person(game.p1) : this.#challenger(game, other);
        if (name === "deposit") await world.act({ who, target: "duel", method: "deposit", args: [gameId] });
        else await this.#sendFight(who, game?.bet ?? FIGHT, toWord(gameId));
        return;
      }
      case "depositAndJoin":
      case "joinBySending":
      case "join": {
        const [gameId, game] = this.#game(pick, name === "join" ? ALL_DEPOSITED : P1_DEPOSITED);
        const who = name === "join" ? this.#person(game?.p2) : this.#challenger(game, other);
        const args = [gameId, this.#nonce(), this.#team(who, other)];
        const method = name === "join" ? "joinGame" : "depositAndJoin";
        if (name !== "joinBySending") await world.act({ who, target: "duel", method, args });
        else await this.#sendFight(who, game?.bet ?? FIGHT, world.encode("duel", method, args));
        return;
      }
      case "reveal": {
        const [gameId, game] = this.#game(pick, ALL_JOINED);
        const { nonce, team } = this.sealed.get(gameId) ?? {
          nonce: this.#nonce(),
          team: [1n, 2n, 3n, 4n, 5n],
        };
        await world.act({
          who: this.#person(game?.p1),
          target: "duel",
          method: "reveal",
          args: [gameId, nonce, team],
        });
        return;
      }
      case "cancel": {
        const [gameId, game] = this.#game(pick, CREATED, P1_DEPOSITED);
        await world.act({ who: this.#person(game?.p1), target: "duel", method: "cancel", args: [gameId] });
        return;
      }
      case "claim": {
        const [gameId, game] = this.#game(pick, ALL_DEPOSITED, ALL_JOINED);
        const who = this.#person(game?.state === ALL_DEPOSITED ? game.p1 : game?.p2);
        if (game !== undefined) world.waitUntil(game.since + this.inactiveSecs(game) + (other % 3) - 1);
        await world.act({ who, target: "duel", method: "claimInactive", args: [gameId] });
        return;
      }
      case "withdraw": {
        const creditors = world.people.filter(
          ({ address }) => (world.last?.accounts.get(address.toLowerCase())?.credit ?? 0n) > 0n,
        );
        const who = creditors[pick % Math.max(1, creditors.length)] ?? someone;
        await world.act({ who, target: "duel", method: "withdrawCredit", args: [anyone.address] });
        return;
      }
      case "meddle":
        return this.#meddle(anyone, pick, other);
      case "donate":
        await world.donate(someone, BigInt(pick));
        return;
      case "forceEther":
        await world.forceEther(someone);
        return;
      case "registerMode": {
        const mode = MORE_MODES[other % MORE_MODES.length]!;
        // Known before it is registered: the checker looks at once.
        world.modes.push(mode);
        await administer("registerMode", [modeToRegister(mode)]);
        return;
      }
      case "closeMode":
        // The last one stays open, or soon nobody could play.
        await administer("closeMode", [1 + (other % Math.max(1, world.modes.length - 1))]);
        return;
      case "setHouse":
        await administer("setHouse", [anyone.address]);
        return;
      case "pause":
        await administer("setStartsPaused", [other % 8 === 0]);
        return;
      case "mint": {
        const charIds = [1, 2, 17, 18, 33].map((charId, i) => charId + ((pick >> i) % 7));
        world.noteMinted(someone.address, charIds);
        await world.act({
          who: admin,
          target: "fighters",
          method: "mint",
          args: [someone.address, charIds, true],
        });
        return;
      }
      case "giveFighter":
      case "burnFighter": {
        const mine = this.#owned(someone);
        const assetId = mine[other % Math.max(1, mine.length)] ?? 1n;
        const to = name === "giveFighter" ? world.people[other % PLAYERS]!.address : NOBODY;
        const action: Action =
          name === "giveFighter"
            ? {
                who: someone,
                target: "fighters",
                method: "transferFrom",
                args: [someone.address, to, assetId],
              }
            : { who: someone, target: "fighters", method: "burn", args: [assetId] };
        if (await world.act(action)) world.roster[Number(assetId) - 1]!.owner = to;
        return;
      }
      case "refuse":
        await world.act({
          who: admin,
          target: "fight",
          method: "setRefused",
          args: [anyone.address, pick % 2 === 0],
        });
        return;
      case "mood": {
        // Mostly honest, or nobody could pay in.
        const mood = pick % 3 !== 0 ? HONEST : other % MOODS;
        const callback = world.encode("duel", "cancel", [1 + (pick % 20)]);
        await world.act({
          who: admin,
          target: "fight",
          method: "setMood",
          args: [mood, world.duelAddress, callback],
        });
        return;
      }
    }
  }

  inactiveSecs(game: GameView): number {
    return this.#world.modes[game.modeId - 1]!.terms.inactiveMinHours * HOUR;
  }

  async #open(
    name: "create" | "createAndDeposit" | "createBySending",
    who: HardhatEthersSigner,
    pick: number,
    other: number,
  ): Promise<void> {
    const world = this.#world;
    const opening = { nonce: this.#nonce(), team: this.#team(who, other) };
    const invited = other % 6 === 0 ? world.people[(other >> 3) % PLAYERS]!.address : NOBODY;
    const bet = BETS[(pick >> 3) % BETS.length]!;
    const modeId = 1 + (other % world.modes.length);
    const args = [modeId, seal(opening.nonce, opening.team), bet, invited === who.address ? NOBODY : invited];
    const method = name === "create" ? "createGame" : "createAndDeposit";
    const isDone =
      name === "createBySending"
        ? await this.#sendFight(who, bet, world.encode("duel", method, args))
        : await world.act({ who, target: "duel", method, args });
    if (isDone) this.sealed.set(world.games.length, opening);
  }

  /** Somebody tries what is not theirs, on any game. */
  async #meddle(who: HardhatEthersSigner, pick: number, other: number): Promise<void> {
    const world = this.#world;
    const gameId = other % (world.games.length + 2);
    const { nonce, team } = this.sealed.get(gameId) ?? { nonce: this.#nonce(), team: [1n, 2n, 3n, 4n, 5n] };
    const tries: readonly [method: string, args: readonly unknown[]][] = [
      ["reveal", [gameId, nonce, team]],
      ["joinGame", [gameId, nonce, this.#team(who, other)]],
      ["cancel", [gameId]],
      ["claimInactive", [gameId]],
      ["deposit", [gameId]],
      ["withdrawCredit", [world.duelAddress]],
      ["setHouse", [who.address]],
      ["setStartsPaused", [true]],
      ["closeMode", [1]],
      ["onTransferReceived", [who.address, who.address, FIGHT, toWord(gameId)]],
    ];
    const [method, args] = tries[pick % tries.length]!;
    const isAdministrative = ["setHouse", "setStartsPaused", "closeMode"].includes(method);
    await world.act({ who, target: "duel", method, args, isAdministrative });
  }

  #sendFight(who: HardhatEthersSigner, amount: bigint, memo: string): Promise<boolean> {
    const args = [this.#world.duelAddress, amount, memo];
    return this.#world.act({ who, target: "fight", method: "transferAndCall(address,uint256,bytes)", args });
  }

  #person(address: string | undefined): HardhatEthersSigner {
    const { people } = this.#world;
    return people.find((person) => person.address.toLowerCase() === address?.toLowerCase()) ?? people[0]!;
  }

  #challenger(game: GameView | undefined, other: number): HardhatEthersSigner {
    if (game !== undefined && game.p2 !== NOBODY) return this.#person(game.p2);
    const player = this.#world.people[other % PLAYERS]!;
    const isOwn = player.address.toLowerCase() === game?.p1;
    return isOwn ? this.#world.people[(other + 1) % PLAYERS]! : player;
  }

  /** A game in one of these states, or any number if there is none. */
  #game(pick: number, ...states: number[]): [gameId: number, game: GameView | undefined] {
    const { games } = this.#world;
    const fitting = games.flatMap(({ state }, i) => (states.includes(state) ? [i + 1] : []));
    const gameId = fitting.length === 0 ? pick % (games.length + 2) : fitting[pick % fitting.length]!;
    return [gameId, games[gameId - 1]];
  }

  #owned({ address }: HardhatEthersSigner): bigint[] {
    return this.#world.roster.flatMap(({ owner }, i) => (owner === address ? [BigInt(i + 1)] : []));
  }

  /** Five of one's own, rested if possible, that keep any team rule if there are such. */
  #team(person: HardhatEthersSigner, other: number): readonly bigint[] {
    const { roster, last, nowSecs } = this.#world;
    const restUntil = (assetId: bigint) => last?.fighters[Number(assetId) - 1]?.[6] ?? 0n;
    const owned = this.#owned(person);
    const start = other % Math.max(1, owned.length);
    const turned = [...owned.slice(start), ...owned.slice(0, start)];
    const rested = turned.toSorted((a, b) => Number(restUntil(a) > nowSecs) - Number(restUntil(b) > nowSecs));
    const left = { tank: 2, damage: 2, support: 1 };
    const chosen = rested.filter((assetId) => left[roster[Number(assetId) - 1]!.kind]-- > 0);
    const team = [...chosen, ...rested.filter((assetId) => !chosen.includes(assetId))].slice(0, 5);
    return team.length === 5 ? team : [1n, 2n, 3n, 4n, 5n];
  }

  #nonce(): Bytes32 {
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setUint32(28, ++this.#nonceCount);
    return toBytes32(bytes);
  }
}

const toWord = (value: number): string => `0x${value.toString(16).padStart(64, "0")}`;
