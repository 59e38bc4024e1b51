// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CardArms
/// @notice What a fighter holds: a tank weapon and shield, a damage dealer two blades, a support staff and orb.
library CardArms {
    /// @dev Range is the shaft's length and attack the head's size.
    string internal constant WEAPON =
        '<defs><g id="w"><g transform="translate(0 -{K{R46|78|110}|{R16|40|64}|{R74|96|118}})">'
        '<rect x="-4.5" width="9" height="{K{R76|120|164}|{R46|82|118}|{R104|138|172}}" rx="4" fill="#6b4630]'
        '<g transform="scale({A.85|1.1|1.35})">'
        "{K"
        // Hammer, axe, mace.
        "{3[M-28-32H28L32-16 28 0H-28L-32-16Z@f@m][M-10-36H10V4H-10Z@f@a][M-31-12H31L28 0H-28Z@s]"
        "|[M-6-28C-20-42-32-38-38-24-40-4-30 8-20 10-16 2-12-4-6-6V6H6V-6C12-4 16 2 20 10 "
        "30 8 40-4 38-24 32-38 20-42 6-28L0-40Z@f@m][M-7-26H7V-4H-7Z@f@a]"
        "[M38-24C40-4 30 8 20 10 30-2 30-20 26-37 32-36 36-30 38-24Z@s]"
        "|[M0-46 7-32 22-38 19-22 34-16 20-9 24 6 9 0 0 12-9 0-24 6-20-9-34-16-19-22-22-38-7-32Z@f@m]"
        '@o0" cy="-16" r="12@f@a]}'
        "|"
        // Sword, sabre, trident.
        "{3[M-8 0V-58L0-76 8-58V0Z@f@m][M0 0V-76L8-58V0Z@s]"
        "|[M-8 0C-14-30-6-58 26-80 20-52 14-28 9 0Z@f@m][M1 0C2-30 8-54 26-80 20-52 14-28 9 0Z@s]"
        "|[M-5 2V-12C-22-14-28-32-24-58L-17-66C-17-46-15-32-6-28L-6-56 0-78 6-56 6-28"
        "C15-32 17-46 17-66L24-58C28-32 22-14 5-12V2Z@f@m]"
        "[M0 2V-78L6-56V-28C15-32 17-46 17-66L24-58C28-32 22-14 5-12V2Z@s]}"
        "[M-17-5 0-1 17-5V4L0 7-17 4Z@f@a]"
        "|"
        // Crystal, crescent, sun wheel.
        "{3[M-14 2-18-20-8-12H8L18-20 14 2Z@f@m][M0-58 15-32 0-6-15-32Z@f@a][M0-58 15-32 0-6Z@s]"
        "|[M-12-52C-34-40-32 2 0 2 32 2 34-40 12-52 24-34 18-14 0-14-18-14-24-34-12-52Z@f@m]"
        '@o0" cy="-32" r="9@f@a]'
        "|[M0-58 7-46 22-47 20-33 32-24 20-15 22-1 7-2 0 6-7-2-22-1-20-15-32-24-20-33-22-47-7-46Z@f@m]"
        '@o0" cy="-24" r="14@f@a]@o0" cy="-24" r="5.5@f@k]}'
        "}</g></g></g></defs>";

    /// @dev The weapon in its hand, and for a damage dealer one on either side. The choice L is its look: plain, with
    ///      the aura of a third tier of attack, or one of the afterimages that combo leaves further out.
    string internal constant HELD =
        "@uw@ttranslate(@r {K276|248|270})rotate({K12|22|5})"
        '{L]|" stroke="@g" stroke-width="13" opacity=".32]|rotate(17)" opacity=".5]|rotate(34)" opacity=".28]}'
        "{K|@uw@ttranslate(@q 248)scale(-1 1)rotate(22)"
        '{L]|" stroke="@g" stroke-width="13" opacity=".32]|rotate(17)" opacity=".5]|rotate(34)" opacity=".28]}}';

    /// @dev Hands, then the shield or the orb. Defense is the shield's size, or the wards around the orb.
    string internal constant OFF_HAND =
        '{K@o@r" cy="276" r="14@f@d]|@o@r" cy="248" r="10@f@d]@o@q" cy="248" r="10@f@d]'
        '|@o@r" cy="270" r="10@f#fff4df]@o@q" cy="270" r="10@f#fff4df]}'
        "{K"
        // Kite, round, tower.
        '<g transform="translate(@q {D278|272|264})scale({D.66|.86|1.08})"><defs>['
        "{3M0-48C14-40 28-38 42-40 44 4 30 36 0 56-30 36-44 4-42-40-28-38-14-40 0-48Z"
        "|M0-46A46 46 0 0 1 0 46 46 46 0 0 1 0-46Z"
        '|M-34-50 0-58 34-50V48L0 60-34 48Z}" id="o]</defs>'
        '@uo@f@a]<g transform="scale(.8)">@uo@f@l]'
        "[{3M0-48C14-40 28-38 42-40 44 4 30 36 0 56Z|M0-46A46 46 0 0 1 0 46Z|M0-58 34-50V48L0 60Z}@s]"
        "@ue@tscale(1.5)@f@m]</g></g>"
        "||"
        '<g transform="translate(@q 226)">@o0" r="20@f@a]@ue@tscale(.65)@f#fff]'
        '<g fill="none" stroke="@g"><ellipse rx="32" ry="10@trotate(20)]'
        '{D|<ellipse rx="36" ry="10@trotate(80)]'
        '|<ellipse rx="36" ry="10@trotate(80)]<ellipse rx="40" ry="10@trotate(140)]}</g></g>'
        "}";
}
