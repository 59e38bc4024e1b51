import { expect } from "chai";
import { network } from "hardhat";
import { assert as assertProperty, asyncProperty, integer } from "fast-check";
import { checkContract } from "../scripts/prove/modelChecker.ts";
import { PROOFS, prove } from "../scripts/prove/proofs.ts";
import { readSources } from "../scripts/solc.ts";
import { damageOf } from "../sim/battle/battle.ts";

describe("Proofs by the compiler's model checker", function () {
  this.timeout(600_000);

  const running = new Map<string, ReturnType<typeof prove>>();
  before(() => {
    for (const file of PROOFS) running.set(file, prove(file));
  });

  for (const file of PROOFS) {
    it(`holds: every claim of ${file}`, async () => {
      const claims = await running.get(file)!;
      expect(claims.filter(({ verdict }) => verdict !== "proved")).to.deep.equal([]);
      expect(claims).to.not.be.empty;
    });
  }

  it("refutes a false claim, so the checker is on: that a third of any pot is a whole number", () => {
    const file = "contracts/proofs/FalseClaim.sol";
    const sources = {
      ...readSources("contracts/libraries/Payout.sol"),
      [file]: `pragma solidity 0.8.37; import {Payout} from "../libraries/Payout.sol";
        contract FalseClaim {
          function neverRounds(uint96 bet) external pure {
            (uint256 winnerAmount, ) = Payout.afterBattle(bet, 3_333);
            assert(winnerAmount * 10_000 == 2 * uint256(bet) * 3_333);
          }
        }`,
    };
    const claims = checkContract(sources, file, "FalseClaim");
    const refuted = claims.filter(({ verdict }) => verdict === "refuted");
    expect(refuted.map(({ text }) => text)).to.deep.equal([
      "assert(winnerAmount * 10_000 == 2 * uint256(bet) * 3_333)",
    ]);
  });
});

describe("The formula of DamageProof", () => {
  it("is the reference's, for any stats and factors of a valid mode", async () => {
    const { ethers } = await network.create();
    const proof = await ethers.deployContract("DamageProof");
    const stat = integer({ min: 1, max: 1_000 });
    const range = integer({ min: 0, max: 10_000 });
    const combo = integer({ min: 10_000, max: 65_535 });
    await assertProperty(
      asyncProperty(stat, stat, range, combo, async (attack, defense, rangeFactor, comboFactor) => {
        const numerator = await proof.numeratorFits(attack, rangeFactor, comboFactor);
        const damage = await proof.damageFits(numerator, Math.min(attack, defense));
        const stats = { attack, defense, health: 1, speed: 1, range: 0, combo: 0 };
        expect(damage).to.equal(BigInt(damageOf(stats, stats, rangeFactor, comboFactor)));
      }),
      { numRuns: 100 },
    );
  });
});
