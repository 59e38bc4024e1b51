// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC1363Receiver} from "@openzeppelin/contracts/interfaces/IERC1363Receiver.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {GameModes} from "./GameModes.sol";
import {IDuel} from "./interfaces/IDuel.sol";
import {IFighters} from "./interfaces/IFighters.sol";
import {Battle, Outcome} from "./libraries/Battle.sol";
import {Commitment} from "./libraries/Commitment.sol";
import {StoredMode} from "./libraries/ModeRegistry.sol";
import {Payout} from "./libraries/Payout.sol";
import {Turn, TurnLog} from "./libraries/TurnLog.sol";
import {FighterRecord, FighterRecordLib} from "./types/FighterRecord.sol";
import {PlayerRecord} from "./types/PlayerRecord.sol";
import {Kind, Profile, ProfileLib} from "./types/Profile.sol";
import {TeamIds, TeamIdsLib} from "./types/TeamIds.sol";

/// @title Duel: escrow, state machine and settlement
/// @notice Nobody has power over a stake: the owner can add and close modes, name where the house's share goes, and
/// pause the creation of games. There is no upgrade.
contract Duel is IDuel, GameModes, IERC1363Receiver, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev A game in five slots. The third changes its meaning: once the sealed team is opened, its hash can always be
    /// made again, so the nonce takes its place (17,100 gas less than a slot of its own).
    struct StoredGame {
        address p1;
        uint96 bet;
        address p2;
        GameState state;
        uint16 modeId;
        uint40 since;
        uint32 joinBlock;
        bytes32 teamHashThenNonce;
        bytes32 p2Nonce;
        TeamIds teams;
    }

    /// @dev What a payment may burn. A transfer of FIGHT takes less than 40,000; a token that wants more gets a credit.
    uint256 private constant PAYMENT_GAS = 100_000;

    IERC20 public immutable FIGHT;
    IFighters public immutable FIGHTERS;

    uint64 private _gameCount;
    bool private _startsPaused;
    address private _house;
    /// @dev What the house has earned since it was named, beside its credit: a settlement need not look up who it is.
    uint96 private _houseEarned;
    mapping(uint256 gameId => StoredGame) private _games;
    mapping(address player => PlayerRecord) private _players;
    mapping(uint256 assetId => FighterRecord) private _fighters;
    mapping(address account => uint256) private _credits;

    constructor(address owner_, address house, IERC20 fight, IFighters fighters) Ownable(owner_) {
        _requirePayee(house);
        FIGHT = fight;
        FIGHTERS = fighters;
        _house = house;
        emit HouseChanged(address(0), house);
    }

    // Opening a game, and paying in

    /// @inheritdoc IDuel
    function createGame(
        uint256 modeId,
        bytes32 teamHash,
        uint96 bet,
        address opponent
    ) external nonReentrant returns (uint256 gameId) {
        return _create(msg.sender, modeId, teamHash, bet, opponent, GameState.Created);
    }

    /// @inheritdoc IDuel
    function deposit(uint256 gameId) external nonReentrant {
        _collect(msg.sender, _deposit(gameId, msg.sender));
    }

    /// @inheritdoc IDuel
    function depositWithPermit(uint256 gameId, Permit calldata permit) external nonReentrant {
        uint256 bet = _deposit(gameId, msg.sender);
        _usePermit(bet, permit);
        _collect(msg.sender, bet);
    }

    /// @inheritdoc IDuel
    function createAndDeposit(
        uint256 modeId,
        bytes32 teamHash,
        uint96 bet,
        address opponent
    ) external nonReentrant returns (uint256 gameId) {
        gameId = _createDeposited(msg.sender, modeId, teamHash, bet, opponent);
        _collect(msg.sender, bet);
    }

    /// @inheritdoc IDuel
    function createAndDepositWithPermit(
        uint256 modeId,
        bytes32 teamHash,
        uint96 bet,
        address opponent,
        Permit calldata permit
    ) external nonReentrant returns (uint256 gameId) {
        gameId = _createDeposited(msg.sender, modeId, teamHash, bet, opponent);
        _usePermit(bet, permit);
        _collect(msg.sender, bet);
    }

    /// @inheritdoc IDuel
    function depositAndJoin(uint256 gameId, bytes32 nonce, uint24[5] calldata team) external nonReentrant {
        uint256 bet = _depositAndJoin(gameId, msg.sender, nonce, team);
        _collect(msg.sender, bet);
    }

    /// @inheritdoc IDuel
    function depositAndJoinWithPermit(
        uint256 gameId,
        bytes32 nonce,
        uint24[5] calldata team,
        Permit calldata permit
    ) external nonReentrant {
        uint256 bet = _depositAndJoin(gameId, msg.sender, nonce, team);
        _usePermit(bet, permit);
        _collect(msg.sender, bet);
    }

    /// @notice FIGHT sent here with transferAndCall, the memo saying what for: a game's id of 32 bytes to deposit, or
    /// the call data of deposit, createAndDeposit or depositAndJoin.
    /// @dev Only a player's own transfer counts: with an operator, somebody else would choose the team.
    function onTransferReceived(
        address operator,
        address from,
        uint256 value,
        bytes calldata memo
    ) external nonReentrant returns (bytes4) {
        if (msg.sender != address(FIGHT)) revert DuelWrongToken(msg.sender);
        if (operator != from) revert DuelWrongCaller(0, operator, from);
        uint256 bet;
        bytes4 action = memo.length < 4 ? bytes4(0) : bytes4(memo[:4]);
        if (memo.length == 32) {
            bet = _deposit(abi.decode(memo, (uint256)), from);
        } else if (action == IDuel.deposit.selector) {
            bet = _deposit(abi.decode(memo[4:], (uint256)), from);
        } else if (action == IDuel.createAndDeposit.selector) {
            (uint256 modeId, bytes32 teamHash, uint96 amount, address opponent) = abi.decode(
                memo[4:],
                (uint256, bytes32, uint96, address)
            );
            bet = amount;
            _createDeposited(from, modeId, teamHash, amount, opponent);
        } else if (action == IDuel.depositAndJoin.selector) {
            bet = _depositAndJoinMemo(from, memo[4:]);
        } else {
            revert DuelUnknownMemo(memo);
        }
        if (value != bet) revert DuelWrongAmount(value, bet);
        return IERC1363Receiver.onTransferReceived.selector;
    }

    // Playing

    /// @inheritdoc IDuel
    function joinGame(uint256 gameId, bytes32 nonce, uint24[5] calldata team) external nonReentrant {
        StoredGame storage stored = _gameIn(gameId, GameState.AllDeposited);
        if (msg.sender != stored.p2) revert DuelWrongCaller(gameId, msg.sender, stored.p2);
        _join(gameId, stored, msg.sender, nonce, team);
    }

    /// @inheritdoc IDuel
    function reveal(uint256 gameId, bytes32 nonce, uint24[5] calldata team) external nonReentrant {
        StoredGame storage stored = _gameIn(gameId, GameState.AllJoined);
        if (msg.sender != stored.p1) revert DuelWrongCaller(gameId, msg.sender, stored.p1);
        StoredMode storage mode = _modeOfGame(stored.modeId);
        TeamIds teams;
        {
            uint256 allowedFrom = uint256(stored.joinBlock) + mode.revealDelayBlocks;
            if (block.number < allowedFrom) revert DuelBlockTooEarly(gameId, block.number, allowedFrom);
            (uint256 packedTeam, uint256[5] memory assetIds) = TeamIdsLib.pack(team);
            bytes32 opened = Commitment.seal(nonce, assetIds);
            bytes32 committed = stored.teamHashThenNonce;
            if (opened != committed) revert DuelCommitmentMismatch(gameId, opened, committed);
            teams = stored.teams.withPlayer1(packedTeam);
        }

        uint256 p1Profiles = _judge(mode, msg.sender, team);
        uint256 p2Profiles = _profilesOfPlayer2(teams);
        bytes32 p2Nonce = stored.p2Nonce;
        Outcome memory outcome = Battle.fight(
            Commitment.seedOf(nonce, p2Nonce),
            mode.values,
            mode.rolls,
            p1Profiles,
            p2Profiles
        );

        bool p1Won = outcome.winner == 1;
        stored.state = p1Won ? GameState.P1Win : GameState.P2Win;
        stored.since = uint40(block.timestamp);
        stored.teamHashThenNonce = nonce;
        stored.teams = teams;
        _recordFighters(teams, p1Profiles, outcome.tallies, block.timestamp + mode.cooldownSecs);
        (address winner, address loser) = p1Won ? (msg.sender, stored.p2) : (stored.p2, msg.sender);
        emit GameFought(
            gameId,
            winner,
            loser,
            stored.modeId,
            nonce,
            p2Nonce,
            TeamIds.unwrap(teams),
            p1Profiles,
            p2Profiles,
            outcome.turns
        );

        uint96 bet = stored.bet;
        (uint256 winnerAmount, uint256 houseAmount) = Payout.afterBattle(bet, mode.winnerPctBps);
        _players[winner].addWin(bet, winnerAmount);
        _players[loser].addLoss(bet);
        _settle(gameId, winner, winnerAmount, houseAmount);
    }

    /// @inheritdoc IDuel
    function cancel(uint256 gameId) external nonReentrant {
        StoredGame storage stored = _existing(gameId);
        GameState state = stored.state;
        if (state != GameState.Created && state != GameState.P1Deposited)
            revert DuelWrongState(gameId, state);
        if (msg.sender != stored.p1) revert DuelWrongCaller(gameId, msg.sender, stored.p1);
        stored.state = GameState.P1Canceled;
        stored.since = uint40(block.timestamp);
        uint256 refund = state == GameState.P1Deposited ? stored.bet : 0;
        emit GameCanceled(gameId, refund);
        if (refund > 0) _pay(msg.sender, refund);
    }

    /// @inheritdoc IDuel
    function claimInactive(uint256 gameId) external nonReentrant {
        StoredGame storage stored = _existing(gameId);
        GameState state = stored.state;
        if (state != GameState.AllDeposited && state != GameState.AllJoined)
            revert DuelWrongState(gameId, state);
        bool p1Claims = state == GameState.AllDeposited;
        (address winner, address loser) = p1Claims ? (stored.p1, stored.p2) : (stored.p2, stored.p1);
        if (msg.sender != winner) revert DuelWrongCaller(gameId, msg.sender, winner);
        StoredMode storage mode = _modeOfGame(stored.modeId);
        uint256 allowedFrom = uint256(stored.since) + uint256(mode.inactiveMinHours) * 1 hours;
        if (block.timestamp < allowedFrom) revert DuelTooEarly(gameId, block.timestamp, allowedFrom);

        stored.state = p1Claims ? GameState.P1WinInactive : GameState.P2WinInactive;
        stored.since = uint40(block.timestamp);
        _players[loser].addForfeit();
        emit GameForfeited(gameId, winner, loser);
        (uint256 winnerAmount, uint256 houseAmount) = Payout.afterInactivity(
            stored.bet,
            mode.inactiveHousePctBps
        );
        _settle(gameId, winner, winnerAmount, houseAmount);
    }

    /// @inheritdoc IDuel
    function withdrawCredit(address to) external nonReentrant returns (uint256 amount) {
        _requirePayee(to);
        amount = _credits[msg.sender];
        _credits[msg.sender] = 0;
        if (msg.sender == _house) {
            amount += _houseEarned;
            _houseEarned = 0;
        }
        if (amount == 0) revert DuelNoCredit(msg.sender);
        emit CreditWithdrawn(msg.sender, to, amount);
        FIGHT.safeTransfer(to, amount);
    }

    // Administration

    /// @inheritdoc IDuel
    function setHouse(address house) external onlyOwner {
        _requirePayee(house);
        address from = _house;
        _credits[from] += _houseEarned;
        _houseEarned = 0;
        _house = house;
        emit HouseChanged(from, house);
    }

    /// @inheritdoc IDuel
    function setStartsPaused(bool paused) external onlyOwner {
        _startsPaused = paused;
        emit StartsPaused(paused);
    }

    // Reading

    /// @inheritdoc IDuel
    function gameTurns(uint256 gameId) external view returns (Turn[] memory turns) {
        StoredGame storage stored = _existing(gameId);
        if (!_isFought(stored.state)) revert DuelNotFought(gameId, stored.state);
        uint256[10] memory assetIds;
        uint16[10] memory charIds;
        uint256[2] memory profiles;
        TeamIds teams = stored.teams;
        for (uint256 fighter = 0; fighter < 10; ++fighter) {
            assetIds[fighter] = teams.assetId(fighter);
            Profile profile = _fighters[assetIds[fighter]].profile();
            charIds[fighter] = profile.charId();
            profiles[fighter / 5] |= uint256(Profile.unwrap(profile)) << (ProfileLib.BITS * (fighter % 5));
        }
        StoredMode storage mode = _modeOfGame(stored.modeId);
        Outcome memory outcome = Battle.fight(
            Commitment.seedOf(stored.teamHashThenNonce, stored.p2Nonce),
            mode.values,
            mode.rolls,
            profiles[0],
            profiles[1]
        );
        return TurnLog.unpack(outcome.turns, assetIds, charIds);
    }

    /// @inheritdoc IDuel
    function game(uint256 gameId) external view returns (Game memory view_) {
        StoredGame storage stored = _existing(gameId);
        view_.state = stored.state;
        view_.modeId = stored.modeId;
        view_.bet = stored.bet;
        view_.p1 = stored.p1;
        view_.p2 = stored.p2;
        view_.since = stored.since;
        view_.joinBlock = stored.joinBlock;
        view_.p2Nonce = stored.p2Nonce;
        TeamIds teams = stored.teams;
        for (uint256 slot = 0; slot < 5; ++slot) {
            view_.p1Team[slot] = uint24(teams.assetId(slot));
            view_.p2Team[slot] = uint24(teams.assetId(5 + slot));
        }
        if (_isFought(stored.state)) {
            view_.p1Nonce = stored.teamHashThenNonce;
            uint256[5] memory assetIds;
            for (uint256 slot = 0; slot < 5; ++slot) assetIds[slot] = view_.p1Team[slot];
            view_.teamHash = Commitment.seal(view_.p1Nonce, assetIds);
        } else {
            view_.teamHash = stored.teamHashThenNonce;
        }
    }

    /// @inheritdoc IDuel
    function gameCount() external view returns (uint256) {
        return _gameCount;
    }

    /// @inheritdoc IDuel
    function playerStats(address player) external view returns (PlayerStats memory) {
        PlayerRecord storage record = _players[player];
        return
            PlayerStats({
                duelsEntered: uint256(record.duelsWon) + record.duelsLost,
                duelsWon: record.duelsWon,
                duelsLost: record.duelsLost,
                duelsForfeited: record.duelsForfeited,
                fightSpent: record.fightSpent,
                fightWon: record.fightWon,
                lastDuel: record.lastDuel
            });
    }

    /// @inheritdoc IDuel
    function fighterStats(uint256 assetId) external view returns (FighterStats memory) {
        FighterRecord record = _fighters[assetId];
        return
            FighterStats({
                killCount: record.counter(FighterRecordLib.KILLS_SHIFT, 24),
                deathCount: record.counter(FighterRecordLib.DEATHS_SHIFT, 24),
                damageDealt: record.counter(FighterRecordLib.DEALT_SHIFT, 43),
                damageReceived: record.counter(FighterRecordLib.RECEIVED_SHIFT, 43),
                dodgeCount: record.counter(FighterRecordLib.DODGES_SHIFT, 25),
                comboCount: record.counter(FighterRecordLib.COMBOS_SHIFT, 25),
                cooldownUntil: record.cooldownUntil()
            });
    }

    /// @inheritdoc IDuel
    function creditOf(address account) external view returns (uint256) {
        return _credits[account] + (account == _house ? _houseEarned : 0);
    }

    /// @inheritdoc IDuel
    function houseAccount() external view returns (address) {
        return _house;
    }

    /// @inheritdoc IDuel
    function startsPaused() external view returns (bool) {
        return _startsPaused;
    }

    // Games

    function _create(
        address p1,
        uint256 modeId,
        bytes32 teamHash,
        uint96 bet,
        address opponent,
        GameState state
    ) private returns (uint256 gameId) {
        if (_startsPaused) revert DuelStartsPaused();
        StoredMode storage mode = _requireOpenMode(modeId);
        if (teamHash == 0) revert DuelEmptyCommitment();
        if (bet < mode.minBet || bet > mode.maxBet) revert DuelBetOutOfRange(bet, mode.minBet, mode.maxBet);
        gameId = ++_gameCount;
        if (opponent == p1) revert DuelOwnGame(gameId, p1);
        StoredGame storage stored = _games[gameId];
        stored.p1 = p1;
        stored.bet = bet;
        stored.p2 = opponent;
        stored.state = state;
        stored.modeId = uint16(modeId);
        stored.since = uint40(block.timestamp);
        stored.teamHashThenNonce = teamHash;
        emit GameCreated(gameId, p1, modeId, teamHash, bet, opponent);
    }

    function _createDeposited(
        address p1,
        uint256 modeId,
        bytes32 teamHash,
        uint96 bet,
        address opponent
    ) private returns (uint256 gameId) {
        gameId = _create(p1, modeId, teamHash, bet, opponent, GameState.P1Deposited);
        emit Deposited(gameId, p1, bet);
    }

    /// @dev Takes note of a deposit; the caller of this function has the money, or goes and gets it.
    function _deposit(uint256 gameId, address player) private returns (uint256 bet) {
        StoredGame storage stored = _existing(gameId);
        GameState state = stored.state;
        if (state == GameState.Created) {
            if (player != stored.p1) revert DuelWrongCaller(gameId, player, stored.p1);
            stored.state = GameState.P1Deposited;
        } else if (state == GameState.P1Deposited) {
            if (player == stored.p1) revert DuelOwnGame(gameId, player);
            address invited = stored.p2;
            if (invited != address(0) && player != invited) revert DuelWrongCaller(gameId, player, invited);
            stored.p2 = player;
            stored.state = GameState.AllDeposited;
        } else {
            revert DuelWrongState(gameId, state);
        }
        stored.since = uint40(block.timestamp);
        bet = stored.bet;
        emit Deposited(gameId, player, bet);
    }

    function _depositAndJoin(
        uint256 gameId,
        address player,
        bytes32 nonce,
        uint24[5] calldata team
    ) private returns (uint256 bet) {
        StoredGame storage stored = _gameIn(gameId, GameState.P1Deposited);
        bet = _deposit(gameId, player);
        _join(gameId, stored, player, nonce, team);
    }

    function _depositAndJoinMemo(address player, bytes calldata arguments) private returns (uint256 bet) {
        (uint256 gameId, bytes32 nonce, ) = abi.decode(arguments, (uint256, bytes32, uint24[5]));
        uint24[5] calldata team;
        assembly ("memory-safe") {
            // The decoding above has checked that five ids of 24 bits stand behind the first two words.
            team := add(arguments.offset, 0x40)
        }
        return _depositAndJoin(gameId, player, nonce, team);
    }

    function _join(
        uint256 gameId,
        StoredGame storage stored,
        address player,
        bytes32 nonce,
        uint24[5] calldata team
    ) private {
        uint256 profiles = _judge(_modeOfGame(stored.modeId), player, team);
        (uint256 packedTeam, ) = TeamIdsLib.pack(team);
        TeamIds teams = TeamIdsLib.ofPlayer2(packedTeam);
        // A fighter's first duel: keep its profile in its record, where the reveal will look for it.
        for (uint256 slot = 0; slot < 5; ++slot) {
            uint256 assetId = teams.assetId(5 + slot);
            if (!_fighters[assetId].exists())
                _fighters[assetId] = FighterRecordLib.create(_profileAt(profiles, slot));
        }
        stored.state = GameState.AllJoined;
        stored.since = uint40(block.timestamp);
        stored.joinBlock = uint32(block.number);
        stored.p2Nonce = nonce;
        stored.teams = teams;
        emit GameJoined(gameId, player, nonce, team);
    }

    /// @dev A team is fit to fight when its five fighters are distinct, all belong to the player, none is on cooldown,
    /// and they keep the mode's team rule.
    function _judge(
        StoredMode storage mode,
        address player,
        uint24[5] calldata team
    ) private view returns (uint256 profiles) {
        (uint256 packedTeam, uint256[5] memory assetIds) = TeamIdsLib.pack(team);
        (bool found, uint256 duplicate) = TeamIdsLib.findDuplicate(packedTeam);
        if (found) revert DuelDuplicateFighter(duplicate);
        profiles = FIGHTERS.muster(player, team);
        for (uint256 slot = 0; slot < 5; ++slot) {
            uint256 cooldownUntil = _fighters[assetIds[slot]].cooldownUntil();
            if (block.timestamp < cooldownUntil) {
                revert DuelFighterOnCooldown(assetIds[slot], cooldownUntil, block.timestamp);
            }
        }
        if (mode.teamTanks + mode.teamDamage + mode.teamSupport != 0) _checkTeamRule(mode, profiles);
    }

    function _checkTeamRule(StoredMode storage mode, uint256 profiles) private view {
        uint256[3] memory counts;
        for (uint256 slot = 0; slot < 5; ++slot) ++counts[uint256(_profileAt(profiles, slot).kind())];
        if (
            counts[uint256(Kind.Tank)] != mode.teamTanks ||
            counts[uint256(Kind.Damage)] != mode.teamDamage ||
            counts[uint256(Kind.Support)] != mode.teamSupport
        ) revert DuelTeamRuleBroken(counts[0], counts[1], counts[2]);
    }

    // Settlement

    /// @dev Player 2's profiles were kept at the join.
    function _profilesOfPlayer2(TeamIds teams) private view returns (uint256 profiles) {
        for (uint256 slot = 0; slot < 5; ++slot) {
            Profile profile = _fighters[teams.assetId(5 + slot)].profile();
            profiles |= uint256(Profile.unwrap(profile)) << (ProfileLib.BITS * slot);
        }
    }

    /// @dev One after the other, with a fresh read for each: the same fighter may stand on both sides if it was sold.
    function _recordFighters(
        TeamIds teams,
        uint256 p1Profiles,
        uint256[10] memory tallies,
        uint256 cooldownUntil
    ) private {
        for (uint256 fighter = 0; fighter < 10; ++fighter) {
            uint256 assetId = teams.assetId(fighter);
            FighterRecord record = _fighters[assetId];
            if (!record.exists()) record = FighterRecordLib.create(_profileAt(p1Profiles, fighter));
            _fighters[assetId] = record.afterBattle(tallies[fighter], cooldownUntil);
        }
    }

    /// @dev The two amounts are a split of the pot, see Payout.
    function _settle(uint256 gameId, address winner, uint256 winnerAmount, uint256 houseAmount) private {
        emit PotSplit(gameId, winnerAmount, houseAmount);
        if (houseAmount > 0) _creditHouse(houseAmount);
        if (winnerAmount > 0) _pay(winner, winnerAmount);
    }

    function _creditHouse(uint256 amount) private {
        uint256 earned = _houseEarned + amount;
        // Cannot happen with FIGHT, whose supply fits 96 bits; with another token it must not stop a reveal.
        if (earned > type(uint96).max) {
            _credits[_house] += earned;
            earned = 0;
        }
        _houseEarned = uint96(earned);
    }

    /// @dev Sends FIGHT, or notes a credit if the token does not take it: a payment never stops a game. The payment
    /// always gets its full share of gas, so that whoever settles cannot starve it into a credit.
    function _pay(address to, uint256 amount) private {
        uint256 needed = (PAYMENT_GAS * 64) / 63 + 50_000;
        if (gasleft() < needed) revert DuelTooLittleGas(gasleft(), needed);
        bytes memory payment = abi.encodeCall(IERC20.transfer, (to, amount));
        address token = address(FIGHT);
        bool isPaid;
        assembly ("memory-safe") {
            // At most one word of what comes back is looked at, so that a long answer costs nothing.
            mstore(0x00, 0)
            isPaid := call(PAYMENT_GAS, token, 0, add(payment, 0x20), mload(payment), 0x00, 0x20)
            switch returndatasize()
            case 0 {
                isPaid := and(isPaid, gt(extcodesize(token), 0))
            }
            default {
                isPaid := and(isPaid, and(gt(returndatasize(), 31), eq(mload(0x00), 1)))
            }
        }
        if (isPaid) return;
        // After the call on purpose, since the call decides; every entry is guarded against reentrance.
        // solhint-disable-next-line reentrancy
        _credits[to] += amount;
        emit PaymentCredited(to, amount);
    }

    // Money in

    /// @dev A permit that somebody else has sent first is used up, but its allowance stands. So a failure says nothing
    /// yet: the transfer that follows decides.
    function _usePermit(uint256 amount, Permit calldata permit) private {
        IERC20Permit token = IERC20Permit(address(FIGHT));
        // solhint-disable no-empty-blocks
        try
            token.permit(msg.sender, address(this), amount, permit.deadline, permit.v, permit.r, permit.s)
        {} catch {}
        // solhint-enable no-empty-blocks
    }

    /// @dev Looks at what really came in: a token that takes a fee on the way is refused.
    function _collect(address from, uint256 amount) private {
        uint256 before = FIGHT.balanceOf(address(this));
        FIGHT.safeTransferFrom(from, address(this), amount);
        uint256 received = FIGHT.balanceOf(address(this)) - before;
        if (received != amount) revert DuelWrongAmount(received, amount);
    }

    // Small things

    function _existing(uint256 gameId) private view returns (StoredGame storage stored) {
        stored = _games[gameId];
        if (stored.p1 == address(0)) revert DuelUnknownGame(gameId);
    }

    function _gameIn(uint256 gameId, GameState expected) private view returns (StoredGame storage stored) {
        stored = _existing(gameId);
        if (stored.state != expected) revert DuelWrongState(gameId, stored.state);
    }

    /// @dev Money sent here or to nobody would be nobody's.
    function _requirePayee(address account) private view {
        if (account == address(0)) revert DuelZeroAddress();
        if (account == address(this)) revert DuelOwnAddress();
    }

    function _isFought(GameState state) private pure returns (bool) {
        return state == GameState.P1Win || state == GameState.P2Win;
    }

    function _profileAt(uint256 profiles, uint256 slot) private pure returns (Profile) {
        return Profile.wrap(uint32(profiles >> (ProfileLib.BITS * slot)));
    }
}
