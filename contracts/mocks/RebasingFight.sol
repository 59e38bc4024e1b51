// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fight} from "../Fight.sol";

/// @title A FIGHT whose balances grow and shrink by themselves, and of which there is more than 96 bits can count
contract RebasingFight is Fight {
    constructor(address treasury) Fight(treasury) {}

    function grow(address account, uint256 amount) external {
        _mint(account, amount);
    }

    function shrink(address account, uint256 amount) external {
        _burn(account, amount);
    }
}
