// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Both teams of a game in one storage slot: ten asset ids of 24 bits, player 1's five lowest.
type TeamIds is uint256;

using TeamIdsLib for TeamIds global;

/// @dev An asset id has more than 24 bits. `ids` is all five of the team, or'ed.
error TeamIdsTooLarge(uint256 ids, uint256 max);

library TeamIdsLib {
    uint256 private constant ID_BITS = 24;
    uint256 private constant ID_MASK = 0xffffff;
    uint256 private constant TEAM_BITS = 120;

    /// @notice A team in its packed form, and one by one as a hash wants it.
    /// @dev In assembly, because a calldata array is checked again at every look: 1,100 gas less a team.
    function pack(
        uint24[5] calldata team
    ) internal pure returns (uint256 packed, uint256[5] memory assetIds) {
        uint256 all;
        assembly ("memory-safe") {
            calldatacopy(assetIds, team, 0xa0)
            for {
                let slot := 5
            } slot {} {
                slot := sub(slot, 1)
                let id := mload(add(assetIds, shl(5, slot)))
                all := or(all, id)
                packed := or(shl(ID_BITS, packed), id)
            }
        }
        // What the ABI decoder would have said of an id that is too long.
        if (all > ID_MASK) revert TeamIdsTooLarge(all, ID_MASK);
    }

    /// @notice Whether a packed team has the same fighter twice, and which.
    function findDuplicate(uint256 packed) internal pure returns (bool found, uint256 id) {
        unchecked {
            // Each id against those behind it. Counters of bits, not of slots: nothing to multiply.
            for (uint256 left = TEAM_BITS - ID_BITS; left != 0; left -= ID_BITS) {
                id = packed & ID_MASK;
                packed >>= ID_BITS;
                for (uint256 other = 0; other != left; other += ID_BITS) {
                    if ((packed >> other) & ID_MASK == id) return (true, id);
                }
            }
        }
    }

    function ofPlayer2(uint256 packedTeam) internal pure returns (TeamIds) {
        return TeamIds.wrap(packedTeam << TEAM_BITS);
    }

    function withPlayer1(TeamIds self, uint256 packedTeam) internal pure returns (TeamIds) {
        return TeamIds.wrap(TeamIds.unwrap(self) | packedTeam);
    }

    /// @param fighter 0..4 are player 1's slots, 5..9 player 2's.
    function assetId(TeamIds self, uint256 fighter) internal pure returns (uint256) {
        return (TeamIds.unwrap(self) >> (ID_BITS * fighter)) & ID_MASK;
    }
}
