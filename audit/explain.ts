import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { BPS, dodges, fight, rangeFactorOf, statsOf } from "../sim/battle/battle.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import type { Team } from "../sim/battle/stats.ts";
import type { Turn } from "../sim/battle/turnLog.ts";
import { type Bytes32, seal, sealText, seedOf } from "../sim/sealing/commitment.ts";
import type { RandomSource } from "../sim/sealing/random.ts";
import { battleTeam, type MatchRecord } from "./record.ts";

/** One word of the stream, and where it stands. */
interface DrawnWord {
  readonly block: number;
  readonly index: number;
  readonly word: number;
}

/** One call of below(n): the words it threw away, the word it took, and the result. */
interface Draw {
  readonly n: number;
  readonly limit: number;
  readonly refused: readonly DrawnWord[];
  readonly taken: DrawnWord;
  readonly result: number;
}

const WORDS_PER_BLOCK = 16;
const WORD_VALUES = 65_536;

/** The stream of PROTOCOL 3, written once more, which remembers where every number came from. */
class TracedRandom implements RandomSource {
  readonly draws: Draw[] = [];
  readonly #seed: Uint8Array;
  #block = new Uint8Array();
  #wordsTaken = 0;

  constructor(seed: Bytes32) {
    this.#seed = hexToBytes(seed.slice(2));
  }

  below(n: number): number {
    const limit = WORD_VALUES - (WORD_VALUES % n);
    const refused: DrawnWord[] = [];
    let taken = this.#next();
    while (taken.word >= limit) {
      refused.push(taken);
      taken = this.#next();
    }
    const result = taken.word % n;
    this.draws.push({ n, limit, refused, taken, result });
    return result;
  }

