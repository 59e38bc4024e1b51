import { expect } from "chai";
import { measureActions } from "../scripts/bench/actions.ts";
import { Dice, type DuelGas, openArena } from "../scripts/bench/arena.ts";
import { playWorstDuels } from "../scripts/bench/gas.ts";
import { readSnapshot, type Snapshot } from "../scripts/bench/snapshot.ts";

/** A rise above this share of the committed figure needs the snapshot to be renewed, and so a look at why. */
const TOLERANCE = 0.01;

describe("The gas of every public action", function () {
  let measured: Snapshot;

  before(async () => {
    measured = await measureActions();
  });

  it("is in the snapshot, action by action", () => {
    expect(Object.keys(measured)).to.deep.equal(Object.keys(readSnapshot()));
  });

  for (const [action, committed] of Object.entries(readSnapshot())) {
    for (const state of ["cold", "warm"] as const) {
      it(`has not risen for ${action}, ${state}`, () => {
        const limit = Math.floor(committed[state] * (1 + TOLERANCE));
        expect(measured[action]![state]).to.be.at.most(
          limit,
          `renew it with "npm run bench -- gas --update-snapshot" if the rise is meant`,
        );
      });
    }
  }
});

describe("The worst battle", function () {
  /** What one transaction may use at most (EIP-7825). */
  const TRANSACTION_GAS_LIMIT = 2 ** 24;
  let duels: DuelGas[];

  before(async () => {
    const dice = new Dice("worst battle");
    duels = await playWorstDuels(await openArena(dice, 5), dice);
  });

  it("has 1,000 turns", () => {
    expect(duels.map((duel) => duel.turns)).to.deep.equal([1_000, 1_000]);
  });

  it("settles far below the gas that one transaction may use", () => {
    expect(Math.max(...duels.map((duel) => duel.reveal))).to.be.below(TRANSACTION_GAS_LIMIT / 8);
  });
});
