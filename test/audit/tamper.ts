import { expect } from "chai";
import { DuelReader } from "../../chain/duelReader.ts";
import { exportGame } from "../../chain/exportRecords.ts";
import { type Json, leavesOf } from "../../audit/canonical.ts";
import type { Check } from "../../audit/check.ts";
import { compareWithChain } from "../../audit/compareRecords.ts";
import { EVENT_TOPICS } from "../../audit/events.ts";
import { type MatchRecord, readRecord } from "../../audit/record.ts";
import { verifyRecord } from "../../audit/verify.ts";
import { createAuditEngine } from "../../cli/audit/judge.ts";
import { PACKED_TURN_BYTES, TURN_FIELDS } from "../../sim/battle/turnLog.ts";
import { InputError } from "../../sim/input.ts";
import { duel } from "./helpers/duelCommand.ts";
import { TestNode } from "./helpers/node.ts";
import { changesOf, type Fields, rehashed } from "./helpers/tampering.ts";
import { World } from "./helpers/world.ts";

type Log = { address: string; topics: string[]; data: string };

/**
 * What a record alone cannot prove, because nothing else in it depends on it: which chain it was, which transactions,
 * the times of earlier blocks, and states of the past that the game has overwritten. The hash guards them against
 * chance; against a forger only a node helps.
 */
const NEEDS_A_NODE = [
  /^chainId$/,
  /^(created|p1Deposited|p2Deposited|joined|ended)\.(block|time|transaction)$/,
  /^p[12]\.stats\.lastDuel\.before$/,
  /^p2\.team\[\d\]\.cooldownUntil$/,
  /^p2\.team\[\d\]\.stats\.cooldownUntil\.before$/,
];

/** Until the battle, no event has told how player 2's fighters fight. */
const PROFILE = /^p2\.team\[\d\]\.(charId|kind|golden|tiers\[\d\])$/;

