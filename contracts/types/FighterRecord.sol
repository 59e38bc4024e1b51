// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Profile} from "./Profile.sol";

/// @dev What the chain keeps of a fighter, in one storage slot.
///
/// | bits     | content                                     |
/// | -------- | ------------------------------------------- |
/// | 0..31    | profile, kept from the fighter's first duel |
/// | 32..71   | cooldownUntil, seconds                      |
/// | 72..95   | killCount                                   |
/// | 96..119  | deathCount                                  |
/// | 120..162 | damageDealt                                 |
/// | 163..205 | damageReceived                              |
/// | 206..230 | dodgeCount, as defender                     |
/// | 231..255 | comboCount, as attacker                     |
///
/// The six counters are summed by one addition of a word of the same layout (a tally). The top bit of each is left
/// free for the carry: a counter that reaches it stays at its largest value instead of spilling into its neighbour.
type FighterRecord is uint256;

using FighterRecordLib for FighterRecord global;

library FighterRecordLib {
    uint256 internal constant KILLS_SHIFT = 72;
    uint256 internal constant DEATHS_SHIFT = 96;
    uint256 internal constant DEALT_SHIFT = 120;
    uint256 internal constant RECEIVED_SHIFT = 163;
    uint256 internal constant DODGES_SHIFT = 206;
    uint256 internal constant COMBOS_SHIFT = 231;

    uint256 private constant COOLDOWN_SHIFT = 32;
    uint256 private constant COOLDOWN_MASK = uint256(type(uint40).max) << COOLDOWN_SHIFT;

    /// @dev The carry bits: the top bit of each counter.
    uint256 private constant CARRIES =
        (1 << 95) | (1 << 119) | (1 << 162) | (1 << 205) | (1 << 230) | (1 << 255);

    function create(Profile profile_) internal pure returns (FighterRecord) {
        return FighterRecord.wrap(Profile.unwrap(profile_));
    }

    /// @notice The record after a battle. A tally is a word of counters in the record's own layout.
    function afterBattle(
        FighterRecord self,
        uint256 tally,
        uint256 cooldownUntil_
    ) internal pure returns (FighterRecord) {
        unchecked {
            // No counter can pass its carry bit: before, it was below it, and a battle adds at most 1,000 counts and
            // 2^34 of damage.
            uint256 raw = FighterRecord.unwrap(self) + tally;
            if (raw & CARRIES != 0) raw = saturate(raw);
            // A rest never gets shorter: a fighter that waited in two games keeps the longer one.
            if (cooldownUntil_ > self.cooldownUntil() && !self.profile().isGolden()) {
                raw = (raw & ~COOLDOWN_MASK) | (cooldownUntil_ << COOLDOWN_SHIFT);
            }
            return FighterRecord.wrap(raw);
        }
    }

    function exists(FighterRecord self) internal pure returns (bool) {
        return FighterRecord.unwrap(self) != 0;
    }

    function profile(FighterRecord self) internal pure returns (Profile) {
        return Profile.wrap(uint32(FighterRecord.unwrap(self)));
    }

    function cooldownUntil(FighterRecord self) internal pure returns (uint256) {
        return uint40(FighterRecord.unwrap(self) >> COOLDOWN_SHIFT);
    }

    /// @dev A counter without its carry bit is as wide as the distance to the next field, less one.
    function counter(FighterRecord self, uint256 shift, uint256 width) internal pure returns (uint256) {
        return (FighterRecord.unwrap(self) >> shift) & ((1 << (width - 1)) - 1);
    }

    function saturate(uint256 raw) private pure returns (uint256) {
        raw = saturateField(raw, KILLS_SHIFT, 24);
        raw = saturateField(raw, DEATHS_SHIFT, 24);
        raw = saturateField(raw, DEALT_SHIFT, 43);
        raw = saturateField(raw, RECEIVED_SHIFT, 43);
        raw = saturateField(raw, DODGES_SHIFT, 25);
        return saturateField(raw, COMBOS_SHIFT, 25);
    }

    /// @dev A field whose carry bit is set gets all its other bits set and the carry cleared.
    function saturateField(uint256 raw, uint256 shift, uint256 width) private pure returns (uint256) {
        uint256 carry = 1 << (shift + width - 1);
        if (raw & carry == 0) return raw;
        return (raw & ~carry) | (((1 << (width - 1)) - 1) << shift);
    }
}
