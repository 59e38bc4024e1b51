import { TEAM_SIZE } from "../../battle/stats.ts";
import {
  ATTACKER_BITS,
  COMBO_SHIFT,
  DEFENDER_BITS,
  DEFENDER_SPEED_SHIFT,
  DISTANCE_SHIFT,
  DODGE_INDEX_SHIFT,
  SPEED_BITS,
} from "../compiledMode.ts";
import { LOG_SHIFT, LOG_WORDS } from "../packedLog.ts";
import { EVERYONE, FIRST_SIDE, PICKS, PICK_BITS } from "../targets.ts";
import { FIGHTERS, TIER_SHIFT } from "../tiers.ts";
import { SEED_BYTES } from "../wordStream.ts";
import {
  type Code,
  type Local,
  Locals,
  type Routine,
  call,
  i32,
  leaveWhen,
  repeat,
  sequence,
  when,
  whilst,
} from "./assembler.ts";
import { FILL_BYTES, LANES, LAYOUT, MODE_NUMBERS, OUTCOME_BYTES, OUTCOME_SHIFT } from "./layout.ts";

const { add, and, atLeast, greater, isZero, less, load, load8, load16, mul, or, shiftSigned, shl, shr } = i32;
const { remainder, store, sub, trailingZeros, xor } = i32;

type ModeLocals = Readonly<Record<(typeof MODE_NUMBERS)[number], Local>>;

/**
 * `name(count)`: fights the battles of a chunk. The same steps as in runBattles.ts, with the same names; it says why
 * they are what they are.
 */
