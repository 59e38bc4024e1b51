import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect } from "chai";
import defaultMode from "../../game/modes/default.json" with { type: "json" };
import { fight } from "../../sim/battle/battle.ts";
import { BATTLE_MODE_FIELDS, type BattleMode, readBattleMode } from "../../sim/battle/modes.ts";
import type { Team, Tiers } from "../../sim/battle/stats.ts";
import { packTurns } from "../../sim/battle/turnLog.ts";
import { type Batch, allocateBatch, deriveSeeds, deriveTiers } from "../../sim/fast/batch.ts";
import { compileMode } from "../../sim/fast/compiledMode.ts";
import { drawOf, remainder } from "../../sim/fast/draw.ts";
import { type EngineName, type FastEngine, createEngine, createStream } from "../../sim/fast/engine.ts";
import { type Outcomes, allocateOutcomes, checksumOf } from "../../sim/fast/outcomes.ts";
import { PackedLog } from "../../sim/fast/packedLog.ts";
import { BattlePool } from "../../sim/fast/pool.ts";
import { FIGHTERS, packTeams } from "../../sim/fast/tiers.ts";
import { CARRIED_WORDS, SEED_BYTES } from "../../sim/fast/wordStream.ts";
import { InputError } from "../../sim/input.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { measureBatchSizes, measureSim } from "../../scripts/bench/sim.ts";

const ENGINES: readonly EngineName[] = ["js", "wasm"];
const CLASSIC = modeOf(defaultMode);

