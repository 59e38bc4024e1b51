// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title CardText
/// @notice Makes a name of any bytes safe to put into JSON and into SVG.
library CardText {
    /// @dev How many bytes either makes of one at most: JSON takes six for a control character.
    uint256 internal constant LONGEST = 6;

    /// @dev For a JSON string: quotes, backslashes and control characters are escaped, so the name reads back whole.
    function json(string memory name) internal pure returns (string memory) {
        return Strings.escapeJSON(string(_wellFormed(name)));
    }

    /// @dev For XML text or an attribute: markup becomes numeric references, and control characters, which XML 1.0 has
    ///      no way to write, become spaces.
    function xml(string memory name) internal pure returns (string memory) {
        bytes memory text = _wellFormed(name);
        bytes memory out = new bytes(LONGEST * text.length);
        uint256 size = 0;
        for (uint256 i = 0; i < text.length; ++i) {
            bytes1 char = text[i];
            if (char == "&" || char == "<" || char == ">" || char == '"' || char == "'") {
                // Each of the five has a code of two digits, such as &#38;
                out[size++] = "&";
                out[size++] = "#";
                out[size++] = bytes1(48 + uint8(char) / 10);
                out[size++] = bytes1(48 + (uint8(char) % 10));
                char = ";";
            } else if (char < 0x20 || char == 0x7f) {
                char = " ";
            }
            out[size++] = char;
        }
        assembly ("memory-safe") {
            mstore(out, size)
        }
        return string(out);
    }

    /// @dev A copy in which each byte that is not part of a character JSON and XML both allow is a question mark.
    function _wellFormed(string memory name) private pure returns (bytes memory text) {
        text = bytes.concat(bytes(name));
        uint256 i = 0;
        while (i < text.length) {
            uint256 size = _characterAt(text, i);
            if (size == 0) {
                text[i] = "?";
                size = 1;
            }
            i += size;
        }
    }

    /// @dev How many bytes the UTF-8 character at `i` takes, or 0 if there is none.
    function _characterAt(bytes memory text, uint256 i) private pure returns (uint256 size) {
        uint256 lead = uint8(text[i]);
        if (lead < 0x80) return 1;
        // 0xC0 and 0xC1 would only start longer spellings of ASCII, 0xF5 and up lie beyond Unicode.
        if (lead < 0xc2 || lead > 0xf4) return 0;
        size =
            lead < 0xe0
                ? 2
                : lead < 0xf0
                    ? 3
                    : 4;
        if (i + size > text.length) return 0;
        uint256 point = lead & (0x7f >> size);
        for (uint256 j = i + 1; j < i + size; ++j) {
            uint256 next = uint8(text[j]);
            if (next & 0xc0 != 0x80) return 0;
            point = (point << 6) | (next & 0x3f);
        }
        if (size == 3 && point < 0x800) return 0;
        if (size == 4 && (point < 0x10000 || point > 0x10ffff)) return 0;
        // Surrogates, and the two noncharacters that XML leaves out.
        if ((point >= 0xd800 && point < 0xe000) || point == 0xfffe || point == 0xffff) return 0;
    }
}
