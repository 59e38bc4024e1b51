// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Commitment: sealing a team, and the seed that both nonces make (docs/PROTOCOL.md, 1 and 2)
/// @dev Both hashes are taken over readable text, so that a player can check them with coreutils.
library Commitment {
    /// @dev A uint256 has at most 78 decimal digits: five of them, four commas, a colon and 64 hex digits.
    uint256 private constant LONGEST_TEXT = 64 + 1 + 5 * 78 + 4;

    /// @notice SHA-256 of `nonceHex:id0,id1,id2,id3,id4`.
    function seal(bytes32 nonce, uint256[5] memory assetIds) internal view returns (bytes32 teamHash) {
        (uint256 high, uint256 low) = hexText(nonce);
        assembly ("memory-safe") {
            // The text is written backwards into free memory, which is not kept: no length has to be known first.
            let end := add(mload(0x40), LONGEST_TEXT)
            let at := end
            for {
                let slot := 5
            } slot {} {
                slot := sub(slot, 1)
                let id := mload(add(assetIds, shl(5, slot)))
                for {} 1 {} {
                    at := sub(at, 1)
                    mstore8(at, add(48, mod(id, 10)))
                    id := div(id, 10)
                    if iszero(id) {
                        break
                    }
                }
                at := sub(at, 1)
                mstore8(at, 0x2c) // ","
            }
            mstore8(at, 0x3a) // ":" in the place of the comma before the first id
            at := sub(at, 64)
            mstore(at, high)
            mstore(add(at, 32), low)
            if iszero(staticcall(gas(), 2, at, sub(end, at), 0x00, 0x20)) {
                revert(0, 0)
            }
            teamHash := mload(0x00)
        }
    }

    /// @notice SHA-256 of the 128 hex digits of both nonces.
    function seedOf(bytes32 p1Nonce, bytes32 p2Nonce) internal view returns (bytes32 seed) {
        (uint256 high1, uint256 low1) = hexText(p1Nonce);
        (uint256 high2, uint256 low2) = hexText(p2Nonce);
        assembly ("memory-safe") {
            let text := mload(0x40)
            mstore(text, high1)
            mstore(add(text, 0x20), low1)
            mstore(add(text, 0x40), high2)
            mstore(add(text, 0x60), low2)
            if iszero(staticcall(gas(), 2, text, 0x80, 0x00, 0x20)) {
                revert(0, 0)
            }
            seed := mload(0x00)
        }
    }

    /// @dev 64 lowercase hex digits of 32 bytes, as two words of ASCII.
    function hexText(bytes32 value) private pure returns (uint256 high, uint256 low) {
        high = hexDigits(uint256(value) >> 128);
        low = hexDigits(uint256(value) & type(uint128).max);
    }

    /// @dev The 32 hex digits of 16 bytes, all at once: halves are moved apart until each nibble has its own byte.
    function hexDigits(uint256 x) private pure returns (uint256) {
        unchecked {
            x = (x | (x << 64)) & 0x0000000000000000ffffffffffffffff0000000000000000ffffffffffffffff;
            x = (x | (x << 32)) & 0x00000000ffffffff00000000ffffffff00000000ffffffff00000000ffffffff;
            x = (x | (x << 16)) & 0x0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff;
            x = (x | (x << 8)) & 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff;
            x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f;
            // A nibble of 10 or more carries into bit 4 when 6 is added; "a" is 39 beyond "9" + 1. No byte overflows.
            uint256 ones = 0x0101010101010101010101010101010101010101010101010101010101010101;
            uint256 letters = ((x + 6 * ones) >> 4) & ones;
            return x + 48 * ones + 39 * letters;
        }
    }
}
