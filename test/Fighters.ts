import { expect } from "chai";
import { characterToAdd } from "../chain/registration.ts";
import { CHARACTERS, KINDS } from "../sim/battle/characters.ts";
import { seal } from "../sim/sealing/commitment.ts";
import {
  type Arena,
  BET,
  CLASSIC,
  deployArena,
  ethers,
  networkHelpers,
  NOBODY,
  P1_DEPOSITED,
  P1_NONCE,
  playTo,
  type TeamIds,
} from "./helpers/arena.ts";

const MAX_ASSET_ID = 2n ** 24n - 1n;
/** Where Fighters counts its mints. */
const MINTED_COUNT_SLOT = 1;

describe("Fighters", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  const [first] = CHARACTERS.map(characterToAdd);
  const added = (change: Partial<typeof first>) => ({ ...first!, ...change });

  describe("the catalogue", () => {
    it("holds the game's forty characters", async () => {
      expect(await arena.fighters.characterCount()).to.equal(40);
    });

    it("holds each as its file has it", async () => {
      const stored = await Promise.all(CHARACTERS.map(({ id }) => arena.fighters.character(id)));
      expect(
        stored.map(({ name, kind, tiers }) => [name, KINDS[Number(kind)], tiers.map(Number)]),
      ).to.deep.equal(CHARACTERS.map(({ name, kind, tiers }) => [name, kind, [...tiers]]));
    });

    it("tells about each one added", async () => {
      const { fighters } = arena;
      const newcomer = added({ name: "Newcomer", kind: 2, tiers: [1, 2, 3, 3, 2, 1] });
      await expect(fighters.addCharacters([newcomer]))
        .to.emit(fighters, "CharacterAdded")
        .withArgs(41, "Newcomer", 2, [1, 2, 3, 3, 2, 1]);
    });

    it("leaves the others as they were when one is added", async () => {
      const { fighters } = arena;
      await fighters.addCharacters([added({ name: "Newcomer" })]);
      expect((await fighters.character(1)).name).to.equal(CHARACTERS[0]!.name);
    });

    for (const role of ["p1", "house", "stranger"] as const) {
      it(`rejects a wrong caller: ${role}`, async () => {
        const { fighters } = arena;
        await expect(fighters.connect(arena[role]).addCharacters([added({})]))
          .to.be.revertedWithCustomError(fighters, "AccessControlUnauthorizedAccount")
          .withArgs(arena[role].address, ethers.ZeroHash);
      });
    }

    for (const name of ["", "a".repeat(32), "é".repeat(16)]) {
      it(`refuses a name of ${ethers.toUtf8Bytes(name).length} bytes`, async () => {
        const { fighters } = arena;
        await expect(fighters.addCharacters([added({ name })]))
          .to.be.revertedWithCustomError(fighters, "FightersBadName")
          .withArgs(name, 31);
      });
    }

    for (const stat of [0, 1, 2, 3, 4, 5]) {
      for (const tier of [0, 4]) {
        it(`refuses tier ${tier} of stat ${stat}`, async () => {
          const { fighters } = arena;
          const tiers = first!.tiers.with(stat, tier) as (typeof first & object)["tiers"];
          await expect(fighters.addCharacters([added({ tiers })]))
            .to.be.revertedWithCustomError(fighters, "FightersBadTier")
            .withArgs(first!.name, stat, tier);
        });
      }
    }

    it("adds none of a list that has a bad one", async () => {
      const { fighters } = arena;
      await expect(
        fighters.addCharacters([added({ name: "Good" }), added({ name: "" })]),
      ).to.be.revertedWithCustomError(fighters, "FightersBadName");
      expect(await fighters.characterCount()).to.equal(40);
    });

    for (const charId of [0, 41]) {
      it(`has no character ${charId}`, async () => {
        await expect(arena.fighters.character(charId))
          .to.be.revertedWithCustomError(arena.fighters, "FightersUnknownCharacter")
          .withArgs(charId, 40);
      });
    }
  });

  describe("minting", () => {
    it("numbers fighters from 1 in the order of their minting", async () => {
      const { fighters, stranger } = arena;
      expect(await fighters.mint.staticCall(stranger, [7, 8], false)).to.equal(31);
    });

    it("gives them all to the one named", async () => {
      const { fighters, stranger } = arena;
      await fighters.mint(stranger, [7, 8], false);
      expect([await fighters.ownerOf(31), await fighters.ownerOf(32)]).to.deep.equal([
        stranger.address,
        stranger.address,
      ]);
    });

    it("counts them", async () => {
      const { fighters, stranger } = arena;
      await fighters.mint(stranger, [7, 8], false);
      expect(await fighters.mintedCount()).to.equal(32);
    });

    for (const golden of [false, true]) {
      it(`tells about ${golden ? "a golden" : "a common"} one`, async () => {
        const { fighters, stranger } = arena;
        await expect(fighters.mint(stranger, [7], golden))
          .to.emit(fighters, "FighterMinted")
          .withArgs(31, stranger.address, 7, golden);
      });

      it(`keeps ${golden ? "a golden" : "a common"} one's character in its profile`, async () => {
        const { fighters, stranger } = arena;
        await fighters.mint(stranger, [24], golden);
        const { kind, tiers } = characterToAdd(CHARACTERS[23]!);
        const packedTiers = tiers.reduce((packed, tier, stat) => packed | (tier << (2 * stat)), 0);
        const gold = golden ? 1 << 14 : 0;
        expect(await fighters.profileOf(31)).to.equal(
          (24 << 16) | (1 << 15) | gold | (kind << 12) | packedTiers,
        );
      });
    }

    it("needs the role of a minter", async () => {
      const { fighters, stranger } = arena;
      await expect(fighters.connect(stranger).mint(stranger, [1], false))
        .to.be.revertedWithCustomError(fighters, "AccessControlUnauthorizedAccount")
        .withArgs(stranger.address, await fighters.MINTER_ROLE());
    });

    it("is allowed to whom the administrator gives the role", async () => {
      const { fighters, stranger } = arena;
      await fighters.grantRole(await fighters.MINTER_ROLE(), stranger);
      await fighters.connect(stranger).mint(stranger, [1], false);
      expect(await fighters.ownerOf(31)).to.equal(stranger.address);
    });

    it("is no longer allowed to whom the role was taken from", async () => {
      const { admin, fighters } = arena;
      await fighters.revokeRole(await fighters.MINTER_ROLE(), admin);
      await expect(fighters.mint(admin, [1], false)).to.be.revertedWithCustomError(
        fighters,
        "AccessControlUnauthorizedAccount",
      );
    });

    for (const charId of [0, 41]) {
      it(`refuses character ${charId}, which does not exist`, async () => {
        await expect(arena.fighters.mint(arena.p1, [1, charId], false))
          .to.be.revertedWithCustomError(arena.fighters, "FightersUnknownCharacter")
          .withArgs(charId, 40);
      });
    }

    it("refuses nobody as an owner", async () => {
      await expect(arena.fighters.mint(NOBODY, [1], false)).to.be.revertedWithCustomError(
        arena.fighters,
        "TransferToZeroAddress",
      );
    });

    it("refuses a contract that does not expect fighters", async () => {
      const { duel, fighters } = arena;
      await expect(fighters.mint(duel, [1], false)).to.be.revertedWithCustomError(
        fighters,
        "TransferToNonERC721ReceiverImplementer",
      );
    });

    describe("when nearly all ids are used up", () => {
      beforeEach(async () => {
        const { fighters } = arena;
        await networkHelpers.setStorageAt(await fighters.getAddress(), MINTED_COUNT_SLOT, MAX_ASSET_ID - 1n);
        expect(await fighters.mintedCount()).to.equal(MAX_ASSET_ID - 1n);
      });

      it("mints the last one", async () => {
        const { fighters, p1 } = arena;
        await fighters.mint(p1, [1], false);
        expect(await fighters.ownerOf(MAX_ASSET_ID)).to.equal(p1.address);
      });

      it("refuses one more", async () => {
        const { fighters, p1 } = arena;
        await expect(fighters.mint(p1, [1, 2], false))
          .to.be.revertedWithCustomError(fighters, "FightersSupplyExhausted")
          .withArgs(MAX_ASSET_ID);
      });

      it("lets the last one fight", async () => {
        const { duel, fighters, p1, p2, p2Team } = arena;
        const gameId = await playTo(arena, P1_DEPOSITED);
        await fighters.mint(p2, [1], false);
        const team: TeamIds = [MAX_ASSET_ID, p2Team[1], p2Team[2], p2Team[3], p2Team[4]];
        await duel.connect(p2).depositAndJoin(gameId, ethers.ZeroHash, team);
        await duel.connect(p1).reveal(gameId, P1_NONCE, arena.p1Team);
        expect([...(await duel.game(gameId)).p2Team]).to.deep.equal(team);
      });

      it("lets the last one be sealed", async () => {
        const { duel, fighters, p1, p1Team, p2, p2Team } = arena;
        await fighters.mint(p1, [1], false);
        const team: TeamIds = [p1Team[0], p1Team[1], p1Team[2], p1Team[3], MAX_ASSET_ID];
        await duel.connect(p1).createAndDeposit(CLASSIC, seal(P1_NONCE, team), BET, NOBODY);
        await duel.connect(p2).depositAndJoin(1, ethers.ZeroHash, p2Team);
        await duel.connect(p1).reveal(1, P1_NONCE, team);
        expect([...(await duel.game(1)).p1Team]).to.deep.equal(team);
      });
    });
  });

  describe("burning", () => {
    it("leaves nobody as owner", async () => {
      const { fighters, p1 } = arena;
      await fighters.connect(p1).burn(1);
      await expect(fighters.ownerOf(1)).to.be.revertedWithCustomError(fighters, "TokenDoesNotExist");
    });

    it("leaves the profile, for the sake of old duels", async () => {
      const { fighters, p1 } = arena;
      const before = await fighters.profileOf(1);
      await fighters.connect(p1).burn(1);
      expect(await fighters.profileOf(1)).to.equal(before);
    });

    it("is the owner's own affair", async () => {
      const { fighters, stranger } = arena;
      await expect(fighters.connect(stranger).burn(1)).to.be.revertedWithCustomError(
        fighters,
        "NotOwnerNorApproved",
      );
    });

    it("is allowed to whom the owner approved", async () => {
      const { fighters, p1, stranger } = arena;
      await fighters.connect(p1).approve(stranger, 1);
      await fighters.connect(stranger).burn(1);
      expect(await fighters.balanceOf(p1)).to.equal(9);
    });

    it("never frees an id for another fighter", async () => {
      const { fighters, p1 } = arena;
      await fighters.connect(p1).burn(1);
      expect(await fighters.mint.staticCall(p1, [1], false)).to.equal(31);
    });
  });

  describe("mustering", () => {
    it("packs five profiles, slot 0 lowest", async () => {
      const { fighters, p1, p1Team } = arena;
      const profiles = await Promise.all(p1Team.map((assetId) => fighters.profileOf(assetId)));
      const packed = profiles.reduce((sum, profile, slot) => sum | (profile << BigInt(32 * slot)), 0n);
      expect(await fighters.muster(p1, p1Team)).to.equal(packed);
    });

    it("refuses a fighter of somebody else's", async () => {
      const { fighters, p1, p1Team, p2 } = arena;
      await expect(fighters.muster(p2, p1Team))
        .to.be.revertedWithCustomError(fighters, "FightersNotOwned")
        .withArgs(p1Team[0], p1.address, p2.address);
    });

    it("knows no profile of a fighter who was never minted", async () => {
      expect(await arena.fighters.profileOf(31)).to.equal(0);
    });
  });

  describe("metadata", () => {
    const HEAD = "data:application/json;base64,";
    const decode = async (assetId: number) => {
      const uri = await arena.fighters.tokenURI(assetId);
      expect(uri.startsWith(HEAD)).to.equal(true);
      return JSON.parse(Buffer.from(uri.slice(HEAD.length), "base64").toString("utf8")) as {
        name: string;
        image: string;
      };
    };

    it("is called Sealed Duel Fighters", async () => {
      expect([await arena.fighters.name(), await arena.fighters.symbol()]).to.deep.equal([
        "Sealed Duel Fighters",
        "FIGHTER",
      ]);
    });

    it("names the fighter's character", async () => {
      expect((await decode(1)).name).to.contain(CHARACTERS[0]!.name);
    });

    it("carries a drawn card", async () => {
      expect((await decode(1)).image).to.match(/^data:image\/svg\+xml;base64,/);
    });

    it("shows a golden fighter's card differently", async () => {
      await arena.fighters.mint(arena.p1, [1], true);
      expect((await decode(31)).image).not.to.equal((await decode(1)).image);
    });

    it("has none for a burned fighter", async () => {
      const { fighters, p1 } = arena;
      await fighters.connect(p1).burn(1);
      await expect(fighters.tokenURI(1)).to.be.revertedWithCustomError(fighters, "TokenDoesNotExist");
    });
  });

  describe("ERC-165", () => {
    for (const [name, interfaceId, isSupported] of [
      ["ERC-165", "0x01ffc9a7", true],
      ["ERC-721", "0x80ac58cd", true],
      ["ERC-721 metadata", "0x5b5e139f", true],
      ["access control", "0x7965db0b", true],
      ["nothing", "0xffffffff", false],
    ] as const) {
      it(`answers ${isSupported} for ${name}`, async () => {
        expect(await arena.fighters.supportsInterface(interfaceId)).to.equal(isSupported);
      });
    }
  });
});
