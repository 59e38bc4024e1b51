import * as fc from "fast-check";
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { type Challenge, type Game, type Opening, ZERO_BYTES32 } from "../../sim/duel/duel.ts";
import { SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import type { GameState } from "../../sim/duel/states.ts";
import { seal, toBytes32 } from "../../sim/sealing/commitment.ts";
import {
  ALL_DEPOSITED,
  ALL_JOINED,
  CREATED,
  DAY,
  FIGHT,
  HOUR,
  networkHelpers,
  NOBODY,
  P1_DEPOSITED,
  variant,
} from "../helpers/arena.ts";
import { fuzzBudget } from "../helpers/fuzz.ts";
import { deployModelledDuel, ModelledDuel } from "../helpers/modelledDuel.ts";

const RUNS = 30;
const STEPS_A_RUN = 120;

/** Modes that a random administrator adds: odd shares, short and no cooldowns, a delay, a house that taxes idleness. */
const MORE_MODES = [
  variant({
    name: "Odd",
    winnerPctBps: 3_333,
    housePctBps: 6_667,
    inactiveHousePctBps: 3_333,
    cooldownSecs: 0,
  }),
  variant({ name: "Slow", revealDelayBlocks: 3, inactiveMinHours: 1, cooldownSecs: 60, maxRounds: 2 }),
  variant({ name: "Nothing", winnerPctBps: 0, housePctBps: 10_000, inactiveHousePctBps: 10_000 }),
  variant({ name: "Everything", winnerPctBps: 10_000, housePctBps: 0, minBet: "0.000000000000000001" }),
];
const BETS = [
  FIGHT,
  10n * FIGHT + 7n,
  12_345_678_901_234_567_891n,
  700_000n * FIGHT,
  1n,
  0n,
  2_000_000n * FIGHT,
];

/** What goes wrong on purpose; most steps mean well, or a random game would never come to its end. */
const MISTAKES = ["caller", "game", "team", "nonce", "amount", "mode"] as const;
type Mistake = (typeof MISTAKES)[number] | "none";

const ACTIONS = {
  createGame: 4,
  createAndDeposit: 6,
  createBySending: 5,
  deposit: 8,
  depositBySending: 4,
  depositAndJoin: 8,
  joinBySending: 6,
  joinGame: 10,
  reveal: 24,
  cancel: 2,
  claimInactive: 5,
  withdrawCredit: 4,
  registerMode: 2,
  closeMode: 1,
  setHouse: 2,
  setStartsPaused: 1,
  mint: 2,
  transferFighter: 4,
  burnFighter: 1,
  setRefused: 3,
} as const;
type ActionName = keyof typeof ACTIONS;

/** What a step that means well does instead when there is no game for it: it prepares one. */
const PREPARATION: Partial<
  Record<ActionName, { readonly needs: readonly GameState[]; readonly instead: ActionName }>
> = {
  deposit: { needs: [CREATED, P1_DEPOSITED], instead: "createGame" },
  depositBySending: { needs: [CREATED, P1_DEPOSITED], instead: "createGame" },
  depositAndJoin: { needs: [P1_DEPOSITED], instead: "createAndDeposit" },
  joinBySending: { needs: [P1_DEPOSITED], instead: "createBySending" },
  joinGame: { needs: [ALL_DEPOSITED], instead: "deposit" },
  reveal: { needs: [ALL_JOINED], instead: "depositAndJoin" },
  cancel: { needs: [CREATED, P1_DEPOSITED], instead: "createAndDeposit" },
  claimInactive: { needs: [ALL_DEPOSITED, ALL_JOINED], instead: "deposit" },
};

interface Step {
  readonly action: ActionName;
  readonly mistake: Mistake;
  /** Free choices: which of the people, games, fighters, bets; taken modulo what there is. */
  readonly pick: number;
  readonly other: number;
  /** Seconds to wait, or how far from the moment that the action becomes possible. */
  readonly wait: number | { readonly edge: number };
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    ...Object.entries(ACTIONS).map(([name, weight]) => ({
      arbitrary: fc.constant(name as ActionName),
      weight,
    })),
  ),
  mistake: fc.oneof(
    { arbitrary: fc.constant("none" as const), weight: 5 },
    { arbitrary: fc.constantFrom(...MISTAKES), weight: 1 },
  ),
  pick: fc.nat(10_000),
  other: fc.nat(10_000),
  wait: fc.oneof(
    { arbitrary: fc.constant(1), weight: 12 },
    { arbitrary: fc.constantFrom(59, HOUR, 3 * HOUR, DAY, 3 * DAY), weight: 2 },
    { arbitrary: fc.constantFrom({ edge: -1 }, { edge: 0 }, { edge: 1 }), weight: 3 },
  ),
});

