import { TEAM_SIZE } from "../battle/stats.ts";
import type { Batch } from "./batch.ts";
import { type CompiledMode, damageIndex, dodgeIndex } from "./compiledMode.ts";
import { remainder } from "./draw.ts";
import type { Outcomes } from "./outcomes.ts";
import { LOG_SHIFT, LOG_WORDS, type PackedLog } from "./packedLog.ts";
import { COUNT, EVERYONE, FIRST_SIDE, PICKS, PICK_BITS, TARGET, TARGET_LIMIT } from "./targets.ts";
import { FIGHTERS, TIER_SHIFT } from "./tiers.ts";
import { CARRIED_WORDS, SEED_BYTES, type WordStream } from "./wordStream.ts";

const tiersInOrder = new Int32Array(FIGHTERS);
const hp = new Int32Array(FIGHTERS);

/**
 * Fights the battles `from` ≤ i < `to` of a batch (PROTOCOL 4). The twin of sim/battle/battle.ts, which is the one to
 * read: here a dodge and a combo are numbers, not branches, since a processor guesses such branches wrong (0.63 → 0.69
 * M battles/s), and nothing is allocated.
 */
export function runBattles(
  stream: WordStream,
  compiled: CompiledMode,
  batch: Batch,
  outcomes: Outcomes,
  from: number,
  to: number,
  log: PackedLog | null,
): void {
  const { words, size } = stream;
  const { maxRounds, dodge, combo, dodgeMax, comboMax, damage } = compiled;
  const { n: dodgeN, limit: dodgeLimit, multiplier: dodgeMultiplier, shift: dodgeShift } = dodge;
  const { n: comboN, limit: comboLimit, multiplier: comboMultiplier, shift: comboShift } = combo;
  const isLogged = log !== null;
  let logWords = NO_WORDS;
  let logAt = 0;

  for (let battle = from; battle < to; battle++) {
    if (isLogged) {
      log.reserve(maxRounds * FIGHTERS, 1);
      logWords = log.words;
      logAt = log.end;
    }
    stream.start(batch.seeds, battle * SEED_BYTES);
    let taken = size;
    let at = CARRIED_WORDS;
    const first = words[at++]! & 1;
    lineUp(compiled, batch.tiers, battle * FIGHTERS, first);

    let alive = EVERYONE;
    let waiting = EVERYONE;
    let round = 1;
    let turns = 0;
    for (;;) {
      const attacker = 31 - Math.clz32(waiting & -waiting);
      const foeSide = 1 - (attacker & 1);
      const foes = (alive >>> foeSide) & FIRST_SIDE;

      // From here a turn reads its three words unchecked; a thrown-away word is rare enough to check again.
      if (at >= size) {
        stream.advance();
        at -= size;
        taken += size;
      }
      let pick = words[at++]!;
      while (pick >= TARGET_LIMIT[foes]!) {
        if (at >= size) {
          stream.advance();
          at -= size;
          taken += size;
        }
        pick = words[at++]!;
      }
      const defender = TARGET[(foes << PICK_BITS) | (pick % PICKS)]! + foeSide;
      const attackerTiers = tiersInOrder[attacker]!;
      const defenderTiers = tiersInOrder[defender]!;

      let dodgeWord = words[at++]!;
      while (dodgeWord >= dodgeLimit) {
        if (at >= size) {
          stream.advance();
          at -= size;
          taken += size;
        }
        dodgeWord = words[at++]!;
      }
      const randomDodge = remainder(dodgeWord, dodgeN, dodgeMultiplier, dodgeShift);
      // 1 or 0: the sign of a difference stands for a comparison. −hit is then a mask.
      const hit = (dodgeMax[dodgeIndex(attackerTiers, defenderTiers)]! - randomDodge) >>> 31;

      // Read in any case, taken only by a hit.
      let comboWord = words[at]!;
      at += hit;
      // oxlint-disable-next-line no-unmodified-loop-condition -- a miss never gets into the loop
      while (comboWord >= comboLimit && hit === 1) {
        if (at >= size) {
          stream.advance();
          at -= size;
          taken += size;
        }
        comboWord = words[at++]!;
      }
      const randomCombo = remainder(comboWord, comboN, comboMultiplier, comboShift) & -hit;
      const wasCombo = ((randomCombo - comboMax[attackerTiers >>> TIER_SHIFT.combo]! - 1) >>> 31) & hit;

      const distance = Math.abs((attacker >>> 1) - (defender >>> 1));
      const hitIndex = damageIndex(attackerTiers, defenderTiers, distance, wasCombo);
      const hpStart = hp[defender]!;
      const hpLeft = hpStart - (damage[hitIndex]! & -hit);
      const deadMask = (hpLeft - 1) >> 31;
      const hpEnd = hpLeft & ~deadMask;
      hp[defender] = hpEnd;
      turns++;

      if (isLogged) {
        logWords[logAt] =
          hitIndex |
          (attacker << LOG_SHIFT.attacker) |
          (defender << LOG_SHIFT.defender) |
          (round << LOG_SHIFT.round) |
          (hit << LOG_SHIFT.hit) |
          (deadMask & (1 << LOG_SHIFT.kill)) |
          (first << LOG_SHIFT.first);
        logWords[logAt + 1] = (randomDodge << 16) | randomCombo;
        logWords[logAt + 2] = (hpStart << 16) | hpEnd;
        logAt += LOG_WORDS;
      }

      waiting &= waiting - 1;
      if (hpEnd === 0) {
        const survivors = ~(1 << defender);
        alive &= survivors;
        waiting &= survivors;
        if (((alive >>> foeSide) & FIRST_SIDE) === 0) break;
      }
      if (waiting === 0) {
        if (round === maxRounds) break;
        round++;
        waiting = alive;
      }
    }

    if (isLogged) log.push(logAt);
    const p1Alive = COUNT[(alive >>> first) & FIRST_SIDE]!;
    const p2Alive = COUNT[(alive >>> (1 - first)) & FIRST_SIDE]!;
    outcomes.winner[battle] = p1Alive >= p2Alive ? 1 : 2;
    outcomes.firstAttacker[battle] = first + 1;
    outcomes.rounds[battle] = round;
    outcomes.turns[battle] = turns;
    outcomes.p1Alive[battle] = p1Alive;
    outcomes.p2Alive[battle] = p2Alive;
    outcomes.wordsTaken[battle] = taken - (size + CARRIED_WORDS - at);
  }
}

const NO_WORDS: Uint32Array = new Uint32Array(0);

/** Puts the ten fighters of a battle in the order of turns, in full health. */
function lineUp(compiled: CompiledMode, tiers: Uint16Array, offset: number, first: number): void {
  const { health } = compiled;
  const firstTeam = offset + first * TEAM_SIZE;
  const secondTeam = offset + (1 - first) * TEAM_SIZE;
  for (let slot = 0; slot < TEAM_SIZE; slot++) {
    const one = tiers[firstTeam + slot]!;
    const other = tiers[secondTeam + slot]!;
    tiersInOrder[2 * slot] = one;
    tiersInOrder[2 * slot + 1] = other;
    hp[2 * slot] = health[(one >>> TIER_SHIFT.health) & 3]!;
    hp[2 * slot + 1] = health[(other >>> TIER_SHIFT.health) & 3]!;
  }
}
