// Solidity against TypeScript: both must agree on everything that comes out of a battle, for any valid mode.
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { AbiCoder, keccak256, sha256, toUtf8Bytes } from "ethers";
import { network } from "hardhat";
import { type EvmEngine, type EvmReport, openEvmEngine } from "../chain/evmEngine.ts";
import { battleModeToPass } from "../chain/registration.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import { packTurns, TURN_FIELDS } from "../sim/battle/turnLog.ts";
import { SHIPPED_MODES } from "../sim/duel/gameModes.ts";
import { type Bytes32, seedOf } from "../sim/sealing/commitment.ts";
import { type RandomSource, SeededRandom } from "../sim/sealing/random.ts";
import { simulate, type SimulationCase } from "../sim/simulate.ts";
import type { BattleHarness } from "../types/contracts/index.ts";
import { profilesOf, talliesOf } from "./helpers/packing.ts";
import { atLimits, randomCase, randomMode } from "./helpers/randomCase.ts";

const runSeed = process.env.SEALED_DUEL_SEED ?? randomBytes(4).toString("hex");
const budget = process.env.SEALED_DUEL_DEEP === "1" ? 10 : 1;
/** At most 1,000 turns a battle, so that a batch always stays below a block's gas. */
const BATCH = 25;
/** How often one also takes the long way: BattleSimulator with all seventeen fields of each turn, decoded slowly. */
const FULL_EVERY = 100;

describe(`differential fuzz with SEALED_DUEL_SEED=${runSeed}`, function () {
  this.timeout(budget * 120_000);

  let harness: BattleHarness;
  let engine: EvmEngine;
  let close: () => Promise<void>;
  before(async () => {
    const connection = await network.create();
    harness = (await connection.ethers.deployContract("BattleHarness")) as unknown as BattleHarness;
    engine = await openEvmEngine();
    close = () => connection.close();
  });
  after(async () => {
    await engine.close();
    await close();
  });

  const sets: Record<string, { cases: number; modeOf: (random: RandomSource) => BattleMode }> = {
    "the shipped modes": {
      cases: 3_000,
      modeOf: (random) => SHIPPED_MODES[random.below(SHIPPED_MODES.length)]!.battle,
    },
    "any valid mode": { cases: 1_500, modeOf: (random) => randomMode(random) },
    "modes with every number at a limit": { cases: 500, modeOf: (random) => randomMode(random, atLimits) },
  };
  for (const [name, { cases, modeOf }] of Object.entries(sets)) {
    const count = cases * budget;
    it(`both engines agree on ${count.toLocaleString("en")} battles in ${name}, and none reverts`, async () => {
      const random = new SeededRandom(sha256(toUtf8Bytes(`${runSeed}: ${name}`)) as Bytes32);
      for (let done = 0; done < count; done += BATCH) {
        const batch = Array.from({ length: BATCH }, () => randomCase(random, modeOf(random)));
        const digests = await harness.digests(batch.map(caseToPass)).catch(() => undefined);
        for (const [i, one] of batch.entries()) {
          if (digests?.[i] !== digestOf(one)) await explain(one, done + i);
        }
        if (done % FULL_EVERY === 0) await compareInFull(batch[0]!, done);
      }
    });
  }

  /** A digest says only that something differs: find out what. */
  async function explain(one: SimulationCase, index: number): Promise<void> {
    await compareInFull(one, index);
    const { tallies } = await harness.fight(caseToPass(one));
    expect([...tallies], replayOf(one, index)).to.deep.equal(talliesOf(simulate(one).turns));
    expect(await harness.digest(caseToPass(one)), replayOf(one, index)).to.equal(digestOf(one));
  }

  async function compareInFull(one: SimulationCase, index: number): Promise<void> {
    const source = new SeededRandom(seedOf(one.p1Nonce, one.p2Nonce));
    const report = simulate(one, source);
    const found = await engine.simulate(one).catch((error: Error) => {
      throw new Error(`${error.message}\n${replayOf(one, index)}`);
    });
    const packedTurns = `0x${Buffer.from(packTurns(report.turns)).toString("hex")}`;
    const difference = firstDifference(found, { ...report, wordsTaken: source.wordsTaken, packedTurns });
    if (difference !== undefined) expect.fail(`${difference}\n${replayOf(one, index)}`);
  }
});

/** Where two reports differ first, field by field and turn by turn. */
function firstDifference(found: EvmReport, expected: EvmReport): string | undefined {
  const listed = ({ turns, ...rest }: EvmReport) => {
    const fields = new Map<string, unknown>();
    turns.forEach((turn, i) => TURN_FIELDS.forEach((name) => fields.set(`turns[${i}].${name}`, turn[name])));
    fields.set("turns.length", turns.length);
    Object.entries(rest).forEach(([name, value]) => fields.set(name, value));
    return fields;
  };
  const [ofContract, ofReference] = [listed(found), listed(expected)];
  const names = new Set([...ofReference.keys(), ...ofContract.keys()]);
  const name = [...names].find((key) => String(ofContract.get(key)) !== String(ofReference.get(key)));
  return name === undefined
    ? undefined
    : `${name}: ${ofContract.get(name)} in Solidity, ${ofReference.get(name)} in TypeScript`;
}

function replayOf(one: SimulationCase, index: number): string {
  const text = JSON.stringify(one, (_, value) => (typeof value === "bigint" ? value.toString() : value));
  return [
    `replay with: SEALED_DUEL_SEED=${runSeed} npm test -- --grep "differential fuzz"`,
    `case ${index}, as duel simulate takes it: ${text}`,
  ].join("\n");
}

function caseToPass({ mode, p1Nonce, p2Nonce, p1Team, p2Team }: SimulationCase): BattleHarness.CaseStruct {
  const [p1Profiles, p2Profiles] = [profilesOf(p1Team), profilesOf(p2Team)];
  return { mode: battleModeToPass(mode), p1Nonce, p2Nonce, p1Profiles, p2Profiles };
}

/** The same hash as BattleHarness.digest. */
function digestOf(one: SimulationCase): string {
  const source = new SeededRandom(seedOf(one.p1Nonce, one.p2Nonce));
  const { firstAttacker, winner, rounds, alive, turns } = simulate(one, source);
  return keccak256(
    AbiCoder.defaultAbiCoder().encode(
      [...Array(6).fill("uint256"), "uint256[10]", "bytes"],
      [firstAttacker, winner, rounds, ...alive, source.wordsTaken, talliesOf(turns), packTurns(turns)],
    ),
  );
}
