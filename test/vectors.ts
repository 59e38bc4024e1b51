import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { network } from "hardhat";
import { readRecord } from "../audit/record.ts";
import { verifyRecord } from "../audit/verify.ts";
import { type EvmEngine, openEvmEngine } from "../chain/evmEngine.ts";
import { vectorFiles } from "../scripts/vectors.ts";
import { packTurns, type Turn, unpackTurns } from "../sim/battle/turnLog.ts";
import { type Bytes32, seal, sealText, seedOf } from "../sim/sealing/commitment.ts";
import { SeededRandom } from "../sim/sealing/random.ts";
import { readCase, reportToJson, simulate, type SimulationReport } from "../sim/simulate.ts";
import type { CommitmentHarness, RandomHarness } from "../types/contracts/index.ts";

interface CommitmentVector {
  name: string;
  nonce: Bytes32;
  assetIds: [string, string, string, string, string];
  text: string;
  teamHash: Bytes32;
}

interface SeedVector {
  name: string;
  p1Nonce: Bytes32;
  p2Nonce: Bytes32;
  seed: Bytes32;
}

interface RandomVectors {
  streams: { seed: Bytes32; words: number[] }[];
  draws: { name: string; seed: Bytes32; n: number[]; values: number[]; wordsTaken: number[] }[];
}

interface BattleVectors {
  turnFields: (keyof Turn)[];
  battles: {
    name: string;
    case: unknown;
    answer: { packedTurns: string; wordsTaken: number; turns: unknown[][] };
  }[];
}

/** A match record, and the first check that must object to it. */
interface GoldenRecord {
  name: string;
  differs: string | null;
  record: unknown;
}

