import * as fc from "fast-check";
import { networkHelpers } from "../helpers/arena.ts";
import { fuzzBudget } from "../helpers/fuzz.ts";
import { Actors, anyStep, type Step } from "../helpers/invariants/actors.ts";
import { administratorStopsNobody, everybodyLeaves } from "../helpers/invariants/exits.ts";
import { deployWorld, World } from "../helpers/invariants/world.ts";

const STEPS_A_RUN = 100;
/** The deep profile does more than 100,000 actions. */
const RUNS = process.env.SEALED_DUEL_DEEP === "1" ? 1_000 : 20;

describe("Duel's invariants", () => {
  let actions = 0;
  let fights = 0;

  it("hold after every action of many actors, with time, donations and a moody token", async function () {
    this.timeout(0);
    const steps = fc.array(anyStep, { minLength: STEPS_A_RUN, maxLength: STEPS_A_RUN, size: "max" });
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const world = await World.from(await networkHelpers.loadFixture(deployWorld));
        const actors = new Actors(world);
        for (const step of list) await actors.take(step);
        await administratorStopsNobody(world, actors);
        await everybodyLeaves(world);
        actions += world.history.length;
        fights += world.history.filter(({ wordsTaken }) => wordsTaken !== null).length;
      }),
      // No shrinking: a sequence would be played hundreds of times. The seed plays it again.
      { ...fuzzBudget(RUNS), numRuns: RUNS, endOnFailure: true } as fc.Parameters<[Step[]]>,
    );
  });

  after(() => {
    const [done, fought] = [actions, fights].map((count) => count.toLocaleString("en"));
    console.log(`    ${done} actions were checked, with ${fought} battles among them`);
  });
});
