// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Payout} from "../libraries/Payout.sol";

/// @title PayoutProof: the pot is split without loss, for every stake and every percentage
/// @dev Never deployed. The model checker (`npm run prove`) proves each assertion, and that no line on the way reverts.
/// What is proved is Payout itself, the code that Duel settles with.
contract PayoutProof {
    function battleConservesThePot(uint96 bet, uint16 winnerPctBps) external pure {
        if (winnerPctBps > Payout.BPS) return;
        (uint256 winnerAmount, uint256 houseAmount) = Payout.afterBattle(bet, winnerPctBps);
        assert(winnerAmount + houseAmount == 2 * uint256(bet));
        if (winnerPctBps == 0) assert(winnerAmount == 0);
        if (winnerPctBps == Payout.BPS) assert(houseAmount == 0);
    }

    function inactivityConservesThePot(uint96 bet, uint16 inactiveHousePctBps) external pure {
        if (inactiveHousePctBps > Payout.BPS) return;
        (uint256 winnerAmount, uint256 houseAmount) = Payout.afterInactivity(bet, inactiveHousePctBps);
        assert(winnerAmount + houseAmount == 2 * uint256(bet));
        if (inactiveHousePctBps == 0) assert(houseAmount == 0);
        if (inactiveHousePctBps == Payout.BPS) assert(winnerAmount == 0);
    }
}
