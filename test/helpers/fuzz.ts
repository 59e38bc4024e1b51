import type { Parameters } from "fast-check";

const DEEP_FACTOR = 25;

/**
 * So many runs, or far more with SEALED_DUEL_DEEP=1. A failure prints its seed and path: set SEALED_DUEL_SEED and
 * SEALED_DUEL_PATH to them to run exactly that case again.
 */
export function fuzzBudget(runs: number): Parameters<unknown> {
  const { SEALED_DUEL_DEEP, SEALED_DUEL_PATH, SEALED_DUEL_SEED } = process.env;
  return {
    numRuns: SEALED_DUEL_DEEP === "1" ? runs * DEEP_FACTOR : runs,
    ...(SEALED_DUEL_SEED === undefined ? {} : { seed: Number(SEALED_DUEL_SEED) }),
    ...(SEALED_DUEL_PATH === undefined ? {} : { path: SEALED_DUEL_PATH }),
  };
}
