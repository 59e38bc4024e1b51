import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import pc from "picocolors";
import { CannotCheck } from "../../chain/duelReader.ts";
import { exportGame } from "../../chain/exportRecords.ts";
import type { Check } from "../../audit/check.ts";
import { compareWithChain } from "../../audit/compareRecords.ts";
import { explainBattle, inputsOf } from "../../audit/explain.ts";
import { type MatchRecord, readRecord } from "../../audit/record.ts";
import { describeGame, summaryOf } from "../../audit/summary.ts";
import { verdictOf, verifyRecord } from "../../audit/verify.ts";
import { EXIT, orCannotCheck } from "../exitCodes.ts";
import { addChainOptions, type ChainOptions, connect, readGameId } from "../options.ts";

interface VerifyOptions extends ChainOptions {
  readonly explain?: boolean;
}

/** duel verify: one line for each check, and an exit code. */
export function addVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("recompute a game from the chain, or from a match record offline")
    .argument("<gameId|file|->", "a game's number, a file with a match record, or - for standard input")
    .option("--explain", "walk through every roll and every number of the battle")
    .addHelpText(
      "after",
      "\nA number reads the game from the chain. A file is checked offline; with --rpc and --duel it is then\n" +
        "compared with the chain, field by field.\n\n" +
        "Exit code: 0 all good, 1 something differs, 2 something could not be checked.",
    );
  addChainOptions(command).action((which: string, options: VerifyOptions) =>
    orCannotCheck(async () => {
      const { record, extra } = await obtain(which, options);
      const checks = [...verifyRecord(record), ...extra];
      const verdict = verdictOf(checks);
      const lines = [describeGame(record), ...checks.map(lineOf), summaryOf(checks)];
      process.stdout.write(`${lines.join("\n")}\n`);
      if (options.explain) process.stdout.write(`\n${explanationOf(record).join("\n")}\n`);
      process.exitCode = EXIT[verdict];
    }),
  );
}

function explanationOf(record: MatchRecord): string[] {
  const inputs = inputsOf(record);
  return inputs === null
    ? ["There is no battle to explain: this game was not fought."]
    : explainBattle(inputs);
}

/** The record to check, and what a node says about it if one was named. */
async function obtain(
  which: string,
  options: VerifyOptions,
): Promise<{ record: MatchRecord; extra: readonly Check[] }> {
  if (/^[0-9]+$/.test(which)) return { record: await fromChain(readGameId(which), options), extra: [] };
  const record = readRecord(parse(await contentOf(which), which));
  if (options.rpc === undefined) return { record, extra: [] };
  const duel = options.duel ?? record.duel;
  const onChain = await fromChain(BigInt(record.gameId), { ...options, duel });
  return { record, extra: [compareWithChain(record, onChain)] };
}

async function fromChain(gameId: bigint, options: ChainOptions): Promise<MatchRecord> {
  const reader = await connect(options);
  try {
    return await exportGame(reader, gameId, await reader.headBlock());
  } finally {
    reader.close();
  }
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  } catch (error) {
    throw new CannotCheck(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function parse(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new CannotCheck(`${file} is not JSON: ${(error as Error).message}`);
  }
}

const MARKS = { same: pc.green("✔"), differs: pc.red("✘"), unchecked: pc.yellow("–") };
const NAME_WIDTH = 14;

function lineOf({ name, status, detail }: Check): string {
  const label = status === "unchecked" ? `not checked: ${detail}` : detail;
  return `${MARKS[status]} ${name.padEnd(NAME_WIDTH)}${status === "differs" ? pc.red(label) : label}`;
}
