// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGameModes} from "../interfaces/IGameModes.sol";
import {BattleModeLib} from "../types/BattleMode.sol";

/// @dev A mode as it is stored, ordered by who reads it: a reveal needs the first two slots, the creation of a game the
/// third.
struct StoredMode {
    uint256 values;
    uint40 rolls;
    uint16 winnerPctBps;
    uint16 inactiveHousePctBps;
    uint16 inactiveMinHours;
    uint32 cooldownSecs;
    uint8 teamTanks;
    uint8 teamDamage;
    uint8 teamSupport;
    uint8 revealDelayBlocks;
    uint96 minBet;
    uint96 maxBet;
    bool isOpen;
    string name;
}

/// @title ModeRegistry: checks, stores and shows modes
/// @dev Deployed on its own and linked: what only an administrator or a reader calls need not weigh on Duel's code size.
library ModeRegistry {
    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_NAME_LENGTH = 31;
    uint256 private constant MAX_INACTIVE_HOURS = 720;
    uint256 private constant MAX_COOLDOWN_SECS = 30 days;

    function register(StoredMode storage stored, IGameModes.GameMode calldata mode) external {
        validate(mode);
        (stored.values, stored.rolls) = BattleModeLib.pack(mode.battle);
        stored.winnerPctBps = mode.winnerPctBps;
        stored.inactiveHousePctBps = mode.inactiveHousePctBps;
        stored.inactiveMinHours = mode.inactiveMinHours;
        stored.cooldownSecs = mode.cooldownSecs;
        stored.teamTanks = mode.teamRule[0];
        stored.teamDamage = mode.teamRule[1];
        stored.teamSupport = mode.teamRule[2];
        stored.revealDelayBlocks = mode.revealDelayBlocks;
        stored.minBet = mode.minBet;
        stored.maxBet = mode.maxBet;
        stored.isOpen = true;
        stored.name = mode.name;
    }

    function read(StoredMode storage stored) external view returns (IGameModes.GameMode memory) {
        return
            IGameModes.GameMode({
                name: stored.name,
                battle: BattleModeLib.unpack(stored.values, stored.rolls),
                minBet: stored.minBet,
                maxBet: stored.maxBet,
                winnerPctBps: stored.winnerPctBps,
                housePctBps: uint16(BPS - stored.winnerPctBps),
                inactiveHousePctBps: stored.inactiveHousePctBps,
                inactiveMinHours: stored.inactiveMinHours,
                cooldownSecs: stored.cooldownSecs,
                teamRule: [stored.teamTanks, stored.teamDamage, stored.teamSupport],
                revealDelayBlocks: stored.revealDelayBlocks
            });
    }

    function validate(IGameModes.GameMode calldata mode) private pure {
        uint256 nameLength = bytes(mode.name).length;
        if (nameLength == 0 || nameLength > MAX_NAME_LENGTH) {
            revert IGameModes.GameModesBadName(mode.name, MAX_NAME_LENGTH);
        }
        check("minBet", mode.minBet, 1, type(uint96).max);
        check("maxBet", mode.maxBet, mode.minBet, type(uint96).max);
        check("winnerPctBps", mode.winnerPctBps, 0, BPS);
        check("housePctBps", mode.housePctBps, BPS - mode.winnerPctBps, BPS - mode.winnerPctBps);
        check("inactiveHousePctBps", mode.inactiveHousePctBps, 0, BPS);
        check("inactiveMinHours", mode.inactiveMinHours, 1, MAX_INACTIVE_HOURS);
        // Whoever must reveal needs time to: for each block of delay a minute of the time that the other has to wait.
        check("revealDelayBlocks", mode.revealDelayBlocks, 0, uint256(mode.inactiveMinHours) * 60);
        check("cooldownSecs", mode.cooldownSecs, 0, MAX_COOLDOWN_SECS);
        uint256 members = uint256(mode.teamRule[0]) + mode.teamRule[1] + mode.teamRule[2];
        if (members != 0) check("teamRule", members, 5, 5);
    }

    function check(string memory field, uint256 value, uint256 min, uint256 max) private pure {
        if (value < min || value > max) revert IGameModes.GameModesOutOfRange(field, value, min, max);
    }
}
