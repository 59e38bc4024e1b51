import { expect } from "chai";
import { network } from "hardhat";
import { battleModeToPass } from "../chain/registration.ts";
import { DEFAULT_MODE } from "../sim/duel/gameModes.ts";
import type { BattleSimulator } from "../types/contracts/index.ts";

type Fighter = BattleSimulator.FighterStruct;

const NONCE = `0x${"00".repeat(32)}`;
const fighter = (tiers: number[] = [1, 2, 3, 1, 2, 3]): Fighter => ({ assetId: 1, charId: 1, tiers });
const team = (last = fighter()): [Fighter, Fighter, Fighter, Fighter, Fighter] => [
  fighter(),
  fighter(),
  fighter(),
  fighter(),
  last,
];

// That it fights as the reference does is shown in vectors.ts and differential.ts.
describe("BattleSimulator", () => {
  async function deploy() {
    const { ethers } = await network.create();
    const turnLog = await ethers.deployContract("TurnLog");
    const simulator = await ethers.deployContract("BattleSimulator", [], {
      libraries: { TurnLog: await turnLog.getAddress() },
    });
    return { simulator };
  }

  for (const tier of [0, 4, 255]) {
    it(`refuses tier ${tier} and says whose it is`, async () => {
      const { simulator } = await deploy();
      const mode = battleModeToPass(DEFAULT_MODE.battle);
      const bad = team(fighter([1, 1, 1, tier, 1, 1]));
      await expect(simulator.simulate(mode, NONCE, NONCE, bad, team()))
        .to.be.revertedWithCustomError(simulator, "BattleSimulatorBadTier")
        .withArgs(1, 4, 3, tier);
      await expect(simulator.simulate(mode, NONCE, NONCE, team(), bad))
        .to.be.revertedWithCustomError(simulator, "BattleSimulatorBadTier")
        .withArgs(2, 4, 3, tier);
    });
  }
});
