// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Card} from "./Card.sol";
import {CardInk, Ink} from "./CardInk.sol";
import {CardText} from "./CardText.sol";

/// @title CardPalette
/// @notice Turns a card into the words and choices that the templates draw from.
/// @dev Choices: K kind, G golden, A D H S R C the tiers in order from zero; by id 2 sides, 3 arms, 5 eyes, 7 crests,
///      8 sigils. 3, 5, 7 and 8 are coprime, so 840 ids pass before a look repeats.
///      Numbers: A D H S R C the tiers, i asset id, v turn of the sky, r and q where the right and left hand are.
library CardPalette {
    using CardInk for Ink;

    /// @dev A kind sets the family of colours and the id the hue within it: steel is grey, a damage dealer's leather
    ///      deep, a support's cloth pale. 1 is the hue, 2 one further on, 3 one across the wheel.
    string private constant WORDS =
        // Armour lit and in shade, accent lit and in shade, glow, metal, ink.
        "lhsl(@1,{K30%,62|66%,50|38%,88}%)~dhsl(@1,{K34%,42|68%,33|26%,68}%)~"
        "a{Ghsl(@3,78%,64%)|#ffd65c}~b{Ghsl(@3,62%,46%)|#d99a1f}~g{Ghsl(@3,95%,78%)|#fff3c4}~"
        "m{G#e6eaf2|#ffe9ac}~k#0b0e1a~"
        // The sky from top to bottom, and the card.
        "xhsl(@1,50%,15%)~yhsl(@2,52%,46%)~zhsl(@1,34%,9%)~"
        // Attributes: fill, the accent of the side, shadow, highlight, transform.
        'f" fill="~c" fill="currentColor~s" fill-opacity=".24" fill="#000" stroke="none~'
        'h" fill-opacity=".28" fill="#fff" stroke="none~t" transform="~'
        // Starts of elements: use, circle.
        'u<use href="#~o<circle cx="~';

    function load(Ink memory ink, Card memory c) internal pure {
        bytes memory stats = "ADHSRC";
        for (uint256 i = 0; i < 6; ++i) {
            ink.choose(stats[i], c.tiers[i] - 1);
            ink.set(stats[i], Strings.toString(c.tiers[i]));
        }
        bytes memory looks = "23578";
        for (uint256 i = 0; i < 5; ++i) ink.choose(looks[i], c.charId % (uint8(looks[i]) - 48));
        ink.choose("K", c.kind);
        ink.choose("G", c.golden ? 1 : 0);
        // A name longer than the catalogue allows is squeezed rather than cut, and so is a very long number.
        uint256 size = bytes(c.name).length;
        ink.choose(
            "N",
            size > 20
                ? 2
                : size > 16
                    ? 1
                    : 0
        );
        ink.choose("I", c.assetId < 1e12 ? 0 : 1);

        uint256 id = c.charId % 360;
        // 137 degrees is the golden angle, which keeps neighbours apart.
        uint256 hue =
            (
                c.kind == 0
                    ? 184
                    : c.kind == 1
                        ? 324
                        : 128
            ) + ((id * 137) % 61);
        ink.set("1", Strings.toString(hue % 360));
        ink.set("2", Strings.toString((hue + 16) % 360));
        ink.set("3", Strings.toString((hue + 130 + ((id * 47) % 101)) % 360));
        ink.learn(WORDS);
        ink.set("[", '<path d="');
        ink.set("]", '"/>');

        ink.set("n", CardText.xml(c.name));
        ink.set("i", Strings.toString(c.assetId));
        ink.set("v", Strings.toString(id * 17));
        // Health is girth, and the hands move outwards with it.
        uint256 reach = 63 + 10 * uint256(c.tiers[2]);
        ink.set("r", Strings.toString(175 + reach));
        ink.set("q", Strings.toString(175 - reach));
    }
}
