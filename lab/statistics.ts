import jStat from "jstat";

/** An estimate with its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A share of n, with its 95 % interval. */
export interface Share extends Estimate {
  readonly n: number;
}

const CONFIDENCE = 0.95;
const ALPHA = 1 - CONFIDENCE;
const Z = jStat.normal.inv(1 - ALPHA / 2, 0, 1);

/**
 * Wilson's score interval. A design effect above 1 says that the n are not independent (five fighters of a team win
 * together): the interval is then that of n / effect independent ones.
 */
export function wilson(successes: number, n: number, designEffect = 1): Share {
  if (n === 0) return { value: 0, low: 0, high: 1, n };
  const p = successes / n;
  const effective = n / designEffect;
  const z2 = Z * Z;
  const center = (p + z2 / (2 * effective)) / (1 + z2 / effective);
  const half =
    (Z * Math.sqrt((p * (1 - p)) / effective + z2 / (4 * effective * effective))) / (1 + z2 / effective);
  // Exact at the ends, where rounding would leave a little.
  return { value: p, low: p === 0 ? 0 : center - half, high: p === 1 ? 1 : center + half, n };
}

/**
 * The delete-a-group jackknife: an estimate from all groups, and its standard error from what it is without each of
 * them. The groups are the jobs of a run, which share no fight, so it is right for any smooth figure of paired runs,
 * whatever is correlated within a fight.
 */
export function jackknife(all: number, without: readonly number[]): { value: number; error: number } {
  const groups = without.length;
  const mean = without.reduce((sum, value) => sum + value, 0) / groups;
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { value: all, error: Math.sqrt(((groups - 1) / groups) * squares) };
}

/** Student's interval of a jackknifed estimate. */
export function studentInterval(
  { value, error }: { value: number; error: number },
  groups: number,
): Estimate {
  const half = error * jStat.studentt.inv(1 - ALPHA / 2, groups - 1);
  return { value, low: value - half, high: value + half };
}

/**
 * An interval that may be looked at after every job, and acted on, and still holds at all looks together with 95 %: the
 * asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021), which is Robbins' normal
 * mixture (a mixture SPRT turned around) with the variance estimated. It is narrowest around `tightestAt` fights. The
 * variance comes from the jackknife over so many groups, so it is widened as Student's t is against the normal.
 */
export function anytimeInterval(
  { value, error }: { value: number; error: number },
  fights: number,
  groups: number,
  tightestAt: number,
): Estimate {
  const rho2 = (-2 * Math.log(ALPHA) + Math.log(-2 * Math.log(ALPHA) + 1)) / tightestAt;
  const sigma = error * Math.sqrt(fights);
  const spread = fights * rho2 + 1;
  const width =
    sigma * Math.sqrt(((2 * spread) / (fights * fights * rho2)) * Math.log(Math.sqrt(spread) / ALPHA));
  const half = (width * jStat.studentt.inv(1 - ALPHA / 2, groups - 1)) / Z;
  return { value, low: value - half, high: value + half };
}

interface GoodnessOfFit {
  readonly chiSquare: number;
  readonly degrees: number;
  readonly pValue: number;
}

/** Counts of successes against the probabilities that they should have; those that can't vary are left out. */
export function fitOf(
  cells: readonly { readonly successes: number; readonly n: number; readonly p: number }[],
): GoodnessOfFit {
  const varying = cells.filter(({ n, p }) => n > 0 && p > 0 && p < 1);
  const chiSquare = varying.reduce(
    (sum, { successes, n, p }) => sum + (successes - n * p) ** 2 / (n * p * (1 - p)),
    0,
  );
  const degrees = varying.length;
  return { chiSquare, degrees, pValue: degrees === 0 ? 1 : 1 - jStat.chisquare.cdf(chiSquare, degrees) };
}

/** The smallest value that at least this share of a histogram does not exceed. */
export function quantileOf(histogram: readonly number[], share: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [value, count] of histogram.entries()) {
    below += count;
    if (below >= share * total && below > 0) return value;
  }
  return 0;
}

/** The mean of a histogram of independent values. */
export function estimateMean(histogram: readonly number[]): Estimate {
  const n = histogram.reduce((sum, count) => sum + count, 0);
  const value = meanOf(histogram);
  if (n < 2) return { value, low: value, high: value };
  const squares = histogram.reduce((sum, count, x) => sum + count * (x - value) ** 2, 0);
  const [low, high] = jStat.normalci(value, ALPHA, Math.sqrt(squares / (n - 1)), n);
  return { value, low, high };
}

/** The middle 95 % of what a figure is in resampled data. */
export function percentileInterval(value: number, resampled: readonly number[]): Estimate {
  const [low, high] = [ALPHA / 2, 1 - ALPHA / 2].map((share) => jStat.percentile(resampled, share));
  return { value, low: low!, high: high! };
}

/** The standard normal number that a uniform one of 0..1 stands for. */
export function normalQuantile(uniform: number): number {
  return jStat.normal.inv(uniform, 0, 1);
}

export function meanOf(histogram: readonly number[]): number {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  return total === 0 ? 0 : histogram.reduce((sum, count, value) => sum + count * value, 0) / total;
}
