// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Random} from "../libraries/Random.sol";

/// @dev For tests: a stream read from its start, with the state after each number.
contract RandomHarness {
    function below(
        bytes32 seed,
        uint256[] calldata limits
    ) external view returns (uint256[] memory values, uint256[] memory wordsTaken) {
        values = new uint256[](limits.length);
        wordsTaken = new uint256[](limits.length);
        // A word more than a stream has: its last word is read with the bytes behind it.
        uint256[4] memory room;
        uint256 place;
        assembly ("memory-safe") {
            place := room
        }
        uint256 next = Random.open(place, seed);
        for (uint256 i = 0; i < limits.length; ++i) {
            (values[i], next) = Random.below(place, next, limits[i]);
            wordsTaken[i] = Random.wordsTaken(place, next);
        }
    }
}
