// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CardMetadata
/// @notice What a wallet or a market reads about a token, around its picture.
library CardMetadata {
    /// @dev Brackets stand for themselves here and the words ( and ) for braces. N is the name as JSON has it, p the
    ///      picture.
    string internal constant JSON =
        '@("name":"@N #@i","description":"A fighter of Sealed Duel, drawn by the chain from its character and tiers.",'
        '"attributes":[@("trait_type":"Type","value":"{KTank|Damage|Support}"@),'
        '@("trait_type":"Golden","value":"{GNo|Yes}"@),@("trait_type":"Attack","value":@A@),'
        '@("trait_type":"Defense","value":@D@),@("trait_type":"Health","value":@H@),'
        '@("trait_type":"Speed","value":@S@),@("trait_type":"Range","value":@R@),'
        '@("trait_type":"Combo","value":@C@)],"image":"data:image/svg+xml;base64,@p"@)';
}
