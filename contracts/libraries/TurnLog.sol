// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The seventeen fields of a turn, in the order of docs/PROTOCOL.md, 5.
struct Turn {
    uint8 round;
    uint8 attacker;
    uint8 attackerSlot;
    uint256 attackerAssetId;
    uint16 attackerCharId;
    uint8 defenderSlot;
    uint256 defenderAssetId;
    uint16 defenderCharId;
    uint16 defenderHpStart;
    uint16 randomDodge;
    bool wasDodge;
    uint16 randomCombo;
    bool wasCombo;
    uint24 damageDealt;
    uint16 defenderHpEnd;
    bool wasKill;
    uint16 rangePenalty;
}

/// @title TurnLog: the emitted form of a battle's turns, and its way back to seventeen fields
/// @dev Deployed on its own and linked: only readers unpack, so it need not weigh on Duel's code size.
///
/// A turn takes 15 bytes, which cost 120 gas to log. Fighters are named by side and slot: their asset and
/// character ids stand once beside the log.
///
/// | byte   | content                                                                        |
/// | ------ | ------------------------------------------------------------------------------ |
/// | 0      | round                                                                          |
/// | 1      | attacker − 1 (1 bit), attacker's slot (3), defender's slot (3), wasDodge (1)   |
/// | 2..3   | defender's hp before                                                           |
/// | 4..5   | randomDodge                                                                    |
/// | 6..7   | randomCombo                                                                    |
/// | 8..10  | damageDealt                                                                    |
/// | 11..12 | defender's hp after                                                            |
/// | 13..14 | wasCombo (1 bit), wasKill (1), rangePenalty (14)                               |
library TurnLog {
    uint256 internal constant TURN_BYTES = 15;

    /// @param assetIds Player 1's five, then player 2's.
    /// @param charIds In the same order.
    function unpack(
        bytes memory log,
        uint256[10] memory assetIds,
        uint16[10] memory charIds
    ) external pure returns (Turn[] memory turns) {
        turns = new Turn[](log.length / TURN_BYTES);
        for (uint256 i = 0; i < turns.length; ++i) {
            uint256 word;
            assembly ("memory-safe") {
                // The 15 bytes from the turn's start, in the low end of a word.
                word := shr(136, mload(add(add(log, 0x20), mul(i, TURN_BYTES))))
            }
            Turn memory turn = turns[i];
            turn.round = uint8(word >> 112);
            uint256 side = (word >> 111) & 1;
            uint256 attacker = (word >> 108) & 7;
            uint256 defender = (word >> 105) & 7;
            turn.attacker = uint8(side + 1);
            turn.attackerSlot = uint8(attacker);
            turn.defenderSlot = uint8(defender);
            attacker += 5 * side;
            defender += 5 * (1 - side);
            turn.attackerAssetId = assetIds[attacker];
            turn.attackerCharId = charIds[attacker];
            turn.defenderAssetId = assetIds[defender];
            turn.defenderCharId = charIds[defender];
            turn.wasDodge = (word >> 104) & 1 == 1;
            turn.defenderHpStart = uint16(word >> 88);
            turn.randomDodge = uint16(word >> 72);
            turn.randomCombo = uint16(word >> 56);
            turn.damageDealt = uint24(word >> 32);
            turn.defenderHpEnd = uint16(word >> 16);
            turn.wasCombo = (word >> 15) & 1 == 1;
            turn.wasKill = (word >> 14) & 1 == 1;
            turn.rangePenalty = uint16(word & 0x3fff);
        }
    }
}
