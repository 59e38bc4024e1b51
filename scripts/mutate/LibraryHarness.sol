// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Battle, Outcome} from "../libraries/Battle.sol";
import {Commitment} from "../libraries/Commitment.sol";
import {Random} from "../libraries/Random.sol";

/// @dev What the mutants of the libraries are called through.
contract LibraryHarness {
    function fight(
        bytes32 seed,
        uint256 values,
        uint256 rolls,
        uint256 p1Profiles,
        uint256 p2Profiles
    ) external view returns (Outcome memory) {
        assembly ("memory-safe") {
            // Free memory may have been used before.
            for {
                let at := mload(0x40)
            } lt(at, 0x2000) {
                at := add(at, 0x20)
            } {
                mstore(at, not(0))
            }
        }
        return Battle.fight(seed, values, rolls, p1Profiles, p2Profiles);
    }

    function fightWithFullMemory() external view returns (Outcome memory) {
        bytes memory filling = new bytes(0x1000);
        filling[0] = 0x01;
        return Battle.fight(0, 0, 0, 0, 0);
    }

    function draw(
        bytes32 seed,
        uint256[] calldata counts
    ) external view returns (uint256[] memory values, uint256 wordsTaken) {
        values = new uint256[](counts.length);
        uint256 place;
        assembly ("memory-safe") {
            place := mload(0x40)
            mstore(0x40, add(place, 0x60))
            // The place may have been used before.
            mstore(place, not(0))
            mstore(add(place, 0x20), not(0))
        }
        uint256 next = Random.open(place, seed);
        for (uint256 i = 0; i < counts.length; ++i) (values[i], next) = Random.below(place, next, counts[i]);
        wordsTaken = Random.wordsTaken(place, next);
    }

    function seal(
        bytes32 nonce,
        uint256[5] memory assetIds,
        uint256[5] memory neighbours
    ) external view returns (bytes32 teamHash, bytes32 left) {
        teamHash = Commitment.seal(nonce, assetIds);
        left = keccak256(abi.encode(neighbours));
    }

    function seedOf(bytes32 p1Nonce, bytes32 p2Nonce) external view returns (bytes32) {
        return Commitment.seedOf(p1Nonce, p2Nonce);
    }
}
