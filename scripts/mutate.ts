/** `npm run mutate`: changes the contracts one place at a time and looks whether the default tests notice. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { build } from "../chain/build.ts";
import { type Mutant, mutantsOf, ranked } from "./mutate/mutants.ts";
import { firstFailure, install, restoreArtifacts, type Stage } from "./mutate/suite.ts";

interface Target {
  readonly file: string;
  readonly functions?: readonly string[];
  /** How many mutants are tried unless all are asked for. */
  readonly sampled: number;
  /** Quick ones first: a mutant goes through them until a test fails. Gas snapshots are no tests of behaviour. */
  readonly stages: readonly Stage[];
}

const DUEL = "contracts/Duel.sol";
const BATTLE_HARNESS = "contracts/mocks/BattleHarness.sol";
const BATTLE_SIMULATOR = "contracts/BattleSimulator.sol";
const COMMITMENT_HARNESS = "contracts/mocks/CommitmentHarness.sol";
const MEMORY_HARNESS = "contracts/mocks/MemoryHarness.sol";
const RANDOM_HARNESS = "contracts/mocks/RandomHarness.sol";

const filesIn = (folder: string) =>
  readdirSync(new URL(`../${folder}`, import.meta.url)).map((name) => `${folder}/${name}`);
const duelTests = [
  ...["states", "payouts", "statistics", "credits", "reveal", "cancel", "claimInactive"].map(
    (name) => `test/duel/${name}.ts`,
  ),
  ...filesIn("test/duel"),
  ...filesIn("test/attacks"),
  ...filesIn("test/invariants"),
];
const settlement: Stage = { contracts: [DUEL], tests: [...new Set(duelTests)] };

const TARGETS: readonly Target[] = [
  {
    file: "contracts/libraries/Battle.sol",
    sampled: 200,
    stages: [
      { contracts: [MEMORY_HARNESS], tests: ["test/libraries/Battle.ts", "test/libraries/memory.ts"] },
      {
        contracts: [BATTLE_HARNESS, BATTLE_SIMULATOR],
        tests: ["test/vectors.ts", "test/BattleSimulator.ts", "test/differential.ts"],
      },
    ],
  },
  {
    file: "contracts/libraries/Random.sol",
    sampled: 70,
    stages: [
      {
        contracts: [RANDOM_HARNESS, MEMORY_HARNESS],
        tests: ["test/libraries/Random.ts", "test/libraries/memory.ts", "test/libraries/Battle.ts"],
      },
      {
        contracts: [BATTLE_HARNESS, BATTLE_SIMULATOR],
        tests: ["test/vectors.ts", "test/differential.ts"],
      },
    ],
  },
  {
    file: "contracts/libraries/Commitment.sol",
    sampled: 100,
    stages: [
      {
        contracts: [COMMITMENT_HARNESS, MEMORY_HARNESS],
        tests: ["test/libraries/Commitment.ts", "test/libraries/memory.ts", "test/vectors.ts"],
      },
      { contracts: [DUEL], tests: ["test/duel/reveal.ts", "test/attacks/commitment.ts"] },
    ],
  },
  { file: "contracts/libraries/Payout.sol", sampled: 18, stages: [settlement] },
  {
    file: DUEL,
    functions: ["reveal", "cancel", "claimInactive", "_recordFighters", "_settle", "_creditHouse", "_pay"],
    sampled: 80,
    stages: [settlement],
  },
];

const SEED = "sealed duel";
const WANTED = 0.9;
const CACHE = new URL("../cache/mutation/", import.meta.url);
const RESULTS = new URL("results.json", CACHE);

/** What gave a mutant away, by its id; null: nothing did. */
type Results = Record<string, string | null>;
const INVALID = "does not compile";

interface Options {
  readonly all?: boolean;
  readonly only?: string;
  readonly minutes?: number;
  readonly fresh?: boolean;
  readonly again?: boolean;
}

const fair = new Set<Stage>();
const say = (text: string) => process.stderr.write(`${text}\n`);
const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

await new Command("mutate")
  .description("Changes the contracts one place at a time and looks whether the default tests notice.")
  .option("--all", "every mutant, not a sample")
  .option("--only <part>", "only files whose path has this in it")
  .option("--minutes <number>", "start no mutant after so many", toNumber)
  .option("--again", "try the survivors of earlier runs again, after a test was added")
  .option("--fresh", "forget the results of earlier runs")
  .action(mutate)
  .parseAsync();

function toNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("It is a number above 0.");
  return value;
}

