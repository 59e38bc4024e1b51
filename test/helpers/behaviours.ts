import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { expect } from "chai";
import type { ContractTransactionResponse } from "ethers";
import { type Arena, deployArena, networkHelpers } from "./arena.ts";

/** An action that only the owner of Duel may take. */
export function rejectsAllButOwner(
  act: (arena: Arena, caller: HardhatEthersSigner) => Promise<ContractTransactionResponse>,
): void {
  for (const role of ["p1", "house", "stranger"] as const) {
    it(`rejects a wrong caller: ${role}`, async () => {
      const arena = await networkHelpers.loadFixture(deployArena);
      await expect(act(arena, arena[role]))
        .to.be.revertedWithCustomError(arena.duel, "OwnableUnauthorizedAccount")
        .withArgs(arena[role].address);
    });
  }
}

type Role = "admin" | "p1" | "p2" | "stranger";

/** An action on a game that only one player may take. */
export function rejectsAllBut(
  rightful: "p1" | "p2",
  prepare: () => Promise<Arena & { readonly gameId: bigint }>,
  act: (arena: Arena & { readonly gameId: bigint }, caller: HardhatEthersSigner) => Promise<unknown>,
): void {
  const wrong = (["p1", "p2", "stranger", "admin"] satisfies Role[]).filter((role) => role !== rightful);
  for (const role of wrong) {
    it(`rejects a wrong caller: ${role}`, async () => {
      const arena = await networkHelpers.loadFixture(prepare);
      await expect(act(arena, arena[role]))
        .to.be.revertedWithCustomError(arena.duel, "DuelWrongCaller")
        .withArgs(arena.gameId, arena[role].address, arena[rightful].address);
    });
  }
}
