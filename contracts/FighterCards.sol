// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Card} from "./cards/Card.sol";
import {CardArms} from "./cards/CardArms.sol";
import {CardFigure} from "./cards/CardFigure.sol";
import {CardFrame} from "./cards/CardFrame.sol";
import {CardInk, Ink} from "./cards/CardInk.sol";
import {CardMetadata} from "./cards/CardMetadata.sol";
import {CardPalette} from "./cards/CardPalette.sol";
import {CardScene} from "./cards/CardScene.sol";
import {CardText} from "./cards/CardText.sol";
import {IFighterCards} from "./interfaces/IFighterCards.sol";

/// @title FighterCards
/// @notice Draws every fighter's card on chain, so that no server or file store has to outlive the game.
contract FighterCards is IFighterCards {
    using CardInk for Ink;

    /// @inheritdoc IFighterCards
    function tokenURI(
        uint256 assetId,
        uint256 charId,
        string calldata name,
        uint256 kind,
        uint8[6] calldata tiers,
        bool golden
    ) external pure returns (string memory) {
        Card memory c = Card(assetId, charId, name, kind, tiers, golden);
        Ink memory ink = _drawn(c);
        string memory image = Base64.encode(bytes(ink.finish()));
        // A new page for the metadata, which knows the same words.
        ink.turn(CardText.LONGEST * bytes(c.name).length + bytes(image).length);
        ink.set("[", "[");
        ink.set("]", "]");
        ink.set("(", "{");
        ink.set(")", "}");
        ink.set("p", image);
        ink.set("N", CardText.json(c.name));
        ink.draw(CardMetadata.JSON);
        return string.concat("data:application/json;base64,", Base64.encode(bytes(ink.finish())));
    }

    /// @inheritdoc IFighterCards
    function card(
        uint256 assetId,
        uint256 charId,
        string calldata name,
        uint256 kind,
        uint8[6] calldata tiers,
        bool golden
    ) external pure returns (string memory svg) {
        return _drawn(Card(assetId, charId, name, kind, tiers, golden)).finish();
    }

    function _drawn(Card memory c) private pure returns (Ink memory ink) {
        if (c.kind > 2) revert FighterCardsUnknownKind(c.kind);
        for (uint256 i = 0; i < 6; ++i) {
            if (c.tiers[i] == 0 || c.tiers[i] > 3) revert FighterCardsTierOutOfRange(i, c.tiers[i]);
        }
        ink.turn(CardText.LONGEST * bytes(c.name).length);
        CardPalette.load(ink, c);
        ink.draw(CardFrame.OPENING);
        ink.draw(CardScene.SKY);
        ink.draw(CardFigure.BODY);
        ink.draw(CardFigure.HEAD);
        ink.draw(CardArms.WEAPON);
        ink.draw(CardFigure.BACK);
        string memory held = CardArms.HELD;
        // Combo adds looks 2 and 3, the afterimages; a third tier of attack adds look 1, the aura. 0 is the weapon itself.
        for (uint256 look = c.tiers[5]; look > 1; --look) _hold(ink, held, look);
        ink.draw(CardFigure.BOTH_SIDES);
        if (c.tiers[0] == 3) _hold(ink, held, 1);
        _hold(ink, held, 0);
        ink.draw(CardArms.OFF_HAND);
        ink.draw(CardFrame.ENDING);
    }

    function _hold(Ink memory ink, string memory held, uint256 look) private pure {
        ink.choose("L", look);
        ink.draw(held);
    }
}
