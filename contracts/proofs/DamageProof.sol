// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title DamageProof: a hit fits the 24 bits that a turn's log and the tallies have for it, in every valid mode
/// @dev Never deployed. The model checker does not look into assembly, so the formula of Battle stands here once more,
/// operation by operation; a test holds it to the reference, as others hold Battle. In two parts, and with assertions on
/// the way, because the solver takes products of variables one at a time.
contract DamageProof {
    /// @dev Two factors in basis points, as in Battle.
    uint256 private constant BPS_SQUARED = 100_000_000;
    /// @dev 1,000² × 10,000 × 65,535: the strongest attack in range, with the largest combo.
    uint256 private constant LARGEST_NUMERATOR = 655_350_000_000_000;

    /// @dev The bounds are what BattleModeLib lets pass; without a combo, the factor is 10,000.
    function numeratorFits(
        uint256 attack,
        uint256 rangeFactor,
        uint256 comboFactor
    ) external pure returns (uint256 numerator) {
        if (attack > 1_000 || rangeFactor > 10_000 || comboFactor > 65_535) return 0;
        numerator = comboFactor * rangeFactor;
        assert(numerator <= 655_350_000);
        numerator = numerator * attack;
        assert(numerator <= 655_350_000_000);
        numerator = numerator * attack;
        assert(numerator <= LARGEST_NUMERATOR);
        assert(LARGEST_NUMERATOR < 1 << 53);
    }

    /// @param divisor The smaller of attack and defense.
    function damageFits(uint256 numerator, uint256 divisor) external pure returns (uint256 damage) {
        if (numerator > LARGEST_NUMERATOR || divisor < 1 || divisor > 1_000) return 0;
        uint256 denominator = divisor * BPS_SQUARED;
        damage = numerator / denominator;
        assert(damage * denominator <= numerator);
        assert(damage * BPS_SQUARED <= damage * denominator);
        assert(damage < 1 << 24);
        if (damage == 0) damage = 1;
    }
}