export function battleRoutine(name: string, isLogged: boolean, start: number, fill: number): Routine {
  const locals = new Locals(["i32"]);
  const left = locals.param(0);
  const mode = Object.fromEntries(MODE_NUMBERS.map((number) => [number, locals.add("i32")])) as ModeLocals;
  const [seedAt, tiersAt, outcomeAt, logAt] = locals.addEight("i32");
  const [at, nextBlock, first, firstTeam, secondTeam] = locals.addEight("i32");
  const [alive, waiting, round, turns, isOver, isNewRound] = locals.addEight("i32");
  const [attacker, defender, foeSide, row, attackerTiers, defenderTiers] = locals.addEight("i32");
  const [pick, dodgeWord, comboWord, randomDodge, randomCombo, hit, wasCombo] = locals.addEight("i32");
  const [distance, hitIndex, hpStart, hpLeft, deadMask, hpEnd, survivors] = locals.addEight("i32");

  /** Fewer than three words left: bring more behind the last two. */
  const refill = when(
    atLeast(at, LAYOUT.words + FILL_BYTES),
    store(0, LAYOUT.words, load(0, LAYOUT.words + FILL_BYTES)),
    call(fill, nextBlock),
    nextBlock.set(add(nextBlock, LANES)),
    at.set(sub(at, FILL_BYTES)),
  );
  /** `at` stays at the words of the turn less those thrown away, so a turn's word is at the same offset all the time. */
  const throwAwayWhile = (condition: Code, word: Local, offset = 0) =>
    whilst(condition, at.set(add(at, 2)), refill, word.set(load16(at, offset)));
  const canBeSwift = and(isZero(isOver), less(at, LAYOUT.words + FILL_BYTES));
  const dodgeIndex = shr(
    or(and(attackerTiers, SPEED_BITS), shr(and(defenderTiers, SPEED_BITS), DEFENDER_SPEED_SHIFT)),
    DODGE_INDEX_SHIFT,
  );
  const masked = (value: Code, bit: Local) => and(value, sub(0, bit));
  const table = (base: number, index: Code) => load(shl(index, 2), base);
  const side = (bits: Local, shift: Local | Code) => and(shr(bits, shift), FIRST_SIDE);

  const lineUp = Array.from({ length: TEAM_SIZE }, (_, slot) =>
    [firstTeam, secondTeam].map((team, second) => {
      const place = 4 * (2 * slot + second);
      const tiers = load16(team, 2 * slot);
      return sequence(
        store(0, LAYOUT.tiersInOrder + place, tiers),
        store(0, LAYOUT.hp + place, table(LAYOUT.health, and(shr(tiers, TIER_SHIFT.health), 3))),
      );
    }),
  ).flat();

  const logTurn = sequence(
    store(
      logAt,
      0,
      or(
        hitIndex,
        shl(attacker, LOG_SHIFT.attacker),
        shl(defender, LOG_SHIFT.defender),
        shl(round, LOG_SHIFT.round),
        shl(hit, LOG_SHIFT.hit),
        and(deadMask, 1 << LOG_SHIFT.kill),
        shl(first, LOG_SHIFT.first),
      ),
    ),
    store(logAt, 4, or(shl(randomDodge, 16), randomCombo)),
    store(logAt, 8, or(shl(hpStart, 16), hpEnd)),
    logAt.set(add(logAt, 4 * LOG_WORDS)),
  );

  /**
   * A careful turn refills and throws words away as it goes; a swift one does neither, and leaves before it has
   * changed anything when a word must be thrown away. The swift loop has no call in it, so that the compiler can keep
   * it in registers (a log then costs 4 %, not 14 %).
   */
  const turn = (isCareful: boolean) => [
    attacker.set(trailingZeros(waiting)),
    foeSide.set(sub(1, and(attacker, 1))),
    row.set(shl(side(alive, foeSide), PICK_BITS)),
    attackerTiers.set(table(LAYOUT.tiersInOrder, attacker.get)),

    isCareful ? refill : [],
    pick.set(load16(at)),
    isCareful ? throwAwayWhile(atLeast(pick, load(row, LAYOUT.targets + PICKS)), pick) : [],
    defender.set(add(load8(add(row, remainder(pick, PICKS)), LAYOUT.targets), foeSide)),
    defenderTiers.set(table(LAYOUT.tiersInOrder, defender.get)),

    dodgeWord.set(load16(at, 2)),
    isCareful ? throwAwayWhile(atLeast(dodgeWord, mode.dodgeLimit), dodgeWord, 2) : [],
    randomDodge.set(remainder(dodgeWord, mode.dodgeN)),
    hit.set(greater(randomDodge, table(LAYOUT.dodgeMax, dodgeIndex))),

    comboWord.set(load16(at, 4)),
    isCareful ? throwAwayWhile(and(atLeast(comboWord, mode.comboLimit), hit), comboWord, 4) : [],
    isCareful
      ? []
      : leaveWhen(
          or(
            atLeast(pick, load(row, LAYOUT.targets + PICKS)),
            atLeast(dodgeWord, mode.dodgeLimit),
            and(atLeast(comboWord, mode.comboLimit), hit),
          ),
        ),
    at.set(add(at, 4, shl(hit, 1))),
    randomCombo.set(masked(remainder(comboWord, mode.comboN), hit)),
    wasCombo.set(
      and(atLeast(table(LAYOUT.comboMax, shr(attackerTiers, TIER_SHIFT.combo)), randomCombo), hit),
    ),

    // |x| is (x ^ sign) − sign.
    distance.set(sub(shr(attacker, 1), shr(defender, 1))),
    distance.set(sub(xor(distance, shiftSigned(distance, 31)), shiftSigned(distance, 31))),
    hitIndex.set(
      or(
        and(attackerTiers, ATTACKER_BITS),
        and(defenderTiers, DEFENDER_BITS),
        shl(distance, DISTANCE_SHIFT),
        shl(wasCombo, COMBO_SHIFT),
      ),
    ),
    hpStart.set(table(LAYOUT.hp, defender.get)),
    hpLeft.set(sub(hpStart, masked(table(LAYOUT.damage, hitIndex.get), hit))),
    deadMask.set(shiftSigned(sub(hpLeft, 1), 31)),
    hpEnd.set(and(hpLeft, xor(deadMask, -1))),
    store(shl(defender, 2), LAYOUT.hp, hpEnd),
    turns.set(add(turns, 1)),
    isLogged ? logTurn : [],

    waiting.set(and(waiting, sub(waiting, 1))),
    // A kill is a branch: guessing that there is none, a processor starts the next turn before this one's hp is known
    // (0.70 → 0.80 M battles/s). The end of a round is none: it is guessed wrong, and made a log cost 7 %, not 4 %.
    when(
      deadMask.get,
      survivors.set(xor(shl(1, defender), -1)),
      alive.set(and(alive, survivors)),
      waiting.set(and(waiting, survivors)),
    ),
    isOver.set(isZero(side(alive, foeSide))),
    isNewRound.set(and(isZero(waiting), xor(isOver, 1))),
    waiting.set(or(waiting, masked(alive.get, isNewRound))),
    round.set(add(round, isNewRound)),
    isOver.set(or(isOver, greater(round, mode.maxRounds))),
  ];

  const battle = [
    call(start, seedAt),
    call(fill, 0),
    nextBlock.set(LANES),
    first.set(and(load16(0, LAYOUT.filled), 1)),
    at.set(LAYOUT.filled + 2),
    firstTeam.set(add(tiersAt, mul(first, 2 * TEAM_SIZE))),
    secondTeam.set(add(tiersAt, mul(xor(first, 1), 2 * TEAM_SIZE))),
    ...lineUp,
    alive.set(EVERYONE),
    waiting.set(EVERYONE),
    round.set(1),
    turns.set(0),
    repeat([...turn(true), when(canBeSwift, repeat(turn(false), canBeSwift))], isZero(isOver)),
    // The round that the loop did not go into any more.
    round.set(sub(round, greater(round, mode.maxRounds))),

    store(
      outcomeAt,
      0,
      or(
        shl(alive, OUTCOME_SHIFT.alive),
        shl(first, OUTCOME_SHIFT.first),
        shl(round, OUTCOME_SHIFT.rounds),
        shl(turns, OUTCOME_SHIFT.turns),
      ),
    ),
    store(outcomeAt, 4, sub(shl(nextBlock, 4), shr(sub(LAYOUT.filled + FILL_BYTES, at), 1))),
    seedAt.set(add(seedAt, SEED_BYTES)),
    tiersAt.set(add(tiersAt, 2 * FIGHTERS)),
    outcomeAt.set(add(outcomeAt, OUTCOME_BYTES)),
    left.set(sub(left, 1)),
  ];

  return {
    name,
    locals,
    body: sequence(
      ...MODE_NUMBERS.map((number, i) => mode[number].set(load(0, LAYOUT.numbers + 4 * i))),
      seedAt.set(LAYOUT.seeds),
      tiersAt.set(LAYOUT.tiers),
      outcomeAt.set(LAYOUT.outcomes),
      logAt.set(LAYOUT.log),
      whilst(greater(left, 0), ...battle),
    ),
  };
}
