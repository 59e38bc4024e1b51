import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { canonicalJson, type Json, leavesOf } from "../../audit/canonical.ts";
import { readRecord } from "../../audit/record.ts";
import { verdictOf, verifyRecord } from "../../audit/verify.ts";
import { InputError } from "../../sim/input.ts";
import { brokenRecords } from "./helpers/brokenRecords.ts";
import { duel } from "./helpers/duelCommand.ts";
import { TestNode } from "./helpers/node.ts";
import { playRareGames } from "./helpers/rareGames.ts";
import { changesOf, type Fields, rehashed } from "./helpers/tampering.ts";
import { World } from "./helpers/world.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/verify.py");
const VECTORS = join(import.meta.dirname, "../vectors");

function python(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync("python3", [SCRIPT, ...args], { input, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

/** What verify.py calls each line of records. */
function pythonVerdicts(records: readonly Fields[]): string[] {
  const { stdout, stderr } = python(["-"], records.map((record) => `${canonicalJson(record)}\n`).join(""));
  const verdicts = new Map<number, string>();
  for (const line of `${stdout}${stderr}`.split("\n")) {
    const place = /standard input:(\d+)/.exec(line)?.[1];
    if (place !== undefined) verdicts.set(Number(place), line);
  }
  return records.map((_, i) => verdicts.get(i + 1)!);
}

const WORDS = { good: "GOOD", differs: "DIFFERS", unchecked: "NOT SURE" };

/** The same of the verifier in TypeScript. */
function verdictWord(record: Fields): string {
  try {
    return WORDS[verdictOf(verifyRecord(readRecord(record)))];
  } catch (error) {
    if (error instanceof InputError) return "cannot check";
    throw error;
  }
}

/** On which of these records the two verifiers do not say the same. */
function disagreements(changed: readonly { readonly path: string; readonly record: Fields }[]): string[] {
  const verdicts = pythonVerdicts(changed.map(({ record }) => record));
  return changed.flatMap(({ path, record }, i) => {
    const expected = verdictWord(record);
    const isSame = verdicts[i]?.startsWith(expected);
    return isSame ? [] : [`${String(record.state)} ${path}: ${expected}, but verify.py: ${verdicts[i]}`];
  });
}

/** A copy without what stands at a path; null if nothing does. */
function withNull(game: Fields, path: readonly string[]): Fields | null {
  const copy = structuredClone(game);
  const parent = path
    .slice(0, -1)
    .reduce<Json>((value, key) => (value as Fields | null)?.[key] ?? null, copy);
  const last = path.at(-1)!;
  if (parent === null || (parent as Fields)[last] === null) return null;
  (parent as Fields)[last] = null;
  return copy;
}

describe("scripts/verify.py, the second verifier", function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "second-"));
  const games: Fields[] = [];

  before(async function () {
    if (spawnSync("python3", ["--version"]).status !== 0 && process.env.CI === undefined) {
      console.log("      python3 is not installed: the second verifier is not tested");
      this.skip();
    }
    const world = await World.create();
    await world.populate();
    const rare = await playRareGames();
    const node = await TestNode.start();
    for (const contract of [world.game.duel, rare.arena.duel]) {
      const args = ["export", "all", "--rpc", node.url, "--duel", await contract.getAddress()];
      const { stdout } = await duel(args);
      games.push(
        ...stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Fields),
      );
    }
    await node.stop();
  });
  after(() => rmSync(folder, { recursive: true }));

  it("recomputes all golden vectors", () => {
    const { code, stdout, stderr } = python(["--vectors", VECTORS]);
    expect(stdout).to.contain("GOOD     all golden vectors");
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
  });

  it("names the battle, the turn and the field of a vector that was changed", () => {
    cpSync(VECTORS, folder, { recursive: true });
    const file = join(folder, "battles.json");
    const content = JSON.parse(readFileSync(file, "utf8")) as {
      battles: { name: string; answer: { turns: number[][] } }[];
    };
    content.battles[3]!.answer.turns[2]![13]!++;
    writeFileSync(file, JSON.stringify(content));
    const { code, stdout } = python(["--vectors", folder]);
    expect(stdout).to.match(/^DIFFERS +manifest\.json +battles\.json: /m);
    expect(stdout).to.contain(`"${content.battles[3]!.name}": turn 3: damageDealt: the vector says`);
    expect(code).to.equal(1);
  });

  it("finds every game fresh from a chain as the first verifier does", () => {
    expect(games.map((game) => game.state)).to.include.members([
      "CREATED",
      "P1_DEPOSITED",
      "ALL_DEPOSITED",
      "ALL_JOINED",
      "P1_CANCELED",
      "P1_WIN_INACTIVE",
      "P2_WIN_INACTIVE",
      "P1_WIN",
    ]);
    const verdicts = pythonVerdicts(games);
    games.forEach((game, i) => expect(verdicts[i]).to.match(new RegExp(`^${verdictWord(game)} `)));
    expect(verdicts.filter((line) => line.startsWith("NOT SURE"))).to.have.length(2);
    expect(verdicts.filter((line) => line.startsWith("GOOD"))).to.have.length(games.length - 2);
  });

  it("shows every check of one game with what it computed", () => {
    const fought = games.find(({ state }) => state === "P1_WIN")!;
    const { code, stdout } = python(["-"], JSON.stringify(fought, null, 2));
    for (const name of ["hash", "commitment", "seed"]) {
      expect(stdout).to.match(new RegExp(`^ok +${name} +0x[0-9a-f]{64}$`, "m"));
    }
    expect(stdout).to.contain("all 12 checks hold");
    expect(code).to.equal(0);
  });

  it("judges every game with any field changed as the first verifier does", () => {
    const fought = games.find(({ turns }) => turns !== null)!;
    const others = games.filter(({ state }) => state !== "P1_WIN" && state !== "P2_WIN");
    const tampered = [fought, ...others].flatMap((game) =>
      leavesOf(game)
        .filter(({ path }) => path !== "hash")
        // Of a long text all places are alike: three are enough here.
        .flatMap(({ path }) =>
          changesOf(game, path)
            .slice(0, 3)
            .map((change) => ({ path, change })),
        )
        .map(({ path, change }) => ({ path, record: rehashed(change) })),
    );
    expect(disagreements(tampered)).to.deep.equal([]);
    expect(tampered.length).to.be.above(2_000);
  });

  it("judges every game with any part missing as the first verifier does", () => {
    const player = ["nonce", "stats", "team", "team.0.owner", "team.3.cooldownUntil", "team.4.stats"];
    const parts = [
      ..."created p1Deposited p2Deposited joined ended p1 p2 opponent mode.teamRule".split(" "),
      ..."turns winner winnerAmount houseAmount refund credited".split(" "),
      ...player.map((part) => `p1.${part}`),
      ...player.map((part) => `p2.${part}`),
    ];
    const lacking = games.flatMap((game) =>
      parts.flatMap((part) => {
        const record = withNull(game, part.split("."));
        return record === null ? [] : [{ path: part, record: rehashed(record) }];
      }),
    );
    expect(disagreements(lacking)).to.deep.equal([]);
    expect(lacking.length).to.be.above(200);
  });

  it("objects first with the check that a forgery is made for", () => {
    const fought = games.find(({ turns }) => turns !== null)!;
    const broken = brokenRecords(fought);
    const verdicts = pythonVerdicts(broken.map(({ record }) => record));
    broken.forEach(({ differs }, i) => expect(verdicts[i]).to.contain(` checks, first ${differs}: `));
  });

  it("takes a number in another spelling for the same number, as the first verifier does", () => {
    const fought = games.find(({ turns }) => turns !== null)!;
    const spelled = JSON.stringify(fought).replace(/"modeId":(\d+)/, '"modeId":$1.0');
    expect(python(["-"], spelled)).to.include({ code: 0 });
    expect(verdictWord(JSON.parse(spelled) as Fields)).to.equal("GOOD");
  });

  it("says what is wrong with what it cannot read, and exits with 2", () => {
    for (const [input, message] of [
      ["", "not JSON"],
      ["{", "not JSON"],
      ["[]", "expected an object"],
      ['{"format":"sealed-duel-match/1"}', "the field is missing"],
    ] as const) {
      const { code, stderr } = python(["-"], input);
      expect(stderr).to.contain("cannot check standard input: ").and.to.contain(message);
      expect(code).to.equal(2);
    }
    expect(python([join(folder, "nothing.json")])).to.include({ code: 2 });
    expect(python([])).to.include({ code: 2 });
  });
});
