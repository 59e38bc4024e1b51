import type { Address } from "./accounts.ts";
import { Refusal } from "./refusal.ts";

/** The token and what Duel owes: balances, the escrow, and credits for what was not or could not be sent. */
export class Bank {
  readonly #balances = new Map<Address, bigint>();
  readonly #credits = new Map<Address, bigint>();
  readonly #refused = new Set<Address>();
  #escrow = 0n;

  /** All that Duel holds: the stakes of running games and every credit. */
  get escrow(): bigint {
    return this.#escrow;
  }

  balanceOf(account: Address): bigint {
    return this.#balances.get(account) ?? 0n;
  }

  creditOf(account: Address): bigint {
    return this.#credits.get(account) ?? 0n;
  }

  give(account: Address, amount: bigint): void {
    this.#balances.set(account, this.balanceOf(account) + amount);
  }

  /** From now on the token lets nothing be sent to this account, or allows it again. */
  setRefused(account: Address, isRefused: boolean): void {
    if (isRefused) this.#refused.add(account);
    else this.#refused.delete(account);
  }

  requireBalance(account: Address, amount: bigint): void {
    const balance = this.balanceOf(account);
    if (balance < amount) throw new Refusal("ERC20InsufficientBalance", account, balance, amount);
  }

  /** Takes a stake; every player is taken to have allowed it. */
  collect(from: Address, amount: bigint): void {
    this.requireBalance(from, amount);
    this.give(from, -amount);
    this.#escrow += amount;
  }

  /** Sends, or notes a credit if the token does not take the payment: a payment never stops a game. */
  pay(to: Address, amount: bigint): void {
    if (this.#refused.has(to)) this.credit(to, amount);
    else this.#send(to, amount);
  }

  credit(account: Address, amount: bigint): void {
    this.#credits.set(account, this.creditOf(account) + amount);
  }

  withdraw(account: Address, to: Address): bigint {
    const amount = this.creditOf(account);
    if (amount === 0n) throw new Refusal("DuelNoCredit", account);
    if (this.#refused.has(to)) throw new Refusal("ERC20InvalidReceiver", to);
    this.#credits.delete(account);
    this.#send(to, amount);
    return amount;
  }

  #send(to: Address, amount: bigint): void {
    this.#escrow -= amount;
    this.give(to, amount);
  }
}
