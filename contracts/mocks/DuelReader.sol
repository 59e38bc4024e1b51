// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IDuel} from "../interfaces/IDuel.sol";

/// @title All that a comparison with the model needs, in one call
contract DuelReader {
    struct Account {
        uint256 balance;
        uint256 credit;
        IDuel.PlayerStats stats;
    }

    function read(
        IDuel duel,
        IERC20 fight,
        address[] calldata addresses,
        uint256 fighterCount
    )
        external
        view
        returns (
            uint256 escrow,
            IDuel.Game[] memory games,
            Account[] memory accounts,
            IDuel.FighterStats[] memory fighters
        )
    {
        escrow = fight.balanceOf(address(duel));
        games = new IDuel.Game[](duel.gameCount());
        for (uint256 i = 0; i < games.length; ++i) games[i] = duel.game(i + 1);
        accounts = new Account[](addresses.length);
        for (uint256 i = 0; i < accounts.length; ++i) {
            address account = addresses[i];
            accounts[i] = Account(
                fight.balanceOf(account),
                duel.creditOf(account),
                duel.playerStats(account)
            );
        }
        fighters = new IDuel.FighterStats[](fighterCount);
        for (uint256 i = 0; i < fighterCount; ++i) fighters[i] = duel.fighterStats(i + 1);
    }
}
