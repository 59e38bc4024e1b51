// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fight} from "../Fight.sol";

/// @title A FIGHT whose issuer can stop tokens from being sent to somebody
contract BlacklistFight is Fight {
    mapping(address account => bool) private _isRefused;

    constructor(address treasury) Fight(treasury) {}

    function setRefused(address account, bool isRefused) external {
        _isRefused[account] = isRefused;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (_isRefused[to]) revert ERC20InvalidReceiver(to);
        super._update(from, to, value);
    }
}
