import { execFile } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sha256 } from "@noble/hashes/sha2.js";
import { canonicalJson, type Json } from "../../audit/canonical.ts";
import type { Game } from "../../audit/game.ts";
import { AuditCollector } from "../../audit/report.ts";
import { type Verdict, verdictOf, verifyOrigin } from "../../audit/verify.ts";
import { filesIn } from "../../cli/audit/dataset.ts";
import { createAuditEngine, judge, type LoadedLine, loadLine } from "../../cli/audit/judge.ts";
import { measureInTurns } from "./measure.ts";
import { syntheticRecords } from "./syntheticGames.ts";

/** Rates are per second, on one thread. */
export interface AuditFigures {
  /** SHA-256 of 36 bytes by @noble/hashes: the yardstick. */
  readonly shaPerSecond: number;
  /** Games in memory: every check of the rules, and all that the report collects of a game. */
  readonly checkedPerSecond: number;
  /** checkedPerSecond / shaPerSecond. */
  readonly ratio: number;
  /** From a line of the data set to a game in memory: parsed, hashed, its events decoded and compared. */
  readonly loadedPerSecond: number;
  /** Most memory of the process after an audit, in MB, and how much more of it eight times the games take. */
  readonly memoryMb: number;
  readonly memoryGrowthMb: number;
}

/** Different games, so that a processor can't learn their branches by heart. */
const GAMES = 4_000;
const SLICE_GAMES = 10;
const SLICE_HASHES = 300;
const MORE = 8;
const AUDIT_AND_TELL = join(import.meta.dirname, "auditMemory.ts");

export async function measureAudit({
  quick = false,
}: { readonly quick?: boolean } = {}): Promise<AuditFigures> {
  const lines = [...syntheticRecords(quick ? 10 * SLICE_GAMES : GAMES)].map(lineOf);
  const engine = createAuditEngine();
  const collector = new AuditCollector();
  const input = new Uint8Array(36);
  let next = 0;
  let loaded: readonly LoadedLine[] = [];
  const { median, medianRatio } = measureInTurns(
    {
      sha: {
        items: SLICE_HASHES,
        run: () => {
          for (let i = 0; i < SLICE_HASHES; i++) {
            input[35] = i;
            sha256(input);
          }
        },
      },
      // An audit checks each game right after it was loaded; so does this.
      loaded: {
        items: SLICE_GAMES,
        run: () => {
          loaded = lines.slice(next, next + SLICE_GAMES).map((line, i) => loadLine(line, next + i + 1));
          for (const { game, computedHash } of loaded) {
            refuseUnlessGood(game, verdictOf(verifyOrigin(game.record, computedHash)));
          }
          next = (next + SLICE_GAMES) % lines.length;
        },
      },
      checked: {
        items: SLICE_GAMES,
        run: () => {
          for (const { game } of loaded) {
            const verdict = verdictOf(judge(game, engine));
            refuseUnlessGood(game, verdict);
            collector.add(game, { gameId: game.record.gameId, line: "", verdict, notes: [] });
          }
        },
      },
    },
    quick ? 50 : 3_000,
  );
  const memory = await measureMemory(quick ? 250 : 2_500);
  return {
    shaPerSecond: median.sha,
    checkedPerSecond: median.checked,
    ratio: medianRatio("checked", "sha"),
    loadedPerSecond: median.loaded,
    ...memory,
  };
}

const lineOf = (record: object) => canonicalJson(record as unknown as Json);

function refuseUnlessGood({ record }: Game, verdict: Verdict): void {
  if (verdict !== "good") throw new Error(`game ${record.gameId} is ${verdict}, though all were made good`);
}

/** Whole audits, each in a process of its own: what one leaves behind is not held against the other. */
async function measureMemory(games: number): Promise<Pick<AuditFigures, "memoryMb" | "memoryGrowthMb">> {
  const few = await memoryOf(games);
  const many = await memoryOf(MORE * games);
  return { memoryMb: few, memoryGrowthMb: many - few };
}

/** The most memory that an audit of so many games ever had, in MB. */
async function memoryOf(games: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "sealed-duel-audit-"));
  try {
    const file = openSync(filesIn(folder).dataset, "w");
    for (const record of syntheticRecords(games)) writeSync(file, `${lineOf(record)}\n`);
    closeSync(file);
    const { stdout } = await promisify(execFile)(process.execPath, [AUDIT_AND_TELL, folder]);
    return Number(stdout) / 1_024;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
