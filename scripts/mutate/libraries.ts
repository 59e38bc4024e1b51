import { readFileSync } from "node:fs";
import { concat, Interface, keccak256, toBeHex } from "ethers";
import type { EmbeddedChain } from "../../chain/embedded.ts";
import { fight } from "../../sim/battle/battle.ts";
import type { BattleMode } from "../../sim/battle/modes.ts";
import type { Fighter, Tiers } from "../../sim/battle/stats.ts";
import { packTurns, type Turn } from "../../sim/battle/turnLog.ts";
import { DEFAULT_MODE, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { type Bytes32, seal, seedOf } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { Dice } from "../bench/arena.ts";
import { readSources, type Sources } from "../solc.ts";
import { build } from "./build.ts";
import type { Mutant } from "./mutants.ts";
import { packRolls, packValues } from "./packing.ts";

const HARNESS = "contracts/mutation/LibraryHarness.sol";
const GAS = 16_000_000;
const WORD_VALUES = 65_536;

/** A call of the harness and what the reference says it returns; a revert is its error's name. */
interface Question {
  readonly name: string;
  readonly data: string;
  readonly answer: string;
}

const source = readFileSync(new URL("LibraryHarness.sol", import.meta.url), "utf8");
const sources: Sources = {
  ...readSources("contracts/libraries/Battle.sol"),
  ...readSources("contracts/libraries/Commitment.sol"),
  [HARNESS]: source,
};

/** Deploys a mutant behind the harness and compares it with the reference; tells what gave it away, if anything. */
export async function openLibraryBench(chain: EmbeddedChain) {
  const original = buildHarness(sources);
  if (typeof original === "string") throw new Error(original);
  const abi = new Interface(original.abi);
  const questions = [...commitments(abi), ...draws(abi), ...battles(abi)];
  const [signer] = await chain.ethers.getSigners();

  const examine = async (bytecode: string): Promise<string | undefined> => {
    const snapshot = await chain.networkHelpers.takeSnapshot();
    try {
      const receipt = await (await signer!.sendTransaction({ data: `0x${bytecode}`, gasLimit: GAS })).wait();
      const to = receipt!.contractAddress!;
      for (const { name, data, answer } of questions) {
        const found = await chain.provider
          .request({ method: "eth_call", params: [{ to, data, gas: `0x${GAS.toString(16)}` }] })
          .catch((error: { data?: unknown }) => errorName(abi, error.data));
        if (found !== answer) return name;
      }
      return undefined;
    } finally {
      await snapshot.restore();
    }
  };
  const blame = await examine(original.evm.bytecode.object);
  if (blame) throw new Error(`the unchanged libraries fail at ${blame}`);

  return async (mutant: Mutant): Promise<string | undefined> => {
    const changed = buildHarness({ ...sources, [mutant.file]: mutant.source });
    return typeof changed === "string" ? "does not compile" : examine(changed.evm.bytecode.object);
  };
}

const buildHarness = (all: Sources) => build(all, HARNESS, "LibraryHarness");

function errorName(abi: Interface, data: unknown): string {
  const text = typeof data === "string" ? data : ((data as { data?: string } | undefined)?.data ?? "0x");
  return (text.length < 10 ? null : abi.parseError(text)?.name) ?? "revert";
}

function ask(abi: Interface, name: string, method: string, values: unknown[], results: unknown[]): Question {
  const data = abi.encodeFunctionData(method, values);
  return { name, data, answer: abi.encodeFunctionResult(method, results) };
}

function* commitments(abi: Interface): Generator<Question> {
  const dice = new Dice("mutation: seals");
  const largest = 2n ** 256n - 1n;
  const lists = [
    [11n, 12n, 13n, 14n, 15n],
    [0n, 9n, 10n, 99n, 100n],
    [largest, largest - 1n, 10n ** 77n, 10n ** 77n - 1n, 1n],
    [largest, largest, largest, largest, largest],
    ...Array.from({ length: 5 }, () => Array.from({ length: 5 }, () => BigInt(dice.below(2 ** 24)))),
  ];
  const nonces: Bytes32[] = [`0x${"0123456789abcdef".repeat(4)}`, `0x${"00".repeat(31)}0a`, dice.bytes32()];
  for (const nonce of nonces) {
    for (const list of lists) {
      const neighbours = list.map((id) => (id + 1n) & largest);
      yield ask(abi, "seal", "seal", [nonce, list, neighbours], [seal(nonce, list), hashOf(neighbours)]);
    }
    const other = dice.bytes32();
    yield ask(abi, "seed", "seedOf", [nonce, other], [seedOf(nonce, other)]);
  }
}

/** As Solidity hashes five words. */
function hashOf(words: readonly bigint[]): string {
  return keccak256(concat(words.map((word) => toBeHex(word, 32))));
}

function* draws(abi: Interface): Generator<Question> {
  const dice = new Dice("mutation: draws");
  const counts = [
    1, 2, 3, 5, 7, 11, 100, 255, 256, 257, 4_097, 32_767, 32_768, 32_769, 40_001, 65_535, 65_536,
  ];
  for (let i = 0; i < 20; i++) {
    const list = Array.from({ length: 1 + dice.below(60) }, () => counts[dice.below(counts.length)]!);
    const seed = dice.bytes32();
    const random = new SeededRandom(seed);
    const values = list.map((n) => random.below(n));
    yield ask(abi, "draws", "draw", [seed, list], [values, random.wordsTaken]);
  }
  // A word that is exactly the limit is the first to be rejected.
  const n = 40_001;
  const words = (seed: Bytes32) => {
    const random = new SeededRandom(seed);
    return Array.from({ length: 16 }, () => random.below(WORD_VALUES));
  };
  let seed = dice.bytes32();
  while (!words(seed).includes(n)) seed = dice.bytes32();
  const random = new SeededRandom(seed);
  const values = Array.from({ length: 12 }, () => random.below(n));
  yield ask(abi, "the limit", "draw", [seed, values.map(() => n)], [values, random.wordsTaken]);
  const none = new SeededRandom(dice.bytes32());
  yield ask(abi, "no draw", "draw", [dice.bytes32(), []], [[], none.wordsTaken]);
}

function* battles(abi: Interface): Generator<Question> {
  const data = abi.encodeFunctionData("fightWithFullMemory");
  yield { name: "full memory", data, answer: "BattleArenaTaken" };
  for (const { name, mode, seed, teams } of battleCases()) {
    yield ask(
      abi,
      `battle ${name}`,
      "fight",
      [seed, packValues(mode), packRolls(mode), ...teams.map(packProfiles)],
      [outcomeOf(mode, seed, teams)],
    );
  }
}

interface BattleCase {
  readonly name: string;
  readonly mode: BattleMode;
  readonly seed: Bytes32;
  readonly teams: readonly [readonly Tiers[], readonly Tiers[]];
}

function* battleCases(): Generator<BattleCase> {
  const dice = new Dice("mutation: battles");
  const team = () => Array.from({ length: 5 }, () => randomTiers(dice));
  const next = (name: string, mode: BattleMode): BattleCase => {
    return { name, mode, seed: dice.bytes32(), teams: [team(), team()] };
  };
  for (const { name, battle } of SHIPPED_MODES) {
    for (let i = 0; i < 6; i++) yield next(`${name} ${i}`, battle);
  }
  for (let i = 0; i < 30; i++) yield next(`random mode ${i}`, randomMode(dice));
  // Every limit of a mode, and many rounds.
  yield next("largest values", {
    ...DEFAULT_MODE.battle,
    attackValues: [1, 1, 1_000],
    defenseValues: [1, 1_000, 1_000],
    healthValues: [65_535, 65_535, 65_535],
    speedValues: [1, 1_000, 1_000],
    rangeValues: [0, 1, 255],
    comboValues: [0, 0, 1_000],
    comboFactor: 65_535,
    dodgeMaxRandom: 65_535,
    comboMaxRandom: 65_535,
    maxRounds: 100,
  });
  // Words that are rare: 65535 when one of five is chosen, and rolls of exactly the limit, or the last below it. Nobody
  // is ever hit in the first of these modes; in the second nearly half of the words are rejected.
  const untouchable = { ...DEFAULT_MODE.battle, dodgeMaxRandom: 0, maxRounds: 100 };
  const rejecting = {
    ...DEFAULT_MODE.battle,
    healthValues: [65_535, 65_535, 65_535] as const,
    attackValues: [1, 1, 1] as const,
    dodgeMaxRandom: 40_000,
    comboMaxRandom: 33_000,
    maxRounds: 100,
  };
  const rare: readonly (readonly [string, BattleMode, number, number])[] = [
    ["a rejected target", untouchable, 5, 65_535],
    ["a dodge roll at its limit", rejecting, 40_001, 40_001],
    ["a dodge roll below its limit", rejecting, 40_001, 40_000],
    ["a combo roll at its limit", rejecting, 33_001, 33_001],
    ["a combo roll below its limit", rejecting, 33_001, 33_000],
  ];
  for (const [name, mode, n, word] of rare) {
    for (let i = 0; i < 2; i++) {
      const teams = [team(), team()] as const;
      let seed = dice.bytes32();
      while (!meets(mode, seed, teams, n, word)) seed = dice.bytes32();
      yield { name: `${name} ${i}`, mode, seed, teams };
    }
  }
}

/** Whether a battle comes upon this word when it draws a number below n. */
function meets(
  mode: BattleMode,
  seed: Bytes32,
  [p1, p2]: BattleCase["teams"],
  n: number,
  word: number,
): boolean {
  const random = new SeededRandom(seed);
  let isMet = false;
  const below = (count: number): number => {
    const next = random.below(WORD_VALUES);
    isMet ||= count === n && next === word;
    return next < WORD_VALUES - (WORD_VALUES % count) ? next % count : below(count);
  };
  fight(mode, enlist(p1), enlist(p2), { below });
  return isMet;
}

const randomTiers = (dice: Dice): Tiers => [0, 0, 0, 0, 0, 0].map(() => dice.tier()) as unknown as Tiers;

function randomMode(dice: Dice): BattleMode {
  const rising = (min: number, max: number) =>
    [0, 0, 0].map(() => min + dice.below(max - min + 1)).toSorted((a, b) => a - b) as [
      number,
      number,
      number,
    ];
  const falling = rising(0, 10_000).toReversed() as [number, number, number];
  return {
    attackValues: rising(1, 1_000),
    defenseValues: rising(1, 1_000),
    healthValues: rising(1, dice.below(2) === 0 ? 3_000 : 65_535),
    speedValues: rising(1, 1_000),
    rangeValues: rising(0, 4),
    comboValues: rising(0, 1_000),
    dodgeMaxRandom: dice.below(2) === 0 ? 2 + dice.below(20) : dice.below(65_536),
    comboMaxRandom: dice.below(2) === 0 ? dice.below(2_000) : dice.below(65_536),
    rangeFactors: falling,
    comboFactor: 10_000 + dice.below(55_536),
    maxRounds: 1 + dice.below(40),
  };
}

function enlist(team: readonly Tiers[]): readonly Fighter[] {
  return team.map((tiers, slot) => ({ assetId: BigInt(slot), charId: slot, tiers }));
}

function outcomeOf(mode: BattleMode, seed: Bytes32, [p1, p2]: BattleCase["teams"]) {
  const random = new SeededRandom(seed);
  const { firstAttacker, winner, rounds, alive, turns } = fight(mode, enlist(p1), enlist(p2), random);
  const tallies = Array.from({ length: 10 }, (_, fighter) => tallyOf(turns, fighter));
  const packed = packTurns(turns);
  return [firstAttacker, winner, rounds, alive[0], alive[1], random.wordsTaken, packed, tallies];
}

/** What a fighter adds to its record (PROTOCOL 8), in the record's layout. Player 1's five come first. */
function tallyOf(turns: readonly Turn[], fighter: number): bigint {
  const player = fighter < 5 ? 1 : 2;
  const slot = fighter % 5;
  let tally = 0n;
  for (const turn of turns) {
    const add = (counts: boolean | number, shift: bigint) => (tally += BigInt(counts) << shift);
    if (turn.attacker === player && turn.attackerSlot === slot) {
      add(turn.wasKill, 72n);
      add(turn.damageDealt, 120n);
      add(turn.wasCombo, 231n);
    }
    if (turn.attacker !== player && turn.defenderSlot === slot) {
      add(turn.wasKill, 96n);
      add(turn.damageDealt, 163n);
      add(turn.wasDodge, 206n);
    }
  }
  return tally;
}

function packProfiles(team: readonly Tiers[]): bigint {
  const profile = (tiers: Tiers) =>
    tiers.reduce((bits, tier, i) => bits | (BigInt(tier) << BigInt(2 * i)), 0n);
  // As Duel has them: with bits above the tiers, which a battle must not look at.
  return team.reduce((bits, tiers, i) => bits | ((profile(tiers) | 0xffff_f000n) << BigInt(32 * i)), 0n);
}
