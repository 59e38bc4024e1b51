import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { hashOf, type Json } from "../../audit/canonical.ts";
import { type MatchRecord, readRecord } from "../../audit/record.ts";
import type { AuditReport } from "../../audit/report.ts";
import { P1_NONCE } from "../helpers/arena.ts";
import { duel } from "./helpers/duelCommand.ts";
import { TestNode } from "./helpers/node.ts";
import { playRareGames, type RareGames } from "./helpers/rareGames.ts";

describe("games that hardly ever happen", () => {
  let node: TestNode;
  let rare: RareGames;
  let chainArgs: string[];

  before(async () => {
    rare = await playRareGames();
    node = await TestNode.start();
    chainArgs = ["--rpc", node.url, "--duel", await rare.arena.duel.getAddress()];
  });
  after(() => node.stop());

  const verify = (name: keyof RareGames["ids"]) => duel(["verify", rare.ids[name].toString(), ...chainArgs]);
  const exported = async (name: keyof RareGames["ids"]) => {
    const { stdout } = await duel(["export", rare.ids[name].toString(), ...chainArgs]);
    return JSON.parse(stdout) as MatchRecord;
  };
  const verdictOn = (record: Omit<MatchRecord, "hash">) => {
    const hashed = { ...record, hash: hashOf(record as unknown as Record<string, Json>) };
    return duel(["verify", "-"], JSON.stringify(hashed));
  };

  for (const [name, amount] of [
    ["prize", 160],
    ["inactive", 200],
  ] as const) {
    it(`finds a payment good that the token refused, so that it is a credit now: ${name}`, async () => {
      const { code, stdout } = await verify(name);
      expect(stdout).to.match(
        new RegExp(
          `^✔ payout +${amount} FIGHT to player [12] \\(credited, since the token refused it\\)`,
          "m",
        ),
      );
      expect(stdout).to.contain("All good");
      expect(code).to.equal(0);
    });
  }

  it("finds a refund good that the token refused, and refuses a record that hides it", async () => {
    expect((await verify("refund")).code).to.equal(0);
    const record = await exported("refund");
    expect(record.credited).to.equal(true);
    const hidden = await verdictOn({ ...record, credited: false });
    expect(hidden.stdout).to.contain("credited: the record says false, PaymentCredited.account says true");
    expect(hidden.code).to.equal(1);
  });

  it("refuses a cancellation that keeps the deposit, whatever else was made to fit it", async () => {
    const { logs, ...record } = await exported("refund");
    const canceled = { ...logs[3]!, data: `0x${"0".repeat(64)}` };
    const kept = await verdictOn({
      ...record,
      refund: "0",
      credited: null,
      p1Deposited: null,
      logs: [...logs.slice(0, 3), canceled],
    });
    expect(kept.stdout).to.match(/refund: the record says "0", the deposit of player 1 says "\d+"/);
    expect(kept.code).to.equal(1);
  });

  it("counts a fighter that stood on both sides once for each, from one past", async () => {
    expect((await verify("bothSides")).code).to.equal(0);
    const record = await exported("bothSides");
    expect(record.p1.team![0]!.assetId).to.equal(record.p2!.team![3]!.assetId);
    expect(record.p1.team![0]!.stats).to.deep.equal(record.p2!.team![3]!.stats);
    const forged = structuredClone(record) as unknown as { p2: { team: { stats: Record<string, Json> }[] } };
    const { before, after } = forged.p2.team[3]!.stats.dodgeCount as { before: string; after: string };
    forged.p2.team[3]!.stats.dodgeCount = {
      before: (Number(before) + 1).toString(),
      after: (Number(after) + 1).toString(),
    };
    const { stdout, code } = await verdictOn(forged as unknown as MatchRecord);
    expect(stdout).to.contain("p2.team[3].stats.dodgeCount.before: the record says 1, but 0");
    expect(code).to.equal(1);
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
    it(`says what it cannot know of a game that ended beside another in one block: ${name}`, async () => {
      const { code, stdout } = await verify(name);
      expect(stdout).to.match(/^– p1 stats +not checked: statistics of player 1 are not available/m);
      expect(stdout).to.match(/^✔ turns/m);
      expect(stdout).to.contain("Nothing differs, but");
      expect(code).to.equal(2);
      const record = readRecord(await exported(name));
      expect([record.p1.stats, record.p2!.stats]).to.deep.equal([null, null]);
    });
  }
});
