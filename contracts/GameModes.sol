// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IGameModes} from "./interfaces/IGameModes.sol";
import {ModeRegistry, StoredMode} from "./libraries/ModeRegistry.sol";

/// @title GameModes: the terms that games are played on, a part of Duel
abstract contract GameModes is IGameModes, Ownable2Step {
    uint256 private _modeCount;
    /// @dev A mapping: an array would read its length, 2,100 gas, at every look.
    mapping(uint256 modeId => StoredMode) private _modes;

    /// @inheritdoc IGameModes
    function registerMode(GameMode calldata mode) external onlyOwner returns (uint256 modeId) {
        modeId = ++_modeCount;
        // A game keeps its mode's id in 16 bits.
        if (modeId > type(uint16).max) revert GameModesOutOfRange("modeId", modeId, 1, type(uint16).max);
        ModeRegistry.register(_modes[modeId], mode);
        emit ModeRegistered(modeId, mode);
    }

    /// @inheritdoc IGameModes
    function closeMode(uint256 modeId) external onlyOwner {
        _requireOpenMode(modeId).isOpen = false;
        emit ModeClosed(modeId);
    }

    /// @inheritdoc IGameModes
    function modeCount() external view returns (uint256) {
        return _modeCount;
    }

    /// @inheritdoc IGameModes
    function gameMode(uint256 modeId) external view returns (GameMode memory mode, bool isOpen) {
        StoredMode storage stored = _requireMode(modeId);
        return (ModeRegistry.read(stored), stored.isOpen);
    }

    /// @dev Modes are numbered from 1. A stored mode is never empty.
    function _requireMode(uint256 modeId) internal view returns (StoredMode storage stored) {
        stored = _modes[modeId];
        if (stored.values == 0) revert GameModesUnknown(modeId, _modeCount);
    }

    function _requireOpenMode(uint256 modeId) internal view returns (StoredMode storage stored) {
        stored = _modes[modeId];
        // Looked at in this order because the creation of a game needs the open mode's bounds, which share its slot.
        if (!stored.isOpen) {
            _requireMode(modeId);
            revert GameModesClosed(modeId);
        }
    }

    /// @dev The mode of a game: it was registered when the game was created.
    function _modeOfGame(uint256 modeId) internal view returns (StoredMode storage) {
        return _modes[modeId];
    }
}
