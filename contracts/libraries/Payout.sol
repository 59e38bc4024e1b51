// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Payout: how the pot of two stakes is split (docs/PROTOCOL.md, 7)
/// @dev One party's part is rounded down and the other's is all the rest, so that nothing is lost or made by rounding.
/// That this holds for every stake and every percentage, without a revert, is proved by contracts/proofs/PayoutProof.sol.
library Payout {
    uint256 internal constant BPS = 10_000;

    /// @notice After a battle: so many basis points to the winner, the rest to the house.
    function afterBattle(
        uint96 bet,
        uint256 winnerPctBps
    ) internal pure returns (uint256 winnerAmount, uint256 houseAmount) {
        uint256 pot = 2 * uint256(bet);
        winnerAmount = (pot * winnerPctBps) / BPS;
        houseAmount = pot - winnerAmount;
    }

    /// @notice After a win by inactivity: so many basis points to the house, the rest to the winner.
    function afterInactivity(
        uint96 bet,
        uint256 inactiveHousePctBps
    ) internal pure returns (uint256 winnerAmount, uint256 houseAmount) {
        uint256 pot = 2 * uint256(bet);
        houseAmount = (pot * inactiveHousePctBps) / BPS;
        winnerAmount = pot - houseAmount;
    }
}
