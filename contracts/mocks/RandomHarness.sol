// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Random, Stream} from "../libraries/Random.sol";

/// @dev For tests: a stream read from its start, with the state after each number.
contract RandomHarness {
    function below(
        bytes32 seed,
        uint256[] calldata limits
    ) external view returns (uint256[] memory values, uint256[] memory wordsTaken) {
        values = new uint256[](limits.length);
        wordsTaken = new uint256[](limits.length);
        Stream stream = Random.open(seed);
        for (uint256 i = 0; i < limits.length; ++i) {
            (values[i], stream) = Random.below(stream, limits[i]);
            wordsTaken[i] = Random.wordsTaken(stream);
        }
    }
}
