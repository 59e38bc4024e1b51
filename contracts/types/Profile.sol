// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The three kinds of character. A mode may ask for so many of each in a team.
enum Kind {
    Tank,
    Damage,
    Support
}

/// @dev All that a duel needs to know of a fighter, in 32 bits. It is fixed at the mint and outlives a burn.
///
/// | bits   | content                                                        |
/// | ------ | -------------------------------------------------------------- |
/// | 0..11  | six tiers of two bits: attack, defense, health, speed, range, combo |
/// | 12..13 | kind                                                           |
/// | 14     | golden                                                         |
/// | 15     | always 1, so that a profile is never zero                      |
/// | 16..31 | character id                                                   |
type Profile is uint32;

using ProfileLib for Profile global;

library ProfileLib {
    uint256 internal constant BITS = 32;

    uint256 private constant KIND_SHIFT = 12;
    uint256 private constant GOLDEN_SHIFT = 14;
    uint256 private constant EXISTS_SHIFT = 15;
    uint256 private constant CHARACTER_SHIFT = 16;

    function create(
        uint16 charId_,
        Kind kind_,
        uint16 packedTiers,
        bool golden
    ) internal pure returns (Profile) {
        uint256 raw = packedTiers | (uint256(kind_) << KIND_SHIFT) | (1 << EXISTS_SHIFT);
        if (golden) raw |= 1 << GOLDEN_SHIFT;
        return Profile.wrap(uint32(raw | (uint256(charId_) << CHARACTER_SHIFT)));
    }

    function charId(Profile self) internal pure returns (uint16) {
        return uint16(Profile.unwrap(self) >> CHARACTER_SHIFT);
    }

    function kind(Profile self) internal pure returns (Kind) {
        return Kind((Profile.unwrap(self) >> KIND_SHIFT) & 3);
    }

    function isGolden(Profile self) internal pure returns (bool) {
        return (Profile.unwrap(self) >> GOLDEN_SHIFT) & 1 == 1;
    }

    function tiers(Profile self) internal pure returns (uint8[6] memory list) {
        for (uint256 i = 0; i < 6; ++i) list[i] = uint8((Profile.unwrap(self) >> (2 * i)) & 3);
    }

    function exists(Profile self) internal pure returns (bool) {
        return Profile.unwrap(self) != 0;
    }
}
