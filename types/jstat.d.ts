/** The few functions of jstat that the audit uses; the package brings no types. */
declare module "jstat" {
  interface Distribution {
    cdf(x: number, ...parameters: number[]): number;
    inv(p: number, ...parameters: number[]): number;
  }
  const jstat: { readonly chisquare: Distribution; readonly normal: Distribution };
  export default jstat;
}
