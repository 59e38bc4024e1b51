// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BattleMode} from "../types/BattleMode.sol";
import {IBattleModeErrors} from "./IBattleModeErrors.sol";

/// @title GameModes: the terms that games are played on
/// @notice A mode is registered once and never changes. It can be closed to new games; running games keep its terms.
interface IGameModes is IBattleModeErrors {
    struct GameMode {
        string name;
        BattleMode battle;
        uint96 minBet;
        uint96 maxBet;
        /// Of the pot, in basis points, after a battle. Together always 10,000.
        uint16 winnerPctBps;
        uint16 housePctBps;
        /// The house's part of a pot that is won because the other side did not act.
        uint16 inactiveHousePctBps;
        uint16 inactiveMinHours;
        uint32 cooldownSecs;
        /// How many tanks, damage and support a team must have; all zero: any team.
        uint8[3] teamRule;
        /// Blocks that must pass between join and reveal, so that a reorganisation cannot undo the join after the
        /// reveal was seen.
        uint8 revealDelayBlocks;
    }

    error GameModesOutOfRange(string field, uint256 value, uint256 min, uint256 max);
    error GameModesBadName(string name, uint256 maxLength);
    error GameModesUnknown(uint256 modeId, uint256 modeCount);
    error GameModesClosed(uint256 modeId);

    event ModeRegistered(uint256 indexed modeId, GameMode mode);
    event ModeClosed(uint256 indexed modeId);

    /// @notice Adds a mode; reverts with the name of the first field that breaks a rule.
    function registerMode(GameMode calldata mode) external returns (uint256 modeId);

    /// @notice No new game can be created in this mode any more. Games that were created go on as they were.
    function closeMode(uint256 modeId) external;

    function modeCount() external view returns (uint256);

    function gameMode(uint256 modeId) external view returns (GameMode memory mode, bool isOpen);
}
