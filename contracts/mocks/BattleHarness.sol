// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Battle, Outcome} from "../libraries/Battle.sol";
import {Commitment} from "../libraries/Commitment.sol";
import {BattleMode, BattleModeLib} from "../types/BattleMode.sol";

/// @dev For fuzzing: many battles a call, each answered by one hash of all that came out of it.
contract BattleHarness {
    struct Case {
        BattleMode mode;
        bytes32 p1Nonce;
        bytes32 p2Nonce;
        uint256 p1Profiles;
        uint256 p2Profiles;
    }

    function digests(Case[] calldata cases) external view returns (bytes32[] memory list) {
        list = new bytes32[](cases.length);
        // A call for each, because a battle wants the low memory for itself.
        for (uint256 i = 0; i < cases.length; ++i) list[i] = this.digest(cases[i]);
    }

    function digest(Case calldata one) external view returns (bytes32) {
        Outcome memory outcome = fight(one);
        return
            keccak256(
                abi.encode(
                    outcome.firstAttacker,
                    outcome.winner,
                    outcome.rounds,
                    outcome.p1Alive,
                    outcome.p2Alive,
                    outcome.wordsTaken,
                    outcome.tallies,
                    outcome.turns
                )
            );
    }

    function fight(Case calldata one) public view returns (Outcome memory) {
        (uint256 values, uint256 rolls) = BattleModeLib.pack(one.mode);
        bytes32 seed = Commitment.seedOf(one.p1Nonce, one.p2Nonce);
        return Battle.fight(seed, values, rolls, one.p1Profiles, one.p2Profiles);
    }
}
