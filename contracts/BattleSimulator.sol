// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBattleModeErrors} from "./interfaces/IBattleModeErrors.sol";
import {Battle, Outcome} from "./libraries/Battle.sol";
import {Commitment} from "./libraries/Commitment.sol";
import {Turn, TurnLog} from "./libraries/TurnLog.sol";
import {BattleMode, BattleModeLib} from "./types/BattleMode.sol";

/// @title BattleSimulator: try a fight before money is on it
/// @notice The very code that Duel fights with, for any mode and any teams, by a free call. It holds nothing.
contract BattleSimulator is IBattleModeErrors {
    struct Fighter {
        uint256 assetId;
        uint16 charId;
        uint8[6] tiers;
    }

    struct Report {
        bytes32 teamHash;
        bytes32 seed;
        uint256 firstAttacker;
        uint256 winner;
        uint256 rounds;
        uint256 p1Alive;
        uint256 p2Alive;
        uint256 wordsTaken;
        bytes packedTurns;
        Turn[] turns;
    }

    error BattleSimulatorBadTier(uint256 player, uint256 slot, uint256 stat, uint8 tier);

    function simulate(
        BattleMode calldata mode,
        bytes32 p1Nonce,
        bytes32 p2Nonce,
        Fighter[5] calldata p1Team,
        Fighter[5] calldata p2Team
    ) external view returns (Report memory report) {
        uint256[10] memory assetIds;
        uint16[10] memory charIds;
        uint256[5] memory p1AssetIds;
        uint256 p1Profiles;
        uint256 p2Profiles;
        for (uint256 slot = 0; slot < 5; ++slot) {
            p1AssetIds[slot] = assetIds[slot] = p1Team[slot].assetId;
            assetIds[5 + slot] = p2Team[slot].assetId;
            charIds[slot] = p1Team[slot].charId;
            charIds[5 + slot] = p2Team[slot].charId;
            p1Profiles |= packTiers(1, slot, p1Team[slot].tiers) << (32 * slot);
            p2Profiles |= packTiers(2, slot, p2Team[slot].tiers) << (32 * slot);
        }
        report.teamHash = Commitment.seal(p1Nonce, p1AssetIds);
        report.seed = Commitment.seedOf(p1Nonce, p2Nonce);
        (uint256 values, uint256 rolls) = BattleModeLib.pack(mode);
        Outcome memory outcome = Battle.fight(report.seed, values, rolls, p1Profiles, p2Profiles);
        report.firstAttacker = outcome.firstAttacker;
        report.winner = outcome.winner;
        report.rounds = outcome.rounds;
        report.p1Alive = outcome.p1Alive;
        report.p2Alive = outcome.p2Alive;
        report.wordsTaken = outcome.wordsTaken;
        report.packedTurns = outcome.turns;
        report.turns = TurnLog.unpack(outcome.turns, assetIds, charIds);
    }

    function packTiers(
        uint256 player,
        uint256 slot,
        uint8[6] calldata tiers
    ) private pure returns (uint256 packed) {
        for (uint256 stat = 0; stat < 6; ++stat) {
            if (tiers[stat] < 1 || tiers[stat] > 3)
                revert BattleSimulatorBadTier(player, slot, stat, tiers[stat]);
            packed |= uint256(tiers[stat]) << (2 * stat);
        }
    }
}