const folder = new URL("vectors/", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
const contentOf = (name: string): unknown => JSON.parse(textOf(name));

const { vectors: commitments } = contentOf("commitments.json") as { vectors: CommitmentVector[] };
const { vectors: seeds } = contentOf("seeds.json") as { vectors: SeedVector[] };
const { streams, draws } = contentOf("random.json") as RandomVectors;
const { turnFields, battles } = contentOf("battles.json") as BattleVectors;

const CHECKS: Readonly<Record<string, string>> = {
  "p1 team": "teams",
  "p2 team": "teams",
  "p1 rule": "teams",
  "p2 rule": "teams",
  "p1 stats": "statistics",
  "p2 stats": "statistics",
  "fighter stats": "statistics",
  refund: "payout",
};

describe("golden vectors: records", () => {
  const lines = textOf("records.jsonl").trimEnd().split("\n");
  const goldenRecords = lines.map((line) => JSON.parse(line) as GoldenRecord);

  for (const { name, differs, record } of goldenRecords) {
    it(`${name}: ${differs === null ? "nothing differs" : `the first to object is ${differs}`}`, () => {
      const objecting = verifyRecord(readRecord(record)).find(({ status }) => status === "differs");
      const found = objecting === undefined ? null : (CHECKS[objecting.name] ?? objecting.name);
      expect(found, objecting?.detail).to.equal(differs);
    });
  }
  it("have one for each check that can object", () => {
    const objecting = goldenRecords.flatMap(({ differs }) => differs ?? []);
    expect(objecting).to.have.members(
      "hash logs mode terms times teams commitment turns winner payout statistics".split(" "),
    );
  });
});

describe("golden vectors: the files", () => {
  it("come out of the generator again, byte for byte", () => {
    const files = vectorFiles();
    expect(readdirSync(folder).toSorted()).to.deep.equal([...files.keys()].toSorted());
    for (const [name, text] of files) expect(textOf(name) === text, name).to.equal(true);
  });

  it("have the SHA-256 that the manifest says", () => {
    const { sha256 } = contentOf("manifest.json") as { sha256: Record<string, string> };
    const found = Object.keys(sha256).map((name) => [
      name,
      createHash("sha256").update(textOf(name)).digest("hex"),
    ]);
    expect(Object.fromEntries(found)).to.deep.equal(sha256);
    expect(Object.keys(sha256)).to.have.length(5);
  });

  it("stay below 1.5 MB together", () => {
    const sizes = readdirSync(folder).map((name) => textOf(name).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(1_500_000);
  });

  it("name each battle once", () => {
    expect(new Set(battles.map(({ name }) => name)).size).to.equal(battles.length);
  });
});

describe("golden vectors: the TypeScript reference", () => {
  it("reproduces every commitment", () => {
    for (const { name, nonce, assetIds, text, teamHash } of commitments) {
      expect(sealText(nonce, assetIds.map(BigInt)), name).to.equal(text);
      expect(seal(nonce, assetIds.map(BigInt)), name).to.equal(teamHash);
    }
  });

  it("reproduces every seed", () => {
    for (const { name, p1Nonce, p2Nonce, seed } of seeds)
      expect(seedOf(p1Nonce, p2Nonce), name).to.equal(seed);
  });

  it("reproduces every word of the streams", () => {
    for (const { seed, words } of streams) {
      const stream = new SeededRandom(seed);
      expect(words.map(() => stream.below(65_536))).to.deep.equal(words);
    }
  });

  it("reproduces every number below n, and the words it took", () => {
    for (const { name, seed, n, values, wordsTaken } of draws) {
      const stream = new SeededRandom(seed);
      const found = n.map((count) => [stream.below(count), stream.wordsTaken]);
      expect(found, name).to.deep.equal(values.map((value, i) => [value, wordsTaken[i]]));
    }
  });

  for (const { name, case: input, answer } of battles) {
    it(`fights "${name}"`, () => {
      const one = readCase(input, "case");
      const source = new SeededRandom(seedOf(one.p1Nonce, one.p2Nonce));
      const report = simulate(one, source);
      const packed = packTurns(report.turns);
      const packedTurns = `0x${Buffer.from(packed).toString("hex")}`;
      expect(answerOf({ ...report, wordsTaken: source.wordsTaken, packedTurns })).to.deep.equal(answer);
      expect(unpackTurns(packed, one.p1Team, one.p2Team)).to.deep.equal(report.turns);
    });
  }
});

describe("golden vectors: the contracts", function () {
  this.timeout(60_000);

  let commitment: CommitmentHarness;
  let random: RandomHarness;
  let engine: EvmEngine;
  let close: () => Promise<void>;
  before(async () => {
    const connection = await network.create();
    commitment = (await connection.ethers.deployContract(
      "CommitmentHarness",
    )) as unknown as CommitmentHarness;
    random = (await connection.ethers.deployContract("RandomHarness")) as unknown as RandomHarness;
    engine = await openEvmEngine();
    close = () => connection.close();
  });
  after(async () => {
    await engine.close();
    await close();
  });

  it("reproduce every commitment", async () => {
    for (const { name, nonce, assetIds, teamHash } of commitments) {
      expect(await commitment.seal(nonce, assetIds), name).to.equal(teamHash);
    }
  });

  it("reproduce every seed", async () => {
    for (const { name, p1Nonce, p2Nonce, seed } of seeds) {
      expect(await commitment.seedOf(p1Nonce, p2Nonce), name).to.equal(seed);
    }
  });

  it("reproduce every word of the streams", async () => {
    for (const { seed, words } of streams) {
      const found = await random.below(
        seed,
        words.map(() => 65_536),
      );
      expect([...found[0]].map(Number)).to.deep.equal(words);
    }
  });

  it("reproduce every number below n, and the words it took", async () => {
    for (const { name, seed, n, values, wordsTaken } of draws) {
      const found = await random.below(seed, n);
      expect([...found[0]].map(Number), name).to.deep.equal(values);
      expect(found.wordsTaken.map(Number), name).to.deep.equal(wordsTaken);
    }
  });

  for (const { name, case: input, answer } of battles) {
    it(`fight "${name}"`, async () => {
      expect(answerOf(await engine.simulate(readCase(input, "case")))).to.deep.equal(answer);
    });
  }
});

/** A report in the shape of a vector's answer. */
function answerOf(report: SimulationReport & { wordsTaken: number; packedTurns: string }) {
  const { turns, ...rest } = reportToJson(report);
  return {
    ...rest,
    wordsTaken: report.wordsTaken,
    packedTurns: report.packedTurns,
    turns: turns.map((turn) => turnFields.map((field) => turn[field])),
  };
}
