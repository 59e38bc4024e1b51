import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { isSorted, type Json } from "../../audit/canonical.ts";
import { readRecord } from "../../audit/record.ts";
import { verdictOf, verifyRecord } from "../../audit/verify.ts";
import { duel } from "./helpers/duelCommand.ts";
import { TestNode } from "./helpers/node.ts";
import { World } from "./helpers/world.ts";

describe("duel export and duel verify", () => {
  let world: World;
  let node: TestNode;
  let folder: string;
  let chainArgs: string[];

  before(async () => {
    world = await World.create();
    await world.populate();
    node = await TestNode.start();
    folder = mkdtempSync(join(tmpdir(), "audit-"));
    chainArgs = ["--rpc", node.url, "--duel", await world.game.duel.getAddress()];
  });
  after(async () => {
    await node.stop();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    node.forgetsState = false;
    node.maxLogRange = Number.POSITIVE_INFINITY;
  });

  const idOf = (what: string) => world.ids.get(what)!.toString();
  const exported = async (what: string) => (await duel(["export", idOf(what), ...chainArgs])).stdout;

  it("finds a fought game good, from the chain, with a line for each check", async () => {
    const { code, stdout, stderr } = await duel(["verify", idOf("FOUGHT"), ...chainArgs]);
    expect(stderr).to.equal("");
    expect(stdout).to.match(/^✔ commitment +0x[0-9a-f]{64}$/m);
    expect(stdout).to.match(/^✔ seed +0x[0-9a-f]{64}$/m);
    expect(stdout).to.match(/^✔ turns +all 17 fields of all \d+ turns, \d+ rounds$/m);
    expect(stdout).to.match(/^✔ payout +20 FIGHT to player [12] \(sent\), 5 to the house$/m);
    expect(stdout).to.contain("All good: 17 checks.");
    expect(code).to.equal(0);
  });

  it("takes the node and the contract from the environment", async () => {
    const env = { SEALED_DUEL_RPC_URL: chainArgs[1], SEALED_DUEL_ADDRESS: chainArgs[3] };
    expect(await duel(["verify", idOf("FOUGHT")], "", env)).to.include({ code: 0, stderr: "" });
  });

  it("exports a game in every state, and finds each good offline", async () => {
    const { stdout, code } = await duel(["export", "all", ...chainArgs]);
    expect(code).to.equal(0);
    const records = stdout.trimEnd().split("\n");
    const states = records.map((line) => (JSON.parse(line) as { state: string }).state);
    expect(states).to.include.members([
      "CREATED",
      "P1_DEPOSITED",
      "ALL_DEPOSITED",
      "ALL_JOINED",
      "P1_CANCELED",
      "P1_WIN_INACTIVE",
      "P2_WIN_INACTIVE",
    ]);
    const verdicts = records.map((line) => verdictOf(verifyRecord(readRecord(JSON.parse(line)))));
    expect(verdicts).to.deep.equal(records.map(() => "good"));
    expect(await duel(["verify", "-"], records[0])).to.include({ code: 0, stderr: "" });
  });

  it("exports the same bytes again: keys sorted, no white space, hashed", async () => {
    const [first, second] = await Promise.all([exported("FOUGHT"), exported("FOUGHT")]);
    expect(second).to.equal(first);
    const value = JSON.parse(first) as Json;
    expect(isSorted(value)).to.equal(true);
    expect(`${JSON.stringify(value)}\n`).to.equal(first);
    const { hash } = value as { hash: string };
    const unhashed = first.trimEnd().replace(`"hash":"${hash}",`, "");
    expect(hash).to.equal(`0x${createHash("sha256").update(unhashed).digest("hex")}`);
  });

  it("asks for fewer blocks at once when the node wants that", async () => {
    const whole = await exported("FOUGHT");
    node.maxLogRange = 20;
    expect(await exported("FOUGHT")).to.equal(whole);
  });

  it("says what it could not check with a node that forgets, and exits with 2", async () => {
    node.forgetsState = true;
    const { code, stdout } = await duel(["verify", idOf("FOUGHT"), ...chainArgs]);
    expect(stdout).to.match(/^– p1 team +not checked: .*not available$/m);
    expect(stdout).to.match(/^✔ turns/m);
    expect(stdout).to.contain("Nothing differs, but 5 of 17 checks could not be made.");
    expect(code).to.equal(2);
  });

  it("compares a record with the chain when a node is named too", async () => {
    const record = await exported("FOUGHT");
    const file = join(folder, "record.json");
    writeFileSync(file, record);
    const { code, stdout } = await duel(["verify", file, "--rpc", node.url]);
    expect(stdout).to.match(/^✔ chain +\d+ fields are those of chain 31337$/m);
    expect(code).to.equal(0);
  });

  it("names the turn and the field when one number of the log is not what it should be", async () => {
    const record = JSON.parse(await exported("FOUGHT")) as { turns: string };
    const at = 2 + 30 * 3 + 20; // the last byte of turn 4's damage
    const wrong = record.turns[at + 1] === "0" ? "1" : "0";
    record.turns = record.turns.slice(0, at + 1) + wrong + record.turns.slice(at + 2);
    const { code, stdout } = await duel(["verify", "-"], JSON.stringify(record));
    expect(stdout).to.match(
      /^✘ turns +turns\[3\]\.damageDealt: in turn 4 \(round 1\), the log says \d+, computed \d+$/m,
    );
    expect(code).to.equal(1);
  });

  describe("--explain", () => {
    it("prints commands whose output is the word each roll came from", async () => {
      const record = await exported("FOUGHT");
      const { stdout } = await duel(["verify", "-", "--explain"], record);
      const commands = [...stdout.matchAll(/^ +\$ (printf '%s%08X' .*?) +# ([0-9a-f]{4})$/gm)];
      const turns = (JSON.parse(record) as { turns: string }).turns.length / 30;
      expect(commands.length).to.be.greaterThan(2 * turns);
      const script = commands.map(([, command]) => command).join("\n");
      const words = execFileSync("bash", ["-c", script]).toString().trimEnd().split("\n");
      expect(words).to.deep.equal(commands.map(([, , word]) => word));
    }).timeout(20_000);

    it("explains the commitment and the seed by hand too", async () => {
      const record = await exported("FOUGHT");
      const { stdout } = await duel(["verify", "-", "--explain"], record);
      const commands = [...stdout.matchAll(/^ +\$ (printf '%s' .*)\n +([0-9a-f]{64})/gm)];
      expect(commands).to.have.length(2);
      for (const [, command, hash] of commands) {
        expect(execFileSync("bash", ["-c", command!]).toString()).to.equal(`${hash}  -\n`);
      }
    });

    it("says so when there was no battle", async () => {
      const { stdout } = await duel(["verify", idOf("CANCELED"), "--explain", ...chainArgs]);
      expect(stdout).to.contain("no battle to explain");
    });
  });

  describe("what cannot be checked ends with exit code 2 and one line", () => {
    const cases: Record<string, [args: () => string[], stdin: string, message: RegExp]> = {
      "no such game": [() => ["99", ...chainArgs], "", /there is no game 99: this Duel has \d+ games/],
      "game 0": [() => ["0", ...chainArgs], "", /gameId: "0"; expected a whole number from 1 on/],
      "no node named": [() => ["1"], "", /which node\? Give --rpc URL/],
      "no contract named": [() => ["1", "--rpc", node.url], "", /which contract\? Give --duel/],
      "a node that is not there": [
        () => ["1", "--rpc", "http://127.0.0.1:9", "--duel", chainArgs[3]!],
        "",
        /the node at http:\/\/127\.0\.0\.1:9 does not answer/,
      ],
      "no contract at the address": [
        () => ["1", "--rpc", node.url, "--duel", `0x${"12".repeat(20)}`],
        "",
        /there is no Duel at 0x1212/,
      ],
      "a file that is not there": [() => ["no-such-file.json"], "", /no-such-file\.json cannot be read/],
      "not JSON": [() => ["-"], "hello", /- is not JSON/],
      "not a record": [() => ["-"], "{}", /format: missing; expected "sealed-duel-match\/1"/],
      "an unknown field": [() => ["-"], `{"colour":1}`, /record\.colour: 1; expected no such field/],
    };
    for (const [name, [args, stdin, message]] of Object.entries(cases)) {
      it(name, async () => {
        const { code, stdout, stderr } = await duel(["verify", ...args()], stdin);
        expect(stderr)
          .to.match(message)
          .and.to.match(/^Could not check: .*\n$/);
        expect(stdout).to.equal("");
        expect(code).to.equal(2);
      });
    }
  });
});
