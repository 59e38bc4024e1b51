// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Commitment} from "../libraries/Commitment.sol";

/// @dev For tests: the library's functions as calls.
contract CommitmentHarness {
    function seal(bytes32 nonce, uint256[5] memory assetIds) external view returns (bytes32) {
        return Commitment.seal(nonce, assetIds);
    }

    function seedOf(bytes32 p1Nonce, bytes32 p2Nonce) external view returns (bytes32) {
        return Commitment.seedOf(p1Nonce, p2Nonce);
    }
}
