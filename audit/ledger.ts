import { battlePayout } from "../sim/duel/payouts.ts";
import type { Game } from "./game.ts";
import { isFought } from "./record.ts";

/** What the contract had, beside its games, at the block of the audit. */
interface TokenState {
  readonly balance: bigint;
  readonly withdrawn: bigint;
}

/** Where every unit that was paid in has gone, over all games. Amounts in FIGHT's smallest unit. */
export interface Conservation {
  readonly deposited: bigint;
  readonly toWinners: bigint;
  readonly toHouse: bigint;
  readonly refunded: bigint;
  readonly live: bigint;
  /** Deposits less all the rest: zero, or the games do not add up. */
  readonly unexplained: bigint;
  /** Payments that became credits, and the house's share, all of them credits at first. */
  readonly credited: bigint;
  /** What the contract must hold: live stakes, and credits that were not withdrawn. Null without a node. */
  readonly owed: bigint | null;
  readonly balance: bigint | null;
  /** Balance less what is owed: FIGHT that was sent without a game, or, below zero, FIGHT that is missing. */
  readonly surplus: bigint | null;
}

/** A player who let a joined game lapse instead of revealing. */
interface Withholder {
  readonly player: string;
  readonly joined: number;
  readonly withheld: number;
  readonly rate: number;
  /** What the player lost: the stakes. */
  readonly lost: bigint;
  /** What the house would have got from battles, less what it got. */
  readonly costToHouse: bigint;
}

interface Revealer {
  joined: number;
  withheld: number;
  lost: bigint;
  costToHouse: bigint;
}

/** Sums over games. What it keeps grows with the players, not with the games. */
export class GameLedger {
  #deposited = 0n;
  #toWinners = 0n;
  #toHouse = 0n;
  #refunded = 0n;
  #live = 0n;
  #credited = 0n;
  readonly #revealers = new Map<string, Revealer>();

  add(game: Game): void {
    const { record, bet } = game;
    const paidIn = (record.p1Deposited === null ? 0n : bet) + (record.p2Deposited === null ? 0n : bet);
    this.#deposited += paidIn;
    if (record.ended === null) this.#live += paidIn;
    const [won, house, refund] = [game.winnerAmount ?? 0n, game.houseAmount ?? 0n, game.refund ?? 0n];
    this.#toWinners += won;
    this.#toHouse += house;
    this.#refunded += refund;
    this.#credited += house + (record.credited === true ? won + refund : 0n);
    this.#addReveal(game);
  }

  #addReveal({ record, bet, mode, houseAmount }: Game): void {
    const hasLapsed = record.state === "P2_WIN_INACTIVE";
    if (!isFought(record) && !hasLapsed) return;
    const player = this.#revealers.get(record.p1.address) ?? {
      joined: 0,
      withheld: 0,
      lost: 0n,
      costToHouse: 0n,
    };
    this.#revealers.set(record.p1.address, player);
    player.joined++;
    if (!hasLapsed) return;
    player.withheld++;
    player.lost += bet;
    player.costToHouse += battlePayout(bet, mode.settings).houseAmount - (houseAmount ?? 0n);
  }

  conservation(token: TokenState | null): Conservation {
    const out = this.#toWinners + this.#toHouse + this.#refunded + this.#live;
    const owed = token === null ? null : this.#live + this.#credited - token.withdrawn;
    return {
      deposited: this.#deposited,
      toWinners: this.#toWinners,
      toHouse: this.#toHouse,
      refunded: this.#refunded,
      live: this.#live,
      unexplained: this.#deposited - out,
      credited: this.#credited,
      owed,
      balance: token?.balance ?? null,
      surplus: token === null ? null : token.balance - owed!,
    };
  }

  /** Those who withheld, most often first; and over all players who had something to reveal. */
  withholding(): {
    readonly joined: number;
    readonly withheld: number;
    readonly players: readonly Withholder[];
  } {
    const all = [...this.#revealers];
    const sum = (name: "joined" | "withheld") => all.reduce((total, [, player]) => total + player[name], 0);
    const players = all
      .filter(([, { withheld }]) => withheld > 0)
      .map(([player, counts]) => ({ player, ...counts, rate: counts.withheld / counts.joined }))
      .toSorted((a, b) => b.withheld - a.withheld || (a.player < b.player ? -1 : 1));
    return { joined: sum("joined"), withheld: sum("withheld"), players };
  }
}
