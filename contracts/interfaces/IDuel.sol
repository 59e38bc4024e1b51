// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Turn} from "../libraries/TurnLog.sol";

/// @title Duel: two equal stakes, one sealed team, one open team, one fight
interface IDuel {
    /// @dev The numbers are part of the protocol (docs/PROTOCOL.md, 6). ReadyToFight is passed through inside a reveal
    /// and never stored; Reserved is never used.
    enum GameState {
        Created,
        P1Deposited,
        AllDeposited,
        AllJoined,
        ReadyToFight,
        Reserved,
        P1Win,
        P2Win,
        P1Canceled,
        P1WinInactive,
        P2WinInactive
    }

    struct Game {
        GameState state;
        uint16 modeId;
        uint96 bet;
        address p1;
        /// The player who deposited second; before that, the only one invited, or zero if anyone may.
        address p2;
        /// When the game got into its present state.
        uint40 since;
        uint32 joinBlock;
        bytes32 teamHash;
        /// Zero until revealed.
        bytes32 p1Nonce;
        bytes32 p2Nonce;
        uint24[5] p1Team;
        uint24[5] p2Team;
    }

    struct PlayerStats {
        uint256 duelsEntered;
        uint256 duelsWon;
        uint256 duelsLost;
        uint256 duelsForfeited;
        uint256 fightSpent;
        uint256 fightWon;
        /// When the player's last battle was fought, in seconds.
        uint256 lastDuel;
    }

    struct FighterStats {
        uint256 killCount;
        uint256 deathCount;
        uint256 damageDealt;
        uint256 damageReceived;
        uint256 dodgeCount;
        uint256 comboCount;
        uint256 cooldownUntil;
    }

    /// @dev An ERC-2612 signature over exactly the bet.
    struct Permit {
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    error DuelUnknownGame(uint256 gameId);
    error DuelWrongState(uint256 gameId, GameState actual);
    error DuelWrongCaller(uint256 gameId, address caller, address expected);
    error DuelOwnGame(uint256 gameId, address caller);
    error DuelStartsPaused();
    error DuelEmptyCommitment();
    error DuelBetOutOfRange(uint256 bet, uint256 minBet, uint256 maxBet);
    error DuelWrongAmount(uint256 received, uint256 bet);
    error DuelWrongToken(address token);
    error DuelUnknownMemo(bytes memo);
    error DuelCommitmentMismatch(uint256 gameId, bytes32 opened, bytes32 committed);
    error DuelDuplicateFighter(uint256 assetId);
    error DuelFighterOnCooldown(uint256 assetId, uint256 cooldownUntil, uint256 nowSecs);
    error DuelTeamRuleBroken(uint256 tanks, uint256 damage, uint256 support);
    error DuelTooEarly(uint256 gameId, uint256 nowSecs, uint256 allowedFrom);
    error DuelBlockTooEarly(uint256 gameId, uint256 blockNumber, uint256 allowedFrom);
    error DuelNotFought(uint256 gameId, GameState actual);
    error DuelNoCredit(address account);
    error DuelZeroAddress();
    error DuelOwnAddress();
    error DuelTooLittleGas(uint256 left, uint256 needed);

    event GameCreated(
        uint256 indexed gameId,
        address indexed p1,
        uint256 indexed modeId,
        bytes32 teamHash,
        uint256 bet,
        address opponent
    );
    event Deposited(uint256 indexed gameId, address indexed player, uint256 amount);
    event GameJoined(uint256 indexed gameId, address indexed p2, bytes32 nonce, uint24[5] team);
    /// @dev All that is needed to recompute the fight, next to what came out. Teams are packed 24 bits an id, profiles
    /// 32 bits a fighter, slot 0 lowest; turns 15 bytes each, see TurnLog.
    event GameFought(
        uint256 indexed gameId,
        address indexed winner,
        address indexed loser,
        uint256 modeId,
        bytes32 p1Nonce,
        bytes32 p2Nonce,
        uint256 teams,
        uint256 p1Profiles,
        uint256 p2Profiles,
        bytes turns
    );
    event GameCanceled(uint256 indexed gameId, uint256 refund);
    event GameForfeited(uint256 indexed gameId, address indexed winner, address indexed loser);
    /// @dev How the pot of an ended game was split. Together exactly what was deposited.
    event PotSplit(uint256 indexed gameId, uint256 winnerAmount, uint256 houseAmount);
    event PaymentCredited(address indexed account, uint256 amount);
    event CreditWithdrawn(address indexed account, address indexed to, uint256 amount);
    event HouseChanged(address indexed from, address indexed to);
    event StartsPaused(bool paused);

    /// @notice Opens a game: the mode, the sealed team and the stake. `opponent` zero lets anybody take it up.
    function createGame(
        uint256 modeId,
        bytes32 teamHash,
        uint96 bet,
        address opponent
    ) external returns (uint256 gameId);

    /// @notice Pays in the stake, from an allowance: first player 1, then whoever becomes player 2.
    function deposit(uint256 gameId) external;

    /// @notice The same, with the allowance given by a signature.
    function depositWithPermit(uint256 gameId, Permit calldata permit) external;

    /// @notice Player 2 shows a team and a nonce.
    function joinGame(uint256 gameId, bytes32 nonce, uint24[5] calldata team) external;

    /// @notice Player 1 opens the sealed team; the battle is fought, settled and logged in this call.
    function reveal(uint256 gameId, bytes32 nonce, uint24[5] calldata team) external;

    /// @notice Player 1 takes the game back, as long as nobody has taken it up. What was paid in is refunded.
    function cancel(uint256 gameId) external;

    /// @notice Wins the game because the other side let its time pass: player 1 against one who does not join, player 2
    /// against one who does not reveal.
    function claimInactive(uint256 gameId) external;

    /// @notice createGame and deposit in one.
    function createAndDeposit(
        uint256 modeId,
        bytes32 teamHash,
        uint96 bet,
        address opponent
    ) external returns (uint256 gameId);

    function createAndDepositWithPermit(
        uint256 modeId,
        bytes32 teamHash,
        uint96 bet,
        address opponent,
        Permit calldata permit
    ) external returns (uint256 gameId);

    /// @notice deposit and joinGame in one.
    /// @dev While this waits in a public mempool, player 1 can read nonce and team, see how the fight would end, and
    /// cancel first. Where that is so, deposit first and join once the deposit is mined: then player 1 cannot cancel.
    function depositAndJoin(uint256 gameId, bytes32 nonce, uint24[5] calldata team) external;

    function depositAndJoinWithPermit(
        uint256 gameId,
        bytes32 nonce,
        uint24[5] calldata team,
        Permit calldata permit
    ) external;

    /// @notice Sends the caller's credit, all of it, to any address.
    function withdrawCredit(address to) external returns (uint256 amount);

    /// @notice Where the house's share of coming games goes. What was credited before stays where it was credited.
    function setHouse(address house) external;

    /// @notice Stops or allows the creation of new games, and nothing else.
    function setStartsPaused(bool paused) external;

    /// @notice All turns of a fought game with their seventeen fields, recomputed from state alone.
    function gameTurns(uint256 gameId) external view returns (Turn[] memory turns);

    function game(uint256 gameId) external view returns (Game memory);

    function gameCount() external view returns (uint256);

    function playerStats(address player) external view returns (PlayerStats memory);

    function fighterStats(uint256 assetId) external view returns (FighterStats memory);

    function creditOf(address account) external view returns (uint256);

    function houseAccount() external view returns (address);

    function startsPaused() external view returns (bool);
}
