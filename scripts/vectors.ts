// Makes the golden vectors of test/vectors from the TypeScript reference: node scripts/vectors.ts
// Everything follows from fixed labels, so that two runs write the same bytes. docs/VECTORS.md explains the files.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CHARACTERS } from "../sim/battle/characters.ts";
import { BATTLE_MODE_FIELDS, type BattleMode, readBattleMode } from "../sim/battle/modes.ts";
import { type Fighter, type Team, TEAM_SIZE, type Tiers } from "../sim/battle/stats.ts";
import { packTurns, type Turn, TURN_FIELDS } from "../sim/battle/turnLog.ts";
import { DEFAULT_MODE, SHIPPED_MODES } from "../sim/duel/gameModes.ts";
import { type Bytes32, seal, sealText, seedOf, toBytes32 } from "../sim/sealing/commitment.ts";
import { type RandomSource, SeededRandom } from "../sim/sealing/random.ts";
import { reportToJson, simulate, type SimulationCase, type SimulationReport } from "../sim/simulate.ts";

const folder = new URL("../test/vectors/", import.meta.url);
const MAX_ASSET_ID = 2n ** 256n - 1n;
const WORD_VALUES = 65_536;
/** How far to search for what a vector is to show. After a change of the rules, `from` may have to be moved by hand. */
const MAX_ATTEMPTS = 10_000;

const sha256 = (text: string) => createHash("sha256").update(text).digest();
/** 32 bytes that anybody can make again: printf '%s' LABEL | sha256sum. */
const fromLabel = (label: string): Bytes32 => toBytes32(sha256(`sealed duel: ${label}`));

/** Exported from a chain, so that no program can make it again: it is kept, and pinned with the rest. */
const RECORDS = "records.jsonl";

/** The text of every file by its name, the manifest with their SHA-256 last. */
export function vectorFiles(): Map<string, string> {
  const files = new Map(
    Object.entries({
      "commitments.json": commitments(),
      "seeds.json": seeds(),
      "random.json": random(),
      "battles.json": battles(),
    }).map(([name, content]) => [name, `${layOut(content)}\n`]),
  );
  files.set(RECORDS, readFileSync(new URL(RECORDS, folder), "utf8"));
  const hashes = [...files].map(([name, text]) => [name, sha256(text).toString("hex")]);
  return files.set("manifest.json", `${layOut({ sha256: Object.fromEntries(hashes) })}\n`);
}

