// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title FIGHT, the token that duels are staked in
/// @notice A fixed supply, minted once. Nobody can mint, pause, tax or take tokens afterwards.
contract Fight is ERC1363, ERC20Permit {
    /// @dev Below 2^96, so that any sum of stakes fits the 96 bits that Duel gives an amount.
    uint256 public constant SUPPLY = 1_000_000_000 ether;

    constructor(address treasury) ERC20("Fight", "FIGHT") ERC20Permit("Fight") {
        _mint(treasury, SUPPLY);
    }
}
