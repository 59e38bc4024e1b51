// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBattleModeErrors} from "../interfaces/IBattleModeErrors.sol";

/// @dev All settings that a battle depends on, as they are registered (docs/PROTOCOL.md, 4). Three values a stat, one
/// for each tier; factors in basis points.
struct BattleMode {
    uint16 dodgeMaxRandom;
    uint16 comboMaxRandom;
    uint16[3] rangeFactors;
    uint16 comboFactor;
    uint16[3] attackValues;
    uint16[3] defenseValues;
    uint16[3] healthValues;
    uint16[3] speedValues;
    uint16[3] rangeValues;
    uint16[3] comboValues;
    uint8 maxRounds;
}

/// @dev The 25 numbers of a mode in two words, as a battle reads them. `values` holds the factors and, for each tier, a
/// lane with that tier's value of every stat; `rolls` holds the three limits.
///
/// | bits of `values` | content                                                                     |
/// | ---------------- | --------------------------------------------------------------------------- |
/// | 0..41            | range factors, three of 14 bits                                             |
/// | 42..57           | combo factor                                                                |
/// | 64 t .. 64 t+63  | tier t: health (16), attack (10), defense (10), speed (10), range (8), combo (10) |
///
/// | bits of `rolls`  | content                                                                     |
/// | ---------------- | --------------------------------------------------------------------------- |
/// | 0..15            | dodgeMaxRandom                                                              |
/// | 16..31           | comboMaxRandom                                                              |
/// | 32..39           | maxRounds                                                                   |
library BattleModeLib {
    uint256 internal constant MAX_ROUNDS_SHIFT = 32;

    uint256 private constant COMBO_MAX_SHIFT = 16;
    uint256 private constant COMBO_FACTOR_SHIFT = 42;

    /// @notice The packed form of a mode; reverts with the name of the first field that breaks a rule.
    function pack(BattleMode memory mode) internal pure returns (uint256 values, uint40 rolls) {
        validate(mode);
        for (uint256 i = 0; i < 3; ++i) {
            uint256 lane =
                uint256(mode.healthValues[i]) |
                    (uint256(mode.attackValues[i]) << 16) |
                    (uint256(mode.defenseValues[i]) << 26) |
                    (uint256(mode.speedValues[i]) << 36) |
                    (uint256(mode.rangeValues[i]) << 46) |
                    (uint256(mode.comboValues[i]) << 54);
            values |= (lane << (64 * (i + 1))) | (uint256(mode.rangeFactors[i]) << (14 * i));
        }
        values |= uint256(mode.comboFactor) << COMBO_FACTOR_SHIFT;
        rolls =
            uint40(mode.dodgeMaxRandom) |
            (uint40(mode.comboMaxRandom) << uint40(COMBO_MAX_SHIFT)) |
            (uint40(mode.maxRounds) << uint40(MAX_ROUNDS_SHIFT));
    }

    function unpack(uint256 values, uint40 rolls) internal pure returns (BattleMode memory mode) {
        for (uint256 i = 0; i < 3; ++i) {
            uint256 lane = values >> (64 * (i + 1));
            mode.healthValues[i] = uint16(lane);
            mode.attackValues[i] = uint16((lane >> 16) & 0x3ff);
            mode.defenseValues[i] = uint16((lane >> 26) & 0x3ff);
            mode.speedValues[i] = uint16((lane >> 36) & 0x3ff);
            mode.rangeValues[i] = uint8(lane >> 46);
            mode.comboValues[i] = uint16((lane >> 54) & 0x3ff);
            mode.rangeFactors[i] = uint16((values >> (14 * i)) & 0x3fff);
        }
        mode.comboFactor = uint16(values >> COMBO_FACTOR_SHIFT);
        mode.dodgeMaxRandom = uint16(rolls);
        mode.comboMaxRandom = uint16(rolls >> COMBO_MAX_SHIFT);
        mode.maxRounds = uint8(rolls >> MAX_ROUNDS_SHIFT);
    }

    function validate(BattleMode memory mode) private pure {
        checkTiers("attackValues", mode.attackValues, 1, 1_000);
        checkTiers("defenseValues", mode.defenseValues, 1, 1_000);
        checkTiers("healthValues", mode.healthValues, 1, 65_535);
        checkTiers("speedValues", mode.speedValues, 1, 1_000);
        checkTiers("rangeValues", mode.rangeValues, 0, 255);
        checkTiers("comboValues", mode.comboValues, 0, 1_000);
        for (uint256 i = 0; i < 3; ++i) {
            check("rangeFactors", i, mode.rangeFactors[i], 0, 10_000);
            if (i > 0 && mode.rangeFactors[i] > mode.rangeFactors[i - 1]) {
                revert IBattleModeErrors.BattleModeOutOfOrder(
                    "rangeFactors",
                    i,
                    mode.rangeFactors[i - 1],
                    mode.rangeFactors[i]
                );
            }
        }
        check("comboFactor", 0, mode.comboFactor, 10_000, 65_535);
        check("maxRounds", 0, mode.maxRounds, 1, 100);
    }

    function checkTiers(string memory field, uint16[3] memory list, uint256 min, uint256 max) private pure {
        for (uint256 i = 0; i < 3; ++i) {
            check(field, i, list[i], min, max);
            if (i > 0 && list[i] < list[i - 1])
                revert IBattleModeErrors.BattleModeOutOfOrder(field, i, list[i - 1], list[i]);
        }
    }

    function check(string memory field, uint256 index, uint256 value, uint256 min, uint256 max) private pure {
        if (value < min || value > max)
            revert IBattleModeErrors.BattleModeOutOfRange(field, index, value, min, max);
    }
}
