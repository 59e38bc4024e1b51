import { expect } from "chai";

/** As chai's closeTo, which the matchers for ethers replace by one that takes whole numbers only. */
export function expectNear(actual: number, expected: number, tolerance: number, of = "it"): void {
  const isNear = Math.abs(actual - expected) <= tolerance;
  expect(isNear, `${of} is ${actual}, expected ${expected} ± ${tolerance}`).to.equal(true);
}