describe("The fast engine", function () {
  describe("the random stream", function () {
    for (const name of ENGINES) {
      it(`is the same from ${name} as from noble, block for block`, function () {
        const stream = createStream(name);
        const seeds = randomBatch("streams", 500).seeds;
        for (let seed = 0; seed < seeds.length; seed += SEED_BYTES) {
          stream.start(seeds, seed);
          for (let block = 0; block < 12; block += stream.size / 16, stream.advance()) {
            const fill = stream.words.subarray(CARRIED_WORDS);
            for (let i = 0; i < stream.size / 16; i++) {
              const expected = sha256(indexed(seeds.subarray(seed, seed + SEED_BYTES), block + i));
              expect(bytesToHex(bigEndian(fill.subarray(16 * i, 16 * i + 16)))).to.equal(
                bytesToHex(expected),
              );
            }
          }
        }
      });
    }

    it("goes on across fills with the last two words in front", function () {
      const stream = createStream("wasm");
      stream.start(new Uint8Array(SEED_BYTES), 0);
      const last = stream.words.slice(-CARRIED_WORDS);
      stream.advance();
      expect(stream.words.slice(0, CARRIED_WORDS)).to.deep.equal(last);
    });

    it("takes remainders without a division, for every word that a draw can keep", function () {
      for (const n of [
        1, 2, 3, 5, 7, 11, 60, 255, 256, 257, 1_000, 32_767, 32_768, 32_769, 40_000, 65_535, 65_536,
      ]) {
        const draw = drawOf(n);
        let wrong = 0;
        for (let word = 0; word < 65_536; word++) {
          if (remainder(word, n, draw.multiplier, draw.shift) !== word % n) wrong++;
        }
        expect(wrong, `below(${n})`).to.equal(0);
      }
    });

    it("gives the seeds of a named run as SHA-256 of the name's hash and the battle's number", function () {
      const name = "a run";
      const seeds = new Uint8Array(9 * SEED_BYTES);
      deriveSeeds(createStream(), name, seeds);
      const root = sha256(new TextEncoder().encode(name));
      for (let i = 0; i < 9; i++) {
        const expected = bytesToHex(sha256(indexed(root, i)));
        expect(bytesToHex(seeds.subarray(i * SEED_BYTES, (i + 1) * SEED_BYTES))).to.equal(expected);
      }
    });
  });

  for (const name of ENGINES) {
    describe(`the ${name} engine`, function () {
      const engine = createEngine(name);

      it("fights the default mode as the reference does, turn for turn", function () {
        expectSameBattles(engine, CLASSIC, randomBatch("classic", 2_000));
      });

      for (const [what, mode] of Object.entries(extremeModes())) {
        it(`fights as the reference does ${what}`, function () {
          expectSameBattles(engine, mode, randomBatch(what, 60));
        });
      }

      it("fights as the reference does in two hundred random modes", function () {
        for (let i = 0; i < 200; i++)
          expectSameBattles(engine, randomMode(`mode ${i}`), randomBatch(`${i}`, 8));
      });

      it("gives one battle with its turn log", function () {
        const { seeds, tiers } = randomBatch("one", 1);
        const teams = teamsOf(tiers, 0);
        const random = new SeededRandom(`0x${bytesToHex(seeds)}`);
        const expected = fight(CLASSIC, ...teams, random);
        const battle = engine.fight(CLASSIC, seeds, packTeams(...teams));
        expect({ ...battle, turnLog: bytesToHex(battle.turnLog) }).to.deep.equal({
          winner: expected.winner,
          firstAttacker: expected.firstAttacker,
          rounds: expected.rounds,
          turns: expected.turns.length,
          alive: expected.alive,
          wordsTaken: random.wordsTaken,
          turnLog: bytesToHex(packTurns(expected.turns)),
        });
      });
    });
  }

  it("names a fighter whose tiers are no tiers", function () {
    const batch = randomBatch("bad", 2);
    batch.tiers[13] = 0b11 << 4;
    expect(() => createEngine().run(compileMode(CLASSIC), batch)).to.throw(InputError, "tiers[13]");
    batch.tiers[13] = 1 << 12;
    expect(() => createEngine().run(compileMode(CLASSIC), batch)).to.throw(InputError, "tiers[13]");
  });

  it("refuses a seed that is not 32 bytes, and teams that are not ten fighters", function () {
    const { seeds, tiers } = randomBatch("short", 1);
    expect(() => createEngine().fight(CLASSIC, seeds.subarray(1), tiers)).to.throw(InputError, "seeds: 31");
    expect(() => createEngine().fight(CLASSIC, seeds, tiers.subarray(1))).to.throw(InputError, "tiers: 9");
  });

  it("fights two batches that are given to the same threads at once", async function () {
    const batches = [randomBatch("one of two", 5_000), randomBatch("two of two", 3_000)];
    const pool = new BattlePool(2);
    const outcomes = await Promise.all(batches.map((batch) => pool.run(CLASSIC, batch)));
    await pool.close();
    const alone = batches.map((batch) => createEngine().run(compileMode(CLASSIC), batch));
    expect(outcomes.map(checksumOf)).to.deep.equal(alone.map(checksumOf));
  });

  it("throws words away in the modes that are there for it", function () {
    const { wordsTaken, turns } = createEngine().run(
      compileMode(extremeModes()["when words are often thrown away"]!),
      randomBatch("thrown away", 100),
    );
    // No more than three words a turn are kept, and one for who begins.
    expect([...wordsTaken].filter((taken, i) => taken > 1 + 3 * turns[i]!).length).to.be.greaterThan(90);
  });

  it("falls back to JavaScript by itself where WebAssembly is missing", function () {
    const original = globalThis.WebAssembly;
    Reflect.deleteProperty(globalThis, "WebAssembly");
    try {
      expect(createEngine().name).to.equal("js");
    } finally {
      globalThis.WebAssembly = original;
    }
    expect(createEngine().name).to.equal("wasm");
  });

  describe("the checksum", function () {
    const BATTLES = 20_000;
    const batch = randomBatch("checksum", BATTLES);

    it("is the same for the reference and both engines, on one thread and on two", async function () {
      this.timeout(60_000);
      const compiled = compileMode(CLASSIC);
      const found: Record<string, string> = {
        reference: checksumOf(referenceOutcomes(CLASSIC, batch)),
        js: checksumOf(createEngine("js").run(compiled, batch)),
        wasm: checksumOf(createEngine("wasm").run(compiled, batch)),
      };
      for (const threads of [1, 2]) {
        const pool = new BattlePool(threads);
        for (const name of ENGINES) {
          found[`${name} on ${threads} threads`] = checksumOf(await pool.run(CLASSIC, batch, name));
        }
        await pool.close();
      }
      expect(new Set(Object.values(found)), JSON.stringify(found)).to.have.lengthOf(1);
    });

    it("changes when one battle ends differently, or two change places", function () {
      const outcomes = createEngine().run(compileMode(CLASSIC), batch);
      const before = checksumOf(outcomes);
      outcomes.wordsTaken[7]!++;
      expect(checksumOf(outcomes)).to.not.equal(before);
      outcomes.wordsTaken[7]!--;
      expect(checksumOf(outcomes)).to.equal(before);
      for (const list of Object.values(outcomes) as Uint8Array[]) [list[0], list[1]] = [list[1]!, list[0]!];
      expect(checksumOf(outcomes)).to.not.equal(before);
    });
  });
});

