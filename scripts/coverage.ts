/** `npm run coverage`: runs the tests with Hardhat's coverage, and fails on a line that neither ran nor has a reason. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { linesOf, type LineCounts } from "./coverage/lcov.ts";
import { assemblyOf } from "./mutate/mutants.ts";

interface Exception {
  readonly file: string;
  /** The line as it stands, without its indentation. */
  readonly line: string;
  readonly reason: string;
}

const HARDHAT = "node_modules/hardhat/dist/src/cli.js";
const REPORT = "coverage/lcov.info";
const EXCEPTIONS = "test/coverage-exceptions.json";
/** What must be covered whole. */
const REQUIRED = /^contracts\/(libraries\/|Duel\.sol$)/;

const OTHERS = ["test/BattleSimulator.ts", "test/GameModes.ts", "test/vectors.ts"];
const ROOT = new URL("../", import.meta.url);

const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const filesIn = (folder: string) => readdirSync(new URL(folder, ROOT)).map((name) => `${folder}/${name}`);

// Not the cards, the launcher and the fuzzed battles: they reach no other line of these files, and take many minutes with
// code that counts its own steps. Nor the gas, which those steps change, nor the proofs, which run nothing.
const chosen = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : [...filesIn("test/duel"), ...filesIn("test/libraries"), ...OTHERS];
const options = { cwd: fileURLToPath(ROOT), stdio: "inherit" } as const;
const tests = spawn(process.execPath, [HARDHAT, "test", "mocha", ...files, "--coverage"], options);
const [code] = await once(tests, "close");
if (code !== 0) {
  process.stderr.write("The tests failed, so their coverage says nothing.\n");
  process.exit(1);
}

const exceptions = JSON.parse(read(EXCEPTIONS)) as readonly Exception[];
const used = new Set<Exception>();
let isComplete = true;
let assemblyLines = 0;
const counts = linesOf(read(REPORT));
console.log("\nLines that ran:");
for (const [file, lines] of [...counts].filter(([name]) => REQUIRED.test(name)).toSorted()) {
  report(file, lines);
}
for (const { file, line } of exceptions.filter((exception) => !used.has(exception))) {
  console.log(`✘ ${EXCEPTIONS} excuses a line that is covered or gone: ${file}: ${line}`);
  isComplete = false;
}
console.log(
  `\n${assemblyLines} of these lines are inside assembly. Hardhat counts a block of it as one statement: they have run` +
    "\nwhen the block was entered. What each of them does is held by the mutants inside assembly (docs/MUTATION.md).",
);
if (!isComplete) process.exitCode = 1;

function report(file: string, lines: LineCounts): void {
  const source = read(file).split("\n");
  const missed = [...lines].filter(([, count]) => count === 0).map(([number]) => number);
  const share = (100 * (lines.size - missed.length)) / lines.size;
  const inside = [...lines.keys()].filter((line) => isAssembly(source, line)).length;
  assemblyLines += inside;
  const note = inside > 0 ? `, ${inside} inside assembly` : "";
  console.log(
    `  ${file.padEnd(42)} ${lines.size - missed.length} of ${lines.size}, ${share.toFixed(1)} %${note}`,
  );
  for (const number of missed) {
    const text = source[number - 1]!.trim();
    const exception = exceptions.find((one) => one.file === file && one.line === text);
    if (exception) used.add(exception);
    else isComplete = false;
    console.log(
      `    ${exception ? "–" : "✘"} ${number}: ${text}${exception ? `\n        ${exception.reason}` : ""}`,
    );
  }
}

/** Whether a line begins inside an assembly block. */
function isAssembly(source: readonly string[], line: number): boolean {
  const start = source.slice(0, line - 1).join("\n").length + 1;
  return assemblyOf(source.join("\n")).some((block) => block.start <= start && start < block.end);
}
