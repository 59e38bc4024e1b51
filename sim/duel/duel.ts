import { type BattleResult, fight } from "../battle/battle.ts";
import { type Character, type Kind, KINDS } from "../battle/characters.ts";
import { TEAM_SIZE } from "../battle/stats.ts";
import { packTurns, type Turn } from "../battle/turnLog.ts";
import { type Bytes32, seal, seedOf } from "../sealing/commitment.ts";
import { SeededRandom } from "../sealing/random.ts";
import { type Address, NOBODY } from "./accounts.ts";
import { Bank } from "./bank.ts";
import type { GameMode } from "./gameModes.ts";
import { battlePayout, inactivePayout, type Payout } from "./payouts.ts";
import { Refusal } from "./refusal.ts";
import { Roster } from "./roster.ts";
import { GAME_STATES, type GameState } from "./states.ts";
import {
  afterForfeit,
  afterLoss,
  afterWin,
  type FighterStatistics,
  NEW_FIGHTER,
  NEW_PLAYER,
  type PlayerStatistics,
  talliesOf,
  withTally,
} from "./statistics.ts";

/** When an action happens: the model has no clock of its own. */
export interface Moment {
  readonly nowSecs: number;
  readonly blockNumber: number;
}

export interface Game {
  readonly state: GameState;
  readonly modeId: number;
  readonly bet: bigint;
  readonly p1: Address;
  /** Who deposited second; before that, the only one invited, or NOBODY if anyone may. */
  readonly p2: Address;
  /** When the game got into its present state. */
  readonly since: number;
  readonly joinBlock: number;
  readonly teamHash: Bytes32;
  /** Nonces and teams are zeros until they are shown. */
  readonly p1Nonce: Bytes32;
  readonly p2Nonce: Bytes32;
  readonly p1Team: readonly bigint[];
  readonly p2Team: readonly bigint[];
}

/** What a player opens a game with. */
export interface Challenge {
  readonly modeId: number;
  readonly teamHash: Bytes32;
  readonly bet: bigint;
  /** The only one who may take it up; NOBODY lets anyone. */
  readonly opponent: Address;
}

/** What a player opens: at the join player 2's choice, at the reveal what player 1 had sealed. */
export interface Opening {
  readonly nonce: Bytes32;
  readonly team: readonly bigint[];
}

/** What tokens were sent for, when they are sent with a memo. */
export type Memo =
  | { readonly action: "deposit"; readonly gameId: number }
  | { readonly action: "createAndDeposit"; readonly challenge: Challenge }
  | { readonly action: "depositAndJoin"; readonly gameId: number; readonly opening: Opening };

export const ZERO_BYTES32: Bytes32 = `0x${"0".repeat(64)}`;
const NO_TEAM: readonly bigint[] = Array.from({ length: TEAM_SIZE }, () => 0n);
const SECS_PER_HOUR = 3_600;

/**
 * The state machine of a game and all that it moves (PROTOCOL 6): stakes, statistics, cooldowns. A refused action
 * throws a Refusal and leaves everything as it was, because an action first finds out what would be, then writes.
 */
export class DuelModel {
  readonly bank = new Bank();
  readonly roster: Roster;
  readonly #address: Address;
  readonly #owner: Address;
  readonly #modes: { readonly mode: GameMode; isOpen: boolean }[] = [];
  readonly #games: Game[] = [];
  readonly #players = new Map<Address, PlayerStatistics>();
  readonly #fighters = new Map<bigint, FighterStatistics>();
  #house: Address;
  #startsPaused = false;

  /** @param address The contract's own, where no money may go. */
  constructor(address: Address, owner: Address, house: Address, characters: readonly Character[]) {
    this.#address = address;
    this.#owner = owner;
    this.#house = house;
    this.roster = new Roster(characters);
  }

  // Opening a game, and paying in

  createGame(at: Moment, caller: Address, challenge: Challenge): number {
    return this.#games.push(this.#created(at, caller, challenge));
  }

  deposit(at: Moment, caller: Address, gameId: number): void {
    const game = this.#deposited(at, caller, gameId);
    this.bank.collect(caller, game.bet);
    this.#keep(gameId, game);
  }

