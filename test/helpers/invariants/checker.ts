import { battlePayout, inactivePayout } from "../../../sim/duel/payouts.ts";
import { GAME_STATES } from "../../../sim/duel/states.ts";
import { type Bytes32, seal } from "../../../sim/sealing/commitment.ts";
import { NOBODY } from "../../../sim/duel/accounts.ts";
import { checkBattle } from "./battleChecks.ts";
import { demand, type EventView, type GameView, type Modes, type Observation } from "./observation.ts";
import { LoggedStatistics } from "./statistics.ts";

const { CREATED, P1_DEPOSITED, ALL_DEPOSITED, ALL_JOINED, P1_WIN, P2_WIN } = GAME_STATES;
const { P1_CANCELED, P1_WIN_INACTIVE, P2_WIN_INACTIVE } = GAME_STATES;
const NEW = -1;

/** The table of PROTOCOL 6, with the two steps that may be done in one. */
const TRANSITIONS: readonly (readonly [from: number, to: number])[] = [
  [NEW, CREATED],
  [NEW, P1_DEPOSITED],
  [CREATED, P1_DEPOSITED],
  [P1_DEPOSITED, ALL_DEPOSITED],
  [P1_DEPOSITED, ALL_JOINED],
  [ALL_DEPOSITED, ALL_JOINED],
  [ALL_JOINED, P1_WIN],
  [ALL_JOINED, P2_WIN],
  [CREATED, P1_CANCELED],
  [P1_DEPOSITED, P1_CANCELED],
  [ALL_DEPOSITED, P1_WIN_INACTIVE],
  [ALL_JOINED, P2_WIN_INACTIVE],
];
const STAKES: Readonly<Record<number, bigint>> = {
  [P1_DEPOSITED]: 1n,
  [ALL_DEPOSITED]: 2n,
  [ALL_JOINED]: 2n,
};
const ZERO_HASH = `0x${"0".repeat(64)}`;

export const isEnded = ({ state }: GameView): boolean => state > GAME_STATES.READY_TO_FIGHT;
const isFought = ({ state }: GameView): boolean => state === P1_WIN || state === P2_WIN;

/** What a game's own logs say of its money. */
interface Account {
  readonly created: EventView["args"];
  deposited: bigint;
  paidOut: bigint;
  settlements: number;
}

/**
 * Holds every invariant against what is observed, action after action. It knows nothing of a chain: it is given what
 * was seen, so that a test can show it something that must not be.
 */
export class InvariantChecker {
  readonly #modes: Modes;
  readonly #accounts: Account[] = [];
  readonly #statistics = new LoggedStatistics();
  #before: Observation | null = null;

  /** @param modes Grows as modes are registered. */
  constructor(modes: Modes) {
    this.#modes = modes;
  }

  observe(seen: Observation): void {
    for (const event of seen.events) this.#note(event);
    this.#checkTransitions(seen);
    this.#checkEscrow(seen);
    for (const [i, game] of seen.games.entries()) {
      const before = this.#before?.games[i];
      if (before === game) continue;
      this.#checkFields(i + 1, game, seen);
      this.#checkTerms(i + 1, game, before);
      this.#checkPayout(i + 1, game, seen);
    }
    this.#checkModes(seen);
    this.#checkAdministration(seen);
    const fought = seen.events.find(({ name }) => name === "GameFought");
    if (fought !== undefined) {
      const game = seen.games[Number(fought.args.gameId) - 1]!;
      const turns = checkBattle(fought.args, game, this.#modes[game.modeId - 1]!, seen.wordsTaken);
      this.#statistics.addBattle(fought.args, turns, game, seen, this.#modes[game.modeId - 1]!);
    }
    const forfeited = seen.events.find(({ name }) => name === "GameForfeited");
    if (forfeited !== undefined) this.#statistics.addForfeit(String(forfeited.args.loser));
    this.#statistics.check(seen);
    this.#before = seen;
  }

  #note({ name, args }: EventView): void {
    if (name === "GameCreated") {
      this.#accounts.push({ created: args, deposited: 0n, paidOut: 0n, settlements: 0 });
      const isNext = Number(args.gameId) === this.#accounts.length;
      demand("I3", isNext, () => `game ${args.gameId} was created after ${this.#accounts.length - 1}`);
    }
    const account = this.#accounts[Number(args.gameId ?? 0) - 1];
    if (account === undefined) return;
    if (name === "Deposited") account.deposited += args.amount as bigint;
    if (name === "PotSplit") account.paidOut += (args.winnerAmount as bigint) + (args.houseAmount as bigint);
    if (name === "GameCanceled") account.paidOut += args.refund as bigint;
    if (name === "PotSplit" || name === "GameCanceled") account.settlements++;
  }

