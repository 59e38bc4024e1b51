// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title FighterCards: draws a fighter's card, from the chain alone
interface IFighterCards {
    /// @notice The fighter's metadata with its card inside, as a data URI.
    /// @param kind 0 tank, 1 damage, 2 support.
    /// @param tiers In the order attack, defense, health, speed, range, combo.
    function tokenURI(
        uint256 assetId,
        uint256 charId,
        string calldata name,
        uint256 kind,
        uint8[6] calldata tiers,
        bool golden
    ) external pure returns (string memory);
}