  createAndDeposit(at: Moment, caller: Address, challenge: Challenge): number {
    const game = this.#createdDeposited(at, caller, challenge);
    this.bank.collect(caller, game.bet);
    return this.#games.push(game);
  }

  depositAndJoin(at: Moment, caller: Address, gameId: number, opening: Opening): void {
    const game = this.#depositedAndJoined(at, caller, gameId, opening);
    this.bank.collect(caller, game.bet);
    this.#keep(gameId, game);
  }

  /** Tokens sent with a memo: the same three actions, paid with what came along, which must be exactly the bet. */
  transferAndCall(at: Moment, caller: Address, amount: bigint, memo: Memo): void {
    this.bank.requireBalance(caller, amount);
    const game = this.#asked(at, caller, memo);
    if (amount !== game.bet) throw new Refusal("DuelWrongAmount", amount, game.bet);
    this.bank.collect(caller, amount);
    if (memo.action === "createAndDeposit") this.#games.push(game);
    else this.#keep(memo.gameId, game);
  }

  // Playing

  joinGame(at: Moment, caller: Address, gameId: number, opening: Opening): void {
    const game = this.#gameIn(gameId, GAME_STATES.ALL_DEPOSITED);
    this.#requireCaller(gameId, caller, game.p2);
    this.#keep(gameId, this.#joined(at, game, opening));
  }

