// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Random: the stream of 16-bit words of a seed (docs/PROTOCOL.md, 3)
/// @dev The state is two words kept on the caller's stack: `block_`, the SHA-256 block in use, and `taken`, how many
/// words were taken so far. With the seed, `taken` alone is the whole state, so it serves as a checksum.
library Random {
    uint256 private constant WORD_VALUES = 65_536;

    /// @dev 64 bytes of memory that hold the hash's input: the seed, then the block's index.
    type Input is uint256;

    function start(bytes32 seed) internal pure returns (Input input) {
        assembly ("memory-safe") {
            input := mload(0x40)
            mstore(0x40, add(input, 0x40))
            mstore(input, seed)
        }
    }

    /// @notice A uniform integer in 0..n-1, without modulo bias: 1 ≤ n ≤ 65,536.
    /// @dev Only reads the SHA-256 precompile; nothing of the chain enters.
    function below(
        Input input,
        uint256 block_,
        uint256 taken,
        uint256 n
    ) internal view returns (uint256 value, uint256 nextBlock, uint256 nextTaken) {
        assembly ("memory-safe") {
            let limit := sub(WORD_VALUES, mod(WORD_VALUES, n))
            for { } 1 { } {
                let index := and(taken, 15)
                if iszero(index) {
                    mstore(add(input, 0x20), shl(224, shr(4, taken)))
                    if iszero(staticcall(gas(), 2, input, 36, 0x00, 0x20)) { revert(0, 0) }
                    block_ := mload(0x00)
                }
                value := and(shr(sub(240, shl(4, index)), block_), 0xffff)
                taken := add(taken, 1)
                if lt(value, limit) { break }
            }
            value := mod(value, n)
            nextBlock := block_
            nextTaken := taken
        }
    }
}
