// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

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

/// @dev Where a mode breaks a rule: `field` with its index if it has one, the value, and the bounds it had to keep.
error BattleModeOutOfRange(string field, uint256 index, uint256 value, uint256 min, uint256 max);
/// @dev A stat's values must not decrease, range factors must not increase.
error BattleModeOutOfOrder(string field, uint256 index, uint256 previous, uint256 value);

/// @dev The 26 numbers of a mode in two words, as a battle reads them. `values` holds the stats' values and the
/// factors, `rolls` the three limits.
///
/// | bits of `values` | content                                    |
/// | ---------------- | ------------------------------------------ |
/// | 0..29            | attack, three values of 10 bits            |
/// | 30..59           | defense, three values of 10 bits           |
/// | 60..89           | speed, three values of 10 bits             |
/// | 90..119          | combo, three values of 10 bits             |
/// | 120..167         | health, three values of 16 bits            |
/// | 168..191         | range, three values of 8 bits              |
/// | 192..233         | range factors, three values of 14 bits     |
/// | 234..249         | combo factor, 16 bits                      |
///
/// | bits of `rolls`  | content                                    |
/// | ---------------- | ------------------------------------------ |
/// | 0..15            | dodgeMaxRandom                             |
/// | 16..31           | comboMaxRandom                             |
/// | 32..39           | maxRounds                                  |
library BattleModeLib {
    uint256 internal constant ATTACK_SHIFT = 0;
    uint256 internal constant DEFENSE_SHIFT = 30;
    uint256 internal constant SPEED_SHIFT = 60;
    uint256 internal constant COMBO_SHIFT = 90;
    uint256 internal constant HEALTH_SHIFT = 120;
    uint256 internal constant RANGE_SHIFT = 168;
    uint256 internal constant RANGE_FACTORS_SHIFT = 192;
    uint256 internal constant COMBO_FACTOR_SHIFT = 234;

    uint256 internal constant COMBO_MAX_SHIFT = 16;
    uint256 internal constant MAX_ROUNDS_SHIFT = 32;

    /// @notice The packed form of a mode; reverts with the name of the first field that breaks a rule.
    function pack(BattleMode memory mode) internal pure returns (uint256 values, uint40 rolls) {
        for (uint256 i = 0; i < 3; ++i) {
            values |= uint256(mode.attackValues[i]) << (ATTACK_SHIFT + 10 * i);
            values |= uint256(mode.defenseValues[i]) << (DEFENSE_SHIFT + 10 * i);
            values |= uint256(mode.speedValues[i]) << (SPEED_SHIFT + 10 * i);
            values |= uint256(mode.comboValues[i]) << (COMBO_SHIFT + 10 * i);
            values |= uint256(mode.healthValues[i]) << (HEALTH_SHIFT + 16 * i);
            values |= uint256(mode.rangeValues[i]) << (RANGE_SHIFT + 8 * i);
            values |= uint256(mode.rangeFactors[i]) << (RANGE_FACTORS_SHIFT + 14 * i);
        }
        values |= uint256(mode.comboFactor) << COMBO_FACTOR_SHIFT;
        rolls =
            uint40(mode.dodgeMaxRandom) |
            (uint40(mode.comboMaxRandom) << uint40(COMBO_MAX_SHIFT)) |
            (uint40(mode.maxRounds) << uint40(MAX_ROUNDS_SHIFT));
        validate(mode);
    }

    function unpack(uint256 values, uint40 rolls) internal pure returns (BattleMode memory mode) {
        for (uint256 i = 0; i < 3; ++i) {
            mode.attackValues[i] = uint16((values >> (ATTACK_SHIFT + 10 * i)) & 0x3ff);
            mode.defenseValues[i] = uint16((values >> (DEFENSE_SHIFT + 10 * i)) & 0x3ff);
            mode.speedValues[i] = uint16((values >> (SPEED_SHIFT + 10 * i)) & 0x3ff);
            mode.comboValues[i] = uint16((values >> (COMBO_SHIFT + 10 * i)) & 0x3ff);
            mode.healthValues[i] = uint16(values >> (HEALTH_SHIFT + 16 * i));
            mode.rangeValues[i] = uint8(values >> (RANGE_SHIFT + 8 * i));
            mode.rangeFactors[i] = uint16((values >> (RANGE_FACTORS_SHIFT + 14 * i)) & 0x3fff);
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
                revert BattleModeOutOfOrder("rangeFactors", i, mode.rangeFactors[i - 1], mode.rangeFactors[i]);
            }
        }
        check("comboFactor", 0, mode.comboFactor, 10_000, 65_535);
        check("maxRounds", 0, mode.maxRounds, 1, 100);
    }

    function checkTiers(string memory field, uint16[3] memory list, uint256 min, uint256 max) private pure {
        for (uint256 i = 0; i < 3; ++i) {
            check(field, i, list[i], min, max);
            if (i > 0 && list[i] < list[i - 1]) revert BattleModeOutOfOrder(field, i, list[i - 1], list[i]);
        }
    }

    function check(string memory field, uint256 index, uint256 value, uint256 min, uint256 max) private pure {
        if (value < min || value > max) revert BattleModeOutOfRange(field, index, value, min, max);
    }
}