describe("The simulator's bench", function () {
  this.timeout(60_000);

  it("measures every figure in one quick run, on the engine that is picked", async function () {
    const { engine, checksum, engineBattlesPerSecond, logOverhead, ...figures } = await measureSim({
      quick: true,
    });
    expect(engine).to.equal("wasm");
    expect(checksum).to.match(/^[0-9a-f]{16}$/);
    expect(logOverhead).to.be.within(-1, 1);
    for (const [figure, value] of Object.entries({ ...figures, ...engineBattlesPerSecond })) {
      expect(value, figure).to.be.greaterThan(0);
    }
  });

  it("gives the points of a plot: a rate for each batch size and number of threads", async function () {
    const points = await measureBatchSizes({ quick: true });
    expect(points.map(({ battles, threads }) => `${battles} on ${threads}`)).to.deep.equal(
      [1, 2].flatMap((threads) => [100, 1_000, 10_000].map((battles) => `${battles} on ${threads}`)),
    );
  });
});

/** Every outcome field, the words taken, and the log bit for bit in the emitted form. */
function expectSameBattles(engine: FastEngine, mode: BattleMode, batch: Batch): void {
  const compiled = compileMode(mode);
  const log = new PackedLog();
  const outcomes = engine.run(compiled, batch, log);
  const logs: Uint8Array[] = [];
  const expected = referenceOutcomes(mode, batch, logs);
  for (const field of Object.keys(expected) as (keyof Outcomes)[]) {
    expect([...outcomes[field]], field).to.deep.equal([...expected[field]]);
  }
  logs.forEach((bytes, i) => expect(bytesToHex(log.emitted(i, compiled))).to.equal(bytesToHex(bytes)));
  // Without a log, the same.
  expect(checksumOf(engine.run(compiled, batch))).to.equal(checksumOf(expected));
}

function referenceOutcomes(mode: BattleMode, batch: Batch, logs?: Uint8Array[]): Outcomes {
  const outcomes = allocateOutcomes(batch.count);
  for (let i = 0; i < batch.count; i++) {
    const seed = batch.seeds.slice(i * SEED_BYTES, (i + 1) * SEED_BYTES);
    const random = new SeededRandom(`0x${bytesToHex(seed)}`);
    const result = fight(mode, ...teamsOf(batch.tiers, i), random);
    outcomes.winner[i] = result.winner;
    outcomes.firstAttacker[i] = result.firstAttacker;
    outcomes.rounds[i] = result.rounds;
    outcomes.turns[i] = result.turns.length;
    outcomes.p1Alive[i] = result.alive[0];
    outcomes.p2Alive[i] = result.alive[1];
    outcomes.wordsTaken[i] = random.wordsTaken;
    logs?.push(packTurns(result.turns));
  }
  return outcomes;
}