  #checkEscrow({ escrow, donated, games, accounts, action }: Observation): void {
    let owed = donated;
    for (const game of games) owed += (STAKES[game.state] ?? 0n) * game.bet;
    for (const { credit } of accounts.values()) owed += credit;
    demand("I1", escrow === owed, () => `after ${action} it holds ${escrow} and owes ${owed}`);
  }

  #checkTransitions({ games, action, isDone, escrow }: Observation): void {
    const before = this.#before;
    const changed = games.flatMap((game, i) => (before?.games[i] === game ? [] : [i]));
    const vanished = (before?.games.length ?? 0) > games.length;
    demand("I3", changed.length <= 1 && !vanished, () => `${action} changed games ${changed.join(", ")}`);
    const isStill = changed.length === 0 && (before === null || before.escrow === escrow);
    demand("I3", isDone || isStill, () => `${action} was refused, and changed something`);
    for (const i of changed) {
      const [from, to] = [before?.games[i]?.state ?? NEW, games[i]!.state];
      const isListed = TRANSITIONS.some(([first, second]) => first === from && second === to);
      demand("I3", isListed, () => `${action} took game ${i + 1} from ${from} to ${to}`);
    }
    for (const [i, { settlements }] of this.#accounts.entries()) {
      const game = games[i];
      const expected = game !== undefined && isEnded(game) ? 1 : 0;
      demand("I3", settlements === expected, () => `game ${i + 1} was settled ${settlements} times`);
    }
  }

  #checkPayout(gameId: number, game: GameView, { events }: Observation): void {
    const account = this.#accounts[gameId - 1]!;
    const { deposited, paidOut } = account;
    const expectedDeposits = isEnded(game) ? deposited : (STAKES[game.state] ?? 0n) * game.bet;
    demand("I2", deposited === expectedDeposits, () => `game ${gameId} took ${deposited}`);
    if (!isEnded(game)) return;
    demand("I2", paidOut === deposited, () => `game ${gameId} took ${deposited} and paid ${paidOut}`);
    const split = events.find(({ name }) => name === "PotSplit");
    if (split === undefined) return;
    const { terms } = this.#modes[game.modeId - 1]!;
    const expected = isFought(game) ? battlePayout(game.bet, terms) : inactivePayout(game.bet, terms);
    const isSame =
      split.args.winnerAmount === expected.winnerAmount && split.args.houseAmount === expected.houseAmount;
    demand("I8", isSame, () => `game ${gameId} gave the winner ${split.args.winnerAmount}`);
  }

  #checkFields(gameId: number, game: GameView, { nowSecs }: Observation): void {
    const { state, p1Team, p2Team } = game;
    const isJoined = state === ALL_JOINED || state === P2_WIN_INACTIVE || isFought(game);
    const isTaken = isJoined || state === ALL_DEPOSITED || state === P1_WIN_INACTIVE;
    const isEmpty = (team: readonly bigint[]) => team.every((assetId) => assetId === 0n);
    const isFull = (team: readonly bigint[]) =>
      new Set(team).size === 5 && team.every((assetId) => assetId > 0n);
    const facts = {
      "a player 1": game.p1 !== NOBODY,
      "a bet": game.bet > 0n,
      "a commitment": game.teamHash !== ZERO_HASH,
      "a time that has come": game.since > 0 && game.since <= nowSecs,
      "two different players": game.p1 !== game.p2,
      "a player 2 once taken up": !isTaken || game.p2 !== NOBODY,
      "a block of the join once joined": isJoined === game.joinBlock > 0,
      "player 2's team once joined": isJoined ? isFull(p2Team) : isEmpty(p2Team),
      "player 2's nonce only once joined": isJoined || game.p2Nonce === ZERO_HASH,
      "player 1's team once revealed": isFought(game) ? isFull(p1Team) : isEmpty(p1Team),
      "player 1's nonce only once revealed": isFought(game) || game.p1Nonce === ZERO_HASH,
      "a seal that its opening fits":
        !isFought(game) || seal(game.p1Nonce as Bytes32, p1Team) === game.teamHash,
    };
    for (const [fact, isTrue] of Object.entries(facts)) {
      demand("I4", isTrue, () => `game ${gameId} in state ${state} must have ${fact}`);
    }
  }

  #checkTerms(gameId: number, game: GameView, before: GameView | undefined): void {
    const { created } = this.#accounts[gameId - 1] ?? {};
    demand("I5", created !== undefined, () => `game ${gameId} appeared without a log`);
    for (const term of ["p1", "teamHash", "bet", "modeId"] as const) {
      const isKept = String(game[term]) === String(created![term]);
      demand("I5", isKept, () => `game ${gameId} has another ${term} than it was created with`);
    }
    const isInvited = created!.opponent !== NOBODY;
    const p2 = isInvited ? created!.opponent : before?.p2;
    const isFree = !isInvited && (before === undefined || before.state <= P1_DEPOSITED);
    demand("I5", isFree || game.p2 === p2, () => `game ${gameId} has another player 2`);
  }

  #checkModes({ modes }: Observation): void {
    for (const [i, mode] of (this.#before?.modes ?? []).entries()) {
      demand("I5", modes[i] === mode, () => `mode ${i + 1} has changed`);
    }
  }

  #checkAdministration({ isAdministrative, action, escrow, games, accounts }: Observation): void {
    const before = this.#before;
    if (!isAdministrative || before === null) return;
    demand("I6", escrow === before.escrow, () => `${action} moved tokens`);
    demand(
      "I6",
      games.every((game, i) => game === before.games[i]),
      () => `${action} changed a game`,
    );
    for (const [address, { credit }] of accounts) {
      const isKept = credit === before.accounts.get(address)?.credit;
      demand("I6", isKept, () => `${action} changed the credit of ${address}`);
    }
  }
}
