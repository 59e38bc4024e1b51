import { type Contracts, deployGame as deployTo, openEmbeddedChain } from "../../chain/embedded.ts";

/** One in-process chain for a test file. */
export const chain = await openEmbeddedChain();
export const { ethers, networkHelpers } = chain;

/** Everything deployed as it would be on a real chain. The first signer is the administrator, the second the house. */
export async function deployGame(): Promise<Contracts> {
  const [admin, house] = await ethers.getSigners();
  return deployTo(chain, house!.address, admin!.address);
}
