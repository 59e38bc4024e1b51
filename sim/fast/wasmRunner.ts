import type { Batch } from "./batch.ts";
import type { CompiledMode } from "./compiledMode.ts";
import type { Outcomes } from "./outcomes.ts";
import { LOG_WORDS, type PackedLog } from "./packedLog.ts";
import { COUNT, FIRST_SIDE, PICKS, PICK_BITS, TARGET, TARGET_LIMIT } from "./targets.ts";
import { FIGHTERS } from "./tiers.ts";
import { CHUNK, LAYOUT, MODE_NUMBERS, OUTCOME_BYTES, OUTCOME_SHIFT } from "./wasm/layout.ts";
import { type FastExports, instantiate } from "./wasm/module.ts";
import { SEED_BYTES } from "./wordStream.ts";

/** runBattles in WebAssembly: hands over a chunk of battles at a time, and takes back what became of them. */
export class WasmRunner {
  readonly #exports: FastExports;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #tiers: Uint16Array;
  readonly #outcomes: Uint32Array;
  readonly #log: Uint32Array;
  #mode: CompiledMode | undefined;

  constructor() {
    this.#exports = instantiate();
    const { buffer } = this.#exports.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
    this.#tiers = new Uint16Array(buffer, LAYOUT.tiers, CHUNK * FIGHTERS);
    this.#outcomes = new Uint32Array(buffer, LAYOUT.outcomes, (CHUNK * OUTCOME_BYTES) / 4);
    this.#log = new Uint32Array(buffer, LAYOUT.log);
    this.#bytes.set(TARGET, LAYOUT.targets);
    TARGET_LIMIT.forEach((limit, foes) => this.#setInt(LAYOUT.targets + (foes << PICK_BITS) + PICKS, limit));
  }

  run(
    compiled: CompiledMode,
    batch: Batch,
    outcomes: Outcomes,
    from: number,
    to: number,
    log: PackedLog | null,
  ): void {
    this.#load(compiled);
    for (let battle = from; battle < to; battle += CHUNK) {
      const count = Math.min(CHUNK, to - battle);
      this.#bytes.set(batch.seeds.subarray(battle * SEED_BYTES, (battle + count) * SEED_BYTES), LAYOUT.seeds);
      this.#tiers.set(batch.tiers.subarray(battle * FIGHTERS, (battle + count) * FIGHTERS));
      if (log === null) this.#exports.run(count);
      else this.#exports.runLogged(count);
      this.#takeOutcomes(outcomes, battle, count);
      if (log !== null) this.#takeLog(log, outcomes.turns.subarray(battle, battle + count));
    }
  }

  /** Puts the mode's tables where the module looks for them. */
  #load(compiled: CompiledMode): void {
    if (this.#mode === compiled) return;
    this.#mode = compiled;
    const { maxRounds, dodge, combo } = compiled;
    const numbers = {
      maxRounds,
      dodgeN: dodge.n,
      dodgeLimit: dodge.limit,
      comboN: combo.n,
      comboLimit: combo.limit,
    };
    MODE_NUMBERS.forEach((number, i) => this.#setInt(LAYOUT.numbers + 4 * i, numbers[number]));
    for (const table of ["health", "comboMax", "dodgeMax", "damage"] as const) {
      compiled[table].forEach((value, i) => this.#setInt(LAYOUT[table] + 4 * i, value));
    }
  }

  #setInt(address: number, value: number): void {
    this.#view.setInt32(address, value, true);
  }

  #takeOutcomes(outcomes: Outcomes, from: number, count: number): void {
    for (let i = 0; i < count; i++) {
      const facts = this.#outcomes[2 * i]!;
      const alive = facts >>> OUTCOME_SHIFT.alive;
      const first = (facts >>> OUTCOME_SHIFT.first) & 1;
      const p1Alive = COUNT[(alive >>> first) & FIRST_SIDE]!;
      const p2Alive = COUNT[(alive >>> (1 - first)) & FIRST_SIDE]!;
      const battle = from + i;
      outcomes.winner[battle] = p1Alive >= p2Alive ? 1 : 2;
      outcomes.firstAttacker[battle] = first + 1;
      outcomes.rounds[battle] = (facts >>> OUTCOME_SHIFT.rounds) & 0x7f;
      outcomes.turns[battle] = facts >>> OUTCOME_SHIFT.turns;
      outcomes.p1Alive[battle] = p1Alive;
      outcomes.p2Alive[battle] = p2Alive;
      outcomes.wordsTaken[battle] = this.#outcomes[2 * i + 1]!;
    }
  }

  #takeLog(log: PackedLog, turns: Uint16Array): void {
    let all = 0;
    for (let i = 0; i < turns.length; i++) all += turns[i]!;
    log.reserve(all, turns.length);
    log.words.set(this.#log.subarray(0, all * LOG_WORDS), log.end);
    for (let i = 0; i < turns.length; i++) log.push(log.end + turns[i]! * LOG_WORDS);
  }
}
