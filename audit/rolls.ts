import type { BattleMode } from "../sim/battle/modes.ts";
import { TEAM_SIZE } from "../sim/battle/stats.ts";
import { PACKED_TURN_BYTES } from "../sim/battle/turnLog.ts";
import { addRoll, emptyCounts, type RollCounts } from "./uniformity.ts";

/** The rolls of a mode. Kinds with as many values are counted together, whatever the mode. */
interface RollsOfMode {
  readonly firstAttacker: RollCounts;
  /** By the number of living targets. */
  readonly target: readonly RollCounts[];
  readonly dodge: RollCounts;
  readonly combo: RollCounts;
}

/** Every roll that a log shows, by what was rolled and how many values it could have. */
export class RollLedger {
  readonly #byKind = new Map<string, RollCounts>();
  readonly #byMode = new WeakMap<BattleMode, RollsOfMode>();

  /** The kinds that were rolled and could have come out differently, by name. */
  get kinds(): readonly (readonly [kind: string, rolls: RollCounts])[] {
    return [...this.#byKind]
      .filter(([, { n, total }]) => n > 1 && total > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Takes the rolls of a fought game out of its log. */
  add(mode: BattleMode, turns: Uint8Array): void {
    const { firstAttacker, target, dodge, combo } = this.#rollsOf(mode);
    addRoll(firstAttacker, turns[1]! >>> 7);
    // One bit for each living fighter of each side: a target is a place among the living.
    const alive = [0b11111, 0b11111];
    for (let at = 0; at < turns.length; at += PACKED_TURN_BYTES) {
      const who = turns[at + 1]!;
      const foes = 1 - (who >>> 7);
      const slot = (who >>> 1) & 7;
      const living = alive[foes]!;
      addRoll(target[ONES[living]!]!, ONES[living & ((1 << slot) - 1)]!);
      addRoll(dodge, (turns[at + 4]! << 8) | turns[at + 5]!);
      const wasDodge = (who & 1) === 1;
      if (!wasDodge) addRoll(combo, (turns[at + 6]! << 8) | turns[at + 7]!);
      const wasKill = ((turns[at + 13]! >>> 6) & 1) === 1;
      if (wasKill) alive[foes] = living & ~(1 << slot);
    }
  }

  #rollsOf(mode: BattleMode): RollsOfMode {
    const known = this.#byMode.get(mode);
    if (known !== undefined) return known;
    const rolls = {
      firstAttacker: this.#kind("first attacker", 2),
      target: Array.from({ length: TEAM_SIZE + 1 }, (_, living) => this.#kind("target", living)),
      dodge: this.#kind("dodge", mode.dodgeMaxRandom + 1),
      combo: this.#kind("combo", mode.comboMaxRandom + 1),
    };
    this.#byMode.set(mode, rolls);
    return rolls;
  }

  #kind(what: string, n: number): RollCounts {
    const kind = `${what}, ${n} values`;
    const rolls = this.#byKind.get(kind) ?? emptyCounts(n);
    this.#byKind.set(kind, rolls);
    return rolls;
  }
}

/** How many of five bits are set. */
const ONES = Array.from({ length: 1 << TEAM_SIZE }, (_, bits) => bits.toString(2).replaceAll("0", "").length);
