import hre from "hardhat";
import SealedDuel from "../../ignition/modules/SealedDuel.ts";
import type { BattleSimulator, Duel, Fight, Fighters, FighterCards } from "../../types/contracts/index.ts";

/** One in-process chain for a test file. */
export const chain = await hre.network.create();
export const { ethers, networkHelpers } = chain;

export interface Deployment {
  readonly fight: Fight;
  readonly cards: FighterCards;
  readonly fighters: Fighters;
  readonly duel: Duel;
  readonly battleSimulator: BattleSimulator;
}

/** Everything deployed as it would be on a real chain. The first signer is the administrator. */
export async function deployGame(): Promise<Deployment> {
  const [admin, house] = await ethers.getSigners();
  return (await chain.ignition.deploy(SealedDuel, {
    parameters: { SealedDuel: { house: house!.address, treasury: admin!.address } },
  })) as unknown as Deployment;
}
