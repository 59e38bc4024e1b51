// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BattleModeLib} from "../types/BattleMode.sol";
import {FighterRecordLib} from "../types/FighterRecord.sol";
import {Random} from "./Random.sol";
import {TurnLog} from "./TurnLog.sol";

/// @dev How a battle ended.
struct Outcome {
    uint256 firstAttacker; // 1 or 2
    uint256 winner; // 1 or 2
    uint256 rounds; // the round in which it ended
    uint256 p1Alive;
    uint256 p2Alive;
    uint256 wordsTaken; // the final state of the random stream
    bytes turns; // packed, see TurnLog
    uint256[10] tallies; // what each fighter adds to its record, player 1's five first
}

/// @title Battle: the whole fight, from a seed, a mode and two teams (docs/PROTOCOL.md, 4)
/// @dev Pure rules: no storage, no clock, no caller. `view` only for the SHA-256 precompile behind Random. The readable
/// reference is sim/battle/battle.ts; this is the same battle with its state in a few words, because a turn is paid for
/// in gas:
/// - hp of all ten fighters in one word, 16 bits each: a fighter is `5 * side + slot`;
/// - the living of a side as a list of slots, four bits each, with their number behind it: the k-th living enemy is one
///   shift away, and the list changes only when somebody falls;
/// - a fighter's stats in one word of memory, its tally in another;
/// - turns written one after the other at the end of memory.
library Battle {
    uint256 private constant BPS = 10_000;

    uint256 private constant STATS_DEFENSE = 16;
    uint256 private constant STATS_SPEED = 32;
    uint256 private constant STATS_RANGE = 48;
    uint256 private constant STATS_COMBO = 64;

    /// @dev Slots 0..4 as a list of nibbles, lowest first, and their number in the nibble behind them.
    uint256 private constant ALL_LIVING = 0x543210;
    uint256 private constant LIVING_BITS = 24;
    uint256 private constant LIVING_COUNT_SHIFT = 20;
    uint256 private constant LIVING_MASK = 0xffffff;

    /// @dev A battle's state between turns.
    struct State {
        Random.Input input;
        uint256 block_;
        uint256 taken;
        uint256 hp;
        uint256 living;
        uint256 log;
    }

    /// @param values Packed stat values and factors of the mode, see BattleModeLib.
    /// @param rolls Packed limits of the mode, see BattleModeLib.
    /// @param p1Profiles Five profiles of 32 bits, slot 0 lowest.
    function fight(
        bytes32 seed,
        uint256 values,
        uint256 rolls,
        uint256 p1Profiles,
        uint256 p2Profiles
    ) internal view returns (Outcome memory outcome) {
        unchecked {
            uint256 stats;
            uint256 hp;
            uint256 tallies;
            {
                uint256[10] memory table;
                hp = enlist(table, values, p1Profiles, p2Profiles);
                uint256[10] memory sums = outcome.tallies;
                assembly ("memory-safe") {
                    stats := table
                    tallies := sums
                }
            }
            Random.Input input = Random.start(seed);
            uint256 living = ALL_LIVING | (ALL_LIVING << LIVING_BITS);
            (uint256 first, uint256 block_, uint256 taken) = Random.below(input, 0, 0, 2);
            outcome.firstAttacker = first + 1;

            uint256 log;
            assembly ("memory-safe") {
                log := add(mload(0x40), 0x20)
            }
            uint256 cursor = log;
            uint256 round = 0;
            uint256 maxRounds = rolls >> BattleModeLib.MAX_ROUNDS_SHIFT;
            bool isOver = false;
            while (!isOver && round < maxRounds) {
                ++round;
                for (uint256 i = 0; i < 10; ++i) {
                    uint256 side = first ^ (i & 1);
                    uint256 attacker = 5 * side + (i >> 1);
                    if ((hp >> (16 * attacker)) & 0xffff == 0) continue;
                    uint256 foes = (living >> (LIVING_BITS * (1 - side))) & LIVING_MASK;
                    uint256 pick;
                    (pick, block_, taken) = Random.below(input, block_, taken, foes >> LIVING_COUNT_SHIFT);
                    uint256 target = (foes >> (4 * pick)) & 0xf;

                    // The turn's log word is put together as its parts become known.
                    uint256 entry = (round << 112) | (side << 111) | ((i >> 1) << 108) | (target << 105);
                    uint256 distance = (i >> 1) > target ? (i >> 1) - target : target - (i >> 1);
                    target += 5 * (1 - side);
                    uint256 hpStart = (hp >> (16 * target)) & 0xffff;
                    entry |= hpStart << 88;

                    uint256 attackerStats;
                    uint256 targetStats;
                    assembly ("memory-safe") {
                        attackerStats := mload(add(stats, shl(5, attacker)))
                        targetStats := mload(add(stats, shl(5, target)))
                    }
                    uint256 random;
                    (random, block_, taken) = Random.below(input, block_, taken, (rolls & 0xffff) + 1);
                    entry |= random << 72;
                    if (
                        (targetStats >> STATS_SPEED) & 0xffff >= random * ((attackerStats >> STATS_SPEED) & 0xffff)
                    ) {
                        entry |= (1 << 104) | (hpStart << 16);
                        assembly ("memory-safe") {
                            let tally := add(tallies, shl(5, target))
                            mstore(tally, add(mload(tally), shl(206, 1)))
                        }
                    } else {
                        (random, block_, taken) = Random.below(
                            input,
                            block_,
                            taken,
                            ((rolls >> BattleModeLib.COMBO_MAX_SHIFT) & 0xffff) + 1
                        );
                        entry |= random << 56;
                        uint256 damage = attackerStats & 0xffff;
                        uint256 divisor = BPS * BPS;
                        {
                            uint256 defense = (targetStats >> STATS_DEFENSE) & 0xffff;
                            if (damage > defense) {
                                damage *= damage;
                                divisor *= defense;
                            }
                        }
                        {
                            uint256 range = (attackerStats >> STATS_RANGE) & 0xffff;
                            if (distance > range) {
                                uint256 extra = distance - range;
                                if (extra > 3) extra = 3;
                                uint256 factor = (values >> (BattleModeLib.RANGE_FACTORS_SHIFT - 14 + 14 * extra)) &
                                    0x3fff;
                                damage *= factor;
                                entry |= BPS - factor;
                            } else {
                                damage *= BPS;
                            }
                        }
                        uint256 attackerTally = 0;
                        if ((attackerStats >> STATS_COMBO) & 0xffff >= random) {
                            damage *= values >> BattleModeLib.COMBO_FACTOR_SHIFT;
                            entry |= 1 << 15;
                            attackerTally = 1 << FighterRecordLib.COMBOS_SHIFT;
                        } else {
                            damage *= BPS;
                        }
                        damage /= divisor;
                        if (damage == 0) damage = 1;
                        entry |= damage << 32;
                        attackerTally += damage << FighterRecordLib.DEALT_SHIFT;
                        uint256 targetTally = damage << FighterRecordLib.RECEIVED_SHIFT;
                        if (damage < hpStart) {
                            hp -= damage << (16 * target);
                            entry |= (hpStart - damage) << 16;
                        } else {
                            hp ^= hpStart << (16 * target);
                            entry |= 1 << 14;
                            attackerTally += 1 << FighterRecordLib.KILLS_SHIFT;
                            targetTally += 1 << FighterRecordLib.DEATHS_SHIFT;
                            // Take the fallen out of the list: what stands above it moves down, the count too.
                            uint256 below = foes & ((1 << (4 * pick)) - 1);
                            uint256 above = ((foes & 0xfffff) >> (4 * pick + 4)) << (4 * pick);
                            uint256 left = below | above | (((foes >> LIVING_COUNT_SHIFT) - 1) << LIVING_COUNT_SHIFT);
                            living ^= (foes ^ left) << (LIVING_BITS * (1 - side));
                            isOver = left >> LIVING_COUNT_SHIFT == 0;
                        }
                        assembly ("memory-safe") {
                            let tally := add(tallies, shl(5, attacker))
                            mstore(tally, add(mload(tally), attackerTally))
                            tally := add(tallies, shl(5, target))
                            mstore(tally, add(mload(tally), targetTally))
                        }
                    }
                    assembly ("memory-safe") {
                        mstore(cursor, shl(136, entry))
                        cursor := add(cursor, 15)
                    }
                    if (isOver) break;
                }
            }

            outcome.rounds = round;
            outcome.wordsTaken = taken;
            outcome.p1Alive = (living >> LIVING_COUNT_SHIFT) & 0xf;
            outcome.p2Alive = living >> (LIVING_BITS + LIVING_COUNT_SHIFT);
            outcome.winner = outcome.p1Alive >= outcome.p2Alive ? 1 : 2;
            bytes memory turns;
            assembly ("memory-safe") {
                turns := sub(log, 0x20)
                mstore(turns, sub(cursor, log))
                mstore(0x40, and(add(cursor, 0x3f), not(0x1f)))
            }
            outcome.turns = turns;
        }
    }

    /// @dev Fills the table of stats and returns everybody's hp.
    function enlist(
        uint256[10] memory table,
        uint256 values,
        uint256 p1Profiles,
        uint256 p2Profiles
    ) private pure returns (uint256 hp) {
        unchecked {
            uint256 profiles = p1Profiles | (p2Profiles << 160);
            p2Profiles >>= 96;
            for (uint256 fighter = 0; fighter < 10; ++fighter) {
                if (fighter == 8) profiles = p2Profiles;
                table[fighter] =
                    tierValue(values, BattleModeLib.ATTACK_SHIFT, 10, profiles) |
                    (tierValue(values, BattleModeLib.DEFENSE_SHIFT, 10, profiles >> 2) << STATS_DEFENSE) |
                    (tierValue(values, BattleModeLib.SPEED_SHIFT, 10, profiles >> 6) << STATS_SPEED) |
                    (tierValue(values, BattleModeLib.RANGE_SHIFT, 8, profiles >> 8) << STATS_RANGE) |
                    (tierValue(values, BattleModeLib.COMBO_SHIFT, 10, profiles >> 10) << STATS_COMBO);
                hp |= tierValue(values, BattleModeLib.HEALTH_SHIFT, 16, profiles >> 4) << (16 * fighter);
                profiles >>= 32;
            }
        }
    }

    /// @dev values[tier − 1]: the tier is in the lowest two bits of `profile`.
    function tierValue(uint256 values, uint256 shift, uint256 width, uint256 profile) private pure returns (uint256) {
        unchecked {
            return (values >> (shift + width * ((profile & 3) - 1))) & ((1 << width) - 1);
        }
    }
}
