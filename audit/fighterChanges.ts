import { FIGHTER_STATISTICS, type FighterStatistics } from "../sim/duel/statistics.ts";
import type { RecordFighter } from "./record.ts";

const COUNT = FIGHTER_STATISTICS.length;
const SIDES = 2;
type Side = 0 | 1;

/**
 * The statistics of a game's fighters on both sides of its end, in one piece of memory: as objects they lie all over the
 * heap, and an audit would wait for the memory longer than it computes.
 */
export class FighterChanges {
  readonly #values: Float64Array;
  /** Whether the statistics of all fighters are there. */
  readonly isComplete: boolean;

  constructor(fighters: readonly Pick<RecordFighter, "stats">[]) {
    this.#values = new Float64Array(fighters.length * SIDES * COUNT);
    this.isComplete = fighters.every(({ stats }) => stats !== null);
    fighters.forEach(({ stats }, place) => {
      const at = place * SIDES * COUNT;
      FIGHTER_STATISTICS.forEach((name, i) => {
        this.#values[at + i] = Number(stats?.[name].before ?? Number.NaN);
        this.#values[at + COUNT + i] = Number(stats?.[name].after ?? Number.NaN);
      });
    });
  }

  /** Null if the node could not tell. */
  before(place: number): FighterStatistics | null {
    return this.#at(place, 0);
  }

  after(place: number): FighterStatistics | null {
    return this.#at(place, 1);
  }

  #at(place: number, side: Side): FighterStatistics | null {
    const values = this.#values;
    const at = (place * SIDES + side) * COUNT;
    if (Number.isNaN(values[at])) return null;
    return {
      killCount: values[at]!,
      deathCount: values[at + 1]!,
      damageDealt: values[at + 2]!,
      damageReceived: values[at + 3]!,
      dodgeCount: values[at + 4]!,
      comboCount: values[at + 5]!,
      cooldownUntil: values[at + 6]!,
    };
  }
}
