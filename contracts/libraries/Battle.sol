// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Random} from "./Random.sol";

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
/// @dev Pure rules: no storage, no clock, no caller; `view` only for the SHA-256 precompile. The readable reference is
/// sim/battle/battle.ts. This is the same battle made cheap, because a player pays for every turn (gas of one more turn,
/// log included: 2,130 in plain Solidity with unchecked arithmetic, 1,050 like this). What makes it cheap:
///
/// - A fighter is one word of memory: hp, stats, and a tally in the layout of FighterRecord above them. A turn loads two
///   words and stores two.
///
///   | bits    | content                                                                        |
///   | ------- | ------------------------------------------------------------------------------ |
///   | 0..15   | hp                                                                             |
///   | 17..19  | slot, with hp as both stand in a turn's log                                    |
///   | 20..67  | attack (10), defense (10), speed (10), range (8), combo (10)                   |
///   | 68..70  | slot again, with the side as both stand in a turn's log                        |
///   | 71      | side: 0 is player 1                                                            |
///   | 72..255 | tally                                                                          |
///
/// - Fighters stand in memory in the order in which they attack, so that a round walks through memory. The two sides
///   alternate: bit 5 of a fighter's address tells which it is.
/// - The living of a side are a list of their addresses, with their number behind it. The k-th living enemy is one load
///   away, and the list changes only when somebody falls.
/// - A turn reads its three random words at once: the target's, the dodge's and, if it comes to that, the combo's. A
///   word that is rejected is taken out of the stream, and the turn starts again.
/// - Turns are written one after the other at the end of memory, 15 bytes apart.
library Battle {
    uint256 private constant BPS = 10_000;
    /// @dev Two factors in basis points are multiplied before the one division.
    uint256 private constant BPS_SQUARED = 100_000_000;

    uint256 private constant SLOT_SHIFT = 17;
    uint256 private constant SLOT_MASK = 0x7 << 17;
    uint256 private constant ATTACK_SHIFT = 20;
    uint256 private constant DEFENSE_SHIFT = 30;
    uint256 private constant SPEED_MASK = 0x3ff << 40;
    uint256 private constant RANGE_SHIFT = 50;
    uint256 private constant COMBO_SHIFT = 58;
    uint256 private constant PLACE_SHIFT = 68;
    uint256 private constant PLACE_MASK = 0xf << 68;
    uint256 private constant HP_AND_SLOT_MASK = 0xeffff;

    // One more in a tally: the units of FighterRecord's counters.
    uint256 private constant KILL = 1 << 72;
    uint256 private constant DEATH = 1 << 96;
    uint256 private constant DEALT_SHIFT = 120;
    uint256 private constant RECEIVED_SHIFT = 163;
    uint256 private constant DODGE = 1 << 206;
    uint256 private constant COMBOS_SHIFT = 231;
    uint256 private constant TALLY_SHIFT = 72;

    // The arena: where things are in memory. The place is fixed, so that every address is a constant: that saves 170 gas
    // a turn against a base on the stack, and costs 300 once for the memory below. It is a multiple of 64.
    uint256 private constant FIGHTERS = 0x1000;
    uint256 private constant FIGHTERS_END = 0x1140;
    uint256 private constant DODGE_VALUES = 0x1160;
    uint256 private constant DODGE_LIMIT = 0x1180;
    uint256 private constant COMBO_VALUES = 0x11a0;
    uint256 private constant COMBO_LIMIT = 0x11c0;
    uint256 private constant COMBO_EXTRA = 0x11e0;
    /// @dev Two lists of five addresses, 0x100 apart: the side that attacks first, and the other.
    uint256 private constant LIVING = 0x1200;
    /// @dev Their numbers, behind each list.
    uint256 private constant LIVING_COUNT = 0x12a0;
    uint256 private constant ROUND = 0x12c0;
    uint256 private constant LAST_ROUND = 0x12e0;
    /// @dev Five factors, by how much a target is out of range; between the end of the second list and the stream.
    uint256 private constant RANGE_FACTORS = 0x13c0;
    uint256 private constant STREAM = 0x1460;
    uint256 private constant BLOCK_INDEX = 0x1480;
    uint256 private constant BLOCK = 0x14a0;
    /// @dev The last place in a block with three words to read.
    uint256 private constant BLOCK_LAST_THREE = 0x14ba;
    uint256 private constant BLOCK_END = 0x14c0;
    uint256 private constant LOG_LENGTH = 0x14c0;
    uint256 private constant LOG = 0x14e0;

    /// @dev The memory of the arena is in use. It cannot happen in this project: all callers stay far below.
    error BattleArenaTaken(uint256 freeMemory, uint256 arena);

    /// @param values Stat values and factors of the mode, see BattleModeLib.
    /// @param rolls Limits of the mode, see BattleModeLib.
    /// @param p1Profiles Five profiles of 32 bits, slot 0 lowest.
    function fight(
        bytes32 seed,
        uint256 values,
        uint256 rolls,
        uint256 p1Profiles,
        uint256 p2Profiles
    ) internal view returns (Outcome memory outcome) {
        uint256 freeMemory;
        assembly ("memory-safe") {
            freeMemory := mload(0x40)
        }
        if (freeMemory > FIGHTERS) revert BattleArenaTaken(freeMemory, FIGHTERS);
        (uint256 first, uint256 stream) = Random.below(STREAM, Random.open(STREAM, seed), 2);
        enter(values, rolls, p1Profiles, p2Profiles, first);
        (outcome.rounds, stream) = exchange(stream);
        outcome.firstAttacker = first + 1;
        outcome.wordsTaken = Random.wordsTaken(STREAM, stream);
        conclude(outcome, first);
    }

    /// @dev Lays out the arena above the free memory pointer, which stays where it is until the log's length is known.
    function enter(
        uint256 values,
        uint256 rolls,
        uint256 p1Profiles,
        uint256 p2Profiles,
        uint256 first
    ) private pure {
        assembly ("memory-safe") {
            /// values[tier − 1] of all six stats, each from the lane of its own tier. A lane has them in this order too,
            /// with hp's sixteen bits right below: see BattleModeLib.
            function stats(lanes, profile) -> word {
                word := and(shr(and(shl(6, profile), 0xc0), lanes), shl(16, 0x3ff))
                word := or(word, and(shr(and(shl(4, profile), 0xc0), lanes), shl(26, 0x3ff)))
                word := or(word, and(shr(and(profile, 0xc0), lanes), shl(36, 0x3ff)))
                word := or(word, and(shr(and(shr(2, profile), 0xc0), lanes), shl(46, 0xff)))
                word := or(word, and(shr(and(shr(4, profile), 0xc0), lanes), shl(54, 0x3ff)))
                word := or(shl(4, word), and(shr(and(shl(2, profile), 0xc0), lanes), 0xffff))
            }

            // Slot by slot, the side that attacks first before the other.
            let p1Offset := shl(5, first)
            for {
                let slot := 0
            } lt(slot, 5) {
                slot := add(slot, 1)
            } {
                let place := add(FIGHTERS, shl(6, slot))
                let tag := or(shl(SLOT_SHIFT, slot), shl(PLACE_SHIFT, slot))
                mstore(add(place, p1Offset), or(tag, stats(values, p1Profiles)))
                mstore(add(place, xor(p1Offset, 0x20)), or(or(tag, shl(71, 1)), stats(values, p2Profiles)))
                p1Profiles := shr(32, p1Profiles)
                p2Profiles := shr(32, p2Profiles)
                let list := add(LIVING, shl(5, slot))
                mstore(list, place)
                mstore(add(list, 0x100), add(place, 0x20))
            }
            // An empty word, which ends the round.
            mstore(FIGHTERS_END, 0)
            mstore(LIVING_COUNT, 5)
            mstore(add(LIVING_COUNT, 0x100), 5)

            let n := add(and(rolls, 0xffff), 1)
            mstore(DODGE_VALUES, n)
            mstore(DODGE_LIMIT, sub(65536, mod(65536, n)))
            n := add(and(shr(16, rolls), 0xffff), 1)
            mstore(COMBO_VALUES, n)
            mstore(COMBO_LIMIT, sub(65536, mod(65536, n)))
            // By how much the target is out of range: 0, 1, 2, 3, and 4 which counts as 3.
            let factors := RANGE_FACTORS
            mstore(factors, BPS)
            mstore(add(factors, 0x20), and(values, 0x3fff))
            mstore(add(factors, 0x40), and(shr(14, values), 0x3fff))
            n := and(shr(28, values), 0x3fff)
            mstore(add(factors, 0x60), n)
            mstore(add(factors, 0x80), n)
            mstore(COMBO_EXTRA, sub(and(shr(42, values), 0xffff), BPS))
            // As they stand in a turn's word.
            mstore(ROUND, shl(112, 1))
            mstore(LAST_ROUND, shl(112, and(shr(32, rolls), 0xff)))
        }
    }

    function exchange(uint256 stream) private view returns (uint256 rounds, uint256 last) {
        // Memory-safe: it writes to the arena and to the log behind it, both above the free memory pointer, and to the
        // stream's own memory. Nothing overflows: see the limits of a mode and the widths of a tally's fields.
        assembly ("memory-safe") {
            /// Makes the next block. The one or two words that are left of the old one move before it, into the unused
            /// end of the index's word, so that three words always stand together.
            function replenish(at) -> start {
                let left := sub(BLOCK_END, at)
                start := sub(BLOCK, left)
                mcopy(start, at, left)
                if iszero(staticcall(gas(), 2, STREAM, 36, BLOCK, 0x20)) {
                    revert(0, 0)
                }
                mstore(BLOCK_INDEX, add(mload(BLOCK_INDEX), shl(224, 1)))
            }

            /// Takes the first or the second word out of the stream if it is rejected, and tells where the stream goes on:
            /// at the same place if neither is.
            function sift(at, count, dodgeLimit) -> next {
                let words := mload(at)
                next := at
                switch lt(shr(240, words), sub(65536, mod(65536, count)))
                case 0 {
                    next := add(at, 2)
                }
                default {
                    if iszero(lt(and(shr(224, words), 0xffff), dodgeLimit)) {
                        // The first word moves into the place of the second.
                        next := add(at, 2)
                        mcopy(next, at, 2)
                    }
                }
            }

            /// The next word that is below the limit, when the first was not.
            function again(at, limit) -> word, next {
                for {} 1 {} {
                    if eq(at, BLOCK_END) {
                        at := replenish(at)
                    }
                    word := shr(240, mload(at))
                    at := add(at, 2)
                    if lt(word, limit) {
                        break
                    }
                }
                next := at
            }

            /// Takes a fallen fighter out of the list of its side; tells whether nobody is left.
            function fall(fighter) -> isLast {
                let side := shl(3, and(fighter, 0x20))
                let at := add(LIVING, side)
                for {} sub(mload(at), fighter) {} {
                    at := add(at, 0x20)
                }
                // What stands behind it moves up, if need be with a place that is empty already.
                mcopy(at, add(at, 0x20), sub(add(LIVING_COUNT, side), add(at, 0x20)))
                let left := sub(mload(add(LIVING_COUNT, side)), 1)
                mstore(add(LIVING_COUNT, side), left)
                isLast := iszero(left)
            }

            let cursor := LOG
            let attacker := FIGHTERS
            for {} 1 {} {
                let a := mload(attacker)
                attacker := add(attacker, 0x20)
                // The fallen are passed over. Behind the last fighter stands an empty word, which ends the round.
                if iszero(and(a, 0xffff)) {
                    if iszero(a) {
                        let round := mload(ROUND)
                        if eq(round, mload(LAST_ROUND)) {
                            break
                        }
                        mstore(ROUND, add(round, shl(112, 1)))
                        attacker := FIGHTERS
                    }
                    continue
                }

                if gt(stream, BLOCK_LAST_THREE) {
                    stream := replenish(stream)
                }
                let words := mload(stream)
                let roll := and(shr(224, words), 0xffff)

                // Whom: the k-th of the living enemies. `attacker` is one place further already, on the other side's.
                let target
                {
                    let side := shl(3, and(attacker, 0x20))
                    let count := mload(add(LIVING_COUNT, side))
                    // Of up to five foes, only the word 65535 can be one too many.
                    if or(eq(shr(240, words), 0xffff), iszero(lt(roll, mload(DODGE_LIMIT)))) {
                        let next := sift(stream, count, mload(DODGE_LIMIT))
                        if sub(next, stream) {
                            stream := next
                            attacker := sub(attacker, 0x20)
                            continue
                        }
                    }
                    target := mload(add(add(LIVING, side), shl(5, mod(shr(240, words), count))))
                }
                let d := mload(target)
                roll := mod(roll, mload(DODGE_VALUES))
                let turn := or(
                    or(mload(ROUND), shl(72, roll)),
                    or(shl(40, and(a, PLACE_MASK)), shl(88, and(d, HP_AND_SLOT_MASK)))
                )

                if iszero(lt(and(d, SPEED_MASK), mul(roll, and(a, SPEED_MASK)))) {
                    stream := add(stream, 4)
                    mstore(target, add(d, DODGE))
                    mstore(cursor, shl(136, or(turn, or(shl(104, 1), shl(16, and(d, 0xffff))))))
                    cursor := add(cursor, 15)
                    continue
                }

                stream := add(stream, 6)
                roll := and(shr(208, words), 0xffff)
                if iszero(lt(roll, mload(COMBO_LIMIT))) {
                    roll, stream := again(stream, mload(COMBO_LIMIT))
                }
                roll := mod(roll, mload(COMBO_VALUES))
                turn := or(turn, shl(56, roll))

                // The damage: a numerator and a denominator, and one floor at the end. No branches: each costs more than
                // the arithmetic.
                let damage := iszero(lt(and(shr(COMBO_SHIFT, a), 0x3ff), roll))
                turn := or(turn, shl(15, damage))
                a := add(a, shl(COMBOS_SHIFT, damage))
                damage := add(BPS, mul(damage, mload(COMBO_EXTRA)))
                {
                    let extra := sub(and(a, SLOT_MASK), and(d, SLOT_MASK))
                    let sign := sar(255, extra)
                    extra := shr(SLOT_SHIFT, sub(xor(extra, sign), sign))
                    let range := and(shr(RANGE_SHIFT, a), 0xff)
                    extra := mul(gt(extra, range), sub(extra, range))
                    let factor := mload(add(RANGE_FACTORS, shl(5, extra)))
                    damage := mul(damage, factor)
                    turn := or(turn, sub(BPS, factor))
                }
                {
                    // attack² / defense if that is less than attack, and attack² / attack otherwise.
                    let attack := and(shr(ATTACK_SHIFT, a), 0x3ff)
                    let divisor := and(shr(DEFENSE_SHIFT, d), 0x3ff)
                    divisor := xor(attack, mul(xor(attack, divisor), lt(divisor, attack)))
                    damage := div(mul(mul(damage, attack), attack), mul(divisor, BPS_SQUARED))
                    damage := add(damage, iszero(damage))
                }

                turn := or(turn, shl(32, damage))
                a := add(a, shl(DEALT_SHIFT, damage))
                d := add(d, shl(RECEIVED_SHIFT, damage))
                if iszero(lt(damage, and(d, 0xffff))) {
                    damage := and(d, 0xffff)
                    turn := or(turn, shl(14, 1))
                    a := add(a, KILL)
                    d := add(d, DEATH)
                    if fall(target) {
                        mstore(sub(attacker, 0x20), a)
                        mstore(target, sub(d, damage))
                        mstore(cursor, shl(136, turn))
                        cursor := add(cursor, 15)
                        break
                    }
                }
                d := sub(d, damage)
                mstore(sub(attacker, 0x20), a)
                mstore(target, d)
                mstore(cursor, shl(136, or(turn, shl(16, and(d, 0xffff)))))
                cursor := add(cursor, 15)
            }
            rounds := shr(112, mload(ROUND))
            mstore(LOG_LENGTH, sub(cursor, LOG))
            mstore(0x40, and(add(cursor, 0x3f), not(0x1f)))
            last := stream
        }
    }

    /// @dev Counts the living, and brings the tallies back into the order of the teams.
    function conclude(Outcome memory outcome, uint256 first) private pure {
        uint256 p1Alive;
        uint256 p2Alive;
        bytes memory turns;
        uint256[10] memory tallies = outcome.tallies;
        assembly ("memory-safe") {
            let p1Count := add(LIVING_COUNT, shl(8, first))
            p1Alive := mload(p1Count)
            p2Alive := mload(xor(p1Count, 0x100))
            turns := LOG_LENGTH
            for {
                let slot := 0
            } lt(slot, 5) {
                slot := add(slot, 1)
            } {
                let p1 := add(add(FIGHTERS, shl(6, slot)), shl(5, first))
                let tally := add(tallies, shl(5, slot))
                mstore(tally, shl(TALLY_SHIFT, shr(TALLY_SHIFT, mload(p1))))
                mstore(add(tally, 0xa0), shl(TALLY_SHIFT, shr(TALLY_SHIFT, mload(xor(p1, 0x20)))))
            }
        }
        outcome.p1Alive = p1Alive;
        outcome.p2Alive = p2Alive;
        outcome.winner = p1Alive >= p2Alive ? 1 : 2;
        outcome.turns = turns;
    }
}
