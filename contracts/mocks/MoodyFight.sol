// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Fight} from "../Fight.sol";

/// @title A FIGHT with moods: it may refuse, burn, tax or call back, but never says that it moved what it did not
contract MoodyFight is Fight {
    enum Mood {
        Honest,
        Paused,
        RefusesPayments,
        BurnsGas,
        TakesFee,
        CallsBack
    }

    error MoodyFightRefused();

    event CalledBack(bool success);

    Mood private _mood;
    address private _duel;
    bytes private _callback;
    mapping(address account => bool) private _isRefused;

    constructor(address treasury) Fight(treasury) {}

    function setMood(Mood mood, address duel, bytes calldata callback) external {
        _mood = mood;
        _duel = duel;
        _callback = callback;
    }

    function setRefused(address account, bool isRefused) external {
        _isRefused[account] = isRefused;
    }

    function transferFrom(
        address from,
        address to,
        uint256 value
    ) public override(ERC20, IERC20) returns (bool) {
        super.transferFrom(from, to, value);
        if (_mood == Mood.TakesFee) _burn(to, 1);
        return true;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (_mood == Mood.Paused || _isRefused[to]) revert MoodyFightRefused();
        if (from == _duel && _mood == Mood.RefusesPayments) revert MoodyFightRefused();
        if (from == _duel && _mood == Mood.BurnsGas) {
            assembly ("memory-safe") {
                invalid()
            }
        }
        if (_mood == Mood.CallsBack) {
            // solhint-disable-next-line avoid-low-level-calls
            (bool success, ) = _duel.call(_callback);
            emit CalledBack(success);
        }
    }
}
