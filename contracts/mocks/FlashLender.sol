// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ReentrantPlayer} from "./ReentrantPlayer.sol";

/// @title Lends five fighters for one call, and takes them back in the same transaction
contract FlashLender {
    IERC721 private immutable FIGHTERS;

    constructor(IERC721 fighters) {
        FIGHTERS = fighters;
    }

    function lend(
        uint24[5] calldata team,
        ReentrantPlayer borrower,
        address target,
        bytes calldata data
    ) external {
        for (uint256 slot = 0; slot < 5; ++slot)
            FIGHTERS.transferFrom(address(this), address(borrower), team[slot]);
        borrower.execute(target, data);
        for (uint256 slot = 0; slot < 5; ++slot)
            FIGHTERS.transferFrom(address(borrower), address(this), team[slot]);
    }
}
