import type { RandomSource } from "../../sim/sealing/random.ts";

/** Hands out a list of rolls that must fit what is asked for and must be used up exactly. */
export class ScriptedRandom implements RandomSource {
  readonly #rolls: readonly number[];
  readonly #asked: number[] = [];

  constructor(rolls: readonly number[]) {
    this.#rolls = rolls;
  }

  /** Every n so far, in order. */
  get asked(): readonly number[] {
    return this.#asked;
  }

  below(n: number): number {
    const index = this.#asked.length;
    const roll = this.#rolls[index];
    if (roll === undefined)
      throw new Error(`the script has ${index} rolls, and below(${n}) asks for one more`);
    if (roll < 0 || roll >= n)
      throw new Error(`roll ${index} of the script is ${roll}, which below(${n}) cannot be`);
    this.#asked.push(n);
    return roll;
  }

  expectUsedUp(): void {
    const left = this.#rolls.length - this.#asked.length;
    if (left > 0) throw new Error(`${left} of the script's ${this.#rolls.length} rolls were not asked for`);
  }
}
