import { fight, type PlayerNumber } from "../sim/battle/battle.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import type { Team } from "../sim/battle/stats.ts";
import { packTurns } from "../sim/battle/turnLog.ts";
import type { Bytes32 } from "../sim/sealing/commitment.ts";
import { SeededRandom } from "../sim/sealing/random.ts";

export interface RecomputedBattle {
  readonly winner: PlayerNumber;
  /** The log in the packed form of PROTOCOL 5. */
  readonly turns: Uint8Array;
}

/** Fights a battle again. A verifier takes any engine, so that a fast one can stand in for the reference. */
export type BattleEngine = (mode: BattleMode, p1Team: Team, p2Team: Team, seed: Bytes32) => RecomputedBattle;

export const referenceEngine: BattleEngine = (mode, p1Team, p2Team, seed) => {
  const { winner, turns } = fight(mode, p1Team, p2Team, new SeededRandom(seed));
  return { winner, turns: packTurns(turns) };
};