/** JSON that reads well and differs by lines: whatever fits a line stands on one. */
function layOut(value: unknown, indent = ""): string {
  const short = JSON.stringify(value);
  if (short.length + indent.length <= 110 || typeof value !== "object" || value === null) return short;
  const deeper = `${indent}  `;
  const inside = Array.isArray(value)
    ? value.map((item) => layOut(item, deeper))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${layOut(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${inside.map((line) => deeper + line).join(",\n")}\n${indent}${close}`;
}

// PROTOCOL 1

function commitments() {
  const lists: Record<string, { nonce: Bytes32; assetIds: bigint[] }> = {
    "the document's team": { nonce: fromLabel("commitment 1"), assetIds: [11n, 12n, 13n, 14n, 15n] },
    "the same team in another order": {
      nonce: fromLabel("commitment 1"),
      assetIds: [15n, 14n, 13n, 12n, 11n],
    },
    "the same team under another nonce": {
      nonce: fromLabel("commitment 2"),
      assetIds: [11n, 12n, 13n, 14n, 15n],
    },
    "the same digits, cut into ids elsewhere": {
      nonce: fromLabel("commitment 1"),
      assetIds: [1n, 112n, 13n, 14n, 15n],
    },
    "a nonce of zeros, ids from 0": { nonce: `0x${"00".repeat(32)}`, assetIds: [0n, 1n, 2n, 3n, 4n] },
    "a nonce of ones": { nonce: `0x${"ff".repeat(32)}`, assetIds: [1n, 2n, 3n, 4n, 5n] },
    "a nonce with all sixteen digits": {
      nonce: `0x${"0123456789abcdef".repeat(4)}`,
      assetIds: [9n, 10n, 99n, 100n, 101n],
    },
    "a nonce that begins with zeros": { nonce: `0x${"00".repeat(31)}01`, assetIds: [1n, 2n, 3n, 4n, 5n] },
    "powers of ten": {
      nonce: fromLabel("commitment 3"),
      assetIds: [1n, 10n, 1_000n, 10n ** 18n, 10n ** 77n],
    },
    "the largest ids of the game's own fighters": {
      nonce: fromLabel("commitment 4"),
      assetIds: [16_777_215n, 16_777_214n, 16_777_213n, 16_777_212n, 16_777_211n],
    },
    "the largest ids there are": {
      nonce: fromLabel("commitment 5"),
      assetIds: [0n, 1n, 2n, 3n, 4n].map((less) => MAX_ASSET_ID - less),
    },
  };
  return {
    about: "PROTOCOL 1: teamHash is the SHA-256 of the ASCII text",
    vectors: Object.entries(lists).map(([name, { nonce, assetIds }]) => ({
      name,
      nonce,
      assetIds: assetIds.map(String),
      text: sealText(nonce, assetIds),
      teamHash: seal(nonce, assetIds),
    })),
  };
}

// PROTOCOL 2

function seeds() {
  const zeros: Bytes32 = `0x${"00".repeat(32)}`;
  const pairs: Record<string, [Bytes32, Bytes32]> = {
    "two nonces": [fromLabel("seed 1"), fromLabel("seed 2")],
    "the same two, swapped": [fromLabel("seed 2"), fromLabel("seed 1")],
    "the same nonce twice": [fromLabel("seed 1"), fromLabel("seed 1")],
    "zeros twice": [zeros, zeros],
    "zeros and ones": [zeros, `0x${"ff".repeat(32)}`],
  };
  return {
    about: "PROTOCOL 2: the seed is the SHA-256 of both nonces' 128 hex digits",
    vectors: Object.entries(pairs).map(([name, [p1Nonce, p2Nonce]]) => ({
      name,
      p1Nonce,
      p2Nonce,
      seed: seedOf(p1Nonce, p2Nonce),
    })),
  };
}

// PROTOCOL 3

function random() {
  const streams = ["stream 1", "stream 2"].map((label) => {
    const stream = new SeededRandom(fromLabel(label));
    // below(65536) is the word itself.
    return { seed: fromLabel(label), words: Array.from({ length: 64 }, () => stream.below(WORD_VALUES)) };
  });
  const draws: Record<string, number[]> = {
    "below(1) takes a word too": Array(20).fill(1),
    "the first attacker, then one of five, four, three, two, one": [2, 5, 4, 3, 2, 1],
    "the default mode's rolls, over five blocks": Array(80).fill(11),
    "65,536 values: never rejected": Array(20).fill(65_536),
    "65,535 values: one word in 65,536 is rejected": Array(20).fill(65_535),
    "32,769 values: nearly half of all words are rejected": Array(60).fill(32_769),
    "32,768 values: never rejected": Array(20).fill(32_768),
    "every n from 1 to 64": Array.from({ length: 64 }, (_, i) => i + 1),
    "large and small in turn": Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 40_000 + 400 * i : 3)),
  };
  const rejections: Record<string, [n: number, from: number]> = {
    "below(3) rejects 65535": [3, 33_913],
    "below(5) rejects 65535": [5, 10_140],
    "below(11) rejects 65527 and above": [11, 12_777],
    "below(65535) rejects 65535": [65_535, 120_150],
  };
  return {
    about: "PROTOCOL 3: words of a stream; and below(n) for each n in turn, with the words taken after each",
    streams,
    draws: [
      ...Object.entries(draws).map(([name, n]) => draw(name, fromLabel(name), n)),
      ...Object.entries(rejections).map(([name, [n, from]]) =>
        draw(name, seedThatRejects(n, from), [n, n, n]),
      ),
    ],
  };
}

function draw(name: string, seed: Bytes32, n: number[]) {
  const stream = new SeededRandom(seed);
  const taken = n.map((count) => ({ value: stream.below(count), wordsTaken: stream.wordsTaken }));
  return {
    name,
    seed,
    n,
    values: taken.map(({ value }) => value),
    wordsTaken: taken.map(({ wordsTaken }) => wordsTaken),
  };
}

/** The first seed that rejects its first word. `from` is where an earlier search found it: it only saves time. */
function seedThatRejects(n: number, from: number): Bytes32 {
  return firstThat(`below(${n}) rejects`, from, (attempt) => {
    const seed = fromLabel(`below(${n}) ${attempt}`);
    const stream = new SeededRandom(seed);
    stream.below(n);
    return stream.wordsTaken > 1 ? seed : undefined;
  });
}

function firstThat<T>(what: string, from: number, find: (attempt: number) => T | undefined): T {
  for (let attempt = from; attempt < from + MAX_ATTEMPTS; attempt++) {
    const found = find(attempt);
    if (found !== undefined) return found;
  }
  throw new Error(
    `nothing shows "${what}" in attempts ${from}..${from + MAX_ATTEMPTS - 1}: did a rule change?`,
  );
}

// PROTOCOL 4 and 5

/** One draw of a battle: how many values it chose among, and the words it read, the rejected ones first. */
interface Draw {
  readonly n: number;
  readonly words: readonly number[];
}

interface Fought {
  readonly report: SimulationReport;
  readonly draws: readonly Draw[];
}

interface Battle {
  readonly mode?: Partial<BattleMode>;
  readonly teams?: (label: string) => readonly [Team, Team];
  /** What the battle is here for: the first one of its label that shows it is taken. */
  readonly shows?: (fought: Fought) => boolean;
  /** Where an earlier search found it: it only saves time. */
  readonly from?: number;
}

const [, blitz, siege] = SHIPPED_MODES.map(({ battle }) => battle);

const everyTurn = (test: (turn: Turn) => boolean) => (fought: Fought) => fought.report.turns.every(test);
const someTurn = (test: (turn: Turn) => boolean) => (fought: Fought) => fought.report.turns.some(test);
const someDraw = (test: (draw: Draw) => boolean) => (fought: Fought) => fought.draws.some(test);
const rejectsAmong = (n: number) => someDraw((one) => one.n === n && one.words.length > 1);
const takesLargestWordAmong = (n: number) =>
  someDraw((one) => one.n === n && one.words.length === 1 && one.words[0] === WORD_VALUES - 1);

const BATTLES: Record<string, Battle> = {
  "default mode: player 1 attacks first and wins": {
    shows: ({ report }) => report.firstAttacker === 1 && report.winner === 1,
  },
  "default mode: player 1 attacks first and loses": {
    shows: ({ report }) => report.firstAttacker === 1 && report.winner === 2,
  },
  "default mode: player 2 attacks first and loses": {
    shows: ({ report }) => report.firstAttacker === 2 && report.winner === 1,
  },
  "default mode: player 2 attacks first and wins": {
    shows: ({ report }) => report.firstAttacker === 2 && report.winner === 2,
  },
  "default mode: the last one standing wins": {
    shows: ({ report }) => report.alive[0] + report.alive[1] === 1,
  },
  "default mode: all alike, tier 1": { teams: teamsOf([1, 1, 1, 1, 1, 1]) },
  "default mode: all alike, tier 3": { teams: teamsOf([3, 3, 3, 3, 3, 3]) },
  "default mode: any tiers": { teams: anyTeams },
  "blitz: player 1 wins": { mode: blitz!, shows: ({ report }) => report.winner === 1 },
  "blitz: player 2 wins": { mode: blitz!, shows: ({ report }) => report.winner === 2 },
  "siege: player 1 wins": { mode: siege!, shows: ({ report }) => report.winner === 1 },
  "siege: player 2 wins": { mode: siege!, shows: ({ report }) => report.winner === 2 },
  "one round: a tie of five goes to player 1": {
    mode: { maxRounds: 1, healthValues: [60, 60, 60] },
    shows: ({ report }) => report.alive.join() === "5,5" && report.firstAttacker === 2,
  },
  "one round: a tie with one fallen on either side goes to player 1": {
    mode: { maxRounds: 1, healthValues: [4, 4, 4] },
    shows: ({ report }) => report.alive.join() === "4,4",
  },
  "two rounds: player 2 has one more alive": {
    mode: { maxRounds: 2, healthValues: [8, 8, 8] },
    shows: ({ report }) => report.rounds === 2 && report.alive[1] === report.alive[0] + 1,
  },
  "the cap: 100 rounds and 1,000 turns, every one dodged": {
    mode: { dodgeMaxRandom: 0 },
    shows: (fought) => everyTurn((turn) => turn.wasDodge)(fought) && fought.report.turns.length === 1_000,
  },
  "the cap: 100 rounds and 1,000 turns, none dodged, each for 1": {
    mode: {
      dodgeMaxRandom: 65_535,
      comboMaxRandom: 65_535,
      rangeFactors: [0, 0, 0],
      attackValues: [1, 1, 1],
      defenseValues: [1_000, 1_000, 1_000],
      healthValues: [65_535, 65_535, 65_535],
      speedValues: [1, 1, 1],
      comboValues: [0, 0, 0],
    },
    shows: (fought) =>
      everyTurn((turn) => !turn.wasDodge && turn.damageDealt === 1)(fought) &&
      fought.report.turns.length === 1_000,
  },
  "the cap: player 2 has more alive": {
    mode: { healthValues: [190, 190, 190], defenseValues: [4, 4, 4] },
    shows: ({ report }) => report.rounds === 100 && report.alive[0] > 0 && report.winner === 2,
  },
  "never dodged: rolls up to 65,535 against even speeds": {
    mode: { dodgeMaxRandom: 65_535 },
    shows: everyTurn((turn) => !turn.wasDodge),
  },
  "a dodge by equality: speed is exactly roll times speed": {
    mode: { speedValues: [10, 20, 30] },
    teams: teamsOf([2, 2, 2, 2, 2, 2], [2, 2, 2, 1, 2, 2]),
    shows: someTurn((turn) => turn.attacker === 2 && turn.randomDodge === 2 && turn.wasDodge),
  },
  "a combo by equality, and one roll beyond without": {
    mode: { comboValues: [3, 3, 3] },
    shows: (fought) =>
      someTurn((turn) => turn.randomCombo === 3 && turn.wasCombo)(fought) &&
      someTurn((turn) => turn.randomCombo === 4 && !turn.wasCombo)(fought),
  },
  "always a combo: nothing to roll": {
    mode: { comboMaxRandom: 0 },
    shows: everyTurn((t) => t.wasDodge || t.wasCombo),
  },
  "the largest damage: 6,553,500": {
    mode: {
      attackValues: [1_000, 1_000, 1_000],
      defenseValues: [1, 1, 1],
      healthValues: [65_535, 65_535, 65_535],
      comboFactor: 65_535,
      comboMaxRandom: 0,
      dodgeMaxRandom: 2,
      rangeFactors: [1, 1, 1],
    },
    shows: someTurn((turn) => turn.damageDealt === 6_553_500),
  },
  "out of range nothing is left, and yet each hit takes 1": {
    mode: { rangeFactors: [0, 0, 0], rangeValues: [0, 0, 0], healthValues: [8, 8, 8] },
    shows: someTurn((turn) => turn.damageDealt === 1 && turn.rangePenalty === 10_000),
  },
  "a range of 255 reaches everywhere": {
    mode: { rangeValues: [255, 255, 255], rangeFactors: [0, 0, 0] },
    shows: everyTurn((turn) => turn.rangePenalty === 0),
  },
  "four slots out of range count as three": {
    mode: { rangeValues: [0, 0, 0], rangeFactors: [9_000, 8_000, 700], healthValues: [30, 30, 30] },
    shows: someTurn(
      (turn) => Math.abs(turn.attackerSlot - turn.defenderSlot) === 4 && turn.rangePenalty === 9_300,
    ),
  },
  "floored once: 49/2 × 0.75 × 1.75 is 32, not 31": {
    mode: {
      attackValues: [7, 7, 7],
      defenseValues: [2, 2, 2],
      healthValues: [90, 90, 90],
      rangeValues: [0, 0, 0],
    },
    shows: someTurn((turn) => turn.damageDealt === 32 && turn.wasCombo && turn.rangePenalty === 2_500),
  },
  "attack equal to defense is dealt as it is": {
    mode: { attackValues: [5, 5, 5], defenseValues: [5, 5, 5], rangeValues: [4, 4, 4] },
    shows: someTurn((turn) => turn.damageDealt === 5),
  },
  "a kill by exactly the hp left": {
    shows: someTurn(
      (turn) => turn.wasKill && turn.damageDealt === turn.defenderHpStart && turn.damageDealt > 1,
    ),
  },
  "a kill by more than the hp left is logged in full": {
    shows: someTurn((turn) => turn.wasKill && turn.damageDealt > turn.defenderHpStart + 5),
  },
  "rolls that reject nearly half of all words": { mode: { dodgeMaxRandom: 32_768, comboMaxRandom: 32_768 } },
  "rolls over all 65,536 words": {
    mode: { dodgeMaxRandom: 65_535, comboMaxRandom: 65_535, speedValues: [1, 500, 1_000] },
  },
  "a word rejected when one of five is chosen": { shows: rejectsAmong(5), from: 3_434 },
  "a word rejected when one of three is chosen": { shows: rejectsAmong(3), from: 6_505 },
  "a word rejected by a roll of 0..10": { shows: rejectsAmong(11), from: 99 },
  "the word 65535 taken when one of four is chosen": { shows: takesLargestWordAmong(4), from: 10_391 },
  "the word 65535 taken when one of two is chosen": { shows: takesLargestWordAmong(2), from: 19_072 },
  "the word 65535 taken when one is left": { shows: takesLargestWordAmong(1), from: 13_113 },
  "the largest ids there are, the smallest too": {
    teams: (label) => {
      const [p1Team, p2Team] = catalogueTeams(label);
      const largest = (fighter: Fighter, slot: number) => ({
        ...fighter,
        assetId: MAX_ASSET_ID - BigInt(slot),
        charId: 65_535,
      });
      const smallest = (fighter: Fighter, slot: number) => ({ ...fighter, assetId: BigInt(slot), charId: 0 });
      return [p1Team.map(largest), p2Team.map(smallest)];
    },
  },
  "the same five fighters on both sides": {
    teams: (label) => {
      const [p1Team] = catalogueTeams(label);
      return [p1Team, p1Team];
    },
  },
};

function battles() {
  return {
    about:
      "PROTOCOL 4 and 5: a case as `duel simulate` takes it and all that comes out; turns list the turnFields in order",
    turnFields: TURN_FIELDS,
    battles: Object.entries(BATTLES).map(([name, battle]) => {
      const one = firstThat(name, battle.from ?? 0, (attempt) => {
        const candidate = caseOf(`${name} ${attempt}`, battle);
        return battle.shows === undefined || battle.shows(fightOut(candidate)) ? candidate : undefined;
      });
      return { name, case: caseToJson(one), answer: answerTo(one) };
    }),
  };
}

function caseOf(label: string, { mode, teams = catalogueTeams }: Battle): SimulationCase {
  const [p1Team, p2Team] = teams(label);
  return {
    mode: readBattleMode({ ...DEFAULT_MODE.battle, ...mode }, label),
    p1Nonce: fromLabel(`${label}: player 1`),
    p2Nonce: fromLabel(`${label}: player 2`),
    p1Team,
    p2Team,
  };
}

/** Two teams of five different characters each. */
function catalogueTeams(label: string): readonly [Team, Team] {
  const chance = new SeededRandom(fromLabel(`${label}: teams`));
  const team = (firstId: number) => {
    const left = [...CHARACTERS];
    return Array.from({ length: TEAM_SIZE }, (_, slot) => {
      const [{ id, tiers }] = left.splice(chance.below(left.length), 1) as [(typeof CHARACTERS)[number]];
      return { assetId: BigInt(firstId + slot), charId: id, tiers };
    });
  };
  return [team(101), team(201)];
}

/** Two teams with any tiers. */
function anyTeams(label: string): readonly [Team, Team] {
  const chance = new SeededRandom(fromLabel(`${label}: teams`));
  const tiers = () => Array.from({ length: 6 }, () => 1 + chance.below(3)) as unknown as Tiers;
  const team = (firstId: number) =>
    Array.from({ length: TEAM_SIZE }, (_, slot) => ({
      assetId: BigInt(firstId + slot),
      charId: slot,
      tiers: tiers(),
    }));
  return [team(101), team(201)];
}

function teamsOf(p1Tiers: Tiers, p2Tiers: Tiers = p1Tiers): () => readonly [Team, Team] {
  const team = (tiers: Tiers, firstId: number) =>
    Array.from({ length: TEAM_SIZE }, (_, slot) => ({
      assetId: BigInt(firstId + slot),
      charId: 1 + slot,
      tiers,
    }));
  return () => [team(p1Tiers, 101), team(p2Tiers, 201)];
}

function fightOut(one: SimulationCase): Fought {
  const seed = seedOf(one.p1Nonce, one.p2Nonce);
  const source = new SeededRandom(seed);
  const words = new SeededRandom(seed);
  const draws: Draw[] = [];
  const recorded: RandomSource = {
    below(n) {
      const before = source.wordsTaken;
      const value = source.below(n);
      const count = source.wordsTaken - before;
      draws.push({ n, words: Array.from({ length: count }, () => words.below(WORD_VALUES)) });
      return value;
    },
  };
  return { report: simulate(one, recorded), draws };
}

function caseToJson({ mode, p1Nonce, p2Nonce, p1Team, p2Team }: SimulationCase) {
  const fighter = ({ assetId, charId, tiers }: Fighter) => ({ assetId: assetId.toString(), charId, tiers });
  return {
    mode: Object.fromEntries(BATTLE_MODE_FIELDS.map((name) => [name, mode[name]])),
    p1Nonce,
    p2Nonce,
    p1Team: p1Team.map(fighter),
    p2Team: p2Team.map(fighter),
  };
}

function answerTo(one: SimulationCase) {
  const source = new SeededRandom(seedOf(one.p1Nonce, one.p2Nonce));
  const report = simulate(one, source);
  const { turns, ...rest } = reportToJson(report);
  return {
    ...rest,
    wordsTaken: source.wordsTaken,
    packedTurns: `0x${Buffer.from(packTurns(report.turns)).toString("hex")}`,
    turns: turns.map((turn) => TURN_FIELDS.map((field) => turn[field])),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of vectorFiles()) {
    writeFileSync(new URL(name, folder), text);
    console.log(`test/vectors/${name}: ${text.length.toLocaleString("en")} bytes`);
  }
}
