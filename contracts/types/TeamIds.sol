// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Both teams of a game in one storage slot: ten asset ids of 24 bits, player 1's five lowest.
type TeamIds is uint256;

using TeamIdsLib for TeamIds global;

library TeamIdsLib {
    uint256 private constant ID_BITS = 24;
    uint256 private constant TEAM_BITS = 5 * ID_BITS;

    function pack(uint24[5] calldata team) internal pure returns (uint256 packed) {
        for (uint256 slot = 0; slot < 5; ++slot) packed |= uint256(team[slot]) << (ID_BITS * slot);
    }

    function ofPlayer2(uint256 packedTeam) internal pure returns (TeamIds) {
        return TeamIds.wrap(packedTeam << TEAM_BITS);
    }

    function withPlayer1(TeamIds self, uint256 packedTeam) internal pure returns (TeamIds) {
        return TeamIds.wrap(TeamIds.unwrap(self) | packedTeam);
    }

    /// @param fighter 0..4 are player 1's slots, 5..9 player 2's.
    function assetId(TeamIds self, uint256 fighter) internal pure returns (uint24) {
        return uint24(TeamIds.unwrap(self) >> (ID_BITS * fighter));
    }
}
