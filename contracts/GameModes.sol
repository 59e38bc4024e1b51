// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IGameModes} from "./interfaces/IGameModes.sol";
import {ModeRegistry, StoredMode} from "./libraries/ModeRegistry.sol";

/// @title GameModes: the terms that games are played on, a part of Duel
abstract contract GameModes is IGameModes, Ownable2Step {
    StoredMode[] private _modes;

    /// @inheritdoc IGameModes
    function registerMode(GameMode calldata mode) external onlyOwner returns (uint256 modeId) {
        return ModeRegistry.register(_modes, mode);
    }

    /// @inheritdoc IGameModes
    function closeMode(uint256 modeId) external onlyOwner {
        StoredMode storage stored = _mode(modeId);
        if (!stored.isOpen) revert GameModesClosed(modeId);
        stored.isOpen = false;
        emit ModeClosed(modeId);
    }

    /// @inheritdoc IGameModes
    function modeCount() external view returns (uint256) {
        return _modes.length;
    }

    /// @inheritdoc IGameModes
    function gameMode(uint256 modeId) external view returns (GameMode memory mode, bool isOpen) {
        StoredMode storage stored = _mode(modeId);
        return (ModeRegistry.read(stored), stored.isOpen);
    }

    /// @dev Modes are numbered from 1.
    function _mode(uint256 modeId) internal view returns (StoredMode storage) {
        if (modeId == 0 || modeId > _modes.length) revert GameModesUnknown(modeId, _modes.length);
        return _modes[modeId - 1];
    }
}
