/** `npm run mutate`: changes the contracts one place at a time and looks whether the tests would notice. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { network } from "hardhat";
import { build } from "../chain/build.ts";
import { openLibraryBench } from "./mutate/libraries.ts";
import { type Mutant, mutantsOf, sample } from "./mutate/mutants.ts";
import { openSettlementBench } from "./mutate/settlement.ts";

interface Target {
  readonly file: string;
  readonly functions?: readonly string[];
  readonly bench: "libraries" | "settlement";
  /** How many mutants are tried unless all are asked for. */
  readonly sampled: number;
}

const TARGETS: readonly Target[] = [
  { file: "contracts/libraries/Battle.sol", bench: "libraries", sampled: 200 },
  { file: "contracts/libraries/Random.sol", bench: "libraries", sampled: 70 },
  { file: "contracts/libraries/Commitment.sol", bench: "libraries", sampled: 100 },
  { file: "contracts/libraries/Payout.sol", bench: "settlement", sampled: 18 },
  {
    file: "contracts/Duel.sol",
    functions: ["reveal", "cancel", "claimInactive", "_recordFighters", "_settle", "_creditHouse", "_pay"],
    bench: "settlement",
    sampled: 80,
  },
];

const SEED = "sealed duel";
const WANTED = 0.9;
const CACHE = new URL("../cache/mutation/", import.meta.url);

/** What gave a mutant away; null: nothing did. */
type Results = Record<string, string | null>;

const say = (text: string) => process.stderr.write(`${text}\n`);

await new Command("mutate")
  .description("Changes the contracts one place at a time and looks whether the tests would notice.")
  .option("--all", "every mutant, not a sample (about an hour)")
  .option("--only <part>", "only files whose path has this in it")
  .option("--fresh", "forget the results of earlier runs")
  .action(async (options: { all?: boolean; only?: string; fresh?: boolean }) => {
    await build(() => say("Building the contracts…"));
    const rows = [];
    for (const target of TARGETS.filter(({ file }) => file.includes(options.only ?? ""))) {
      rows.push(await examine(target, options.all ?? false, options.fresh ?? false));
    }
    report(rows);
  })
  .parseAsync();

interface Row {
  readonly file: string;
  readonly all: number;
  readonly tried: number;
  readonly invalid: number;
  readonly killed: number;
  readonly survivors: readonly Mutant[];
}

async function examine(target: Target, all: boolean, fresh: boolean): Promise<Row> {
  const { file, functions } = target;
  const mutants = mutantsOf(file, readFileSync(new URL(`../${file}`, import.meta.url), "utf8"), functions);
  const chosen = all ? mutants : sample(mutants, target.sampled, SEED);
  const results = fresh ? {} : readResults(file);
  say(`${file}: ${chosen.length} of ${mutants.length} mutants`);
  const missing = chosen.filter(({ id }) => !(id in results));
  if (missing.length > 0) {
    const chain = await network.create({ override: { allowUnlimitedContractSize: true } });
    const open = target.bench === "libraries" ? openLibraryBench : openSettlementBench;
    const judge = await open(chain);
    for (const [i, mutant] of missing.entries()) {
      const started = performance.now();
      const found = (results[mutant.id] = (await judge(mutant)) ?? null);
      const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
      say(
        `  ${i + 1}/${missing.length} line ${mutant.line}, ${mutant.kind}: ${found ?? "SURVIVED"} (${took})`,
      );
      writeResults(file, results);
    }
    await chain.close();
  }
  const outcome = (mutant: Mutant) => results[mutant.id];
  const invalid = chosen.filter((mutant) => outcome(mutant) === "does not compile").length;
  const survivors = chosen.filter((mutant) => outcome(mutant) === null);
  const killed = chosen.length - invalid - survivors.length;
  return { file, all: mutants.length, tried: chosen.length, invalid, killed, survivors };
}

/** Results are kept by the changed file's hash, so that an interrupted run goes on where it was. */
function resultsFile(file: string): URL {
  return new URL(`${file.replaceAll("/", "-")}.json`, CACHE);
}

function readResults(file: string): Results {
  try {
    return JSON.parse(readFileSync(resultsFile(file), "utf8"));
  } catch {
    return {};
  }
}

function writeResults(file: string, results: Results): void {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(resultsFile(file), JSON.stringify(results, null, 1));
}

function report(rows: readonly Row[]): void {
  for (const { file, survivors } of rows) {
    if (survivors.length > 0) console.log(`\nSurvivors in ${file}:`);
    for (const { id, line, kind, before, after } of survivors.toSorted((a, b) => a.line - b.line)) {
      console.log(`  ${id} line ${line}, ${kind}\n    - ${before}\n    + ${after}`);
    }
  }
  console.log("\n| file | mutants | tried | do not compile | killed | survived | score |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const total = {
    file: "together",
    all: sum(({ all }) => all),
    tried: sum(({ tried }) => tried),
    invalid: sum(({ invalid }) => invalid),
    killed: sum(({ killed }) => killed),
    survivors: rows.flatMap(({ survivors }) => survivors),
  };
  const score = ({ killed, survivors }: Row) => killed / (killed + survivors.length);
  for (const row of [...rows, total]) {
    const { file, all, tried, invalid, killed, survivors } = row;
    const cells = [file, all, tried, invalid, killed, survivors.length, `${(100 * score(row)).toFixed(1)} %`];
    console.log(`| ${cells.join(" | ")} |`);
  }
  if (score(total) < WANTED) {
    say(`\nFewer than ${100 * WANTED} % of the mutants were killed.`);
    process.exitCode = 1;
  }
}
