import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { Command } from "commander";
import { exportGame, exportGames } from "../../chain/exportRecords.ts";
import { canonicalJson, type Json } from "../../audit/canonical.ts";
import type { MatchRecord } from "../../audit/record.ts";
import { orCannotCheck } from "../exitCodes.ts";
import { addChainOptions, type ChainOptions, connect, readCount, readGameId } from "../options.ts";

interface ExportOptions extends ChainOptions {
  readonly out?: string;
  readonly atBlock?: string;
}

/** duel export: match records, canonical and hashed, one a line. */
export function addExport(program: Command): void {
  const command = program
    .command("export")
    .description("write the match record of a game, or of all games, one a line")
    .argument("<gameId|all>", "which game")
    .option("-o, --out <file>", "where to write (default: standard output)")
    .option("--at-block <number>", "as the chain stood at this block (default: the latest)");
  addChainOptions(command).action((which: string, options: ExportOptions) =>
    orCannotCheck(async () => {
      const gameId = which === "all" ? undefined : readGameId(which);
      const reader = await connect(options);
      try {
        const atBlock = options.atBlock ? readCount(options.atBlock, "--at-block") : await reader.headBlock();
        const records =
          gameId === undefined ? exportGames(reader, atBlock) : [await exportGame(reader, gameId, atBlock)];
        await writeRecords(records, options.out);
      } finally {
        reader.close();
      }
    }),
  );
}

async function writeRecords(
  records: AsyncIterable<MatchRecord> | Iterable<MatchRecord>,
  file: string | undefined,
): Promise<void> {
  const out = file === undefined ? process.stdout : createWriteStream(file);
  if (file !== undefined) await once(out, "open");
  for await (const record of records) {
    if (!out.write(`${canonicalJson(record as unknown as Json)}\n`)) await once(out, "drain");
  }
  if (file !== undefined) {
    out.end();
    await once(out, "finish");
  }
}
