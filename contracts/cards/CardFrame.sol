// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CardFrame
/// @notice Everything around the picture: the frame, the name, the six stats and the golden treatment.
library CardFrame {
    /// @dev The start of the file, up to a group clipped to the picture's window.
    string internal constant OPENING =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 350 490"><defs>'
        '<linearGradient id="f" x2="1" y2="1">'
        '<stop stop-color="#{G{K33507c|7a1f2b|1d6351}|9a6212}]'
        '<stop offset=".25" stop-color="#{G{Ka9c6ee|f59a8c|93e2c4}|ffe9a0}]'
        '<stop offset=".5" stop-color="#{G{K486fa8|b23a40|2f9578}|c98a1b}]'
        '<stop offset=".72" stop-color="#{G{Kc4dafa|ffc0ac|c2f5df}|fff6cf}]'
        '<stop offset="1" stop-color="#{G{K2a4168|641722|164d40}|8a540c}]</linearGradient>'
        '<linearGradient id="s" x2="0" y2="1"><stop stop-color="@x]<stop offset="1" stop-color="@y]'
        '</linearGradient><clipPath id="a"><rect x="18" y="56" width="314" height="286" rx="10]</clipPath>'
        '<clipPath id="h">[M-99-99H175.4V600H-99Z]</clipPath>[M0-7 7 0 0 7-7 0Z" id="p]['
        // The character's sigil: diamond, star, moon, chevrons, cross, hexagon, flame, triad.
        "{8M0-16 11 0 0 16-11 0Z"
        "|M0-16 4-6 11-11 6-4 16 0 6 4 11 11 4 6 0 16-4 6-11 11-6 4-16 0-6-4-11-11-4-6Z"
        "|M5-14A14.5 14.5 0 1 0 14 6 11.5 11.5 0 0 1 5-14Z"
        "|M0-15 14-2V6L0-6-14 6V-2ZM0 0 14 12V17L0 8-14 17V12Z"
        "|M-5-15H5V-5H15V5H5V15H-5V5H-15V-5H-5Z"
        "|M0-16 14-8V8L0 16-14 8V-8ZM0-7-6-3.5V3.5L0 7 6 3.5V-3.5Z"
        "|M1-17C9-7 13 0 11 7A11 10 0 0 1-11 7C-12 1-6-2-7-9-2-8 1-11 1-17Z"
        '|M0-15a7 7 0 1 1-.1 0ZM-8.5 0a7 7 0 1 1-.1 0ZM8.5 0a7 7 0 1 1-.1 0Z}" id="e]</defs>'
        '<rect width="350" height="490" rx="24" fill="url(#f)]'
        '<rect x="8" y="8" width="334" height="474" rx="17@f@z]<g clip-path="url(#a)">';

    /// @dev The rest of the file, from the end of the picture.
    string internal constant ENDING =
        // Light across the picture of a golden card.
        "</g>{G|"
        '<g fill="#fff7d6">[M18 250L212 56H250L18 288ZM18 306L268 56H280L18 318ZM140 342L332 150V170L160 342Z'
        '" opacity=".17][M60 84l4 13 13 4-13 4-4 13-4-13-13-4 13-4ZM290 92l3 9 9 3-9 3-3 9-3-9-9-3 9-3Z'
        "M302 214l3 10 10 3-10 3-3 10-3-10-10-3 10-3ZM44 196l2 7 7 2-7 2-2 7-2-7-7-2 7-2Z]</g>"
        "}</g>"
        '<rect x="18" y="56" width="314" height="286" rx="10" fill="none" stroke="url(#f)" stroke-width="3]'
        // In the corners rivets, blades or pearls.
        '<g fill="url(#f)" stroke="@k" stroke-width="1.5">'
        '[{KM10 48H30V52L14 68H10Z|M6 44L40 52 26 64 14 78Z|M18 46a10 10 0 1 1-.1 0Z}" id="k]'
        "@uk@tmatrix(-1 0 0 1 350 0)]@uk@tmatrix(1 0 0-1 0 398)]@uk@tmatrix(-1 0 0-1 350 398)]</g>"
        '<g font-family="Georgia,serif" font-weight="bold"><text x="24" y="41" font-size="'
        '{N24|21|21" textLength="262" lengthAdjust="spacingAndGlyphs}@f{G#f6f3ea|#ffe08a}">@n</text>'
        '@ue@ttranslate(312 33)@f@a]<rect {Gx="115" width="120|x="92" width="166}" y="329" height="26" rx="13'
        '" fill="url(#f)" stroke="@k" stroke-width="2.5]<text x="175" y="347" text-anchor="middle" font-size="16'
        '" letter-spacing="1@f@k">{G|Golden }{KTank|Damage|Support}</text></g>'
        '<g font-family="sans-serif" font-size="15" letter-spacing=".5" fill="#d5dbe9"><defs>'
        '<g id="x">@up" x="96]@up" x="115]@up" x="134]</g><g id="y">@up" x="96]@up" x="115]</g></defs>'
        '<g transform="translate(26 380)"><text y="5">Attack</text>@ux" opacity=".16]<g fill="@a">{A@up" x="96]|@uy]|@ux]}</g></g>'
        '<g transform="translate(26 406)"><text y="5">Defense</text>@ux" opacity=".16]<g fill="@a">{D@up" x="96]|@uy]|@ux]}</g></g>'
        '<g transform="translate(26 432)"><text y="5">Health</text>@ux" opacity=".16]<g fill="@a">{H@up" x="96]|@uy]|@ux]}</g></g>'
        '<g transform="translate(186 380)"><text y="5">Speed</text>@ux" opacity=".16]<g fill="@a">{S@up" x="96]|@uy]|@ux]}</g></g>'
        '<g transform="translate(186 406)"><text y="5">Range</text>@ux" opacity=".16]<g fill="@a">{R@up" x="96]|@uy]|@ux]}</g></g>'
        '<g transform="translate(186 432)"><text y="5">Combo</text>@ux" opacity=".16]<g fill="@a">{C@up" x="96]|@uy]|@ux]}</g></g>'
        '</g>[M24 450H326V451.5H24Z@furl(#f)" opacity=".7]'
        '<g font-family="sans-serif" font-size="12" letter-spacing="1" fill="#98a2b8"><text x="26" y="470'
        '{I|" textLength="170" lengthAdjust="spacingAndGlyphs}">#@i</text>'
        '<text x="325" y="470" text-anchor="end">SEALED DUEL</text></g></svg>';
}
