import type { BattleMode } from "../sim/battle/modes.ts";
import type { Check } from "./check.ts";
import type { Manifest } from "./dataset.ts";
import { type Conservation, GameLedger } from "./ledger.ts";
import { distinctBytes, FEWEST_DISTINCT_BYTES, RepeatFilter } from "./nonces.ts";
import { type Odds, oddsOf } from "./odds.ts";
import type { Game } from "./game.ts";
import { isFought, type MatchRecord, type State } from "./record.ts";
import { RollLedger } from "./rolls.ts";
import { binProbabilities, type TestResult, testUniformity } from "./uniformity.ts";
import type { Verdict } from "./verify.ts";

/** The verdict on one game, as it is kept between audits. */
export interface GameVerdict {
  readonly gameId: string;
  /** SHA-256 of the record's line: while it is the same, so is the verdict. */
  readonly line: string;
  readonly verdict: Verdict;
  /** What differs or could not be checked; empty if all is good. */
  readonly notes: readonly string[];
}

export function notesOf(checks: readonly Check[]): string[] {
  return checks.filter(({ status }) => status !== "same").map(({ name, detail }) => `${name}: ${detail}`);
}

export interface NonceUse {
  readonly nonce: string;
  readonly gameId: string;
  readonly player: 1 | 2;
}

interface RollReport {
  readonly kind: string;
  readonly total: number;
  readonly counts: readonly number[];
  readonly probabilities: readonly number[];
  readonly tests: readonly TestResult[];
}

/** Everything an audit found. */
export interface AuditReport {
  readonly dataset: Manifest;
  readonly verdict: Verdict;
  /** Faults of the whole that no single game shows. */
  readonly faults: readonly string[];
  readonly games: Readonly<Record<Verdict, number>>;
  readonly states: Partial<Record<State, number>>;
  /** The first games that are not good; all verdicts are in verdicts.jsonl. */
  readonly notGood: readonly GameVerdict[];
  readonly conservation: Conservation;
  readonly nonces: {
    readonly used: number;
    readonly repeated: readonly (readonly NonceUse[])[];
    readonly weak: readonly NonceUse[];
  };
  readonly withholding: ReturnType<GameLedger["withholding"]>;
  readonly rolls: readonly RollReport[];
  readonly odds: readonly { readonly mode: string; readonly odds: readonly Odds[] }[];
}

const LONGEST_LIST = 1_000;

/** Collects a report from games that pass by once, each with its verdict. */
export class AuditCollector {
  /** Nonces that may have been used before: few, but not all of them really were. */
  readonly suspectNonces = new Set<string>();
  readonly #filter = new RepeatFilter();
  readonly #games: Record<Verdict, number> = { good: 0, differs: 0, unchecked: 0 };
  readonly #states: Partial<Record<State, number>> = {};
  readonly #notGood: GameVerdict[] = [];
  readonly #weak: NonceUse[] = [];
  readonly #modes = new Map<BattleMode, string>();
  readonly #ledger = new GameLedger();
  readonly #rolls = new RollLedger();
  #nonces = 0;

  add(game: Game, verdict: GameVerdict): void {
    const { record } = game;
    this.#games[verdict.verdict]++;
    this.#states[record.state] = (this.#states[record.state] ?? 0) + 1;
    if (verdict.verdict !== "good" && this.#notGood.length < LONGEST_LIST) this.#notGood.push(verdict);
    this.#ledger.add(game);
    if (record.p1.nonce !== null) this.#addNonce(record.p1.nonce, record.gameId, 1);
    if (record.p2 !== null && record.p2.nonce !== null) this.#addNonce(record.p2.nonce, record.gameId, 2);
    // Rolls of a game that is not as it says would only blur the picture.
    if (!isFought(record) || verdict.verdict === "differs") return;
    const { settings } = game.mode;
    this.#rolls.add(settings, game.turns!);
    if (!this.#modes.has(settings)) this.#modes.set(settings, `${record.modeId}: ${settings.name}`);
  }

  #addNonce(nonce: string, gameId: string, player: 1 | 2): void {
    this.#nonces++;
    if (this.#filter.mayHaveSeen(nonce)) this.suspectNonces.add(nonce);
    if (distinctBytes(nonce) < FEWEST_DISTINCT_BYTES && this.#weak.length < LONGEST_LIST) {
      this.#weak.push({ nonce, gameId, player });
    }
  }

  report(
    dataset: Manifest,
    repeated: readonly (readonly NonceUse[])[],
    faults: readonly string[],
  ): AuditReport {
    const token =
      dataset.balance === null || dataset.withdrawn === null
        ? null
        : { balance: BigInt(dataset.balance), withdrawn: BigInt(dataset.withdrawn) };
    const conservation = this.#ledger.conservation(token);
    const all = [...faults, ...moneyFaults(conservation)];
    const isDifferent = all.length > 0 || this.#games.differs > 0;
    return {
      dataset,
      verdict: isDifferent ? "differs" : this.#games.unchecked > 0 ? "unchecked" : "good",
      faults: all,
      games: this.#games,
      states: this.#states,
      notGood: this.#notGood,
      conservation,
      nonces: { used: this.#nonces, repeated: repeated.slice(0, LONGEST_LIST), weak: this.#weak },
      withholding: this.#ledger.withholding(),
      rolls: this.#rolls.kinds.map(([kind, rolls]) => ({
        kind,
        total: rolls.total,
        counts: rolls.counts,
        probabilities: binProbabilities(rolls),
        tests: testUniformity(rolls),
      })),
      odds: [...this.#modes]
        .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
        .map(([battle, mode]) => ({ mode, odds: oddsOf(battle) })),
    };
  }
}

export function noncesOf({ p1, p2 }: Pick<MatchRecord, "p1" | "p2">): { nonce: string; player: 1 | 2 }[] {
  const shown = [
    { nonce: p1.nonce, player: 1 as const },
    { nonce: p2?.nonce ?? null, player: 2 as const },
  ];
  return shown.filter((use): use is { nonce: `0x${string}`; player: 1 | 2 } => use.nonce !== null);
}

function moneyFaults({ unexplained, surplus }: Conservation): string[] {
  const faults: string[] = [];
  if (unexplained !== 0n) faults.push(`conservation: ${unexplained} units of all deposits are unexplained`);
  if (surplus !== null && surplus < 0n) faults.push(`balance: the contract lacks ${-surplus} units`);
  return faults;
}
