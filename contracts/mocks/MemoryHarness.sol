// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Battle, Outcome} from "../libraries/Battle.sol";
import {Commitment} from "../libraries/Commitment.sol";

/// @dev For tests: what the libraries do with memory that others use, or have used.
contract MemoryHarness {
    /// @notice A battle, in memory that was all ones before if `used`.
    function fight(
        bytes32 seed,
        uint256 values,
        uint256 rolls,
        uint256 p1Profiles,
        uint256 p2Profiles,
        bool used
    ) external view returns (Outcome memory) {
        if (used) {
            assembly ("memory-safe") {
                for {
                    let at := mload(0x40)
                } lt(at, 0x2000) {
                    at := add(at, 0x20)
                } {
                    mstore(at, not(0))
                }
            }
        }
        return Battle.fight(seed, values, rolls, p1Profiles, p2Profiles);
    }

    /// @notice A battle by a caller that has filled the place where battles are fought.
    function fightWithoutRoom() external view returns (uint256) {
        bytes memory filling = new bytes(0x1000);
        return Battle.fight(bytes32(filling.length), 0, 0, 0, 0).winner;
    }

    /// @notice A seal, and the hash of five words that lay right below free memory meanwhile.
    function sealBeside(
        bytes32 nonce,
        uint256[5] memory assetIds,
        uint256[5] memory neighbours
    ) external view returns (bytes32 teamHash, bytes32 left) {
        teamHash = Commitment.seal(nonce, assetIds);
        left = keccak256(abi.encode(neighbours));
    }
}
