// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC721} from "solady/src/tokens/ERC721.sol";
import {IFighterCards} from "./interfaces/IFighterCards.sol";
import {IFighters} from "./interfaces/IFighters.sol";
import {Kind, Profile, ProfileLib} from "./types/Profile.sol";

/// @title Fighters: five of these make a team
/// @dev Solady's ERC-721 keeps 96 free bits in the owner's slot. The profile lives there, so that one storage read tells
/// a duel both who owns a fighter and how it fights: 2,100 gas a fighter less than with a second slot.
contract Fighters is IFighters, ERC721, AccessControl {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// @dev Duel keeps the ten ids of a game in one slot, 24 bits each.
    uint256 public constant MAX_ASSET_ID = type(uint24).max;

    uint256 private constant MAX_NAME_LENGTH = 31;

    struct CatalogueEntry {
        string name;
        Kind kind;
        uint16 packedTiers;
    }

    IFighterCards private immutable CARDS;

    uint256 private _mintedCount;
    CatalogueEntry[] private _catalogue;

    constructor(address admin, IFighterCards cards) {
        CARDS = cards;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /// @inheritdoc IFighters
    function addCharacters(Character[] calldata list) external onlyRole(DEFAULT_ADMIN_ROLE) {
        for (uint256 i = 0; i < list.length; ++i) {
            Character calldata added = list[i];
            uint256 nameLength = bytes(added.name).length;
            if (nameLength == 0 || nameLength > MAX_NAME_LENGTH)
                revert FightersBadName(added.name, MAX_NAME_LENGTH);
            uint16 packedTiers = 0;
            for (uint256 stat = 0; stat < 6; ++stat) {
                uint8 tier = added.tiers[stat];
                if (tier < 1 || tier > 3) revert FightersBadTier(added.name, stat, tier);
                packedTiers |= uint16(tier) << uint16(2 * stat);
            }
            _catalogue.push(CatalogueEntry(added.name, added.kind, packedTiers));
            emit CharacterAdded(_catalogue.length, added.name, added.kind, added.tiers);
        }
    }

    /// @inheritdoc IFighters
    function mint(
        address to,
        uint16[] calldata charIds,
        bool golden
    ) external onlyRole(MINTER_ROLE) returns (uint256 firstAssetId) {
        firstAssetId = _mintedCount + 1;
        for (uint256 i = 0; i < charIds.length; ++i) {
            uint16 charId = charIds[i];
            CatalogueEntry storage entry = _entry(charId);
            uint256 assetId = ++_mintedCount;
            if (assetId > MAX_ASSET_ID) revert FightersSupplyExhausted(MAX_ASSET_ID);
            Profile profile = ProfileLib.create(charId, entry.kind, entry.packedTiers, golden);
            _setExtraData(assetId, Profile.unwrap(profile));
            emit FighterMinted(assetId, to, charId, golden);
            _safeMint(to, assetId);
        }
    }

    /// @inheritdoc IFighters
    function burn(uint256 assetId) external {
        _burn(msg.sender, assetId);
    }

    /// @inheritdoc IFighters
    function muster(address owner, uint24[5] calldata team) external view returns (uint256 profiles) {
        for (uint256 slot = 0; slot < 5; ++slot) {
            uint256 assetId = team[slot];
            address actual = _ownerOf(assetId);
            if (actual != owner) revert FightersNotOwned(assetId, actual, owner);
            profiles |= uint256(_getExtraData(assetId)) << (ProfileLib.BITS * slot);
        }
    }

    /// @inheritdoc IFighters
    function profileOf(uint256 assetId) public view returns (Profile) {
        return Profile.wrap(uint32(_getExtraData(assetId)));
    }

    /// @inheritdoc IFighters
    function character(uint256 charId) public view returns (Character memory) {
        CatalogueEntry storage entry = _entry(charId);
        uint8[6] memory tiers;
        for (uint256 stat = 0; stat < 6; ++stat) tiers[stat] = uint8((entry.packedTiers >> (2 * stat)) & 3);
        return Character(entry.name, entry.kind, tiers);
    }

    /// @inheritdoc IFighters
    function characterCount() external view returns (uint256) {
        return _catalogue.length;
    }

    /// @inheritdoc IFighters
    function mintedCount() external view returns (uint256) {
        return _mintedCount;
    }

    function name() public pure override returns (string memory) {
        return "Sealed Duel Fighters";
    }

    function symbol() public pure override returns (string memory) {
        return "FIGHTER";
    }

    /// @notice Metadata and the drawn card, both made by the chain itself.
    function tokenURI(uint256 assetId) public view override returns (string memory) {
        if (!_exists(assetId)) revert TokenDoesNotExist();
        Profile profile = profileOf(assetId);
        Character memory drawn = character(profile.charId());
        return
            CARDS.tokenURI(
                assetId,
                profile.charId(),
                drawn.name,
                uint256(drawn.kind),
                drawn.tiers,
                profile.isGolden()
            );
    }

    function supportsInterface(
        bytes4 interfaceId
    ) public view override(ERC721, AccessControl) returns (bool) {
        return ERC721.supportsInterface(interfaceId) || AccessControl.supportsInterface(interfaceId);
    }

    /// @dev Characters are numbered from 1.
    function _entry(uint256 charId) private view returns (CatalogueEntry storage) {
        if (charId == 0 || charId > _catalogue.length)
            revert FightersUnknownCharacter(charId, _catalogue.length);
        return _catalogue[charId - 1];
    }
}