  #next(): DrawnWord {
    const block = Math.floor(this.#wordsTaken / WORDS_PER_BLOCK);
    const index = this.#wordsTaken++ % WORDS_PER_BLOCK;
    if (index === 0) {
      const input = new Uint8Array(36);
      input.set(this.#seed);
      new DataView(input.buffer).setUint32(32, block);
      this.#block = sha256(input);
    }
    return { block, index, word: (this.#block[2 * index]! << 8) | this.#block[2 * index + 1]! };
  }
}

/** Every number a battle drew, in order. */
function tracedDraws(mode: BattleMode, p1Team: Team, p2Team: Team, seed: Bytes32) {
  const random = new TracedRandom(seed);
  const result = fight(mode, p1Team, p2Team, random);
  return { draws: random.draws, result };
}

/** The inputs of a battle: all that its arithmetic depends on. */
export interface BattleInputs {
  readonly mode: BattleMode;
  readonly nonces: readonly [Bytes32, Bytes32];
  readonly teams: readonly [Team, Team];
}

/** The battle of a record, or null if none was fought. */
export function inputsOf({ mode, p1, p2 }: MatchRecord): BattleInputs | null {
  if (!p1.nonce || !p1.team || !p2?.nonce || !p2.team) return null;
  return { mode, nonces: [p1.nonce, p2.nonce], teams: [battleTeam(p1.team), battleTeam(p2.team)] };
}

/**
 * The whole arithmetic of a battle in words, with commands that recompute every hash by hand. What belongs to a step is
 * indented below it.
 */
export function explainBattle({ mode, nonces, teams }: BattleInputs): string[] {
  const seed = seedOf(...nonces);
  const assetIds = teams[0].map(({ assetId }) => assetId);
  const { draws, result } = tracedDraws(mode, ...teams, seed);
  const explainer = new Explainer(mode, teams, seed, draws);
  return [
    "Commitment: SHA-256 of player 1's nonce, a colon, and its five asset ids.",
    `  $ printf '%s' ${sealText(nonces[0], assetIds)} | sha256sum`,
    `  ${seal(nonces[0], assetIds).slice(2)}`,
    "Seed: SHA-256 of both nonces.",
    `  $ printf '%s' ${nonces[0].slice(2)}${nonces[1].slice(2)} | sha256sum`,
    `  ${seed.slice(2)}`,
    ...explainer.firstAttacker(),
    ...result.turns.flatMap((turn, i) => explainer.turn(turn, i)),
    `End: player 1 has ${result.alive[0]} standing, player 2 has ${result.alive[1]}; player ${result.winner} wins.`,
  ];
}

class Explainer {
  readonly #mode: BattleMode;
  readonly #teams: readonly [Team, Team];
  readonly #seed: Bytes32;
  readonly #draws: readonly Draw[];
  readonly #hp: readonly [number[], number[]];
  #next = 0;

  constructor(mode: BattleMode, teams: readonly [Team, Team], seed: Bytes32, draws: readonly Draw[]) {
    this.#mode = mode;
    this.#teams = teams;
    this.#seed = seed;
    this.#draws = draws;
    const health = (team: Team) => team.map((fighter) => statsOf(mode, fighter).health);
    this.#hp = [health(teams[0]), health(teams[1])];
  }

  firstAttacker(): string[] {
    const draw = this.#draw();
    return [
      "First attacker: 0 is player 1, 1 is player 2.",
      ...this.#rollLines("first", draw, `player ${draw.result + 1} goes first`),
    ];
  }

  turn(turn: Turn, i: number): string[] {
    const side = turn.attacker - 1;
    const attacker = statsOf(this.#mode, this.#teams[side]![turn.attackerSlot]!);
    const target = statsOf(this.#mode, this.#teams[1 - side]![turn.defenderSlot]!);
    const hp = this.#hp[1 - side]!;
    const foes = hp.flatMap((left, slot) => (left > 0 ? [slot] : []));
    hp[turn.defenderSlot] = turn.defenderHpEnd;

    const lines = [
      `Turn ${i + 1}, round ${turn.round}: player ${turn.attacker}'s slot ${turn.attackerSlot} ` +
        `(asset ${turn.attackerAssetId}, character ${turn.attackerCharId}) attacks.`,
      ...this.#rollLines(
        "target",
        this.#draw(),
        `foes alive in slots ${foes.join(",")}: slot ${turn.defenderSlot} ` +
          `(asset ${turn.defenderAssetId}, character ${turn.defenderCharId}), hp ${turn.defenderHpStart}`,
      ),
      ...this.#rollLines(
        "dodge",
        this.#draw(),
        `speed ${target.speed} ≥ ${turn.randomDodge} × speed ${attacker.speed} = ` +
          `${turn.randomDodge * attacker.speed}: ${dodges(attacker, target, turn.randomDodge) ? "dodged" : "no dodge"}`,
      ),
    ];
    if (turn.wasDodge) return lines;

    const rangeFactor = rangeFactorOf(this.#mode, attacker, turn.attackerSlot, turn.defenderSlot);
    const comboFactor = turn.wasCombo ? this.#mode.comboFactor : BPS;
    const distance = Math.abs(turn.attackerSlot - turn.defenderSlot);
    const { attack } = attacker;
    const { defense } = target;
    const formula =
      attack > defense
        ? `attack ${attack} > defense ${defense}: floor(${attack}² × ${rangeFactor} × ${comboFactor} / (${defense} × 100000000))`
        : `attack ${attack} ≤ defense ${defense}: floor(${attack} × ${rangeFactor} × ${comboFactor} / 100000000)`;
    return [
      ...lines,
      `  range   |${turn.attackerSlot} − ${turn.defenderSlot}| − range ${attacker.range} = ` +
        `${distance - attacker.range}: factor ${rangeFactor}, penalty ${turn.rangePenalty}`,
      ...this.#rollLines(
        "combo",
        this.#draw(),
        `combo ${attacker.combo} ≥ ${turn.randomCombo}: ${turn.wasCombo ? "combo" : "no combo"}, factor ${comboFactor}`,
      ),
      `  damage  ${formula}, at least 1 = ${turn.damageDealt}`,
      `  hp      max(0, ${turn.defenderHpStart} − ${turn.damageDealt}) = ${turn.defenderHpEnd}${turn.wasKill ? ", a kill" : ""}`,
    ];
  }

  #draw(): Draw {
    return this.#draws[this.#next++]!;
  }

  #rollLines(what: string, draw: Draw, meaning: string): string[] {
    const label = `  ${what.padEnd(6)} `;
    const refused = draw.refused.flatMap((drawn) => [
      `${label} block ${drawn.block}, word ${drawn.index}: ${drawn.word} is not below ${draw.limit}, thrown away`,
      this.#command(drawn),
    ]);
    const { block, index, word } = draw.taken;
    return [
      ...refused,
      `${label} block ${block}, word ${index}: ${word} mod ${draw.n} = ${draw.result}; ${meaning}`,
      this.#command(draw.taken),
    ];
  }

  /** A word is four hex digits of the block; coreutils alone can cut it out. */
  #command({ block, index, word }: DrawnWord): string {
    const seed = this.#seed.slice(2).toUpperCase();
    const digits = `${4 * index + 1}-${4 * index + 4}`;
    return `    $ printf '%s%08X' ${seed} ${block} | basenc --base16 -d | sha256sum | cut -c${digits}   # ${word.toString(16).padStart(4, "0")}`;
  }
}
