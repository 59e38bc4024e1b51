import { expect } from "chai";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { labCommand } from "../../cli/commands/lab.ts";
import { UserError } from "../../cli/run.ts";
import { readGameMode } from "../../sim/duel/gameModes.ts";
import { InputError } from "../../sim/input.ts";
import { type Ended, ended, startDuel } from "../helpers/labCommand.ts";
import { expectNear } from "../helpers/near.ts";

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

  const start = (...args: readonly string[]) => startDuel(folder, ["lab", ...args]);
  const lab = (...args: readonly string[]) => ended(start(...args));
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

    it("goes on from a checkpoint whose last line was cut off by a crash", async function () {
      const args = ["report", "siege", "--fights", "200000", "--out", "stopped", "--threads", "1"];
      const checkpoint = await interrupted(args, "stopped");
      writeFileSync(checkpoint, readFileSync(checkpoint, "utf8").slice(0, -20));
      expect((await lab(...args)).code).to.equal(0);
      await lab(...args.with(5, "whole").with(7, "2"));
      expect(file("stopped", "report.json")).to.equal(file("whole", "report.json"));
    });
  });

  /** Starts a run and stops it with Ctrl-C when three jobs are done; where it kept them. */
  async function interrupted(args: readonly string[], out: string): Promise<string> {
    const child = start(...args);
    const end = ended(child);
    const checkpoint = join(folder, out, "checkpoint.jsonl");
    while (!existsSync(checkpoint) || readFileSync(checkpoint, "utf8").split("\n").length < 4) {
      if (child.exitCode !== null) throw new Error(`it ended before it was stopped: ${(await end).err}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    child.kill("SIGINT");
    const { code, err } = await end;
    expect(code).to.equal(130);
    expect(err).to.include("goes on from");
    expect(existsSync(join(folder, out, `${args[0]}.json`))).to.equal(false);
    return checkpoint;
  }

  describe("recheck", function () {
    it("finds that an honest report holds", async function () {
      const { code, out } = await lab("recheck", "r/report.json", "--jobs", "3");
      expect(code).to.equal(0);
      expect(out).to.include("r/report.json holds").and.include("3 of");
    });

    it("says in one line that a forged one does not, with exit code 1", async function () {
      const document = json("r", "report.json");
      document.results.byCharacter[3].winRate.value += 0.01;
      writeFileSync(join(folder, "forged.json"), JSON.stringify(document));
      const { code, out, err } = await lab("recheck", "forged.json");
      expect([code, out]).to.deep.equal([1, ""]);
      expect(err).to.equal(
        "error: forged.json does not hold: results.byCharacter does not follow from what was counted\n",
      );
    });
  });

  describe("compare", function () {
    it("stops when it is decided, and gives fights to replay that come out as it says", async function () {
      const { code, out, err } = await lab("compare", "default", "blitz", "--on", "length", "--out", "c");
      expect(code, err).to.equal(0);
      expect(out).to.include("They differ, after 131,072 fights");
      expect(file("c", "compare.html").match(/<svg/g)).to.have.length(2);
      const { results } = json("c", "compare.json");
      expect(results.difference.high).to.be.below(0);
      const turns = async (which: string) => {
        const end = await ended(startDuel(folder, ["simulate", join(folder, "c", which)]));
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
        "100000",
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
      expect(out).to.match(/\d+ of 40 characters are dominated/);
      const { teams, characters, dominated } = json("m", "meta.json").results;
      const weights = teams.map((team: { nashWeight: { value: number } }) => team.nashWeight.value);
      expectNear(
        weights.reduce((sum: number, weight: number) => sum + weight),
        1,
        1e-9,
      );
      expect(teams[1].nashWeight).to.deep.equal({ value: 0, low: 0, high: 0 });
      expect(teams[1].viable).to.equal(false);
      // Quarry Joss is the best of all in this mode, and Thimble Rue the worst, by far.
      expect(dominated).to.include(39).and.not.include(13);
      expect(characters[38].betterInItsPlace.map(({ id }: { id: number }) => id)).to.include(13);
      expect(file("m", "meta.html").match(/<svg/g)).to.have.length(2);
      const again = await lab("recheck", "m/meta.json", "--all");
      expect(again.code, again.err).to.equal(0);
      expect(again.out).to.include("1 of 1 steps came out the same");
    });

    it("proposes a mode that meets the goal and validates, the same one if it was stopped on the way", async function () {
      const goal = [
        "--goal",
        "survival:tank<=43%",
        "--vary",
        "healthValues",
        "--limit",
        "healthValues=8..16",
      ];
      const args = ["tune", "default", ...goal, "--step-fights", "8192", "--fights", "16384", "--out"];
      await interrupted([...args, "stoppedTune"], "stoppedTune");
      const goingOn = await lab(...args, "stoppedTune");
      expect(goingOn.code, goingOn.err).to.equal(0);
      const { out } = await lab(...args, "t");
      expect(out).to.include("the way:").and.include("on fresh seeds:");
      expect(file("t", "tune.json")).to.equal(file("stoppedTune", "tune.json"));
      const mode = readGameMode(json("t", "default-tuned.json"), "tuned");
      expect(mode.name).to.equal("Classic tuned");
      expect(Math.min(...mode.battle.healthValues)).to.be.at.least(8);
      expect(json("t", "tune.json").results.goals[0].after.value).to.be.below(0.43);
      expect(file("t", "tune.html")).to.include("<svg").and.include("The way there");
      expect((await lab("recheck", "t/tune.json", "--jobs", "2")).code).to.equal(0);
    });

    it("says when a mode meets the goal already, and writes nothing", async function () {
      const { code, out } = await lab(
        "tune",
        "default",
        "--goal",
        "length<=60",
        "--vary",
        "maxRounds",
        "--out",
        "met",
      );
      expect(code).to.equal(0);
      expect(out).to.match(/^Classic meets this already: length 39\.\d\d turns; nothing was written\n$/);
      expect(existsSync(join(folder, "met", "tune.json"))).to.equal(false);
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
        "expected a Redis that answers within 3 s",
      ],
      "a goal whose ends are the wrong way round": [
        ["tune", "default", "--goal", "length=40..25"],
        '--goal: "length=40..25"; expected the lower end first',
      ],
      "an unknown number of a mode": [
        ["tune", "default", "--goal", "length<=30", "--vary", "luckValues"],
        '--vary: "luckValues"; expected a number of a mode',
      ],
      "a name that the contract would refuse": [
        ["tune", "default", "--goal", "length<=30", "--name", "x".repeat(80)],
        "the new mode.name",
      ],
      "a share of viable teams that is none": [
        ["meta", "default", "--viable", "0.7"],
        '--viable: "0.7"; expected a share of 0..0.5',
      ],
      "a margin that is none": [
        ["compare", "default", "blitz", "--margin", "-1"],
        '--margin: "-1"; expected a number more than 0',
      ],
      "a number of threads that is none": [
        ["report", "default", "--threads", "0"],
        '--threads: "0"; expected a whole number 1..256',
      ],
      "a build that is none": [["exact", "--p1", "444444", "--p2", "111111"], "six tiers of 1..3"],
      "a document that is none": [["recheck", "bad.json"], "no such field"],
    };
    it("says in one line, and soon: something that listens where Redis should, and is silent", async function () {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const started = performance.now();
      const { code, err } = await lab("report", "default", "--queue", `redis://127.0.0.1:${port}`);
      server.close();
      expect(code).to.equal(1);
      expect(err).to.equal(
        `error: --queue: "redis://127.0.0.1:${port}"; expected a Redis that answers within 3 s\n`,
      );
      expect(performance.now() - started).to.be.below(20_000);
    });

    it("says it in one line, with exit code 1", async function () {
      const { code, out, err } = await lab("report", "default", "--fights", "many");
      expect([code, out]).to.deep.equal([1, ""]);
      expect(err).to.match(/^error: --fights: "many"; expected a whole number .*\n$/);
    });

    for (const [name, [args, said]] of Object.entries(cases)) {
      it(`refuses ${name}`, async function () {
        writeFileSync(join(folder, "bad.json"), JSON.stringify({ ...MODE, maxRounds: 101 }));
        const full = args.map((arg) => (arg === "bad.json" ? join(folder, arg) : arg));
        let refused: unknown;
        try {
          await labCommand().parseAsync(full, { from: "user" });
        } catch (error) {
          refused = error;
        }
        if (!(refused instanceof InputError || refused instanceof UserError)) throw refused;
        expect(refused.message).to.include(said).and.not.include("\n");
      });
    }
  });
});

const MODE = JSON.parse(
  readFileSync(new URL("../../game/modes/default.json", import.meta.url), "utf8"),
) as Record<string, unknown>;
