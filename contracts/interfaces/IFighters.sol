// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Kind, Profile} from "../types/Profile.sol";

/// @title Fighters: the ERC-721 of the duel
interface IFighters {
    /// @dev An entry of the catalogue. Tiers of 1..3 in the order attack, defense, health, speed, range, combo.
    struct Character {
        string name;
        Kind kind;
        uint8[6] tiers;
    }

    error FightersBadName(string name, uint256 maxLength);
    error FightersBadTier(string name, uint256 stat, uint8 tier);
    error FightersUnknownCharacter(uint256 charId, uint256 characterCount);
    error FightersNotOwned(uint256 assetId, address owner, address expected);
    error FightersSupplyExhausted(uint256 maxAssetId);

    event CharacterAdded(uint256 indexed charId, string name, Kind kind, uint8[6] tiers);
    event FighterMinted(uint256 indexed assetId, address indexed to, uint256 indexed charId, bool golden);

    /// @notice Adds characters at the end of the catalogue. A character never changes afterwards.
    function addCharacters(Character[] calldata list) external;

    /// @notice Makes one fighter for each character named, and gives them all to `to`.
    function mint(address to, uint16[] calldata charIds, bool golden) external returns (uint256 firstAssetId);

    /// @notice Destroys a fighter. Its profile stays, so that its old duels can always be recomputed.
    function burn(uint256 assetId) external;

    /// @notice The profiles of five fighters, 32 bits each, slot 0 lowest; reverts unless `owner` has them all.
    function muster(address owner, uint24[5] calldata team) external view returns (uint256 profiles);

    /// @notice The profile of a fighter, living or burned; zero if it was never minted.
    function profileOf(uint256 assetId) external view returns (Profile);

    function character(uint256 charId) external view returns (Character memory);

    function characterCount() external view returns (uint256);

    function mintedCount() external view returns (uint256);
}
