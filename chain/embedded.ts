import { network } from "hardhat";
import SealedDuel from "../ignition/modules/SealedDuel.ts";
import type { BattleSimulator, Duel, Fight, Fighters, FighterCards } from "../types/contracts/index.ts";

/** The contracts of the game, with their types. */
export interface Contracts {
  readonly fight: Fight;
  readonly cards: FighterCards;
  readonly fighters: Fighters;
  readonly duel: Duel;
  readonly battleSimulator: BattleSimulator;
}

/** A chain inside this process, forgotten when it ends. */
export async function openEmbeddedChain() {
  return network.create();
}

export type EmbeddedChain = Awaited<ReturnType<typeof openEmbeddedChain>>;

/** The whole game, deployed as it would be on a real chain. The first signer is its administrator. */
export async function deployGame(chain: EmbeddedChain, house: string, treasury: string): Promise<Contracts> {
  const contracts = await chain.ignition.deploy(SealedDuel, {
    parameters: { SealedDuel: { house, treasury } },
  });
  return contracts as unknown as Contracts;
}
