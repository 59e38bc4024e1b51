// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Fight} from "../Fight.sol";
import {IDuel} from "../interfaces/IDuel.sol";

/// @title A FIGHT that answers a transfer in every way that a token has been seen to
contract HostileFight is Fight {
    enum Behaviour {
        Honest,
        Reverts,
        ReturnsFalse,
        ReturnsNothing,
        ReturnsTwo,
        ReturnsOneByte,
        ReturnsMegabyte,
        BurnsAllGas,
        Reenters,
        TakesFee
    }

    error HostileFightReverted();

    Behaviour private _behaviour;

    constructor(address treasury) Fight(treasury) {}

    function setBehaviour(Behaviour behaviour) external {
        _behaviour = behaviour;
    }

    function transfer(address to, uint256 value) public override(ERC20, IERC20) returns (bool) {
        _misbehave();
        super.transfer(to, value);
        uint256 length = 0x20;
        uint256 answer = 1;
        if (_behaviour == Behaviour.ReturnsNothing) length = 0;
        if (_behaviour == Behaviour.ReturnsOneByte) length = 1;
        if (_behaviour == Behaviour.ReturnsTwo) answer = 2;
        assembly ("memory-safe") {
            mstore(0x00, answer)
            return(0x00, length)
        }
    }

    function transferFrom(
        address from,
        address to,
        uint256 value
    ) public override(ERC20, IERC20) returns (bool) {
        _misbehave();
        super.transferFrom(from, to, value);
        if (_behaviour == Behaviour.TakesFee) _burn(to, 1);
        return true;
    }

    function _misbehave() private {
        Behaviour behaviour = _behaviour;
        if (behaviour == Behaviour.Reverts) revert HostileFightReverted();
        if (behaviour == Behaviour.Reenters) IDuel(msg.sender).cancel(1);
        uint256 answer = 0;
        if (behaviour == Behaviour.ReturnsFalse) answer = 0x20;
        if (behaviour == Behaviour.ReturnsMegabyte) answer = 1_000_000;
        if (behaviour == Behaviour.BurnsAllGas) answer = type(uint256).max;
        if (answer == 0) return;
        assembly {
            // Zeros of that length; more memory than there is gas for, if it is to burn.
            return(mload(0x40), answer)
        }
    }
}