/** Someone who plays at random, and remembers what each game was sealed with. */
class RandomPlayer {
  readonly #pair: ModelledDuel;
  readonly #sealed = new Map<number, Opening>();
  readonly #modes = [...SHIPPED_MODES];
  #nonceCount = 0;

  constructor(pair: ModelledDuel) {
    this.#pair = pair;
  }

  async take(taken: Step): Promise<void> {
    const pair = this.#pair;
    const { action, pick, other, mistake } = taken;
    const preparation = PREPARATION[action];
    if (preparation !== undefined && mistake === "none" && this.#gamesIn(preparation.needs).length === 0) {
      return this.take({ ...taken, action: preparation.instead });
    }
    const someone = mistake === "caller" ? this.#person(pick) : this.#player(pick);
    const administrator = mistake === "caller" ? this.#person(pick) : pair.admin;
    switch (action) {
      case "createGame":
      case "createAndDeposit":
      case "createBySending": {
        const opening = { nonce: this.#nonce(), team: this.#team(someone, taken) };
        const challenge = this.#challenge(someone, opening, taken);
        const amount = mistake === "amount" ? challenge.bet + 1n : challenge.bet;
        this.#wait(taken);
        const isDone =
          action === "createBySending"
            ? await pair.transferAndCall(someone, amount, { action: "createAndDeposit", challenge })
            : await pair[action](someone, challenge);
        if (isDone) this.#sealed.set(pair.model.gameCount, opening);
        return;
      }
      case "deposit":
      case "depositBySending": {
        const [gameId, game] = this.#game(taken, CREATED, P1_DEPOSITED);
        const who = game?.state === CREATED ? this.#actor(taken, game.p1) : this.#challenger(taken, game);
        const bet = game?.bet ?? FIGHT;
        this.#wait(taken);
        if (action === "deposit") await pair.deposit(who, gameId);
        else {
          const amount = mistake === "amount" ? bet - 1n : bet;
          await pair.transferAndCall(who, amount, { action: "deposit", gameId });
        }
        return;
      }
      case "depositAndJoin":
      case "joinBySending": {
        const [gameId, game] = this.#game(taken, P1_DEPOSITED);
        const who = this.#challenger(taken, game);
        const opening = { nonce: this.#nonce(), team: this.#team(who, taken) };
        const bet = game?.bet ?? FIGHT;
        this.#wait(taken, this.#restedAt(opening.team));
        if (action === "depositAndJoin") await pair.depositAndJoin(who, gameId, opening);
        else {
          const amount = mistake === "amount" ? 2n * bet : bet;
          await pair.transferAndCall(who, amount, { action: "depositAndJoin", gameId, opening });
        }
        return;
      }
      case "joinGame": {
        const [gameId, game] = this.#game(taken, ALL_DEPOSITED);
        const who = this.#actor(taken, game?.p2);
        const opening = { nonce: this.#nonce(), team: this.#team(who, taken) };
        this.#wait(taken, this.#restedAt(opening.team));
        await pair.joinGame(who, gameId, opening);
        return;
      }
      case "reveal": {
        const [gameId, game] = this.#game(taken, ALL_JOINED);
        const who = this.#actor(taken, game?.p1);
        const sealed = this.#sealed.get(gameId) ?? { nonce: this.#nonce(), team: this.#team(who, taken) };
        const nonce = mistake === "nonce" ? this.#nonce() : sealed.nonce;
        const team = mistake === "team" ? sealed.team.toReversed() : sealed.team;
        this.#wait(taken, this.#restedAt(team));
        await pair.reveal(who, gameId, { nonce, team });
        return;
      }
      case "cancel": {
        const [gameId, game] = this.#game(taken, CREATED, P1_DEPOSITED);
        this.#wait(taken);
        await pair.cancel(this.#actor(taken, game?.p1), gameId);
        return;
      }
      case "claimInactive": {
        const [gameId, game] = this.#game(taken, ALL_DEPOSITED, ALL_JOINED);
        const rightful = game?.state === ALL_DEPOSITED ? game.p1 : game?.p2;
        this.#wait(taken, (game?.since ?? 0) + this.#inactiveSecs(game));
        await pair.claimInactive(this.#actor(taken, rightful), gameId);
        return;
      }
      case "withdrawCredit": {
        const creditors = pair.people.filter(({ address }) => pair.model.bank.creditOf(address) > 0n);
        const who =
          mistake === "none" && creditors.length > 0 ? creditors[pick % creditors.length]! : someone;
        await pair.withdrawCredit(who, mistake === "amount" ? NOBODY : this.#person(other).address);
        return;
      }
      case "registerMode": {
        const mode = MORE_MODES[other % MORE_MODES.length]!;
        if (await pair.registerMode(administrator, mode)) this.#modes.push(mode);
        return;
      }
      case "closeMode":
        // The last one stays open for whoever means well.
        await pair.closeMode(
          administrator,
          mistake === "mode" ? other % 99 : 1 + (other % (this.#modes.length - 1)),
        );
        return;
      case "setHouse":
        await pair.setHouse(administrator, mistake === "amount" ? NOBODY : this.#person(other).address);
        return;
      case "setStartsPaused":
        await pair.setStartsPaused(administrator, other % 5 === 0);
        return;
      case "mint": {
        const charIds = [0, 1, 2, 3, 4].map((i) => ((pick * (i + 1)) % 40) + 1);
        await pair.mint(this.#person(other), mistake === "none" ? charIds : [41, ...charIds], pick % 5 === 0);
        return;
      }
      case "transferFighter": {
        const mine = this.#owned(someone);
        const assetId = mistake === "none" ? (mine[other % mine.length] ?? 1n) : BigInt(other % 60);
        await pair.transferFighter(someone, this.#person(other + 1), assetId);
        return;
      }
      case "burnFighter": {
        const mine = this.#owned(someone);
        const assetId = mistake === "none" ? (mine[other % mine.length] ?? 1n) : BigInt(other % 60);
        await pair.burnFighter(someone, assetId);
        return;
      }
      case "setRefused":
        await pair.setRefused(someone.address, other % 2 === 0);
        return;
    }
  }

  /** Before an action that becomes possible at some moment, sometimes exactly then, or a second off. */
  #wait({ wait }: Step, possibleFrom = 0): void {
    this.#pair.waitUntil(typeof wait === "number" ? this.#pair.nowSecs + wait : possibleFrom + wait.edge);
  }

  /** One of the three who have fighters from the start. */
  #player(pick: number): HardhatEthersSigner {
    return this.#pair.people[pick % 3]!;
  }

  #person(pick: number): HardhatEthersSigner {
    return this.#pair.people[pick % this.#pair.people.length]!;
  }

  #actor({ pick, mistake }: Step, rightful: string | undefined): HardhatEthersSigner {
    const person = this.#pair.people.find(({ address }) => address === rightful);
    return person === undefined || mistake === "caller" ? this.#person(pick) : person;
  }

  /** Whoever may take a game up: the one invited, or anyone but player 1. */
  #challenger(taken: Step, game: Game | undefined): HardhatEthersSigner {
    if (game === undefined || game.p2 !== NOBODY) return this.#actor(taken, game?.p2);
    const player = this.#player(taken.pick);
    if (taken.mistake === "caller") return this.#person(taken.pick);
    return player.address === game.p1 ? this.#player(taken.pick + 1) : player;
  }

  #game({ pick, mistake }: Step, ...fitting: GameState[]): [gameId: number, game: Game | undefined] {
    const { model } = this.#pair;
    const fit = this.#gamesIn(fitting);
    const isAny = mistake === "game" || fit.length === 0;
    const gameId = isAny ? pick % (model.gameCount + 2) : fit[pick % fit.length]!;
    const isKnown = gameId >= 1 && gameId <= model.gameCount;
    return [gameId, isKnown ? model.game(gameId) : undefined];
  }

  #gamesIn(states: readonly GameState[]): number[] {
    const { model } = this.#pair;
    const all = Array.from({ length: model.gameCount }, (_, i) => i + 1);
    return all.filter((gameId) => states.includes(model.game(gameId).state));
  }

  #inactiveSecs(game: Game | undefined): number {
    return game === undefined ? 0 : this.#modes[game.modeId - 1]!.terms.inactiveMinHours * HOUR;
  }

  #challenge(p1: HardhatEthersSigner, { nonce, team }: Opening, { other, mistake, pick }: Step): Challenge {
    const invited = other % 5 === 0 ? this.#person(other >> 3).address : NOBODY;
    return {
      modeId: mistake === "mode" ? other % 99 : 1 + (other % this.#modes.length),
      teamHash: mistake === "nonce" ? ZERO_BYTES32 : seal(nonce, team),
      bet: BETS[(pick >> 3) % (mistake === "amount" ? BETS.length : 3)]!,
      opponent: invited === p1.address && mistake === "none" ? NOBODY : invited,
    };
  }

  #owned(person: HardhatEthersSigner): bigint[] {
    const all = Array.from({ length: this.#pair.mintedCount }, (_, i) => BigInt(i + 1));
    return all.filter((assetId) => this.#pair.model.roster.ownerOf(assetId) === person.address);
  }

  /** Five of one's own, in a random order, that keep any team rule if there are such; with a mistake, any five. */
  #team(person: HardhatEthersSigner, { other, pick, mistake }: Step): readonly bigint[] {
    if (mistake === "team") return [0, 1, 2, 3, 4].map((i) => BigInt((other * (i + 1) + pick) % 45));
    const owned = this.#owned(person);
    const start = other % Math.max(1, owned.length);
    const turned = [...owned.slice(start), ...owned.slice(0, start)];
    const left = { tank: 2, damage: 2, support: 1 };
    const chosen = turned.filter((assetId) => left[this.#pair.model.roster.fighter(assetId).kind]-- > 0);
    const team = [...chosen, ...turned.filter((assetId) => !chosen.includes(assetId))].slice(0, 5);
    return team.length === 5 ? team : [1n, 2n, 3n, 4n, 5n];
  }

  #restedAt(team: readonly bigint[]): number {
    return Math.max(...team.map((assetId) => this.#pair.model.fighterStats(assetId).cooldownUntil));
  }

  #nonce(): Opening["nonce"] {
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setUint32(28, ++this.#nonceCount);
    return toBytes32(bytes);
  }
}

describe("Duel beside its model", () => {
  it("does the same as the model, step by step, whatever anybody tries", async function () {
    this.timeout(0);
    const steps = fc.array(step, { minLength: 1, maxLength: STEPS_A_RUN, size: "max" });
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const player = new RandomPlayer(
          await ModelledDuel.beside(await networkHelpers.loadFixture(deployModelledDuel)),
        );
        for (const taken of list) await player.take(taken);
      }),
      fuzzBudget(RUNS) as fc.Parameters<[Step[]]>,
    );
  });
});
