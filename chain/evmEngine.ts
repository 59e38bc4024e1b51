import { network } from "hardhat";
import type { PlayerNumber } from "../sim/battle/battle.ts";
import type { Team } from "../sim/battle/stats.ts";
import type { Bytes32 } from "../sim/sealing/commitment.ts";
import type { SimulationCase, SimulationReport } from "../sim/simulate.ts";
import { battleModeToPass } from "./registration.ts";

/** A report of the contracts, with what only they and the tests speak of. */
export interface EvmReport extends SimulationReport {
  /** The final state of the random stream. */
  readonly wordsTaken: number;
  readonly packedTurns: string;
}

export interface EvmEngine {
  simulate(one: SimulationCase): Promise<EvmReport>;
  close(): Promise<void>;
}

/** The compiled contracts on a chain of their own in this process. They must have been built: see chain/build.ts. */
export async function openEvmEngine(): Promise<EvmEngine> {
  const connection = await network.create();
  const { ethers } = connection;
  const turnLog = await ethers.deployContract("TurnLog");
  const simulator = await ethers.deployContract("BattleSimulator", [], {
    libraries: { TurnLog: await turnLog.getAddress() },
  });

  return {
    async simulate({ mode, p1Nonce, p2Nonce, p1Team, p2Team }) {
      const report = await simulator.simulate(
        battleModeToPass(mode),
        p1Nonce,
        p2Nonce,
        teamToPass(p1Team),
        teamToPass(p2Team),
      );
      return {
        teamHash: report.teamHash as Bytes32,
        seed: report.seed as Bytes32,
        firstAttacker: Number(report.firstAttacker) as PlayerNumber,
        winner: Number(report.winner) as PlayerNumber,
        rounds: Number(report.rounds),
        alive: [Number(report.p1Alive), Number(report.p2Alive)],
        turns: report.turns.map((turn) => ({
          round: Number(turn.round),
          attacker: Number(turn.attacker) as PlayerNumber,
          attackerSlot: Number(turn.attackerSlot),
          attackerAssetId: turn.attackerAssetId,
          attackerCharId: Number(turn.attackerCharId),
          defenderSlot: Number(turn.defenderSlot),
          defenderAssetId: turn.defenderAssetId,
          defenderCharId: Number(turn.defenderCharId),
          defenderHpStart: Number(turn.defenderHpStart),
          randomDodge: Number(turn.randomDodge),
          wasDodge: turn.wasDodge,
          randomCombo: Number(turn.randomCombo),
          wasCombo: turn.wasCombo,
          damageDealt: Number(turn.damageDealt),
          defenderHpEnd: Number(turn.defenderHpEnd),
          wasKill: turn.wasKill,
          rangePenalty: Number(turn.rangePenalty),
        })),
        wordsTaken: Number(report.wordsTaken),
        packedTurns: report.packedTurns,
      };
    },
    close: () => connection.close(),
  };
}

interface FighterToPass {
  assetId: bigint;
  charId: number;
  tiers: number[];
}

/** A team in the shape of BattleSimulator's struct. */
function teamToPass(team: Team) {
  const fighters = team.map(({ assetId, charId, tiers }) => ({ assetId, charId, tiers: [...tiers] }));
  return fighters as [FighterToPass, FighterToPass, FighterToPass, FighterToPass, FighterToPass];
}
