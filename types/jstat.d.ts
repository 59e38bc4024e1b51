/** As much of jstat as is used here; the package brings no types. */
declare module "jstat" {
  interface Quantile {
    inv(probability: number, ...parameters: number[]): number;
    cdf(x: number, ...parameters: number[]): number;
  }
  const jStat: {
    readonly normal: Quantile;
    readonly studentt: Quantile;
    readonly chisquare: Quantile;
    /** The interval of a mean by the normal distribution. */
    normalci(mean: number, alpha: number, deviation: number, n: number): [low: number, high: number];
    mean(values: readonly number[]): number;
    percentile(values: readonly number[], share: number): number;
  };
  export default jStat;
}
