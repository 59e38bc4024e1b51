// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What a battle's settings can be refused for, by the name of the field
interface IBattleModeErrors {
    /// @dev `index` is the tier's place in a list of three, and 0 for a single value.
    error BattleModeOutOfRange(string field, uint256 index, uint256 value, uint256 min, uint256 max);
    /// @dev A stat's values must not decrease, range factors must not increase.
    error BattleModeOutOfOrder(string field, uint256 index, uint256 previous, uint256 value);
}
