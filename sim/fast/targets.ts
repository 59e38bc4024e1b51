import { TEAM_SIZE } from "../battle/stats.ts";
import { drawOf } from "./draw.ts";
import { FIGHTERS } from "./tiers.ts";

// Fighters are numbered by their place in the order of turns: slot × 2, plus 1 for the side that goes second. A set
// of fighters is ten bits, and the lowest bit of those that still wait for their turn is the next attacker.
export const EVERYONE = (1 << FIGHTERS) - 1;
/** The side that goes first; shifted by one, the other. */
export const FIRST_SIDE = 0b01_01_01_01_01;

/** 60 is a multiple of 1..5: the remainder by it, a constant, says which of one, two, … or five foes a word picks. */
export const PICKS = 60;
export const PICK_BITS = 6;

/** The place of the foe that is picked, by the set of living foes (as the first side) and the word's remainder by 60. */
export const TARGET = new Uint8Array((FIRST_SIDE + 1) << PICK_BITS);
/** Words at or above it pick no one (PROTOCOL 3), by the set of living foes. */
export const TARGET_LIMIT = new Int32Array(FIRST_SIDE + 1);
/** How many a side still has, by the set of them. */
export const COUNT = new Uint8Array(FIRST_SIDE + 1);

for (let foes = 1; foes <= FIRST_SIDE; foes++) {
  if ((foes & ~FIRST_SIDE) !== 0) continue;
  const places = Array.from({ length: TEAM_SIZE }, (_, slot) => 2 * slot).filter(
    (place) => (foes >>> place) & 1,
  );
  COUNT[foes] = places.length;
  TARGET_LIMIT[foes] = drawOf(places.length).limit;
  for (let i = 0; i < PICKS; i++) TARGET[(foes << PICK_BITS) | i] = places[i % places.length]!;
}
