import { expect } from "chai";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addChecksums } from "../../sim/fast/outcomes.ts";
import { readGameMode } from "../../sim/duel/gameModes.ts";
import { expectNear } from "../helpers/near.ts";

const DUEL = fileURLToPath(new URL("../../cli/duel.ts", import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

describe("duel lab, on the command line", function () {
  this.timeout(120_000);
  let folder: string;

  /** A report in folder "r", that several tests look at. */
  let report: Ended;

  before(async function () {
    folder = mkdtempSync(join(tmpdir(), "duel-lab-"));
    report = await lab("report", "default", "--fights", "20000", "--out", "r", "--threads", "2");
  });
  after(function () {
    rmSync(folder, { recursive: true });
  });

  function start(args: readonly string[]): ChildProcess {
    const flags = ["--disable-warning=ExperimentalWarning", DUEL, "lab", ...args];
    return spawn(process.execPath, flags, { env: { ...process.env, INIT_CWD: folder } });
  }

  function ended(child: ChildProcess): Promise<Ended> {
    let [out, err] = ["", ""];
    child.stdout!.on("data", (text) => (out += text));
    child.stderr!.on("data", (text) => (err += text));
    return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
  }

  const lab = (...args: readonly string[]) => ended(start(args));
  const file = (...path: readonly string[]) => readFileSync(join(folder, ...path), "utf8");
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever JSON holds
  const json = (...path: readonly string[]): any => JSON.parse(file(...path));

  describe("report", function () {
    it("writes a page with plots, a table and a document, and says the chief figures", function () {
      const { code, out, err } = report;
      expect(code, err).to.equal(0);
      expect(out).to.match(/first attacker, mirror +5\d\.\d %/);
      const page = file("r", "report.html");
      expect(page.match(/<svg/g)).to.have.length(5);
      expect(page).to.include('name="viewport"').and.include("@media print").and.not.include("<script");
      expect(file("r", "report.csv").split("\r\n")[0]).to.equal("figure,of,value,low,high,n");
      const document = json("r", "report.json");
      expect(document.proof.seeds).to.deep.equal({ label: "lab", from: 0, to: 20_000 });
      expect(document.proof.modes[0]).to.match(/^[0-9a-f]{64}$/);
      expect(existsSync(join(folder, "r", "checkpoint.jsonl"))).to.equal(false);
    });

    it("gives the same document on another number of threads, and another one for another seed", async function () {
      await lab("report", "default", "--fights", "20000", "--out", "r1", "--threads", "1");
      expect(file("r1", "report.json")).to.equal(file("r", "report.json"));
      await lab("report", "default", "--fights", "20000", "--out", "r2", "--seed", "other");
      expect(json("r2", "report.json").proof.checksum).to.not.equal(json("r", "report.json").proof.checksum);
    });

    it("stops at Ctrl-C, keeps what is finished, and goes on to the same document", async function () {
      const args = ["report", "siege", "--fights", "200000", "--out", "stopped", "--threads", "1"];
      const child = start(args);
      const end = ended(child);
      const checkpoint = join(folder, "stopped", "checkpoint.jsonl");
      while (!existsSync(checkpoint) || file("stopped", "checkpoint.jsonl").split("\n").length < 4) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      child.kill("SIGINT");
      const { code, err } = await end;
      expect(code).to.equal(130);
      expect(err).to.include("goes on from");
      const kept = file("stopped", "checkpoint.jsonl").trim().split("\n").length;
      expect(kept).to.be.within(3, 127);
      // As if a crash had cut off the last line.
      writeFileSync(checkpoint, file("stopped", "checkpoint.jsonl").slice(0, -20));
      expect((await lab(...args)).code).to.equal(0);
      await lab(...args.with(5, "whole").with(7, "2"));
      expect(file("stopped", "report.json")).to.equal(file("whole", "report.json"));
    });
  });

  describe("recheck", function () {
    it("finds that an honest report holds", async function () {
      const { code, out } = await lab("recheck", "r/report.json", "--jobs", "3");
      expect(code).to.equal(0);
      expect(out).to.include("r/report.json holds").and.include("3 of");
    });

    // oxlint-disable-next-line typescript/no-explicit-any -- whatever JSON holds
    const tampered = async (name: string, change: (document: any) => void, ...options: readonly string[]) => {
      const document = json("r", "report.json");
      change(document);
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
      const end = await lab("recheck", `${name}.json`, ...options);
      expect(end.code).to.equal(1);
      expect(end.err.trim().split("\n").at(-1)).to.match(/^error: .*does not hold/);
      return end.err;
    };

    it("catches a figure that was changed", async function () {
      const err = await tampered(
        "figure",
        (document) => (document.results.byCharacter[3].winRate.value += 0.01),
      );
      expect(err).to.include("results.byCharacter does not follow");
    });

    it("catches counts that were changed together with everything that follows from them", async function () {
      const err = await tampered(
        "counts",
        ({ jobs, proof }) => {
          jobs[5].tally.counts.won[0] += 1;
          jobs[5].tally.checksum = addChecksums(jobs[5].tally.checksum, "0000000000000001");
          proof.checksum = addChecksums(proof.checksum, "0000000000000001");
        },
        "--all",
      );
      expect(err).to.match(/fights 1280\.\.1535 come out otherwise/);
    });

    it("catches another mode under the same hash, and a range that is not the run's", async function () {
      const mode = await tampered("mode", ({ run }) => (run.task.mode.comboFactor += 1), "--jobs", "1");
      expect(mode).to.include("mode hash");
      expect(await tampered("range", ({ proof }) => (proof.seeds.to += 1))).to.include("seed range");
    });
  });

  describe("compare", function () {
    it("stops when it is decided, and gives fights to replay that come out as it says", async function () {
      const { code, out, err } = await lab("compare", "default", "blitz", "--on", "length", "--out", "c");
      expect(code, err).to.equal(0);
      expect(out).to.include("They differ, after 131,072 fights");
      const { results } = json("c", "compare.json");
      expect(results.difference.high).to.be.below(0);
      const turns = async (which: string) => {
        const flags = ["--disable-warning=ExperimentalWarning", DUEL, "simulate", join(folder, "c", which)];
        const end = await ended(spawn(process.execPath, flags));
        return (JSON.parse(end.out) as { turns: unknown[] }[]).map((one) => one.turns.length);
      };
      const [a, b] = [await turns("cases-a.json"), await turns("cases-b.json")];
      const changes = results.changedMost.map((one: { turnsChangedBy: number }) => one.turnsChangedBy);
      expect(a.map((count, i) => Math.abs(count - b[i]!))).to.deep.equal(changes);
    });

    it("finds no difference that matters between a mode and itself", async function () {
      const { out } = await lab("compare", "default", "default", "--on", "length", "--fights", "20000");
      expect(out).to.include("No difference that matters");
    });
  });

  describe("sensitivity, meta and tune", function () {
    it("ranks what a step in each number does", async function () {
      const args = ["sensitivity", "blitz", "--goal", "length", "--fights", "4096", "--out", "s"];
      const { code, err } = await lab(...args);
      expect(code, err).to.equal(0);
      const { steps } = json("s", "sensitivity.json").results;
      const sizes = steps.map((step: { effect: { value: number } }) => Math.abs(step.effect.value));
      expect(sizes).to.deep.equal(sizes.toSorted((a: number, b: number) => b - a));
      const more = steps.find(
        (step: { name: string; from: number; to: number }) =>
          step.name === "healthValues[2]" && step.to > step.from,
      );
      expect(more.effect.low, "more health, longer fights").to.be.above(0);
      expect((await lab("recheck", "s/sensitivity.json", "--jobs", "2")).code).to.equal(0);
    });

    it("finds a mix, and gives a dominated team nothing of it", async function () {
      const [best, worst] = ["13,14,5,20,23", "39,40,35,3,33"];
      const args = [
        "meta",
        "default",
        "--fights",
        "20000",
        "--teams",
        "6",
        "--team",
        best,
        worst,
        "--out",
        "m",
      ];
      const { code, out, err } = await lab(...args, "--search", "1");
      expect(code, err).to.equal(0);
      expect(out).to.include("dominated on paper: Orrun Slateback (by Sister Rampart, Lord Cobblegrave)");
      const { teams } = json("m", "meta.json").results;
      const weights = teams.map((team: { nashWeight: number }) => team.nashWeight);
      expectNear(
        weights.reduce((sum: number, weight: number) => sum + weight),
        1,
        1e-9,
      );
      expect(teams[1].nashWeight).to.equal(0);
      expect(teams[1].viable).to.equal(false);
      expect(file("m", "meta.html")).to.include("<svg");
      expect((await lab("recheck", "m/meta.json", "--all")).code).to.equal(0);
    });

    it("proposes a mode that meets the goal and validates", async function () {
      const goal = "survival:tank<=43%";
      const args = [
        "tune",
        "default",
        "--goal",
        goal,
        "--vary",
        "healthValues",
        "--limit",
        "healthValues=8..16",
      ];
      const { code, out, err } = await lab(
        ...args,
        "--step-fights",
        "4096",
        "--fights",
        "16384",
        "--out",
        "t",
      );
      expect(code, err).to.equal(0);
      expect(out).to.include("the way:").and.include("on fresh seeds:");
      const mode = readGameMode(json("t", "default-tuned.json"), "tuned");
      expect(mode.name).to.equal("Classic tuned");
      expect(Math.min(...mode.battle.healthValues)).to.be.at.least(8);
      expect(json("t", "tune.json").results.goals[0].after.value).to.be.below(0.43);
      expect((await lab("recheck", "t/tune.json", "--jobs", "2")).code).to.equal(0);
    });

    it("says when no change within the limits helps, and writes nothing", async function () {
      const args = [
        "tune",
        "default",
        "--goal",
        "length<=5",
        "--vary",
        "maxRounds",
        "--limit",
        "maxRounds=90..100",
      ];
      const { code, err } = await lab(...args, "--step-fights", "1024", "--out", "none");
      expect(code).to.equal(1);
      expect(err).to.include("out of reach within these limits");
      expect(existsSync(join(folder, "none", "tune.json"))).to.equal(false);
    });
  });

  describe("exact", function () {
    it("solves one pair", async function () {
      const { out } = await lab("exact", "--p1", "333333", "--p2", "333333");
      const { p1Wins, p1WinsFirst } = JSON.parse(out) as { p1Wins: number; p1WinsFirst: number };
      expectNear(p1Wins, 0.5, 1e-9);
      expect(p1WinsFirst).to.be.above(0.5);
    });
  });

  describe("bad input", function () {
    const cases: Readonly<Record<string, readonly [args: readonly string[], said: string]>> = {
      "a mode that does not validate": [
        ["report", "bad.json"],
        "bad.json.maxRounds: 101; expected an integer 1..100",
      ],
      "a mode that is not there": [["report", "nothing.json"], "cannot read nothing.json"],
      "no number of fights": [
        ["report", "default", "--fights", "many"],
        '--fights: "many"; expected a whole number',
      ],
      "an unknown stat": [["sensitivity", "default", "--goal", "edge:luck"], 'unknown stat: "luck"'],
      "an unknown goal": [
        ["compare", "default", "blitz", "--on", "fun"],
        '--on: "fun"; expected one of spread',
      ],
      "a goal that no mode can have": [["tune", "default", "--goal", "first>=120%"], "something in reach"],
      "limits that leave the mode out": [
        ["tune", "default", "--goal", "length<=30", "--limit", "maxRounds=1..50"],
        "a range with its value in it, which is 100",
      ],
      "a team of four": [
        ["report", "default", "--p1", "1,2,3,4", "--p2", "1,2,3,4,5"],
        "five different character ids",
      ],
      "modes with different team rules": [["compare", "default", "siege"], "different team rules"],
      "a queue that is no Redis": [["report", "default", "--queue", "http://x"], "the address of a Redis"],
      "a Redis that does not answer": [
        ["report", "default", "--queue", "redis://127.0.0.1:1"],
        "expected a Redis that answers",
      ],
      "a build that is none": [["exact", "--p1", "444444", "--p2", "111111"], "six tiers of 1..3"],
      "a document that is none": [["recheck", "bad.json"], "no such field"],
    };
    for (const [name, [args, said]] of Object.entries(cases)) {
      it(`says in one line: ${name}`, async function () {
        writeFileSync(join(folder, "bad.json"), JSON.stringify({ ...MODE, maxRounds: 101 }));
        const { code, out, err } = await lab(...args);
        expect(code).to.equal(1);
        expect(out).to.equal("");
        expect(err.trim().split("\n")).to.have.length(1);
        expect(err).to.include(said);
      });
    }
  });
});

const MODE = JSON.parse(
  readFileSync(new URL("../../game/modes/default.json", import.meta.url), "utf8"),
) as Record<string, unknown>;
