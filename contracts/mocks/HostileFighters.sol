// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFighters} from "../interfaces/IFighters.sol";

/// @title Fighters that can stop to answer whose they are
contract HostileFighters {
    enum Behaviour {
        Honest,
        Reverts,
        BurnsGas,
        ReturnsNothing
    }

    error HostileFightersReverted();

    IFighters private immutable HONEST;
    Behaviour private _behaviour;

    constructor(IFighters honest) {
        HONEST = honest;
    }

    function setBehaviour(Behaviour behaviour) external {
        _behaviour = behaviour;
    }

    function muster(address owner, uint24[5] calldata team) external view returns (uint256) {
        if (_behaviour == Behaviour.Reverts) revert HostileFightersReverted();
        if (_behaviour == Behaviour.BurnsGas) {
            assembly ("memory-safe") {
                invalid()
            }
        }
        if (_behaviour == Behaviour.ReturnsNothing) {
            assembly ("memory-safe") {
                return(0x00, 0x00)
            }
        }
        return HONEST.muster(owner, team);
    }
}
