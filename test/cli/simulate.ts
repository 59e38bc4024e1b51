import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { readCase, reportToJson, simulate, type SimulationCase } from "../../sim/simulate.ts";
import { BAD_CASES } from "../helpers/badCases.ts";
import { randomCase } from "../helpers/randomCase.ts";

const duel = fileURLToPath(new URL("../../cli/duel.ts", import.meta.url));
const examplePath = fileURLToPath(new URL("../../docs/example-case.json", import.meta.url));
const example = JSON.parse(readFileSync(examplePath, "utf8")) as Record<string, unknown>;
const expected = reportToJson(simulate(readCase(example, "case")));

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function run(args: string[], { input = "", cwd = tmpdir(), env = {} } = {}): Promise<Result> {
  const quiet = "--disable-warning=ExperimentalWarning"; // as scripts/launch.mjs does
  const { INIT_CWD: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [quiet, duel, ...args], { cwd, env: { ...inherited, ...env } });
  child.stdin.on("error", () => {}); // it may end without having read
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

const toJson = (value: unknown) =>
  JSON.stringify(value, (_, item) => (typeof item === "bigint" ? item.toString() : item));

async function expectRefusal(result: Promise<Result>, beginning: string): Promise<void> {
  const { code, stdout, stderr } = await result;
  expect(stderr.split("\n"), stderr).to.have.length(2); // one line, and its end
  expect(stderr.startsWith(beginning), `${stderr} should begin with ${beginning}`).to.equal(true);
  expect(stdout).to.equal("");
  expect(code).to.equal(1);
}

describe("duel simulate", function () {
  this.timeout(60_000);
  this.slow(5_000);

  const folder = mkdtempSync(join(tmpdir(), "sealed-duel-"));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it("answers one case with one object, and with nothing else", async () => {
    const { code, stdout, stderr } = await run(["simulate", examplePath]);
    expect(JSON.parse(stdout)).to.deep.equal(expected);
    expect(stderr).to.equal("");
    expect(code).to.equal(0);
  });

  it("has the report's fields in their order", async () => {
    const { stdout } = await run(["simulate", examplePath]);
    expect(stdout).to.equal(`${JSON.stringify(expected)}\n`);
  });

  it("answers a list with a list, of one and of none too", async () => {
    const two = await run(["simulate", write("two.json", toJson([example, example]))]);
    expect(JSON.parse(two.stdout)).to.deep.equal([expected, expected]);
    const single = await run(["simulate"], { input: toJson([example]) });
    expect(JSON.parse(single.stdout)).to.deep.equal([expected]);
    const none = await run(["simulate"], { input: "[]" });
    expect(none).to.deep.equal({ code: 0, stdout: "[]\n", stderr: "" });
  });

  it("reads standard input without a file, or for -", async () => {
    for (const args of [["simulate"], ["simulate", "-"]]) {
      const { stdout } = await run(args, { input: toJson(example) });
      expect(JSON.parse(stdout)).to.deep.equal(expected);
    }
  });

  it("finds a file from the folder in which npm was called", async () => {
    write("here.json", toJson(example));
    const { stdout } = await run(["simulate", "here.json"], { env: { INIT_CWD: folder } });
    expect(JSON.parse(stdout)).to.deep.equal(expected);
  });

  it("finds a file from the working directory", async () => {
    write("there.json", toJson(example));
    const { stdout } = await run(["simulate", "there.json"], { cwd: folder });
    expect(JSON.parse(stdout)).to.deep.equal(expected);
  });

  it("does not mind a byte order mark", async () => {
    const { stdout } = await run(["simulate"], { input: `\uFEFF${toJson(example)}` });
    expect(JSON.parse(stdout)).to.deep.equal(expected);
  });

  it("fights 200 cases within seconds, and both engines print the same bytes", async () => {
    const random = new SeededRandom(`0x${"5d".repeat(32)}`);
    const cases: SimulationCase[] = Array.from({ length: 200 }, (_, i) =>
      randomCase(random, SHIPPED_MODES[i % SHIPPED_MODES.length]!.battle),
    );
    const file = write("200.json", toJson(cases));
    const started = Date.now();
    const ts = await run(["simulate", file]);
    expect(Date.now() - started).to.be.below(10_000);
    const evm = await run(["simulate", file, "--engine", "evm"]);
    expect(Date.now() - started).to.be.below(45_000);
    expect(JSON.parse(ts.stdout)).to.have.length(200);
    expect(evm.stdout === ts.stdout, "both engines print the same").to.equal(true);
    expect(evm).to.include({ code: 0, stderr: "" });
  });

  it("answers one case with the contracts too, from any folder", async () => {
    const { stdout, stderr } = await run(["simulate", examplePath, "--engine=evm"], { cwd: folder });
    expect(stderr).to.equal("");
    expect(JSON.parse(stdout)).to.deep.equal(expected);
  });

  it("does not complain when its reader has seen enough", async () => {
    const file = write("many.json", toJson(Array(300).fill(example)));
    const quiet = "--disable-warning=ExperimentalWarning";
    const child = spawn("sh", [
      "-c",
      `"$0" ${quiet} "$1" simulate "$2" | head -c 10`,
      process.execPath,
      duel,
      file,
    ]);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(stdout).to.equal('[{"teamHas');
    expect(stderr).to.equal("");
  });

  for (const { what, change, message } of BAD_CASES) {
    it(`refuses ${what}`, async () => {
      const bad = toJson(change(structuredClone(example)));
      await expectRefusal(run(["simulate"], { input: bad }), `error: case${message}`);
    });
  }

  it("refuses a list for its one bad case, before anything is printed", async () => {
    const bad = { ...example, p1Nonce: "0x" };
    const cases = toJson([example, example, example, bad]);
    await expectRefusal(
      run(["simulate"], { input: cases }),
      'error: cases[3].p1Nonce: "0x"; expected 0x and 64',
    );
    await expectRefusal(run(["simulate", "--engine", "evm"], { input: cases }), "error: cases[3].p1Nonce");
  });

  it("refuses a list within a list", async () => {
    await expectRefusal(run(["simulate"], { input: "[[]]" }), "error: cases[0]: []; expected an object");
  });

  it("refuses a file that is not there", async () => {
    await expectRefusal(run(["simulate", "nowhere.json"]), "error: cannot read nowhere.json: ");
  });

  it("refuses a folder", async () => {
    await expectRefusal(run(["simulate", folder]), `error: cannot read ${folder}: `);
  });

  it("refuses what is not JSON, in one line", async () => {
    await expectRefusal(
      run(["simulate"], { input: "{\n\n  oops\n}" }),
      "error: standard input is not valid JSON: ",
    );
    await expectRefusal(run(["simulate"], { input: "" }), "error: standard input is not valid JSON: ");
    await expectRefusal(
      run(["simulate", write("latin1.json", Uint8Array.of(0x22, 0xe9, 0x22))]),
      `error: ${join(folder, "latin1.json")} is not valid JSON: `,
    );
  });

  it("refuses an unknown engine, option and command, and a second file", async () => {
    await expectRefusal(
      run(["simulate", "--engine", "rust", examplePath]),
      "error: option '--engine <engine>'",
    );
    await expectRefusal(run(["simulate", "--engines"]), "error: unknown option '--engines'");
    await expectRefusal(run(["simulat"]), "error: unknown command 'simulat'");
    await expectRefusal(run(["simulate", "a.json", "b.json"]), "error: too many arguments for 'simulate'");
  });

  it("explains itself with --help", async () => {
    const overview = await run(["--help"]);
    expect(overview).to.include({ code: 0, stderr: "" });
    expect(overview.stdout).to.include("simulate");
    const { code, stdout } = await run(["simulate", "--help"]);
    expect(code).to.equal(0);
    for (const part of ["p1Nonce", "--engine", "npm run -s duel -- simulate docs/example-case.json"]) {
      expect(stdout).to.include(part);
    }
  });
});
