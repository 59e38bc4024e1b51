// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title TallyProof: what one battle adds to a fighter's record never spills from one counter into the next
/// @dev Never deployed. An induction over the turns of a battle, in its parts: a counter is at most the number of turns
/// (damage: times the largest hit) before the first turn and after each one more, and so below its carry bit after the
/// last. Then the sum of two words of counters is the sum of each.
contract TallyProof {
    /// @dev A hundred rounds of ten attackers.
    uint256 private constant MOST_TURNS = 1_000;
    /// @dev DamageProof: a hit fits 24 bits.
    uint256 private constant LARGEST_HIT = (1 << 24) - 1;

    // The carry bit of each counter, see FighterRecord. A field is one bit wider than its carry's place.
    uint256 private constant KILLS_AND_DEATHS_CARRY = 1 << 23;
    uint256 private constant DODGES_AND_COMBOS_CARRY = 1 << 24;
    uint256 private constant DAMAGE_CARRY = 1 << 42;

    /// @dev Kills, deaths, dodges and combos: a turn adds one at most.
    function countIsBoundedByTurns(uint256 count, uint256 turns, bool counts) external pure {
        if (turns >= MOST_TURNS || count > turns) return;
        uint256 later = counts ? count + 1 : count;
        assert(later <= turns + 1);
    }

    /// @dev Damage dealt and received: a turn adds one hit at most.
    function damageIsBoundedByTurns(uint256 sum, uint256 turns, uint256 damage) external pure {
        if (turns >= MOST_TURNS || sum > turns * LARGEST_HIT || damage > LARGEST_HIT) return;
        assert(sum + damage <= (turns + 1) * LARGEST_HIT);
    }

    function tallyStaysBelowItsCarries(uint256 count, uint256 sum, uint256 turns) external pure {
        if (turns > MOST_TURNS || count > turns || sum > turns * LARGEST_HIT) return;
        assert(count < KILLS_AND_DEATHS_CARRY);
        assert(count < DODGES_AND_COMBOS_CARRY);
        assert(sum < DAMAGE_CARRY);
    }

    /// @dev A record's counters are below their carries because they stop there.
    function sumFitsItsField(uint256 inRecord, uint256 inTally) external pure {
        if (inRecord < KILLS_AND_DEATHS_CARRY && inTally < KILLS_AND_DEATHS_CARRY)
            assert(inRecord + inTally < 1 << 24);
        if (inRecord < DODGES_AND_COMBOS_CARRY && inTally < DODGES_AND_COMBOS_CARRY)
            assert(inRecord + inTally < 1 << 25);
        if (inRecord < DAMAGE_CARRY && inTally < DAMAGE_CARRY) assert(inRecord + inTally < 1 << 43);
    }
}
