import { fight, type PlayerNumber } from "../sim/battle/battle.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import type { Team } from "../sim/battle/stats.ts";
import { PACKED_TURN_BYTES, packTurns } from "../sim/battle/turnLog.ts";
import { type CompiledMode, compileMode } from "../sim/fast/compiledMode.ts";
import { createEngine } from "../sim/fast/engine.ts";
import { allocateOutcomes } from "../sim/fast/outcomes.ts";
import { PackedLog } from "../sim/fast/packedLog.ts";
import { packTeams } from "../sim/fast/tiers.ts";
import { SEED_BYTES } from "../sim/fast/wordStream.ts";
import type { Bytes32, TextHash } from "../sim/sealing/commitment.ts";
import { SeededRandom } from "../sim/sealing/random.ts";
import { byteAt } from "./hex.ts";

/** Who fights by which rules. */
export interface Fight {
  readonly mode: BattleMode;
  readonly teams: readonly [Team, Team];
  /** The tiers of both teams, as the fast engine takes them. */
  readonly tiers: Uint16Array;
}

export function fightOf(mode: BattleMode, teams: readonly [Team, Team]): Fight {
  return { mode, teams, tiers: packTeams(...teams) };
}

interface RecomputedBattle {
  readonly winner: PlayerNumber;
  /** The log in the packed form of PROTOCOL 5. */
  readonly turns: Uint8Array;
}

/** What a verifier recomputes with: any engine, so that a fast one can stand in for the reference. */
export interface Engine {
  readonly fight: (fight: Fight, seed: Bytes32) => RecomputedBattle;
  /** For seals and seeds; the simulator's own if there is none. */
  readonly hash?: TextHash | undefined;
}

/** The rules as they are written down: the one to read, and the one whose word counts. */
export const referenceEngine: Engine = {
  fight: ({ mode, teams }, seed) => {
    const { winner, turns } = fight(mode, ...teams, new SeededRandom(seed));
    return { winner, turns: packTurns(turns) };
  },
};

const MOST_TURNS = 1_000;

/** The same battles, some twenty times as fast, for the many games of an audit. A log stands until the next battle. */
export function createFastEngine(hash?: TextHash): Engine {
  const engine = createEngine();
  const compiledModes = new WeakMap<BattleMode, CompiledMode>();
  const outcomes = allocateOutcomes(1);
  const log = new PackedLog();
  const seeds = new Uint8Array(SEED_BYTES);
  const room = new Uint8Array(MOST_TURNS * PACKED_TURN_BYTES);
  return {
    hash,
    fight: ({ mode, tiers }, seed) => {
      const compiled = compiledModes.get(mode) ?? compileMode(mode);
      compiledModes.set(mode, compiled);
      log.clear();
      for (let i = 0; i < SEED_BYTES; i++) seeds[i] = byteAt(seed, 2 + 2 * i);
      engine.runPart(compiled, { count: 1, seeds, tiers }, outcomes, 0, 1, log);
      return { winner: outcomes.winner[0] as PlayerNumber, turns: log.emitted(0, compiled, room) };
    },
  };
}
