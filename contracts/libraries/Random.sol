// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Random: the stream of 16-bit words of a seed (docs/PROTOCOL.md, 3)
/// @dev A stream lives in three words of memory, at a place that the caller owns:
///
/// | from `place` | content                                        |
/// | ------------ | ---------------------------------------------- |
/// | 0x00         | the seed                                       |
/// | 0x20         | the index of the next block, in four bytes     |
/// | 0x40         | the block in use                               |
///
/// `next` is where the next word lies; at the block's end, the block is used up. With the seed, that is the whole state.
/// Everything is `view` for the SHA-256 precompile alone; nothing of the chain enters.
library Random {
    uint256 private constant WORD_VALUES = 65_536;

    function open(uint256 place, bytes32 seed) internal pure returns (uint256 next) {
        assembly ("memory-safe") {
            mstore(place, seed)
            mstore(add(place, 0x20), 0)
            next := add(place, 0x60)
        }
    }

    /// @notice A uniform integer in 0..n-1, without modulo bias: 1 ≤ n ≤ 65,536.
    function below(
        uint256 place,
        uint256 next,
        uint256 n
    ) internal view returns (uint256 value, uint256 afterwards) {
        uint256 limit = WORD_VALUES - (WORD_VALUES % n);
        do {
            if (next == place + 0x60) next = refill(place);
            assembly ("memory-safe") {
                value := shr(240, mload(next))
                next := add(next, 2)
            }
        } while (value >= limit);
        return (value % n, next);
    }

    /// @notice How many words were taken since the stream was opened.
    function wordsTaken(uint256 place, uint256 next) internal pure returns (uint256 count) {
        assembly ("memory-safe") {
            let blocks := shr(224, mload(add(place, 0x20)))
            count := sub(shl(4, blocks), shr(1, sub(add(place, 0x60), next)))
        }
    }

    /// @dev Makes the next block in the place of the old one.
    function refill(uint256 place) private view returns (uint256 next) {
        assembly ("memory-safe") {
            next := add(place, 0x40)
            if iszero(staticcall(gas(), 2, place, 36, next, 0x20)) {
                revert(0, 0)
            }
            let index := add(place, 0x20)
            mstore(index, add(mload(index), shl(224, 1)))
        }
    }
}
