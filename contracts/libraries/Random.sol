// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Where the next word of a stream lies in memory. With the seed, the whole state of the generator.
type Stream is uint256;

/// @title Random: the stream of 16-bit words of a seed (docs/PROTOCOL.md, 3)
/// @dev Three words of memory: the seed, the index of the next block in its highest four bytes, and the block in use. A
/// stream points into its block; when it points behind it, at a multiple of 32, the block is used up. So one pointer
/// is all that a caller has to keep.
library Random {
    uint256 private constant WORD_VALUES = 65_536;

    function open(bytes32 seed) internal pure returns (Stream stream) {
        assembly ("memory-safe") {
            let input := and(add(mload(0x40), 0x1f), not(0x1f))
            mstore(0x40, add(input, 0x80))
            mstore(input, seed)
            mstore(add(input, 0x20), 0)
            stream := add(input, 0x60)
        }
    }

    /// @notice A uniform integer in 0..n-1, without modulo bias: 1 ≤ n ≤ 65,536.
    /// @dev `view` for the SHA-256 precompile alone; nothing of the chain enters. A word is read with the 30 bytes behind
    /// it, which are shifted out: the spare word behind the block keeps that inside the stream's own memory.
    function below(Stream stream, uint256 n) internal view returns (uint256 value, Stream next) {
        assembly ("memory-safe") {
            let limit := sub(WORD_VALUES, mod(WORD_VALUES, n))
            for { } 1 { } {
                if iszero(and(stream, 0x1f)) {
                    stream := sub(stream, 0x20)
                    let input := sub(stream, 0x40)
                    if iszero(staticcall(gas(), 2, input, 36, stream, 0x20)) { revert(0, 0) }
                    input := add(input, 0x20)
                    mstore(input, add(mload(input), shl(224, 1)))
                }
                value := shr(240, mload(stream))
                stream := add(stream, 2)
                if lt(value, limit) { break }
            }
            value := mod(value, n)
            next := stream
        }
    }

    /// @notice How many words were taken since the stream was opened.
    function wordsTaken(Stream stream) internal pure returns (uint256 count) {
        assembly ("memory-safe") {
            // The block in use ends at the next multiple of 32; the index before it tells how many blocks were made.
            let end := and(add(stream, 0x1f), not(0x1f))
            let blocks := shr(224, mload(sub(end, 0x40)))
            count := sub(shl(4, blocks), shr(1, sub(end, stream)))
        }
    }
}