describe("a record that was tampered with", () => {
  let world: World;
  let node: TestNode;
  let reader: DuelReader;
  const records = new Map<string, MatchRecord>();

  before(async () => {
    world = await World.create();
    await world.populate();
    node = await TestNode.start();
    reader = await DuelReader.connect(node.url, await world.game.duel.getAddress(), 0);
    const head = await reader.headBlock();
    for (const [name, id] of world.ids) records.set(name, await exportGame(reader, BigInt(id), head));
  });
  after(async () => {
    reader.close();
    await node.stop();
  });

  const auditEngine = createAuditEngine();
  const lineOf = ({ name, status, detail }: Check) => `${status} ${name}: ${detail}`;
  const copyOf = (name: string) => structuredClone(records.get(name)!) as unknown as Fields;

  /** All fields that the verifier objects to, a field that cannot be read at all among them. */
  function objections(record: Fields, onChain?: MatchRecord): string[] {
    try {
      const read = readRecord(record);
      const checks = [...verifyRecord(read), ...(onChain ? [compareWithChain(read, onChain)] : [])];
      // What an audit checks with must object to the very same.
      const fast = verifyRecord(read, auditEngine);
      expect(fast.map(lineOf)).to.deep.equal(checks.slice(0, fast.length).map(lineOf));
      return checks.filter(({ status }) => status === "differs").map(({ detail }) => detail);
    } catch (error) {
      if (error instanceof InputError) return [error.message];
      throw error;
    }
  }

  for (const name of [
    "FOUGHT",
    "FOUGHT_GOLDEN_AGAIN",
    "P1_WIN_INACTIVE",
    "P2_WIN_INACTIVE",
    "CANCELED",
    "ALL_JOINED",
  ]) {
    it(`${name}: every field that is changed is named, though the record was hashed again`, () => {
      const original = records.get(name)!;
      expect(objections(copyOf(name))).to.deep.equal([]);
      const missed: string[] = [];
      for (const { path } of leavesOf(copyOf(name))) {
        if (path === "hash") continue;
        for (const change of changesOf(copyOf(name), path)) {
          const tampered = rehashed(change);
          const isNamed = (found: string[]) => found.some((detail) => names(detail, path));
          const needsNode =
            NEEDS_A_NODE.some((pattern) => pattern.test(path)) ||
            (original.turns === null && PROFILE.test(path));
          if (!isNamed(objections(tampered)) && !(needsNode && isNamed(objections(tampered, original)))) {
            missed.push(`${path}: ${objections(tampered, original).join(" | ")}`);
          }
        }
      }
      expect(missed).to.deep.equal([]);
    }).timeout(60_000);
  }

  it("is caught by its hash, whatever was changed, if it was not hashed again", () => {
    for (const { path } of leavesOf(copyOf("FOUGHT"))) {
      for (const change of changesOf(copyOf("FOUGHT"), path)) {
        const found = objections(change);
        expect(found.some((detail) => detail.startsWith("hash: ") || names(detail, path))).to.equal(
          true,
          path,
        );
      }
    }
  });

  it("has its every turn's every field named, in the record and in the event alike", () => {
    const { turns } = records.get("FOUGHT")!;
    const count = (turns!.length - 2) / 2 / PACKED_TURN_BYTES;
    const seen = new Set<string>();
    for (let i = 0; i < count; i++) {
      for (const [field, position] of Object.entries(BITS)) {
        const tampered = copyOf("FOUGHT");
        const wrong = flip(turns!, i, position);
        (tampered.logs as unknown as Log[]).forEach(
          (log) => (log.data = log.data.replace(turns!.slice(2), wrong.slice(2))),
        );
        tampered.turns = wrong;
        const found = objections(rehashed(tampered));
        expect(found.join()).to.contain(`turns[${i}].${field}: `);
        seen.add(field);
      }
    }
    const derived = ["attackerAssetId", "attackerCharId", "defenderAssetId", "defenderCharId"];
    expect([...seen, ...derived]).to.have.members([...TURN_FIELDS]);
  });

  describe("a turn log", () => {
    const tamperedTurns = (change: (turns: string[]) => string[]) => {
      const tampered = copyOf("FOUGHT");
      const whole = (tampered.turns as string).slice(2);
      const parts = change(whole.match(/.{30}/g)!).join("");
      tampered.turns = `0x${parts}`;
      return objections(rehashed(tampered)).filter((detail) => detail.startsWith("turns"));
    };

    it("that is cut after a turn is refused", () => {
      expect(tamperedTurns((turns) => turns.slice(0, -1))[0]).to.match(
        /^turns: the record says \d+ turns, GameFought\.turns says \d+ turns$/,
      );
    });
    it("that is cut within a turn is refused", () => {
      expect(tamperedTurns((turns) => [...turns.slice(0, -1), turns.at(-1)!.slice(2)])[0]).to.contain(
        "turns and 14 bytes of another",
      );
    });
    it("with a turn doubled is refused", () => {
      expect(tamperedTurns((turns) => [turns[0]!, ...turns])[0]).to.contain("turns[1].");
    });
    it("with two turns exchanged is refused", () => {
      expect(tamperedTurns((turns) => [turns[1]!, turns[0]!, ...turns.slice(2)])[0]).to.contain("turns[0].");
    });
    it("of another game is refused", () => {
      const other = records.get("FOUGHT_GOLDEN")!.turns!.slice(2);
      expect(tamperedTurns(() => other.match(/.{30}/g)!)[0]).to.contain("turns[");
    });
    it("with a slot that does not exist is refused", () => {
      const found = tamperedTurns((turns) => [
        `${turns[0]!.slice(0, 2)}70${turns[0]!.slice(4)}`,
        ...turns.slice(1),
      ]);
      expect(found[0]).to.contain("turns[0].attackerSlot");
    });
  });

  describe("a list of events", () => {
    const tamperedLogs = (name: string, change: (logs: Log[]) => Log[]) => {
      const tampered = copyOf(name);
      tampered.logs = change(tampered.logs as unknown as Log[]) as unknown as Json;
      return objections(rehashed(tampered)).join();
    };

    it("is refused with any one event missing", () => {
      for (const name of ["FOUGHT", "P1_WIN_INACTIVE", "P2_WIN_INACTIVE", "CANCELED", "ALL_JOINED"]) {
        records.get(name)!.logs.forEach((_, i) => {
          expect(tamperedLogs(name, (logs) => logs.toSpliced(i, 1))).to.match(
            /logs|state|p2|joined|refund/,
            `${name} ${i}`,
          );
        });
      }
    });
    it("is refused with any one event doubled", () => {
      records.get("FOUGHT")!.logs.forEach((_, i) => {
        const found = tamperedLogs("FOUGHT", (logs) => logs.toSpliced(i, 0, logs[i]!));
        expect(found).to.match(
          /logs\[\d\]: \w+; expected \w+.* \(cut, doubled or out of order\)|p2\.address/,
        );
      });
    });
    it("is refused with any two events exchanged", () => {
      const { length } = records.get("FOUGHT")!.logs;
      for (let i = 0; i < length; i++) {
        for (let j = i + 1; j < length; j++) {
          const swap = (logs: Log[]) => logs.with(i, logs[j]!).with(j, logs[i]!);
          expect(tamperedLogs("FOUGHT", swap)).to.match(/logs\[\d\]|p1\.address/, `${i} and ${j}`);
        }
      }
    });
    it("is refused with an event of another game", () => {
      const other = records.get("FOUGHT_GOLDEN")!.logs as unknown as Log[];
      for (let i = 1; i < other.length; i++) {
        expect(tamperedLogs("FOUGHT", (logs) => logs.with(i, other[i]!))).to.match(
          /gameId: the record says \d+, logs/,
        );
      }
    });
    it("is refused with an event of another contract", () => {
      const found = tamperedLogs("FOUGHT", (logs) =>
        logs.with(2, { ...logs[2]!, address: `0x${"ab".repeat(20)}` }),
      );
      expect(found).to.contain("duel: the record says").and.to.contain("logs[2].address");
    });
    it("is refused with an event that Duel does not have", () => {
      const topics = [`0x${"00".repeat(32)}`];
      expect(tamperedLogs("FOUGHT", (logs) => logs.with(2, { ...logs[2]!, topics }))).to.contain(
        "logs[2].topics[0]",
      );
    });
    it("is refused with a payment that was never refused by the token", () => {
      const { winner, p1, p2, winnerAmount } = records.get("FOUGHT")!;
      const account = (winner === 1 ? p1 : p2!).address;
      const word = (hex: string) => `0x${hex.padStart(64, "0")}`;
      const credit = {
        address: records.get("FOUGHT")!.duel,
        topics: [EVENT_TOPICS.PaymentCredited, word(account.slice(2))],
        data: word(BigInt(winnerAmount!).toString(16)),
      };
      expect(tamperedLogs("FOUGHT", (logs) => [...logs, credit])).to.contain(
        "credited: the record says false",
      );
    });
  });

  it("is refused by the command line, which names the field and exits with 1", async () => {
    const tampered = copyOf("FOUGHT");
    (tampered.p2 as Fields).nonce = `0x${"77".repeat(32)}`;
    const { code, stdout } = await duel(["verify", "-"], JSON.stringify(rehashed(tampered)));
    expect(stdout).to.match(/^✘ logs +p2\.nonce: the record says "0x7777.*", GameJoined\.nonce says "0x/m);
    expect(code).to.equal(1);
  });

  it("is refused by the command line with a node, for what only a node can tell", async () => {
    const tampered = copyOf("FOUGHT");
    (tampered.joined as Fields).time = Number((tampered.joined as Fields).time) + 1;
    const record = JSON.stringify(rehashed(tampered));
    expect((await duel(["verify", "-"], record)).code).to.equal(0);
    const { code, stdout } = await duel(["verify", "-", "--rpc", node.url], record);
    expect(stdout).to.match(/^✘ chain +joined\.time: the record says \d+, the chain says \d+$/m);
    expect(code).to.equal(1);
  });
});

/** Whether a verdict names a field, or the field that it is a part of: lists and before/after pairs are named whole. */
function names(detail: string, path: string): boolean {
  const whole = path.replace(/\.(before|after)$/, "");
  if (/^logs\[\d\]/.test(path)) return namesLog(detail);
  if (detail.includes(`${path} says`)) return true;
  const candidates = [
    path,
    whole,
    whole.replace(/\[\d\]$/, ""),
    whole.replace(/^(mode\.teamRule)\..*$/, "$1"),
  ];
  return candidates.some(
    (candidate) =>
      detail.startsWith(`${candidate}:`) ||
      detail.startsWith(`${candidate}.`) ||
      (path === "turns" && detail.startsWith("turns[")),
  );
}

/** A changed log is named by its place, or by its event and field. */
function namesLog(detail: string): boolean {
  const event =
    /\b(ModeRegistered|GameCreated|Deposited|GameJoined|GameFought|PotSplit|GameCanceled|GameForfeited)\b/;
  return /logs\[\d\]/.test(detail) || event.test(detail);
}

/** One bit of each field of a packed turn, chosen so that the turn can still be read (PROTOCOL 5). */
const BITS = {
  round: [0, 7],
  attacker: [1, 0],
  attackerSlot: [1, 3],
  defenderSlot: [1, 6],
  wasDodge: [1, 7],
  defenderHpStart: [3, 7],
  randomDodge: [5, 7],
  randomCombo: [7, 7],
  damageDealt: [10, 7],
  defenderHpEnd: [12, 7],
  wasCombo: [13, 0],
  wasKill: [13, 1],
  rangePenalty: [14, 7],
} as const;

function flip(turns: string, turn: number, [byte, bit]: readonly [number, number]): string {
  const at = 2 + 2 * (turn * PACKED_TURN_BYTES + byte);
  const flipped = Number.parseInt(turns.slice(at, at + 2), 16) ^ (0x80 >> bit);
  return turns.slice(0, at) + flipped.toString(16).padStart(2, "0") + turns.slice(at + 2);
}
