import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type MatchRecord, readRecord } from "../../audit/record.ts";
import type { AuditReport } from "../../audit/report.ts";
import { verdictOf, verifyRecord } from "../../audit/verify.ts";
import { DuelReader } from "../../chain/duelReader.ts";
import { exportGame } from "../../chain/exportRecords.ts";
import { P1_NONCE } from "../helpers/arena.ts";
import { duel } from "./helpers/duelCommand.ts";
import { TestNode } from "./helpers/node.ts";
import { playRareGames, type RareGames } from "./helpers/rareGames.ts";
import { type Fields, rehashed } from "./helpers/tampering.ts";

type Name = keyof RareGames["ids"];

describe("games that hardly ever happen", () => {
  let node: TestNode;
  let rare: RareGames;
  let chainArgs: string[];
  const records = new Map<Name, MatchRecord>();

  before(async () => {
    rare = await playRareGames();
    node = await TestNode.start();
    const address = await rare.arena.duel.getAddress();
    chainArgs = ["--rpc", node.url, "--duel", address];
    const reader = await DuelReader.connect(node.url, address, 0);
    const head = await reader.headBlock();
    for (const [name, id] of Object.entries(rare.ids)) {
      records.set(name as Name, await exportGame(reader, id, head));
    }
    reader.close();
  });
  after(() => node.stop());

  const checksOf = (name: Name) => verifyRecord(readRecord(records.get(name)));
  const verify = (name: Name) => verdictOf(checksOf(name));
  /** What the verifier objects to in a record that was hashed again. */
  const objectionsTo = (record: object) =>
    verifyRecord(readRecord(rehashed(record as Fields)))
      .filter(({ status }) => status === "differs")
      .map(({ detail }) => detail);

  for (const [name, amount] of [
    ["prize", 160],
    ["inactive", 200],
  ] as const) {
    it(`finds a payment good that the token refused, so that it is a credit now: ${name}`, () => {
      const payout = checksOf(name).find((check) => check.name === "payout")!;
      expect(payout.detail).to.match(
        new RegExp(`^${amount} FIGHT to player [12] \\(credited, since the token refused it\\)`),
      );
      expect(verify(name)).to.equal("good");
    });
  }

  it("finds a refund good that the token refused, and refuses a record that hides it", () => {
    expect(verify("refund")).to.equal("good");
    const record = records.get("refund")!;
    expect(record.credited).to.equal(true);
    expect(objectionsTo({ ...record, credited: false })).to.deep.equal([
      "credited: the record says false, PaymentCredited.account says true",
    ]);
  });

  it("refuses a cancellation that keeps the deposit, whatever else was made to fit it", () => {
    const { logs, ...record } = records.get("refund")!;
    const canceled = { ...logs[3]!, data: `0x${"0".repeat(64)}` };
    const kept = objectionsTo({
      ...record,
      refund: "0",
      credited: null,
      p1Deposited: null,
      logs: [...logs.slice(0, 3), canceled],
    });
    expect(kept.join()).to.match(/^refund: the record says "0", the deposit of player 1 says "\d+"$/);
  });

  it("counts a fighter that stood on both sides once for each, from one past", () => {
    expect(verify("bothSides")).to.equal("good");
    const record = records.get("bothSides")!;
    const [asP1, asP2] = [record.p1.team![0]!, record.p2!.team![3]!];
    expect(asP1.assetId).to.equal(asP2.assetId);
    expect(asP1.stats).to.deep.equal(asP2.stats);
    const { dodgeCount } = asP2.stats!;
    const oneMore = (count: string) => (Number(count) + 1).toString();
    const moved = { before: oneMore(dodgeCount.before), after: oneMore(dodgeCount.after) };
    const forged = { ...asP2, stats: { ...asP2.stats!, dodgeCount: moved } };
    const p2 = { ...record.p2!, team: record.p2!.team!.with(3, forged) };
    expect(objectionsTo({ ...record, p2 })).to.deep.equal([
      "p2.team[3].stats.dodgeCount.before: the record says 1, but 0 for the same fighter in p1.team",
    ]);
  });

  it("names the nonces that were used again or are easily guessed, and who withheld a reveal", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rare-"));
    try {
      const { code, stderr } = await duel(["audit", "--out", folder, ...chainArgs]);
      expect(code, stderr).to.equal(2);
      const { nonces, withholding, conservation, games } = JSON.parse(
        readFileSync(join(folder, "report.json"), "utf8"),
      ) as AuditReport;
      const { prize, bothSides, sameBlock, sameBlockToo } = rare.ids;
      const revealed = [prize, sameBlock, sameBlockToo, bothSides].map(String);
      const usesOfP1 = nonces.repeated.find(([first]) => first!.nonce === P1_NONCE)!;
      expect(usesOfP1.map(({ gameId }) => gameId)).to.deep.equal(revealed);
      expect(nonces.weak.filter(({ nonce }) => nonce === P1_NONCE)).to.have.length(revealed.length);
      expect(withholding).to.include({ joined: 5, withheld: 1 });
      expect(withholding.players[0]).to.include({ player: rare.arena.p1.address.toLowerCase(), rate: 0.2 });
      expect(conservation).to.include({ unexplained: "0", surplus: "0" });
      expect(games).to.deep.equal({ good: 4, differs: 0, unchecked: 2 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  for (const name of ["sameBlock", "sameBlockToo"] as const) {
    it(`says what it cannot know of a game that ended beside another in one block: ${name}`, () => {
      const unchecked = checksOf(name).filter(({ status }) => status === "unchecked");
      expect(unchecked.map((check) => check.name)).to.include.members(["p1 stats", "p2 stats"]);
      expect(unchecked[0]!.detail).to.contain("not available");
      expect(verify(name)).to.equal("unchecked");
      const { p1, p2 } = records.get(name)!;
      expect([p1.stats, p2!.stats]).to.deep.equal([null, null]);
    });
  }
});
