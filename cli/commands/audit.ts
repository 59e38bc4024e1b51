import { mkdir } from "node:fs/promises";
import type { Command } from "commander";
import type { AuditReport } from "../../audit/report.ts";
import { reportPage } from "../../audit/reportPage.ts";
import { filesIn, openDataset, updateDataset } from "../audit/dataset.ts";
import { createAuditEngine } from "../audit/judge.ts";
import { writeWhole } from "../audit/lines.ts";
import { checkAll, repeatedNonces } from "../audit/verdicts.ts";
import { EXIT, orCannotCheck } from "../exitCodes.ts";
import { addChainOptions, type ChainOptions, connect, readCount } from "../options.ts";

interface AuditOptions extends ChainOptions {
  readonly out: string;
  readonly atBlock?: string;
  readonly offline?: boolean;
}

/** duel audit: all games of a contract, pinned, recomputed and reported. */
export function addAudit(program: Command): void {
  const command = program
    .command("audit")
    .description("export all games of a contract, recompute every one, and write a report")
    .option("-o, --out <folder>", "where data set and report go; a second run there is incremental", "audit")
    .option("--at-block <number>", "as the chain stood at this block (default: the latest)")
    .option("--offline", "check the data set that is in the folder, without a node")
    .addHelpText(
      "after",
      "\nA run that was stopped goes on where it stopped.\n\n" +
        "Exit code: 0 all good, 1 something differs, 2 something could not be checked.",
    );
  addChainOptions(command).action((options: AuditOptions) =>
    orCannotCheck(async () => {
      await mkdir(options.out, { recursive: true });
      const dataset = options.offline ? await openDataset(options.out) : await exportTo(options);
      const { collector, faults, recomputed } = await checkAll(options.out, dataset, createAuditEngine());
      const repeated = await repeatedNonces(options.out, collector.suspectNonces);
      const report = collector.report(dataset, repeated, faults);
      const files = filesIn(options.out);
      await writeWhole(files.reportJson, `${JSON.stringify(report, bigintsAsText, 2)}\n`);
      await writeWhole(files.reportHtml, reportPage(report));
      process.stdout.write(`${summaryOf(report, recomputed).join("\n")}\n`);
      process.exitCode = EXIT[report.verdict];
    }),
  );
}

async function exportTo(options: AuditOptions) {
  const reader = await connect(options);
  try {
    const atBlock = options.atBlock ? readCount(options.atBlock, "--at-block") : await reader.headBlock();
    return await updateDataset(reader, options.out, atBlock);
  } finally {
    reader.close();
  }
}

function bigintsAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

function summaryOf(report: AuditReport, recomputed: number): string[] {
  const { dataset, games, conservation, nonces, withholding } = report;
  const noFault =
    conservation.unexplained === 0n ? "every deposit accounted for" : "deposits unaccounted for";
  const balance =
    conservation.surplus === null ? "balance not known" : `surplus of ${conservation.surplus} units`;
  return [
    `Data set ${dataset.sha256}: ${dataset.games} games of ${dataset.duel} on chain ${dataset.chainId}` +
      (dataset.atBlock === null ? "" : ` at block ${dataset.atBlock}`),
    `Games: ${games.good} good, ${games.differs} differ, ${games.unchecked} not fully checked ` +
      `(${recomputed} recomputed now, the others unchanged since)`,
    `Money: ${noFault}, ${balance}`,
    `Nonces: ${nonces.used} used, ${nonces.repeated.length} more than once, ${nonces.weak.length} weak`,
    `Reveals: ${withholding.withheld} of ${withholding.joined} withheld`,
    ...report.faults,
    ...report.notGood.slice(0, 10).map(({ gameId, notes }) => `Game ${gameId}: ${notes[0]}`),
    {
      good: "All good.",
      differs: "Something differs.",
      unchecked: "Nothing differs, but not all could be checked.",
    }[report.verdict],
  ];
}
