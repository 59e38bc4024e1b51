// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CardFigure
/// @notice The fighter: a body by kind, a head by id, and the tiers made visible on both.
/// @dev Only left halves are drawn; each is shown twice, lit and then mirrored in shade. Shapes without a fill take
///      the armour's colour and those with the word c the accent, so one half serves both sides. Halves reach past
///      the middle at x = 175 and are clipped there, which leaves no outline down the centre.
library CardFigure {
    /// @dev Defense is plates: up to three on each shoulder, with spikes above three.
    string internal constant BODY =
        '<g transform="translate(0 8)" stroke="@k" stroke-width="2.5" stroke-linejoin="round">'
        '<defs><g id="b" clip-path="url(#h)">'
        "{K"
        // A broad suit of armour.
        "[M190 262H128L104 350H190Z@c][M156 270L112 280 98 336 144 326Z]"
        "[M108 196C84 204 70 232 74 268L100 284 118 262V206Z]"
        "[M190 172H140L104 186 108 236 128 280 190 292Z][M106 226L108 236 128 280 190 292V266L140 254Z@s]"
        "[M190 266H122L129 286 190 294Z@c]"
        "[M66 250L106 244 113 284 90 298 66 284Z][M66 250L106 244 108 256 67 262Z@c]"
        "|"
        // A lean one in a coat.
        "[M154 262C142 300 124 330 92 350H148L170 290Z@c]"
        "[M190 276H150L134 350H164L174 304H190Z][M146 304L134 350H164L168 328Z@s]"
        "[M148 180C120 184 98 204 86 238L104 250 126 226 150 210Z][M106 210L82 240 98 258 124 232Z@c]"
        "[M190 176H146L130 192 146 234 150 280 190 292Z][M146 234L150 280 190 292V228L166 244Z@s]"
        "[M138 190L152 182 190 244V266Z@c][M190 270H148L147 285 190 297Z@f#241a22]"
        "|"
        // A robe with wide sleeves.
        "[M190 176H152C136 220 116 300 80 350H190Z]"
        "[M146 220C138 270 120 320 100 350H124C140 310 152 262 158 220Z@s]"
        "[M190 214H164L146 350H190Z@c][M190 214H172L164 350H190Z@s]"
        "[M154 180C124 196 104 226 78 250L110 290C128 266 144 246 156 230Z]"
        "[M86 242L76 252 108 292 118 282Z@c][M190 250H146L144 264H190Z@f#2b2440]"
        "}"
        "{D||[M70 196L46 128 92 166ZM98 172L88 122 124 164Z@c]@ui@ttranslate(0 26)]}"
        "{D|@ui@c@ttranslate(0 13)]|@ui@c@ttranslate(0 13)]}"
        "{K"
        '[M144 168C102 146 54 162 52 214L76 222 108 212C110 198 122 190 148 192Z" id="i]'
        '[M136 174C104 158 68 168 62 200 80 180 108 176 136 182Z@h]@o92" cy="192" r="6.5@c]'
        "[M190 160H146L130 182 150 198 190 206Z][M190 160H146L141 167 190 178Z@s]"
        "|"
        '[M156 174L98 156 108 190 142 206Z" id="i][M150 178L104 162 110 176Z@h]'
        "[M190 164H152L138 186 160 202 190 208Z@c]"
        "|"
        '[M190 164H154C134 172 122 188 112 210L146 214 190 234Z" id="i]'
        "[M150 172C136 180 128 190 121 204L130 206C138 192 148 184 164 178Z@h]"
        "}</g>";

    string internal constant HEAD =
        '<g id="d" clip-path="url(#h)">'
        // Horns, crown, plume, antlers, fan, ears, crescent.
        "{7[M152 128C118 120 100 90 114 52 122 84 146 94 172 98Z@f#efe6d0]"
        "|[M190 116H146L134 70 154 88 160 62 170 82 175 54H190Z@c]"
        "|[M190 112H162C148 88 152 62 175 46H190Z@c][M190 106H170C164 88 166 72 175 60H190Z@s]"
        // A line has no outline of its own, so it is drawn in ink and then thinner in bone.
        '|<g fill="none" stroke-linecap="round">'
        '[M164 108C144 96 130 82 132 54M140 86 118 78M133 68 146 56" stroke-width="11]'
        '[M164 108C144 96 130 82 132 54M140 86 118 78M133 68 146 56" stroke-width="6" stroke="#efe6d0]</g>'
        "|[M190 118H146L106 76 142 82 138 52 175 74H190Z@c][M152 108L142 82 138 52 175 74V108Z@h]"
        "|[M144 140C126 112 122 84 128 58 146 70 162 82 172 98Z]"
        "[M146 118C136 104 134 90 136 76 146 84 154 92 160 100Z@c]"
        '|[M190 102H175C142 102 118 82 122 46 134 70 152 80 175 80H190Z@c]@o175" cy="64" r="8@c]}'
        "{K"
        // A helmet.
        "[M190 94H170L148 104 141 134 148 162 166 178H190Z][M170 94L148 104 145 120 190 112V94Z@h]"
        "[M190 124H156L150 130 153 150 166 166H190Z@f#0d1120]"
        "|"
        // A hood over a half mask.
        "[M190 80H175C150 96 139 118 138 150L150 172 170 184H190Z]"
        "[M175 80C150 96 139 118 138 150 148 122 160 108 190 102V80Z@h]"
        "[M190 110H175Q154 122 152 150L162 168 175 176H190Z@f#120d16]"
        "[M190 156H178L155 150 162 168 175 178H190Z@c]"
        "|"
        // A veil around a painted face.
        "[M190 94C154 94 140 116 140 150L132 184 160 188 190 180Z][M146 150L142 180 156 182 154 150Z@s]"
        "[M190 110C164 110 155 124 155 142 156 160 168 170 190 174Z@f#fff4df]"
        '[M158 150L168 154 160 160ZM175 112L168 120 175 128 190 120Z@c" stroke="none]'
        "}"
        // Eyes: slanted, round, a single one, a visor, three.
        '<g stroke="none@f{K@g|@g|#1b2135}">'
        "{5[M172 146L155 134 156 143 166 149Z]"
        '|@o164" cy="141" r="5.5]'
        '|[M190 130H175L160 141 175 152H190Z]@o175" cy="141" r="5@f#fff]'
        "|[M190 135H156V143H171V160H190Z]"
        '|@o165" cy="145" r="4.5]@o175" cy="132" r="4.5]}'
        "</g></g></defs>";

    /// @dev Speed is wings: none, three feathers a side, five feathers a side. A support's combo is also its halo.
    string internal constant BACK =
        '<defs>[{KM0 0L-56-24-116-12-62 10Z|M0 0L-40-15-138-20-50 8Z|M0 0C-22-30-84-34-124-6-84 8-34 22 0 0Z}" id="n]'
        "</defs>{S"
        '|<g id="g@f@a@ttranslate(158 212)scale(.95)">@un@trotate(14)]@un@trotate(35)]@un@trotate(56)]</g>'
        '|<g id="g@f@a@ttranslate(158 212)scale(1.16)">@un@trotate(2)]@un@trotate(19)]@un@trotate(36)]'
        "@un@trotate(53)]@un@trotate(70)]</g>}"
        "{S|@ug@tmatrix(-1 0 0 1 350 0)]|@ug@tmatrix(-1 0 0 1 350 0)]}"
        '{K||<g fill="none" stroke="@a">@o175" cy="138" r="50" stroke-width="7]'
        '{C|@o175" cy="138" r="63" stroke-width="5" stroke-dasharray="3 9]'
        '|@o175" cy="138" r="63" stroke-width="5" stroke-dasharray="3 9]@o175" cy="138" r="76" stroke-width="3]}</g>}';

    /// @dev Health is girth: the body is stretched about the middle, the head is not.
    string internal constant BOTH_SIDES =
        '@ub@f@l" color="@a@ttranslate(175)scale({H.88|1|1.12} 1)translate(-175)]'
        '@ub@f@d" color="@b@ttranslate(175)scale(-{H.88|1|1.12} 1)translate(-175)]'
        '@ud@f@l" color="@a]@ud@f@d" color="@b@tmatrix(-1 0 0 1 350 0)]';
}
