// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev What the chain keeps of a player. The loser of a battle touches only the first slot.
struct PlayerRecord {
    uint32 duelsWon;
    uint32 duelsLost;
    uint32 duelsForfeited;
    uint40 lastDuel;
    uint96 fightSpent;
    uint256 fightWon;
}

using PlayerRecordLib for PlayerRecord global;

library PlayerRecordLib {
    function addWin(PlayerRecord storage self, uint96 bet, uint256 won) internal {
        addBattle(self, bet);
        unchecked {
            // 2^32 duels of one player, or 2^256 units, cannot be reached.
            ++self.duelsWon;
            self.fightWon += won;
        }
    }

    function addLoss(PlayerRecord storage self, uint96 bet) internal {
        addBattle(self, bet);
        unchecked {
            ++self.duelsLost;
        }
    }

    function addForfeit(PlayerRecord storage self) internal {
        unchecked {
            ++self.duelsForfeited;
        }
    }

    function addBattle(PlayerRecord storage self, uint96 bet) private {
        self.lastDuel = uint40(block.timestamp);
        unchecked {
            // Stays at the largest value: a statistic must never stop a reveal.
            uint256 sum = uint256(self.fightSpent) + bet;
            self.fightSpent = sum > type(uint96).max ? type(uint96).max : uint96(sum);
        }
    }
}
