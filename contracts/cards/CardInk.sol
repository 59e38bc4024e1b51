// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A page to write on, and what templates may name by one character: words to copy and choices to make.
struct Ink {
    bytes page;
    uint256 size;
    string[128] words;
    uint256[128] choices;
}

/// @title CardInk
/// @notice Writes SVG from templates. A card is mostly text, and one long literal takes a fraction of the bytecode that
///         the same text takes in pieces with code between them; so the branches are in the text as well.
/// @dev In a template `@x` stands for the word x, `[` and `]` for the words of those names, and `{x…|…|…}` for the
///      alternative that the choice x counts to from zero, or nothing past the last; alternatives may nest. Words are copied as they are and never read as templates, so text from outside stays text.
library CardInk {
    using CardInk for Ink;

    /// @dev Room for any card; the largest takes less than half of it.
    uint256 private constant ROOM = 20_480;

    /// @dev The characters that a template does not copy, and a bit for each: most of what is read is none of them.
    uint256 private constant WORD = 0x40; // @
    uint256 private constant OPEN = 0x7b; // {
    uint256 private constant NEXT = 0x7c; // |
    uint256 private constant SHUT = 0x7d; // }
    uint256 private constant BRANCHES = (1 << OPEN) | (1 << NEXT) | (1 << SHUT);
    uint256 private constant MARKS = BRANCHES | (1 << WORD) | (1 << 0x5b) | (1 << 0x5d); // and [ and ]

    /// @dev Takes a blank page, with `extra` bytes of room beyond a card.
    function turn(Ink memory ink, uint256 extra) internal pure {
        ink.page = new bytes(ROOM + extra);
        ink.size = 0;
    }

    function set(Ink memory ink, bytes1 key, string memory word) internal pure {
        ink.words[uint8(key)] = word;
    }

    function choose(Ink memory ink, bytes1 key, uint256 choice) internal pure {
        ink.choices[uint8(key)] = choice;
    }

    /// @dev Writes a template.
    function draw(Ink memory ink, string memory template) internal pure {
        bytes memory text = bytes(template);
        uint256 from = 0;
        uint256 i = 0;
        // No position passes the length of a literal, so nothing here can overflow.
        unchecked {
            while (true) {
                i = _find(text, i, MARKS);
                _copy(ink, text, from, i);
                if (i == text.length) return;
                uint256 mark = _at(text, i++);
                if (mark == OPEN) {
                    i = _skip(text, i + 1, ink.choices[_at(text, i)]);
                } else if (mark == NEXT) {
                    // The chosen alternative ends here; the others are still to be passed over.
                    i = _skip(text, i, type(uint256).max);
                } else if (mark != SHUT) {
                    bytes memory word = bytes(ink.words[mark == WORD ? _at(text, i++) : mark]);
                    _copy(ink, word, 0, word.length);
                }
                from = i;
            }
        }
    }

    /// @dev Reads words off a template: each a key, the text and a `~`.
    function learn(Ink memory ink, string memory template) internal pure {
        bytes memory page = ink.page;
        uint256 start = ink.size;
        ink.draw(template);
        uint256 i = start;
        while (i < ink.size) {
            uint256 from = i + 1;
            while (page[i] != "~") ++i;
            bytes memory word = new bytes(i - from);
            assembly ("memory-safe") {
                mcopy(add(word, 32), add(add(page, 32), from), mload(word))
            }
            ink.words[uint8(page[from - 1])] = string(word);
            ++i;
        }
        // The page is only borrowed.
        ink.size = start;
    }

    /// @dev All that was written. The page is cut to size in place, so nothing can be written after this.
    function finish(Ink memory ink) internal pure returns (string memory) {
        bytes memory page = ink.page;
        uint256 size = ink.size;
        assembly ("memory-safe") {
            mstore(page, size)
        }
        return string(page);
    }

    /// @dev Where reading goes on after `count` bars, or at the brace that closes the choice if that comes first.
    function _skip(bytes memory text, uint256 i, uint256 count) private pure returns (uint256) {
        uint256 depth = 0;
        unchecked {
            while (count != 0) {
                i = _find(text, i, BRANCHES);
                uint256 mark = _at(text, i);
                if (mark == OPEN) {
                    ++depth;
                } else if (mark == NEXT) {
                    if (depth == 0) --count;
                } else {
                    if (depth == 0) return i;
                    --depth;
                }
                ++i;
            }
        }
        return i;
    }

    /// @dev The next position of one of `marks`, or the end. Reading dominates the gas, hence the assembly.
    function _find(bytes memory text, uint256 i, uint256 marks) private pure returns (uint256 found) {
        assembly ("memory-safe") {
            let start := add(text, 32)
            let end := add(start, mload(text))
            found := add(start, i)
            for {} lt(found, end) {
                found := add(found, 1)
            } {
                if and(shr(byte(0, mload(found)), marks), 1) {
                    break
                }
            }
            found := sub(found, start)
        }
    }

    /// @dev The character at `i`, which is within the text.
    function _at(bytes memory text, uint256 i) private pure returns (uint256 char) {
        assembly ("memory-safe") {
            char := byte(0, mload(add(add(text, 32), i)))
        }
    }

    function _copy(Ink memory ink, bytes memory from, uint256 start, uint256 end) private pure {
        bytes memory page = ink.page;
        uint256 size = ink.size;
        ink.size = size + end - start;
        assert(ink.size <= page.length);
        assembly ("memory-safe") {
            mcopy(add(add(page, 32), size), add(add(from, 32), start), sub(end, start))
        }
    }
}
