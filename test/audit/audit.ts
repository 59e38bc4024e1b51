import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { parseEther } from "ethers";
import { duel } from "./helpers/duelCommand.ts";
import { TestNode } from "./helpers/node.ts";
import { World } from "./helpers/world.ts";

interface Report {
  readonly verdict: string;
  readonly dataset: { readonly sha256: string; readonly atBlock: number; readonly games: number };
  readonly games: Record<string, number>;
  readonly states: Record<string, number>;
  readonly conservation: Record<string, string>;
  readonly withholding: { joined: number; withheld: number; players: Record<string, unknown>[] };
  readonly nonces: { used: number; repeated: unknown[][]; weak: unknown[] };
  readonly rolls: { kind: string; total: number }[];
  readonly odds: { mode: string; odds: { what: string; exact: number; score: number }[] }[];
}

describe("duel audit over a whole contract", () => {
  let world: World;
  let node: TestNode;
  let folder: string;
  let args: string[];
  let games: number;
  /** An audit of all games in its folder, for tests that begin with one. */
  let finished: string;

  before(async () => {
    world = await World.create();
    await world.populate();
    games = Number(await world.game.duel.gameCount());
    node = await TestNode.start();
    args = ["audit", "--rpc", node.url, "--duel", await world.game.duel.getAddress()];
    finished = mkdtempSync(join(tmpdir(), "audit-"));
    expect(await duel([...args, "--out", finished])).to.include({ code: 0 });
  });
  after(async () => {
    await node.stop();
    rmSync(finished, { recursive: true });
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "audit-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const audit = (...more: string[]) => duel([...args, "--out", folder, ...more]);
  const copyFinished = () => cpSync(finished, folder, { recursive: true });
  const report = () => JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as Report;

  it("recomputes every game and accounts for every unit of FIGHT", async () => {
    const { code, stdout } = await audit();
    expect(stdout).to.match(/All good\.\n$/);
    expect(code).to.equal(0);
    const { games: verdicts, conservation, withholding, states, rolls, dataset } = report();
    expect(verdicts).to.deep.equal({ good: games, differs: 0, unchecked: 0 });
    expect(states).to.include({ P1_CANCELED: 2, P1_WIN_INACTIVE: 1, P2_WIN_INACTIVE: 1, ALL_JOINED: 1 });
    expect(conservation).to.include({
      deposited: parseEther((12.5 * 16).toString()).toString(),
      refunded: parseEther("12.5").toString(),
      live: parseEther((12.5 * 5).toString()).toString(),
      unexplained: "0",
      surplus: "0",
    });
    expect(withholding.players).to.have.length(1);
    expect(withholding).to.include({ joined: 4, withheld: 1 });
    // The house would have got a fifth of the pot of 25 FIGHT.
    expect(withholding.players[0]).to.include({ costToHouse: parseEther("5").toString(), rate: 0.25 });
    expect(rolls.map(({ kind }) => kind)).to.include.members([
      "first attacker, 2 values",
      "target, 5 values",
    ]);
    expect(dataset.games).to.equal(games);
  });

  it("pins the data set: the same contract at the same block has the same hash", async () => {
    copyFinished();
    const { sha256, atBlock } = report().dataset;
    rmSync(folder, { recursive: true });
    await audit("--at-block", String(atBlock));
    expect(report().dataset.sha256).to.equal(sha256);
  });

  it("recomputes nothing the second time, and only what is new the third", async () => {
    copyFinished();
    expect((await audit()).stdout).to.contain("(0 recomputed now");
    await world.play("created", World.goldenTeams());
    games++;
    const { stdout, code } = await audit();
    expect(stdout).to.contain("(1 recomputed now");
    expect(code).to.equal(0);
    expect(report().dataset.games).to.equal(games);
  });

  it("goes on where it was stopped, with the same result", async () => {
    copyFinished();
    const whole = report();
    const lines = readFileSync(join(folder, "dataset.jsonl"), "utf8").split("\n");
    const verdicts = readFileSync(join(folder, "verdicts.jsonl"), "utf8").split("\n");
    for (const file of ["dataset.jsonl", "verdicts.jsonl", "manifest.json", "report.json"])
      rmSync(join(folder, file));
    // As if the power had gone: five lines written, and half of the sixth.
    writeFileSync(
      join(folder, "dataset.part.jsonl"),
      `${lines.slice(0, 5).join("\n")}\n${lines[5]!.slice(0, 100)}`,
    );
    writeFileSync(
      join(folder, "verdicts.part.jsonl"),
      `${verdicts.slice(0, 4).join("\n")}\n${verdicts[4]!.slice(0, 9)}`,
    );
    const { chainId, duel: address } = JSON.parse(lines[0]!) as { chainId: string; duel: string };
    const { atBlock } = whole.dataset;
    writeFileSync(join(folder, "exporting.json"), JSON.stringify({ chainId, duel: address, atBlock }));
    const { stdout, stderr } = await audit();
    expect(stderr).to.contain(`exported: ${whole.dataset.games - 5} games`);
    expect(stdout).to.contain(`(${whole.dataset.games - 4} recomputed now`);
    expect(report()).to.deep.equal(whole);
  });

  it("survives being killed in the middle", async () => {
    const cli = join(import.meta.dirname, "../../cli/duel.ts");
    const child = spawn(process.execPath, [cli, ...args, "--out", folder], { stdio: "ignore" });
    const closed = once(child, "close");
    // The first file it writes says which block it exports: it has only just begun.
    const watcher = watch(folder);
    await once(watcher, "change");
    watcher.close();
    child.kill("SIGKILL");
    await closed;
    expect((await audit()).code).to.equal(0);
  });

  it("names the game, turn and field that was changed in the data set, offline", async () => {
    copyFinished();
    const file = join(folder, "dataset.jsonl");
    const lines = readFileSync(file, "utf8").split("\n");
    lines[0] = lines[0]!.replace(/"turns":"0x01/, '"turns":"0x02');
    writeFileSync(file, lines.join("\n"));
    const pinned = await duel(["audit", "--offline", "--out", folder]);
    expect(pinned.stderr).to.match(
      /Could not check: .*dataset\.jsonl has the hash 0x.*, its manifest says 0x/,
    );
    expect(pinned.code).to.equal(2);
    rmSync(join(folder, "manifest.json"));
    const { code, stdout } = await duel(["audit", "--offline", "--out", folder]);
    expect(stdout).to.match(/^Game 1: hash: /m);
    expect(stdout).to.contain("1 differ").and.to.contain("(1 recomputed now");
    expect(readFileSync(join(folder, "report.html"), "utf8")).to.contain("turns[0].round");
    expect(code).to.equal(1);
  });

  it("notices a game that is missing or doubled in the data set", async () => {
    copyFinished();
    const file = join(folder, "dataset.jsonl");
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    for (const [changed, line] of [
      [lines.toSpliced(2, 1), 3],
      [lines.toSpliced(2, 0, lines[2]!), 4],
    ] as const) {
      writeFileSync(file, `${changed.join("\n")}\n`);
      rmSync(join(folder, "manifest.json"), { force: true });
      const { code, stdout } = await duel(["audit", "--offline", "--out", folder]);
      expect(stdout).to.contain(`dataset: line ${line} is game`);
      expect(code).to.equal(1);
    }
  });

  it("says that it could not check all with a node that forgets", async () => {
    node.forgetsState = true;
    const { code, stdout } = await audit();
    node.forgetsState = false;
    expect(stdout).to.contain("Nothing differs, but not all could be checked.");
    expect(code).to.equal(2);
  });

  it("finds FIGHT that was sent without a game as a surplus", async () => {
    await world.game.fight.transfer(await world.game.duel.getAddress(), 7n);
    await audit();
    expect(report().conservation.surplus).to.equal("7");
    expect(report().verdict).to.equal("good");
  });

  it("writes a page that has a plot for every roll and needs no network", async () => {
    copyFinished();
    const page = readFileSync(join(folder, "report.html"), "utf8");
    expect(page.match(/<svg /g)!.length).to.equal(report().rolls.length);
    expect(page).not.to.match(/https?:\/\//);
  });

  it("puts closed-form odds beside a simulation that agrees with them", async () => {
    copyFinished();
    const all = report().odds.flatMap(({ odds }) => odds);
    expect(all.length).to.be.greaterThan(20);
    for (const { what, score } of all) expect(Math.abs(score), what).to.be.lessThan(4.5);
  });

  it("refuses a folder that holds the audit of another contract", async () => {
    copyFinished();
    const file = join(folder, "manifest.json");
    writeFileSync(file, readFileSync(file, "utf8").replace(/"duel":"0x../, '"duel":"0x00'));
    const { code, stderr } = await audit();
    expect(stderr).to.contain("this folder holds an audit of 0x00");
    expect(code).to.equal(2);
  });
});
