// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Sends its ether to somebody who never asked for it, by destroying itself
contract ForcedEther {
    constructor(address payable to) payable {
        assembly ("memory-safe") {
            selfdestruct(to)
        }
    }
}
