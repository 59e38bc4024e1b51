// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fight} from "../Fight.sol";

interface ITokenHooks {
    function tokensToSend() external;

    function tokensReceived() external;
}

/// @title A FIGHT that tells sender and receiver of every transfer, as ERC-777 does
contract HookedFight is Fight {
    mapping(address account => bool) private _isHooked;

    constructor(address treasury) Fight(treasury) {}

    function setHooked(address account, bool isHooked) external {
        _isHooked[account] = isHooked;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (_isHooked[from]) ITokenHooks(from).tokensToSend();
        super._update(from, to, value);
        if (_isHooked[to]) ITokenHooks(to).tokensReceived();
    }
}
