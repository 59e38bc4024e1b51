import type { Check } from "./check.ts";
import type { MatchRecord } from "./record.ts";

/** The head of a verdict: which game this is. */
export function describeGame({ gameId, duel, chainId, state, mode }: MatchRecord): string {
  return `Game ${gameId} of ${duel} on chain ${chainId}: ${state}, mode "${mode.name}"`;
}

/** The last line of a verdict. */
export function summaryOf(checks: readonly Check[]): string {
  const of = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
  const [good, bad, unchecked] = [of("same"), of("differs"), of("unchecked")];
  if (bad > 0) return `Something differs: ${bad} of ${checks.length} checks, see above.`;
  if (unchecked > 0) return `Nothing differs, but ${unchecked} of ${checks.length} checks could not be made.`;
  return `All good: ${good} checks.`;
}
