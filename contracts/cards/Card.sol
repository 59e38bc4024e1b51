// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev What a card shows. `kind` is 0 for a tank, 1 for damage, 2 for support; tiers run from 1 to 3, in the order
///      attack, defense, health, speed, range, combo. FighterCards checks both before anything is drawn.
struct Card {
    uint256 assetId;
    uint256 charId;
    string name;
    uint256 kind;
    uint8[6] tiers;
    bool golden;
}
