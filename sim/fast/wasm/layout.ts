import { FIGHTERS } from "../tiers.ts";
import { CARRIED_WORDS, SEED_BYTES } from "../wordStream.ts";

/** Blocks that one `fill` makes, side by side in the four lanes of a vector. */
export const LANES = 4;

/** Bytes of the words that a fill brings. */
export const FILL_BYTES = LANES * 32;

/** Battles that are handed over at a time. */
export const CHUNK = 64;

/** Bytes of a battle's outcome: facts (see OUTCOME_SHIFT), then the words taken. */
export const OUTCOME_BYTES = 8;
export const OUTCOME_SHIFT = { alive: 0, first: 10, rounds: 11, turns: 18 } as const;

/** The longest log that a battle can have, at 1,000 turns of 12 bytes. */
const LOG_BYTES = 100 * FIGHTERS * 12;

const PAGE_BYTES = 65_536;

/** Where things stand in the module's memory, in bytes. */
export const LAYOUT = (() => {
  let end = 0;
  const place = (bytes: number) => {
    const start = end;
    end += Math.ceil(bytes / 64) * 64;
    return start;
  };
  const seed = place(SEED_BYTES);
  const midstate = place(32);
  const words = place(2 * CARRIED_WORDS + FILL_BYTES);
  return {
    seed,
    midstate,
    /** The stream: carried words, then those of the last fill (see WordStream). */
    words,
    filled: words + 2 * CARRIED_WORDS,
    /** Of the battle at hand, by place in the order of turns. */
    tiersInOrder: place(4 * FIGHTERS),
    hp: place(4 * FIGHTERS),
    /** The mode: its numbers (see MODE_NUMBERS), then its tables. */
    numbers: place(64),
    health: place(4 * 3),
    comboMax: place(4 * 3),
    dodgeMax: place(4 * 16),
    damage: place(4 * 1_024),
    /** A row of 64 bytes for each set of living foes: 60 picks, then the limit as an i32. */
    targets: place(342 * 64),
    /** What goes in and comes out, a chunk at a time. */
    seeds: place(CHUNK * SEED_BYTES),
    tiers: place(CHUNK * FIGHTERS * 2),
    outcomes: place(CHUNK * OUTCOME_BYTES),
    log: place(CHUNK * LOG_BYTES),
    pages: Math.ceil(end / PAGE_BYTES),
  };
})();

/** The mode's numbers, in this order from LAYOUT.numbers on. */
export const MODE_NUMBERS = ["maxRounds", "dodgeN", "dodgeLimit", "comboN", "comboLimit"] as const;
