import { modeToRegister } from "../../chain/registration.ts";
import type { BattleMode } from "../../sim/battle/modes.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { type Arena, Dice, type DuelGas, openArena, playDuel, teamOf } from "./arena.ts";

/** Gas of duels in the default mode, between players and fighters who have all fought before. */
export interface GasFigures {
  /** The slope of reveal gas over turns. */
  readonly marginalGasPerTurn: number;
  readonly revealMean: number;
  readonly revealP95: number;
  /** A battle of 100 rounds and 1,000 turns. */
  readonly revealWorst: number;
  readonly createAndDeposit: number;
  readonly depositAndJoin: number;
  readonly wholeDuel: number;
  readonly battles: number;
  readonly turnsMean: number;
  /** Turns and reveal gas of every battle measured, for the picture. */
  readonly points: readonly (readonly [turns: number, gas: number])[];
}

const FIGHTERS_EACH = 50;

/**
 * Plays `battles` duels with random teams and measures each transaction. The label fixes every random choice, so the
 * figures are exact and the same in each run.
 */
export async function measureGas(
  battles: number,
  onProgress: (done: number) => void = () => {},
): Promise<GasFigures> {
  const dice = new Dice("gas bench");
  const arena = await openArena(dice, FIGHTERS_EACH);
  // Everybody fights once first, so that no measured reveal pays for new storage.
  for (let i = 0; i < FIGHTERS_EACH; i += 5) {
    const five = [i, i + 1, i + 2, i + 3, i + 4];
    await playDuel(arena, dice, teamOf(arena, 0, five), teamOf(arena, 1, five));
  }
  // Both have now won and lost before; if not, the winner's first win would write a new slot.
  const duels: DuelGas[] = [];
  while (duels.length < battles) {
    const p1Team = teamOf(arena, 0, dice.five(FIGHTERS_EACH));
    const p2Team = teamOf(arena, 1, dice.five(FIGHTERS_EACH));
    duels.push(await playDuel(arena, dice, p1Team, p2Team));
    onProgress(duels.length);
  }

  const worst = await playWorstDuels(arena, dice);

  const reveals = duels.map((duel) => duel.reveal).toSorted((a, b) => a - b);
  const create = mean(duels.map((duel) => duel.createAndDeposit));
  const join = mean(duels.map((duel) => duel.depositAndJoin));
  return {
    marginalGasPerTurn: slope(duels.map((duel) => [duel.turns, duel.reveal])),
    revealMean: mean(reveals),
    revealP95: reveals[Math.ceil(0.95 * reveals.length) - 1]!,
    revealWorst: Math.max(...worst.map((duel) => duel.reveal)),
    createAndDeposit: create,
    depositAndJoin: join,
    wholeDuel: create + join + mean(reveals),
    battles,
    turnsMean: mean(duels.map((duel) => duel.turns)),
    points: duels.map((duel) => [duel.turns, duel.reveal] as const),
  };
}

/** The longest battles there are, 1,000 turns: one in which everybody dodges, and one in which nobody ever falls. */
export async function playWorstDuels(arena: Arena, dice: Dice): Promise<DuelGas[]> {
  const { duel } = arena.contracts;
  const variants: Record<string, Partial<BattleMode>> = {
    // Nobody can miss a dodge roll of 0.
    Endless: { dodgeMaxRandom: 0 },
    // The dearest: nearly every turn is a hit, which costs more than a dodge.
    Grinding: { dodgeMaxRandom: 65_535, speedValues: [1, 1, 1], healthValues: [65_535, 65_535, 65_535] },
  };
  const five = [0, 1, 2, 3, 4];
  const duels: DuelGas[] = [];
  for (const [name, changes] of Object.entries(variants)) {
    const mode = { ...DEFAULT_MODE, name, battle: { ...DEFAULT_MODE.battle, ...changes } };
    await duel.registerMode(modeToRegister(mode));
    const modeId = await duel.modeCount();
    duels.push(await playDuel(arena, dice, teamOf(arena, 0, five), teamOf(arena, 1, five), modeId));
  }
  return duels;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The least-squares slope of y over x. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
