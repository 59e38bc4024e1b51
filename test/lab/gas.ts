import { revealGas } from "../../lab/gas.ts";
import { Dice, openArena, playDuel, teamOf } from "../../scripts/bench/arena.ts";
import { expectNear } from "../helpers/near.ts";

const FIGHTERS_EACH = 10;
/** Default and Blitz, as they are registered; Siege has a team rule that random fighters don't meet. */
const MODE_IDS = [1n, 2n] as const;
const DUELS = process.env.SEALED_DUEL_DEEP ? 40 : 6;

describe("The lab's gas model", function () {
  this.timeout(120_000);

  it("is within 4 % of what reveals cost on a chain, once everybody has fought before", async function () {
    const dice = new Dice("lab gas");
    const arena = await openArena(dice, FIGHTERS_EACH);
    const team = (side: 0 | 1) => teamOf(arena, side, dice.five(FIGHTERS_EACH));
    const halves = [
      [0, 1, 2, 3, 4],
      [5, 6, 7, 8, 9],
    ] as const;
    // Twice, so that both sides have most likely won: a first win writes a new slot.
    for (let i = 0; i < 8; i++) {
      const five = halves[i % 2]!;
      await playDuel(arena, dice, teamOf(arena, 0, five), teamOf(arena, 1, five));
    }
    for (const modeId of MODE_IDS) {
      let [measured, modelled] = [0, 0];
      for (let i = 0; i < DUELS; i++) {
        const { reveal, turns } = await playDuel(arena, dice, team(0), team(1), modeId);
        measured += reveal;
        modelled += revealGas(turns);
      }
      expectNear(modelled / measured, 1, 0.04, `mode ${modeId}`);
    }
  });
});
