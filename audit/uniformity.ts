import jstat from "jstat";

/** How sure a finding must be, and how likely a true one is to be found, where power is stated. */
const ALPHA = 0.001;
const POWER = 0.8;

/** What has been seen of one kind of roll: a uniform integer 0..n−1, drawn again and again. */
export interface RollCounts {
  readonly n: number;
  readonly counts: number[];
  total: number;
  /** Of neighbouring rolls: how often one was in the lower half and the other not. */
  switches: number;
  /** Of neighbouring rolls: the sum of the products of their distances from the mean. */
  products: number;
  /** The roll before, or NONE. */
  last: number;
}

const NONE = -1;

/** Rolls with more values than this are counted in so many bins, each with its exact probability. */
const MAX_BINS = 64;

export function emptyCounts(n: number): RollCounts {
  const counts = Array.from({ length: Math.min(n, MAX_BINS) }, () => 0);
  return { n, counts, total: 0, switches: 0, products: 0, last: NONE };
}

export function addRoll(rolls: RollCounts, value: number): void {
  const { n, counts, last } = rolls;
  const bin = n <= MAX_BINS ? value : ((value * MAX_BINS) / n) | 0;
  counts[bin] = counts[bin]! + 1;
  rolls.total++;
  rolls.last = value;
  if (last === NONE) return;
  const mean = (n - 1) / 2;
  rolls.products += (value - mean) * (last - mean);
  rolls.switches += isLow(value, n) ^ isLow(last, n);
}

/** 1 or 0, as the sign of a difference: no processor can guess which, so it is not asked to. */
function isLow(value: number, n: number): number {
  return (value - (n >>> 1)) >>> 31;
}

/** One test of one kind of roll, with the smallest fault that it would have found at this sample size. */
export interface TestResult {
  readonly test: "chi-square" | "runs" | "lag-1";
  readonly statistic: number;
  readonly pValue: number;
  /**
   * What this test finds in 4 of 5 cases at one false alarm in 1,000: for chi-square the effect size w, for the others a
   * correlation of neighbours.
   */
  readonly detectable: number;
}

/** The exact probability of every bin. */
export function binProbabilities({ n, counts }: RollCounts): number[] {
  const edge = (bin: number) => Math.ceil((bin * n) / counts.length);
  return counts.map((_, bin) => (edge(bin + 1) - edge(bin)) / n);
}

/** All tests that make sense at this sample size; none for a roll that cannot vary or was hardly rolled. */
export function testUniformity(rolls: RollCounts): TestResult[] {
  const { n, counts, total } = rolls;
  if (n < 2 || total < 5 * counts.length) return [];
  const expected = binProbabilities(rolls).map((probability) => probability * total);
  const statistic = counts.reduce((sum, seen, i) => sum + (seen - expected[i]!) ** 2 / expected[i]!, 0);
  const degrees = counts.length - 1;
  const pairs = total - 1;
  return [
    {
      test: "chi-square",
      statistic,
      pValue: 1 - jstat.chisquare.cdf(statistic, degrees),
      detectable: Math.sqrt(noncentralityFor(degrees) / total),
    },
    twoSided("runs", runsScore(rolls), pairs),
    twoSided("lag-1", rolls.products / (((n ** 2 - 1) / 12) * Math.sqrt(pairs)), pairs),
  ];
}

/** Wald and Wolfowitz with the known probability of a low roll, instead of the sample's. */
function runsScore({ n, switches, total }: RollCounts): number {
  const low = Math.floor(n / 2) / n;
  const spread = low * (1 - low);
  const pairs = total - 1;
  const mean = 2 * spread * pairs;
  const neighbours = spread - 4 * spread ** 2;
  const variance = pairs * 2 * spread * (1 - 2 * spread) + 2 * (pairs - 1) * neighbours;
  return (switches - mean) / Math.sqrt(variance);
}

function twoSided(test: "runs" | "lag-1", score: number, pairs: number): TestResult {
  const reach = jstat.normal.inv(1 - ALPHA / 2, 0, 1) + jstat.normal.inv(POWER, 0, 1);
  const pValue = 2 * (1 - jstat.normal.cdf(Math.abs(score), 0, 1));
  return { test, statistic: score, pValue, detectable: reach / Math.sqrt(pairs) };
}

const noncentralities = new Map<number, number>();

/** The noncentrality at which a chi-square test reaches the power, by bisection. */
function noncentralityFor(degrees: number): number {
  const known = noncentralities.get(degrees);
  if (known !== undefined) return known;
  const critical = jstat.chisquare.inv(1 - ALPHA, degrees);
  let [low, high] = [0, 1_000];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (noncentralTail(critical, degrees, middle) < POWER) low = middle;
    else high = middle;
  }
  noncentralities.set(degrees, low);
  return low;
}

/** P(X > x) of a noncentral chi-square: a Poisson mixture of central ones. */
function noncentralTail(x: number, degrees: number, noncentrality: number): number {
  const half = noncentrality / 2;
  let tail = 0;
  let logWeight = -half;
  const terms = Math.ceil(half + 12 * Math.sqrt(half) + 20);
  for (let j = 0; j < terms; j++) {
    tail += Math.exp(logWeight) * (1 - jstat.chisquare.cdf(x, degrees + 2 * j));
    logWeight += Math.log(half) - Math.log(j + 1);
  }
  return tail;
}
