// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1363Receiver} from "@openzeppelin/contracts/interfaces/IERC1363Receiver.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {ITokenHooks} from "./HookedFight.sol";

/// @title A player that is a contract, and does what it was armed with whenever a token calls it
contract ReentrantPlayer is IERC721Receiver, IERC1363Receiver, ITokenHooks {
    enum Reaction {
        Nothing,
        Calls,
        Reverts,
        BurnsGas
    }

    error ReentrantPlayerRefused();

    event Struck(bool success, bytes result);

    Reaction private _reaction;
    address private _target;
    bytes private _data;

    function arm(Reaction reaction, address target, bytes calldata data) external {
        _reaction = reaction;
        _target = target;
        _data = data;
    }

    /// @dev Anybody may: what it owns is worth nothing.
    function execute(address target, bytes calldata data) external {
        // solhint-disable-next-line avoid-low-level-calls
        (bool success, bytes memory result) = target.call(data);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(result, 0x20), mload(result))
        }
    }

    function tokensToSend() external {
        _react();
    }

    function tokensReceived() external {
        _react();
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _react();
        return IERC721Receiver.onERC721Received.selector;
    }

    function onTransferReceived(address, address, uint256, bytes calldata) external returns (bytes4) {
        _react();
        return IERC1363Receiver.onTransferReceived.selector;
    }

    function _react() private {
        Reaction reaction = _reaction;
        if (reaction == Reaction.Reverts) revert ReentrantPlayerRefused();
        if (reaction == Reaction.BurnsGas) {
            assembly ("memory-safe") {
                invalid()
            }
        }
        if (reaction != Reaction.Calls) return;
        // Once is enough: its own call may move tokens, and would call it again without end.
        _reaction = Reaction.Nothing;
        // solhint-disable-next-line avoid-low-level-calls
        (bool success, bytes memory result) = _target.call(_data);
        emit Struck(success, result);
    }
}