  reveal(at: Moment, caller: Address, gameId: number, opening: Opening): void {
    const game = this.#gameIn(gameId, GAME_STATES.ALL_JOINED);
    this.#requireCaller(gameId, caller, game.p1);
    const { terms } = this.#mode(game.modeId).mode;
    const allowedFrom = game.joinBlock + terms.revealDelayBlocks;
    if (at.blockNumber < allowedFrom) {
      throw new Refusal("DuelBlockTooEarly", gameId, at.blockNumber, allowedFrom);
    }
    const opened = seal(opening.nonce, opening.team);
    if (opened !== game.teamHash) {
      throw new Refusal("DuelCommitmentMismatch", gameId, opened, game.teamHash);
    }
    this.#judge(at, game, caller, opening.team);

    const revealed: Game = { ...game, p1Nonce: opening.nonce, p1Team: opening.team };
    const battle = this.#fight(revealed);
    const isP1Winner = battle.winner === 1;
    this.#keep(gameId, {
      ...revealed,
      state: isP1Winner ? GAME_STATES.P1_WIN : GAME_STATES.P2_WIN,
      since: at.nowSecs,
    });
    this.#recordFighters(revealed, battle.turns, at.nowSecs + terms.cooldownSecs);
    const [winner, loser] = isP1Winner ? [game.p1, game.p2] : [game.p2, game.p1];
    const payout = battlePayout(game.bet, terms);
    this.#recordPlayer(winner, (stats) => afterWin(stats, game.bet, payout.winnerAmount, at.nowSecs));
    this.#recordPlayer(loser, (stats) => afterLoss(stats, game.bet, at.nowSecs));
    this.#settle(winner, payout);
  }

  cancel(at: Moment, caller: Address, gameId: number): void {
    const game = this.#gameIn(gameId, GAME_STATES.CREATED, GAME_STATES.P1_DEPOSITED);
    this.#requireCaller(gameId, caller, game.p1);
    this.#keep(gameId, { ...game, state: GAME_STATES.P1_CANCELED, since: at.nowSecs });
    if (game.state === GAME_STATES.P1_DEPOSITED) this.bank.pay(caller, game.bet);
  }

  claimInactive(at: Moment, caller: Address, gameId: number): void {
    const game = this.#gameIn(gameId, GAME_STATES.ALL_DEPOSITED, GAME_STATES.ALL_JOINED);
    const isP1Claim = game.state === GAME_STATES.ALL_DEPOSITED;
    const [winner, loser] = isP1Claim ? [game.p1, game.p2] : [game.p2, game.p1];
    this.#requireCaller(gameId, caller, winner);
    const { terms } = this.#mode(game.modeId).mode;
    const allowedFrom = game.since + terms.inactiveMinHours * SECS_PER_HOUR;
    if (at.nowSecs < allowedFrom) throw new Refusal("DuelTooEarly", gameId, at.nowSecs, allowedFrom);
    const state = isP1Claim ? GAME_STATES.P1_WIN_INACTIVE : GAME_STATES.P2_WIN_INACTIVE;
    this.#keep(gameId, { ...game, state, since: at.nowSecs });
    this.#recordPlayer(loser, afterForfeit);
    this.#settle(winner, inactivePayout(game.bet, terms));
  }

  withdrawCredit(caller: Address, to: Address): bigint {
    if (to === NOBODY) throw new Refusal("DuelZeroAddress");
    if (to === this.#address) throw new Refusal("DuelOwnAddress");
    return this.bank.withdraw(caller, to);
  }

  // Administration

  registerMode(caller: Address, mode: GameMode): number {
    this.#requireOwner(caller);
    return this.#modes.push({ mode, isOpen: true });
  }

  closeMode(caller: Address, modeId: number): void {
    this.#requireOwner(caller);
    const entry = this.#mode(modeId);
    if (!entry.isOpen) throw new Refusal("GameModesClosed", modeId);
    entry.isOpen = false;
  }

  /** What the old house was credited stays its own. */
  setHouse(caller: Address, house: Address): void {
    this.#requireOwner(caller);
    if (house === NOBODY) throw new Refusal("DuelZeroAddress");
    if (house === this.#address) throw new Refusal("DuelOwnAddress");
    this.#house = house;
  }

  setStartsPaused(caller: Address, isPaused: boolean): void {
    this.#requireOwner(caller);
    this.#startsPaused = isPaused;
  }

  // Reading

  get gameCount(): number {
    return this.#games.length;
  }

  game(gameId: number): Game {
    const game = this.#games[gameId - 1];
    if (game === undefined) throw new Refusal("DuelUnknownGame", gameId);
    return game;
  }

  gameTurns(gameId: number): readonly Turn[] {
    const game = this.game(gameId);
    if (game.state !== GAME_STATES.P1_WIN && game.state !== GAME_STATES.P2_WIN) {
      throw new Refusal("DuelNotFought", gameId, game.state);
    }
    return this.#fight(game).turns;
  }

  playerStats(player: Address): PlayerStatistics {
    return this.#players.get(player) ?? NEW_PLAYER;
  }

  fighterStats(assetId: bigint): FighterStatistics {
    return this.#fighters.get(assetId) ?? NEW_FIGHTER;
  }

  // What a game becomes, if the rules allow it; nothing is written here

  #created(at: Moment, p1: Address, { modeId, teamHash, bet, opponent }: Challenge): Game {
    if (this.#startsPaused) throw new Refusal("DuelStartsPaused");
    const { mode, isOpen } = this.#mode(modeId);
    if (!isOpen) throw new Refusal("GameModesClosed", modeId);
    if (teamHash === ZERO_BYTES32) throw new Refusal("DuelEmptyCommitment");
    const { minBet, maxBet } = mode.terms;
    if (bet < minBet || bet > maxBet) throw new Refusal("DuelBetOutOfRange", bet, minBet, maxBet);
    if (opponent === p1) throw new Refusal("DuelOwnGame", this.#games.length + 1, p1);
    return {
      state: GAME_STATES.CREATED,
      modeId,
      bet,
      p1,
      p2: opponent,
      since: at.nowSecs,
      joinBlock: 0,
      teamHash,
      p1Nonce: ZERO_BYTES32,
      p2Nonce: ZERO_BYTES32,
      p1Team: NO_TEAM,
      p2Team: NO_TEAM,
    };
  }

  #createdDeposited(at: Moment, p1: Address, challenge: Challenge): Game {
    return { ...this.#created(at, p1, challenge), state: GAME_STATES.P1_DEPOSITED };
  }

  #deposited(at: Moment, player: Address, gameId: number): Game {
    const game = this.#gameIn(gameId, GAME_STATES.CREATED, GAME_STATES.P1_DEPOSITED);
    if (game.state === GAME_STATES.CREATED) {
      this.#requireCaller(gameId, player, game.p1);
      return { ...game, state: GAME_STATES.P1_DEPOSITED, since: at.nowSecs };
    }
    if (player === game.p1) throw new Refusal("DuelOwnGame", gameId, player);
    if (game.p2 !== NOBODY) this.#requireCaller(gameId, player, game.p2);
    return { ...game, p2: player, state: GAME_STATES.ALL_DEPOSITED, since: at.nowSecs };
  }

  #depositedAndJoined(at: Moment, player: Address, gameId: number, opening: Opening): Game {
    this.#gameIn(gameId, GAME_STATES.P1_DEPOSITED);
    return this.#joined(at, this.#deposited(at, player, gameId), opening);
  }

  #joined(at: Moment, game: Game, { nonce, team }: Opening): Game {
    this.#judge(at, game, game.p2, team);
    return {
      ...game,
      state: GAME_STATES.ALL_JOINED,
      since: at.nowSecs,
      joinBlock: at.blockNumber,
      p2Nonce: nonce,
      p2Team: team,
    };
  }

  #asked(at: Moment, player: Address, memo: Memo): Game {
    switch (memo.action) {
      case "deposit":
        return this.#deposited(at, player, memo.gameId);
      case "createAndDeposit":
        return this.#createdDeposited(at, player, memo.challenge);
      case "depositAndJoin":
        return this.#depositedAndJoined(at, player, memo.gameId, memo.opening);
    }
  }

  /** A team may fight if it is five distinct fighters of the player's, all rested, that keep the mode's team rule. */
  #judge(at: Moment, game: Game, player: Address, team: readonly bigint[]): void {
    const repeated = team.find((assetId, slot) => team.includes(assetId, slot + 1));
    if (repeated !== undefined) throw new Refusal("DuelDuplicateFighter", repeated);
    const fighters = this.roster.muster(player, team);
    for (const assetId of team) {
      const { cooldownUntil } = this.fighterStats(assetId);
      if (at.nowSecs < cooldownUntil) {
        throw new Refusal("DuelFighterOnCooldown", assetId, cooldownUntil, at.nowSecs);
      }
    }
    const { teamRule } = this.#mode(game.modeId).mode.terms;
    if (teamRule === null) return;
    const countOf = (kind: Kind) => fighters.filter((fighter) => fighter.kind === kind).length;
    if (KINDS.some((kind) => countOf(kind) !== teamRule[kind])) {
      throw new Refusal("DuelTeamRuleBroken", ...KINDS.map(countOf));
    }
  }

  /** The battle of a game whose teams and nonces are both known. */
  #fight(game: Game): BattleResult {
    const [p1Team, p2Team] = [game.p1Team, game.p2Team].map((team) =>
      team.map((assetId) => this.roster.fighter(assetId)),
    );
    const random = new SeededRandom(seedOf(game.p1Nonce, game.p2Nonce));
    return fight(this.#mode(game.modeId).mode.battle, p1Team!, p2Team!, random);
  }

  // Writing

  #keep(gameId: number, game: Game): void {
    this.#games[gameId - 1] = game;
  }

  #recordFighters(game: Game, turns: readonly Turn[], cooldownUntil: number): void {
    const tallies = talliesOf(packTurns(turns));
    [...game.p1Team, ...game.p2Team].forEach((assetId, place) => {
      const rest = this.roster.fighter(assetId).isGolden ? null : cooldownUntil;
      this.#fighters.set(assetId, withTally(this.fighterStats(assetId), tallies[place]!, rest));
    });
  }

  #recordPlayer(player: Address, change: (before: PlayerStatistics) => PlayerStatistics): void {
    this.#players.set(player, change(this.playerStats(player)));
  }

  #settle(winner: Address, { winnerAmount, houseAmount }: Payout): void {
    this.bank.credit(this.#house, houseAmount);
    this.bank.pay(winner, winnerAmount);
  }

  // Conditions

  #gameIn(gameId: number, ...expected: GameState[]): Game {
    const game = this.game(gameId);
    if (!expected.includes(game.state)) throw new Refusal("DuelWrongState", gameId, game.state);
    return game;
  }

  /** Modes are numbered from 1. */
  #mode(modeId: number) {
    const entry = this.#modes[modeId - 1];
    if (entry === undefined) throw new Refusal("GameModesUnknown", modeId, this.#modes.length);
    return entry;
  }

  #requireCaller(gameId: number, caller: Address, expected: Address): void {
    if (caller !== expected) throw new Refusal("DuelWrongCaller", gameId, caller, expected);
  }

  #requireOwner(caller: Address): void {
    if (caller !== this.#owner) throw new Refusal("OwnableUnauthorizedAccount", caller);
  }
}
