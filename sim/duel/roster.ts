import type { Character, Kind } from "../battle/characters.ts";
import type { Fighter } from "../battle/stats.ts";
import { type Address, NOBODY } from "./accounts.ts";
import { Refusal } from "./refusal.ts";

interface RosteredFighter extends Fighter {
  readonly kind: Kind;
  readonly isGolden: boolean;
}

/** The fighters: what each is, for ever, and whose it is now; a burned one is nobody's. */
export class Roster {
  readonly #characters: readonly Character[];
  readonly #fighters = new Map<bigint, RosteredFighter>();
  readonly #owners = new Map<bigint, Address>();

  constructor(characters: readonly Character[]) {
    this.#characters = characters;
  }

  /** Fighters are numbered from 1 in the order of their minting. */
  mint(to: Address, charIds: readonly number[], isGolden: boolean): readonly bigint[] {
    const count = this.#characters.length;
    const characters = charIds.map((charId) => {
      const character = this.#characters[charId - 1];
      if (character === undefined) throw new Refusal("FightersUnknownCharacter", charId, count);
      return character;
    });
    return characters.map(({ id, kind, tiers }) => {
      const assetId = BigInt(this.#fighters.size + 1);
      this.#fighters.set(assetId, { assetId, charId: id, kind, tiers, isGolden });
      this.#owners.set(assetId, to);
      return assetId;
    });
  }

  transfer(from: Address, to: Address, assetId: bigint): void {
    const owner = this.#existingOwner(assetId);
    if (owner !== from) throw new Refusal("TransferFromIncorrectOwner");
    this.#owners.set(assetId, to);
  }

  burn(caller: Address, assetId: bigint): void {
    if (this.#existingOwner(assetId) !== caller) throw new Refusal("NotOwnerNorApproved");
    this.#owners.set(assetId, NOBODY);
  }

  ownerOf(assetId: bigint): Address {
    return this.#owners.get(assetId) ?? NOBODY;
  }

  /** A fighter that was minted at some time, living or burned. */
  fighter(assetId: bigint): RosteredFighter {
    const fighter = this.#fighters.get(assetId);
    if (fighter === undefined) throw new Error(`fighter ${assetId} was never minted`);
    return fighter;
  }

  /** The fighters of a team, refused unless all of them are the player's. */
  muster(player: Address, team: readonly bigint[]): readonly RosteredFighter[] {
    return team.map((assetId) => {
      const owner = this.ownerOf(assetId);
      if (owner !== player) throw new Refusal("FightersNotOwned", assetId, owner, player);
      return this.fighter(assetId);
    });
  }

  #existingOwner(assetId: bigint): Address {
    const owner = this.ownerOf(assetId);
    if (owner === NOBODY) throw new Refusal("TokenDoesNotExist");
    return owner;
  }
}