async function mutate(options: Options): Promise<void> {
  await build(() => say("Building the contracts…"));
  const targets = TARGETS.filter(({ file }) => file.includes(options.only ?? "")).map((target) => {
    const mutants = ranked(mutantsOf(target.file, read(target.file), target.functions), SEED);
    return { ...target, mutants, chosen: options.all ? mutants : mutants.slice(0, target.sampled) };
  });
  const results = options.fresh ? {} : readResults();
  const isDone = ({ id }: Mutant) => (options.again ? results[id] : results[id] !== undefined);
  // In one order over all files, so that a run that was stopped has seen a fair part of each. Not the order that chose
  // them, in which the largest file would come first.
  const order = ranked(
    targets.flatMap(({ chosen }) => chosen),
    `${SEED}: order`,
  );
  const missing = order.filter((mutant) => !isDone(mutant));
  const stagesOf = (mutant: Mutant) => targets.find(({ file }) => file === mutant.file)!.stages;
  const end = performance.now() + 60_000 * (options.minutes ?? Infinity);
  for (const [i, mutant] of missing.entries()) {
    if (performance.now() > end) break;
    const started = performance.now();
    const found = (results[mutant.id] = (await judge(mutant, stagesOf(mutant))) ?? null);
    const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    const where = `${mutant.file}:${mutant.line}, ${mutant.kind}`;
    say(`${i + 1}/${missing.length} ${where} (${took}): ${found ?? "SURVIVED"}`);
    writeResults(results);
  }
  const rowOf = (title: string, isMeant: (mutant: Mutant) => boolean) => {
    const all = targets.flatMap(({ mutants }) => mutants.filter(isMeant));
    return rowFrom(title, all.length, order.filter(isMeant), results);
  };
  report(
    targets.map(({ file }) => rowOf(file, (mutant) => mutant.file === file)),
    rowOf("in assembly", ({ isAssembly }) => isAssembly),
    rowOf("together", () => true),
  );
}

async function judge({ file, source }: Mutant, stages: readonly Stage[]): Promise<string | undefined> {
  restoreArtifacts();
  for (const stage of stages) {
    if (install(stage, { [file]: source }) === INVALID) return INVALID;
    const failure = await firstFailure(stage);
    if (failure !== undefined) {
      await proveFair(stage);
      return failure;
    }
  }
  return undefined;
}

/** A death counts only where the unchanged contracts, built and tested in the same way, live. */
async function proveFair(stage: Stage): Promise<void> {
  if (fair.has(stage)) return;
  restoreArtifacts();
  install(stage, {});
  const failure = await firstFailure(stage);
  if (failure !== undefined) throw new Error(`the unchanged contracts fail: ${failure}`);
  say(`Unchanged, ${stage.contracts.join(" and ")} pass ${stage.tests.join(", ")}`);
  fair.add(stage);
}

interface Row {
  readonly title: string;
  readonly all: number;
  readonly tried: number;
  readonly invalid: number;
  readonly killed: number;
  readonly survivors: readonly Mutant[];
}

function rowFrom(title: string, all: number, chosen: readonly Mutant[], results: Results): Row {
  const tried = chosen.filter(({ id }) => results[id] !== undefined);
  const survivors = tried.filter(({ id }) => results[id] === null);
  const invalid = tried.filter(({ id }) => results[id] === INVALID).length;
  const killed = tried.length - invalid - survivors.length;
  return { title, all, tried: tried.length, invalid, killed, survivors };
}

/** Results are kept by the changed file's hash, so that an interrupted run goes on where it was. */
function readResults(): Results {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return {};
  }
}

function writeResults(results: Results): void {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(RESULTS, JSON.stringify(results, null, 1));
}

function report(files: readonly Row[], inAssembly: Row, total: Row): void {
  for (const { title, survivors } of files) {
    if (survivors.length > 0) console.log(`\nSurvivors in ${title}:`);
    for (const { id, line, kind, before, after } of survivors.toSorted((a, b) => a.line - b.line)) {
      console.log(`  ${id} line ${line}, ${kind}\n    - ${before}\n    + ${after}`);
    }
  }
  console.log("\n| file | mutants | tried | do not compile | killed | survived | score |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  const valid = ({ killed, survivors }: Row) => killed + survivors.length;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  for (const row of [...files, total, inAssembly]) {
    const { title, all, tried, invalid, killed, survivors } = row;
    const cells = [title, all, tried, invalid, killed, survivors.length, percent(killed / valid(row))];
    console.log(`| ${cells.join(" | ")} |`);
  }
  const [low, high] = interval(total.killed, valid(total));
  console.log(
    `\nThe score of all mutants like these is between ${percent(low)} and ${percent(high)} (95 %).`,
  );
  if (total.killed / valid(total) < WANTED) {
    say(`\nFewer than ${100 * WANTED} % of the mutants were killed.`);
    process.exitCode = 1;
  }
}

/** Wilson's interval of a share, at 95 %. */
function interval(hits: number, count: number): [number, number] {
  const z = 1.96;
  const share = hits / count;
  const middle = share + z ** 2 / (2 * count);
  const half = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return [(middle - half) / (1 + z ** 2 / count), (middle + half) / (1 + z ** 2 / count)];
}
