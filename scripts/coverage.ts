/** `npm run coverage`: runs the tests with Hardhat's coverage, and fails on a line that neither ran nor has a reason. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { linesOf, type LineCounts } from "./coverage/lcov.ts";

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

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

const files = process.argv.slice(2);
const task = files.length > 0 ? ["test", "mocha", ...files] : ["test"];
const tests = spawn(process.execPath, [HARDHAT, ...task, "--coverage"], { stdio: "inherit" });
const [code] = await once(tests, "close");
if (code !== 0) {
  process.stderr.write("The tests failed, so their coverage says nothing.\n");
  process.exit(1);
}

const exceptions = JSON.parse(read(EXCEPTIONS)) as readonly Exception[];
const used = new Set<Exception>();
let isComplete = true;
const counts = linesOf(read(REPORT));
console.log("\nLines that ran:");
for (const [file, lines] of [...counts].filter(([name]) => REQUIRED.test(name)).toSorted()) {
  report(file, lines);
}
for (const { file, line } of exceptions.filter((exception) => !used.has(exception))) {
  console.log(`✘ ${EXCEPTIONS} excuses a line that is covered or gone: ${file}: ${line}`);
  isComplete = false;
}
if (!isComplete) process.exitCode = 1;

function report(file: string, lines: LineCounts): void {
  const source = read(file).split("\n");
  const missed = [...lines].filter(([, count]) => count === 0).map(([number]) => number);
  const share = (100 * (lines.size - missed.length)) / lines.size;
  console.log(`  ${file.padEnd(42)} ${lines.size - missed.length} of ${lines.size}, ${share.toFixed(1)} %`);
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