function teamsOf(tiers: Uint16Array, battle: number): [Team, Team] {
  const fighters = Array.from(tiers.slice(battle * FIGHTERS, (battle + 1) * FIGHTERS), (packed, i) => ({
    assetId: BigInt(i),
    charId: i,
    tiers: [0, 2, 4, 6, 8, 10].map((shift) => ((packed >>> shift) & 3) + 1) as unknown as Tiers,
  }));
  return [fighters.slice(0, 5), fighters.slice(5)];
}

function randomBatch(name: string, count: number): Batch {
  const batch = allocateBatch(count);
  deriveSeeds(createStream("js"), `${name}: seeds`, batch.seeds);
  deriveTiers(createStream("js"), `${name}: tiers`, batch.tiers);
  return batch;
}

function modeOf(values: object): BattleMode {
  const fields = Object.entries(values).filter(([field]) =>
    (BATTLE_MODE_FIELDS as readonly string[]).includes(field),
  );
  return readBattleMode(Object.fromEntries(fields), "mode");
}

/** Every limit of PROTOCOL 4, and every way a draw can go. */
function extremeModes(): Record<string, BattleMode> {
  const classic = (changes: object) => modeOf({ ...defaultMode, ...changes });
  const values = [1, 500, 1_000];
  return {
    "when values go from 1 to 1,000": classic({
      attackValues: values,
      defenseValues: values,
      speedValues: values,
    }),
    "when no roll has a choice": classic({ dodgeMaxRandom: 0, comboMaxRandom: 0 }),
    "when rolls are as large as they go": classic({ dodgeMaxRandom: 65_535, comboMaxRandom: 65_535 }),
    "when most words are thrown away": classic({ dodgeMaxRandom: 32_768, comboMaxRandom: 32_768 }),
    "when words are often thrown away": classic({ dodgeMaxRandom: 39_999, comboMaxRandom: 39_999 }),
    "when distance takes all of a hit": classic({ rangeFactors: [0, 0, 0], rangeValues: [0, 0, 255] }),
    "when a single hit kills": classic({ healthValues: [1, 1, 1], dodgeMaxRandom: 65_535 }),
    "when no one can be killed": classic({ healthValues: [65_535, 65_535, 65_535] }),
    "when the hits are the hardest": classic({
      attackValues: [1_000, 1_000, 1_000],
      defenseValues: [1, 1, 1],
      healthValues: [1, 30_000, 65_535],
      comboValues: [0, 500, 1_000],
      comboFactor: 65_535,
    }),
    "when there is one round": classic({ maxRounds: 1 }),
    "when everyone dodges for a hundred rounds": classic({
      dodgeMaxRandom: 1,
      speedValues: [1_000, 1_000, 1_000],
    }),
  };
}

/** A valid mode with every setting anywhere in its limits, more often than not at one end. */
function randomMode(name: string): BattleMode {
  const random = new SeededRandom(`0x${bytesToHex(sha256(new TextEncoder().encode(name)))}`);
  const between = (min: number, max: number) => {
    const end = random.below(4);
    return end === 0
      ? min
      : end === 1
        ? max
        : end === 2
          ? min + random.below(Math.min(10, max - min + 1))
          : min + random.below(max - min + 1);
  };
  const three = (min: number, max: number) =>
    [0, 0, 0].map(() => between(min, max)).toSorted((a, b) => a - b);
  return modeOf({
    dodgeMaxRandom: between(0, 65_535),
    comboMaxRandom: between(0, 65_535),
    rangeFactors: three(0, 10_000).toReversed(),
    comboFactor: between(10_000, 65_535),
    attackValues: three(1, 1_000),
    defenseValues: three(1, 1_000),
    healthValues: three(1, 65_535),
    speedValues: three(1, 1_000),
    rangeValues: three(0, 255),
    comboValues: three(0, 1_000),
    maxRounds: between(1, 100),
  });
}

function indexed(seed: Uint8Array, index: number): Uint8Array {
  const input = new Uint8Array(36);
  input.set(seed);
  new DataView(input.buffer).setUint32(32, index);
  return input;
}

function bigEndian(words: Uint16Array): Uint8Array {
  return Uint8Array.from([...words].flatMap((word) => [word >>> 8, word & 0xff]));
}
