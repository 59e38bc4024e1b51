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
  };
  export default jStat;
}
