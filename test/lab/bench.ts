import { expect } from "chai";
import { measureLab } from "../../scripts/bench/lab.ts";
import { SHIPPED_MODES } from "../../sim/duel/gameModes.ts";

describe("The bench of the lab", function () {
  this.timeout(120_000);

  it("measures all it promises, and memory that does not grow with the fights", async function () {
    const figures = await measureLab({ quick: true });
    expect(Object.keys(figures.reportCosts)).to.deep.equal(SHIPPED_MODES.map(({ name }) => name));
    for (const cost of Object.values(figures.reportCosts)) expect(cost).to.be.above(0);
    expect(figures.threadScaling).to.be.above(0);
    expect(figures.reportSeconds).to.be.above(0);
    // Eight times the fights; the garbage collector's mood is worth some.
    expect(figures.memoryGrowthMb).to.be.below(48);
  });
});
