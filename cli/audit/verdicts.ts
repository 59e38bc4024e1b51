import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, rename, writeFile } from "node:fs/promises";
import type { Engine } from "../../audit/engine.ts";
import type { Manifest } from "../../audit/dataset.ts";
import type { MatchRecord } from "../../audit/record.ts";
import { AuditCollector, type GameVerdict, type NonceUse, noncesOf, notesOf } from "../../audit/report.ts";
import { verdictOf, verifyOrigin } from "../../audit/verify.ts";
import { filesIn } from "./dataset.ts";
import { judge, loadLine, type LoadedLine } from "./judge.ts";
import { keepWholeLines, linesOf } from "./lines.ts";
import { Progress } from "./progress.ts";

/** Verdicts are written in portions of this many: so much is lost at most when a run is stopped. */
const PORTION = 2_000;

interface Checked {
  readonly collector: AuditCollector;
  readonly faults: readonly string[];
  /** How many were recomputed now; the rest had not changed since their verdict was written. */
  readonly recomputed: number;
}

/** Checks every game of the data set, in one pass. Verdicts of earlier runs stand for lines that have not changed. */
export async function checkAll(folder: string, manifest: Manifest, engine: Engine): Promise<Checked> {
  const files = filesIn(folder);
  await mergeParts(folder);
  const earlier = new VerdictCursor(linesOf(files.verdicts));
  const collector = new AuditCollector();
  const progress = new Progress("checked");
  const faults: string[] = [];
  let [expectedId, recomputed] = [1n, 0];
  let portion: string[] = [];
  await writeFile(files.verdictsPart, "");
  const flush = async () => {
    await appendFile(files.verdictsPart, portion.join(""));
    portion = [];
  };
  for await (const text of linesOf(files.dataset)) {
    const line = hash("sha256", text, "hex");
    const loaded = loadLine(text, Number(expectedId));
    const { record } = loaded.game;
    if (faults.length === 0) faults.push(...misplaced(record, expectedId, manifest));
    const known = await earlier.find(BigInt(record.gameId));
    const verdict = known?.line === line ? known : verdictOn(loaded, line, engine);
    if (verdict !== known) recomputed++;
    collector.add(loaded.game, verdict);
    portion.push(`${JSON.stringify(verdict)}\n`);
    if (portion.length >= PORTION) await flush();
    progress.step();
    expectedId++;
  }
  await flush();
  await earlier.close();
  await rename(files.verdictsPart, files.verdicts);
  progress.done();
  return { collector, faults, recomputed };
}

function verdictOn({ game, computedHash }: LoadedLine, line: string, engine: Engine): GameVerdict {
  const checks = [...verifyOrigin(game.record, computedHash), ...judge(game, engine)];
  return { gameId: game.record.gameId, line, verdict: verdictOf(checks), notes: notesOf(checks) };
}

/** The games of a data set are numbered without a gap, and all of one contract. */
function misplaced(record: MatchRecord, expectedId: bigint, { chainId, duel }: Manifest): string[] {
  if (BigInt(record.gameId) !== expectedId) {
    return [
      `dataset: line ${expectedId} is game ${record.gameId}; a game is missing, doubled or out of order`,
    ];
  }
  if (record.chainId === chainId && record.duel === duel) return [];
  return [`dataset: game ${record.gameId} is of ${record.duel} on chain ${record.chainId}`];
}

/** What an interrupted run has written comes first, then what an earlier run had beyond it. */
async function mergeParts(folder: string): Promise<void> {
  const { verdicts, verdictsPart } = filesIn(folder);
  if (!existsSync(verdictsPart)) return;
  const done = await keepWholeLines(verdictsPart);
  let place = 0;
  for await (const line of linesOf(verdicts)) {
    if (++place > done) await appendFile(verdictsPart, `${line}\n`);
  }
  await rename(verdictsPart, verdicts);
}

/** Walks along earlier verdicts, which are sorted by game id. */
class VerdictCursor {
  readonly #lines: AsyncGenerator<string>;
  #current: GameVerdict | undefined;

  constructor(lines: AsyncGenerator<string>) {
    this.#lines = lines;
  }

  async find(gameId: bigint): Promise<GameVerdict | undefined> {
    while (this.#current === undefined || BigInt(this.#current.gameId) < gameId) {
      const next = await this.#lines.next();
      if (next.done) return undefined;
      this.#current = JSON.parse(next.value) as GameVerdict;
    }
    return BigInt(this.#current.gameId) === gameId ? this.#current : undefined;
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

/** Of the nonces that may have been used more than once, those that really were, and where: a second look at all. */
export async function repeatedNonces(folder: string, suspects: ReadonlySet<string>): Promise<NonceUse[][]> {
  if (suspects.size === 0) return [];
  const uses = new Map<string, NonceUse[]>();
  const progress = new Progress("looked for repeated nonces in");
  for await (const text of linesOf(filesIn(folder).dataset)) {
    const record = JSON.parse(text) as MatchRecord;
    for (const { nonce, player } of noncesOf(record)) {
      if (!suspects.has(nonce)) continue;
      uses.set(nonce, [...(uses.get(nonce) ?? []), { nonce, player, gameId: record.gameId }]);
    }
    progress.step();
  }
  progress.done();
  return [...uses.values()].filter((list) => list.length > 1);
}
