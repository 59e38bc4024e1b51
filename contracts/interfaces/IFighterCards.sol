// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title IFighterCards
/// @notice Draws a fighter's card. Everything on it follows from the arguments: nothing is stored or fetched.
interface IFighterCards {
    /// @notice `kind` is none of 0 (tank), 1 (damage) and 2 (support).
    error FighterCardsUnknownKind(uint256 kind);

    /// @notice A stat's tier is not 1, 2 or 3. `stat` is its place in the order below.
    error FighterCardsTierOutOfRange(uint256 stat, uint256 tier);

    /// @notice The token's metadata as a `data:application/json;base64` URI, with its picture inside.
    /// @param assetId The token.
    /// @param charId The character, which decides the look: mask, crest, sigil, arms and colours.
    /// @param name The character's name, in any bytes: it is escaped for JSON and for XML here.
    /// @param kind 0 for a tank, 1 for damage, 2 for support.
    /// @param tiers Tiers of 1 to 3, in the order attack, defense, health, speed, range, combo.
    /// @param golden Whether the card gets its golden treatment.
    function tokenURI(
        uint256 assetId,
        uint256 charId,
        string calldata name,
        uint256 kind,
        uint8[6] calldata tiers,
        bool golden
    ) external pure returns (string memory);

    /// @notice The picture alone, as SVG text. Takes what `tokenURI` takes.
    function card(
        uint256 assetId,
        uint256 charId,
        string calldata name,
        uint256 kind,
        uint8[6] calldata tiers,
        bool golden
    ) external pure returns (string memory svg);
}
