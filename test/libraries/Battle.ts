import { expect } from "chai";
import { sha256, toUtf8Bytes } from "ethers";
import { network } from "hardhat";
import { fight } from "../../sim/battle/battle.ts";
import type { BattleMode } from "../../sim/battle/modes.ts";
import type { Team } from "../../sim/battle/stats.ts";
import { packTurns } from "../../sim/battle/turnLog.ts";
import { DEFAULT_MODE, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import type { Bytes32 } from "../../sim/sealing/commitment.ts";
import { type RandomSource, SeededRandom } from "../../sim/sealing/random.ts";
import type { MemoryHarness } from "../../types/contracts/index.ts";
import { packRolls, packValues, profilesOf, talliesOf } from "../helpers/packing.ts";
import { randomCase } from "../helpers/randomCase.ts";

const WORD_VALUES = 65_536;

/** Nobody is ever hit: 1,000 targets are chosen. */
const UNTOUCHABLE: BattleMode = { ...DEFAULT_MODE.battle, dodgeMaxRandom: 0, maxRounds: 100 };

/** Nobody falls, and nearly half of the words are rejected. */
const REJECTING: BattleMode = {
  ...DEFAULT_MODE.battle,
  healthValues: [65_535, 65_535, 65_535],
  attackValues: [1, 1, 1],
  dodgeMaxRandom: 40_000,
  comboMaxRandom: 33_000,
  maxRounds: 100,
};

/** Words that hardly ever come, and which battle (searched for) has one where a number below n is drawn. */
const RARE_WORDS = [
  { title: "the only word that chooses no target", mode: UNTOUCHABLE, n: 5, word: 65_535, number: 86 },
  { title: "a dodge's word at the limit", mode: REJECTING, n: 40_001, word: 40_001, number: 9 },
  { title: "a dodge's word right below the limit", mode: REJECTING, n: 40_001, word: 40_000, number: 19 },
  { title: "a combo's word at the limit", mode: REJECTING, n: 33_001, word: 33_001, number: 31 },
  { title: "a combo's word right below the limit", mode: REJECTING, n: 33_001, word: 33_000, number: 8 },
] as const;

interface BattleCase {
  readonly seed: Bytes32;
  readonly p1Team: Team;
  readonly p2Team: Team;
}

/** One of endlessly many battles, always the same for a number. */
function battle(number: number, mode: BattleMode): BattleCase {
  const seed = sha256(toUtf8Bytes(`battle ${number}`)) as Bytes32;
  const { p1Team, p2Team } = randomCase(new SeededRandom(seed), mode);
  return { seed, p1Team, p2Team };
}

/** Whether a battle comes upon this word when it draws a number below n. */
function meets(mode: BattleMode, { seed, p1Team, p2Team }: BattleCase, n: number, word: number): boolean {
  const words = new SeededRandom(seed);
  let isMet = false;
  const random: RandomSource = {
    below(count) {
      const next = words.below(WORD_VALUES);
      isMet ||= count === n && next === word;
      return next < WORD_VALUES - (WORD_VALUES % count) ? next % count : random.below(count);
    },
  };
  fight(mode, p1Team, p2Team, random);
  return isMet;
}

describe("Battle", () => {
  let harness: MemoryHarness;
  before(async () => {
    const { ethers } = await network.create();
    harness = (await ethers.deployContract("MemoryHarness")) as unknown as MemoryHarness;
  });

  async function expectTheSame(mode: BattleMode, { seed, p1Team, p2Team }: BattleCase): Promise<void> {
    const found = await harness.fight(
      seed,
      packValues(mode),
      packRolls(mode),
      profilesOf(p1Team),
      profilesOf(p2Team),
      false,
    );
    const random = new SeededRandom(seed);
    const { firstAttacker, winner, rounds, alive, turns } = fight(mode, p1Team, p2Team, random);
    const { firstAttacker: first, p1Alive, p2Alive, wordsTaken, tallies } = found;
    const numbers = [first, found.winner, found.rounds, p1Alive, p2Alive, wordsTaken, ...tallies];
    const expected = [firstAttacker, winner, rounds, ...alive, random.wordsTaken].map(BigInt);
    expect(found.turns).to.equal(`0x${Buffer.from(packTurns(turns)).toString("hex")}`);
    expect(numbers).to.deep.equal([...expected, ...talliesOf(turns)]);
  }

  for (const { name, battle: mode } of SHIPPED_MODES) {
    it(`fights as the reference does in the mode ${name}`, async () => {
      for (let i = 0; i < 8; i++) await expectTheSame(mode, battle(i, mode));
    });
  }

  for (const { title, mode, n, word, number } of RARE_WORDS) {
    it(`fights as the reference does when it comes upon ${title}`, async () => {
      const rare = battle(number, mode);
      expect(meets(mode, rare, n, word), "this battle has no such word").to.equal(true);
      await expectTheSame(mode, rare);
    });
  }
});
