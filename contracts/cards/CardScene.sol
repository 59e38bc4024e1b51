// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CardScene
/// @notice What stands behind the figure: a sky, a disc and the landscape of its kind.
library CardScene {
    string internal constant SKY =
        "[M18 56H332V342H18Z@furl(#s)]"
        "{K"
        // Mountains, every other time mirrored.
        '<g{2 transform="matrix(-1 0 0 1 350 0)"}>'
        '[M18 262L62 186 84 214 128 140 176 226 214 172 262 236 300 188 332 226V342H18Z" opacity=".22]'
        "[M128 140L142 165 130 176 120 164 112 168ZM62 186L72 199 60 206 50 206Z@h]"
        '[M18 300L58 244 96 284 150 216 206 290 270 222 332 296V342H18Z" opacity=".34]</g>'
        "|"
        // Rays from behind the mask.
        '<g transform="rotate(@v 175 164)@f@g" opacity=".17">'
        "[M150-86H200L150 414H200ZM425 139V189L-75 139V189Z]"
        "[M334-30 370 6-20 322 16 358ZM370 322 334 358 16-30-20 6Z]</g>"
        "|"
        // Rings and stars.
        '<g transform="rotate(@v 175 164)" fill="none" stroke="@g" opacity=".5">'
        '@o175" cy="164" r="112" stroke-width="3" stroke-dasharray="2 12" stroke-linecap="round]'
        '@o175" cy="164" r="136]@o175" cy="164" r="170" stroke-width="2" stroke-dasharray="30 8]'
        "[M175 28l4 10 10 4-10 4-4 10-4-10-10-4 10-4ZM57 232l3 8 8 3-8 3-3 8-3-8-8-3 8-3Z"
        "M293 232l3 8 8 3-8 3-3 8-3-8-8-3 8-3Z@f#fff]</g>"
        "}"
        '@o175" cy="164" r="92@f@a" opacity=".13]@o175" cy="164" r="68@f@g" opacity=".2]'
        '<ellipse cx="175" cy="346" rx="168" ry="34" opacity=".4]';
}
