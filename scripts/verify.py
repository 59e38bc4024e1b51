#!/usr/bin/env python3
"""Verify matches of Sealed Duel, independently.

Written from docs/PROTOCOL.md alone; the sections below carry the numbers of that document, so that the
two can be read side by side. Python 3.9 or later, standard library only, no network.
"""

import argparse
import hashlib
import json
import os
import re
import sys
from collections import Counter, namedtuple
from functools import cached_property
from itertools import chain, islice
from pathlib import Path


class Differs(Exception):
    """A check that does not hold: the field, and both values."""


class NotMade(Exception):
    """A check whose data the node could not tell: neither good nor different."""


class DoesNotApply(Exception):
    """A check of something that has not happened in this game."""


class Malformed(Exception):
    """What cannot be checked at all: the field, its value, and what was expected."""


def sha256(data):
    return hashlib.sha256(data).digest()


def hex_of(data):
    return "0x" + data.hex()


def bytes_of(hex_text):
    return bytes.fromhex(hex_text[2:])


def shown(value):
    """A value for a message: ASCII on one line, whatever a file holds."""
    try:
        text = value if isinstance(value, str) and re.fullmatch("[0-9A-Za-z_]+", value) else json.dumps(value)
    except RecursionError:
        text = "something nested too deeply"
    return text if len(text) <= 200 else f"{text[:160]}... ({len(text)} characters)"


def compare(field, who, said, computed):
    if said != computed:
        raise Differs(f"{field}: {who} says {shown(said)}, computed {shown(computed)}")


# ---- 1. Sealing a team


def seal_text(nonce, asset_ids):
    return nonce.hex() + ":" + ",".join(str(asset_id) for asset_id in asset_ids)


def team_hash(nonce, asset_ids):
    return sha256(seal_text(nonce, asset_ids).encode("ascii"))


# ---- 2. The seed


def seed_of(p1_nonce, p2_nonce):
    return sha256((p1_nonce.hex() + p2_nonce.hex()).encode("ascii"))


# ---- 3. Random numbers


class Stream:
    """The 16-bit words of a seed, and how many of them have been taken."""

    def __init__(self, seed):
        self.seed, self.taken = seed, 0

    def word(self):
        block_index, place = divmod(self.taken, 16)
        if place == 0:
            self.block = sha256(self.seed + block_index.to_bytes(4, "big"))
        self.taken += 1
        return int.from_bytes(self.block[2 * place : 2 * place + 2], "big")

    def below(self, n):
        limit = 65536 - 65536 % n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def roll(self, largest):
        return self.below(largest + 1)


# ---- 4. The battle

STATS = ("attack", "defense", "health", "speed", "range", "combo")
VALUE_BOUNDS = {"health": (1, 65535), "range": (0, 255), "combo": (0, 1000)}  # all others: 1..1,000


def setting_rules(mode):
    """(field, whether its rule is kept, the rule) of each of the eleven settings."""

    def number(field, low, high):
        return field, low <= mode[field] <= high, f"{low}..{high}"

    def three(field, low, high, falling=False):
        kept = all(low <= value <= high for value in mode[field])
        kept = kept and mode[field] == sorted(mode[field], reverse=falling)
        return field, kept, f"each {low}..{high}, not {'increasing' if falling else 'decreasing'}"

    for stat in STATS:
        yield three(f"{stat}Values", *VALUE_BOUNDS.get(stat, (1, 1000)))
    yield number("dodgeMaxRandom", 0, 65535)
    yield number("comboMaxRandom", 0, 65535)
    yield three("rangeFactors", 0, 10000, falling=True)
    yield number("comboFactor", 10000, 65535)
    yield number("maxRounds", 1, 100)


def require_rules(mode, rules):
    for field, kept, rule in rules:
        if not kept:
            raise Differs(f"mode.{field}: the mode says {shown(mode[field])}, the rule is {rule}")


class Fighter:
    """One of ten in a battle."""

    def __init__(self, player, slot, fighter, mode):
        self.player, self.slot = player, slot
        self.asset_id, self.char_id = int(fighter["assetId"]), fighter["charId"]
        values = (mode[f"{stat}Values"][tier - 1] for stat, tier in zip(STATS, fighter["tiers"]))
        self.attack, self.defense, self.hp, self.speed, self.range, self.combo = values


Battle = namedtuple("Battle", "first turns rounds alive winner words_taken")


def fight(mode, seed, p1_team, p2_team):
    """The battle of two teams under a valid mode."""
    stream, turns = Stream(seed), []
    sides = [
        [Fighter(player, slot, fighter, mode) for slot, fighter in enumerate(team)]
        for player, team in ((1, p1_team), (2, p2_team))
    ]

    def living(side):
        return [fighter for fighter in sides[side] if fighter.hp > 0]

    def last_round():
        for round_number in range(1, mode["maxRounds"] + 1):
            for slot in range(5):
                for side in (first, 1 - first):
                    attacker, foes = sides[side][slot], living(1 - side)
                    if attacker.hp > 0:
                        target = foes[stream.below(len(foes))]
                        turns.append(strike(mode, stream, round_number, attacker, target))
                        if not living(1 - side):
                            return round_number
        return mode["maxRounds"]

    first = stream.below(2)
    rounds = last_round()
    alive = [len(living(0)), len(living(1))]
    return Battle(first + 1, turns, rounds, alive, 1 if alive[0] >= alive[1] else 2, stream.taken)


def strike(mode, stream, round_number, attacker, target):
    """One attack: takes the target's hp, and returns the line of the log."""
    hp_start = target.hp
    random_dodge = stream.roll(mode["dodgeMaxRandom"])
    was_dodge = target.speed >= random_dodge * attacker.speed
    range_factor, random_combo, was_combo, damage = 10000, 0, False, 0
    if not was_dodge:
        extra = abs(attacker.slot - target.slot) - attacker.range
        if extra > 0:
            range_factor = mode["rangeFactors"][min(extra, 3) - 1]
        random_combo = stream.roll(mode["comboMaxRandom"])
        was_combo = attacker.combo >= random_combo
        factor = mode["comboFactor"] if was_combo else 10000
        divisor = min(attacker.attack, target.defense) * 100_000_000
        damage = max(1, attacker.attack**2 * range_factor * factor // divisor)
        target.hp = max(0, target.hp - damage)
    return Turn(
        *(round_number, attacker.player, attacker.slot, attacker.asset_id, attacker.char_id),
        *(target.slot, target.asset_id, target.char_id, hp_start, random_dodge, was_dodge),
        *(random_combo, was_combo, damage, target.hp, target.hp == 0, 10000 - range_factor),
    )


# ---- 5. The turn log

Turn = namedtuple(
    "Turn",
    "round attacker attackerSlot attackerAssetId attackerCharId defenderSlot defenderAssetId defenderCharId"
    " defenderHpStart randomDodge wasDodge randomCombo wasCombo damageDealt defenderHpEnd wasKill rangePenalty",
)
TURN_BYTES = 15
TURN_BITS = {  # the packed form, from its first bit to its last
    "round": 8,
    **{"attacker": 1, "attackerSlot": 3, "defenderSlot": 3, "wasDodge": 1},
    **{"defenderHpStart": 16, "randomDodge": 16, "randomCombo": 16, "damageDealt": 24, "defenderHpEnd": 16},
    **{"wasCombo": 1, "wasKill": 1, "rangePenalty": 14},
}


def pack(turns):
    packed = b""
    for turn in turns:
        bits = 0
        for field, width in TURN_BITS.items():
            bits = bits << width | (turn.attacker - 1 if field == "attacker" else getattr(turn, field))
        packed += bits.to_bytes(TURN_BYTES, "big")
    return packed


def unpack(packed):
    """The packed fields of each turn, in the order of the seventeen."""
    for start in range(0, len(packed), TURN_BYTES):
        bits, turn = int.from_bytes(packed[start : start + TURN_BYTES], "big"), {}
        for field, width in reversed(TURN_BITS.items()):
            bits, value = divmod(bits, 1 << width)
            turn[field] = bool(value) if field.startswith("was") else value + (field == "attacker")
        yield {field: turn[field] for field in Turn._fields if field in turn}


def compare_turns(said, computed, who="the log", other="computed"):
    """Raises Differs with the first turn, counted from 1, and its first field in which two packed logs differ."""
    for number, (theirs, ours) in enumerate(zip(unpack(said), unpack(computed)), start=1):
        for field, value in theirs.items():
            if value != ours[field]:
                raise Differs(f"turn {number}: {field}: {who} says {shown(value)}, {other} {shown(ours[field])}")
    if len(said) != len(computed):
        raise Differs(f"turns: {who} has {len(said)} bytes, {other} {len(computed)}, at {TURN_BYTES} a turn")


# ---- 6. The game

BATTLE_WINNER = {"P1_WIN": 1, "P2_WIN": 2}
INACTIVE_WINNER = {"P1_WIN_INACTIVE": 1, "P2_WIN_INACTIVE": 2}
WINNER = {**BATTLE_WINNER, **INACTIVE_WINNER}
KINDS = ("tank", "damage", "support")


def term_rules(mode):
    """(field, whether its rule is kept, the rule) of each term of a mode."""
    min_bet, max_bet, team_rule = int(mode["minBet"]), int(mode["maxBet"]), mode["teamRule"]
    most_delay = min(255, 60 * mode["inactiveMinHours"])
    yield "minBet", min_bet >= 1, "at least 1 unit"
    yield "maxBet", min_bet <= max_bet < 2**96, "at least minBet, and less than 2^96 units"
    yield "winnerPctBps", mode["winnerPctBps"] <= 10000, "0..10000"
    yield "housePctBps", mode["housePctBps"] == 10000 - mode["winnerPctBps"], "10000 - winnerPctBps"
    yield "inactiveHousePctBps", mode["inactiveHousePctBps"] <= 10000, "0..10000"
    yield "inactiveMinHours", 1 <= mode["inactiveMinHours"] <= 720, "1..720"
    yield "cooldownSecs", mode["cooldownSecs"] <= 2592000, "0..2592000"
    yield "teamRule", team_rule is None or sum(team_rule.values()) == 5, "together 5, or none"
    yield "revealDelayBlocks", mode["revealDelayBlocks"] <= most_delay, f"0..{most_delay}"


# ---- 7. Money


def pot_split(state, bet, mode):
    """What a won game gives to the winner and to the house."""
    pot = 2 * bet
    if state in BATTLE_WINNER:
        to_winner = pot * mode["winnerPctBps"] // 10000
        return to_winner, pot - to_winner
    to_house = pot * mode["inactiveHousePctBps"] // 10000
    return pot - to_house, to_house


# ---- 8. Statistics

PLAYER_STATS = ("duelsEntered", "duelsWon", "duelsLost", "duelsForfeited", "fightSpent", "fightWon", "lastDuel")
FIGHTER_COUNTS = ("killCount", "deathCount", "damageDealt", "damageReceived", "dodgeCount", "comboCount")
FIGHTER_STATS = (*FIGHTER_COUNTS, "cooldownUntil")
LARGEST = {
    **dict.fromkeys(("killCount", "deathCount"), 2**23 - 1),
    **dict.fromkeys(("damageDealt", "damageReceived"), 2**42 - 1),
    **dict.fromkeys(("dodgeCount", "comboCount"), 2**24 - 1),
    "fightSpent": 2**96 - 1,
}


def stopped_at_largest(stats):
    return {name: min(value, LARGEST.get(name, value)) for name, value in stats.items()}


def player_after(before, player, state, bet, to_winner, now):
    after, won = dict(before), WINNER[state] == player
    if state in INACTIVE_WINNER:
        after["duelsForfeited"] += not won
        return after
    after["duelsEntered"] += 1
    after["duelsWon" if won else "duelsLost"] += 1
    after["fightSpent"] += bet
    after["fightWon"] += to_winner if won else 0
    after["lastDuel"] = now
    return stopped_at_largest(after)


def tallies(turns):
    """What each fighter, by player and slot, has done and suffered in a battle."""
    tally = {(player, slot): Counter() for player in (1, 2) for slot in range(5)}
    for turn in turns:
        attacker = tally[turn.attacker, turn.attackerSlot]
        target = tally[3 - turn.attacker, turn.defenderSlot]
        attacker.update(killCount=turn.wasKill, damageDealt=turn.damageDealt, comboCount=turn.wasCombo)
        target.update(deathCount=turn.wasKill, damageReceived=turn.damageDealt, dodgeCount=turn.wasDodge)
    return tally


def fighter_after(before, tally, golden, rest_until):
    after = {name: before[name] + tally[name] for name in FIGHTER_COUNTS}
    after["cooldownUntil"] = before["cooldownUntil"] if golden else max(before["cooldownUntil"], rest_until)
    return stopped_at_largest(after)


# ---- 12. The match record: form


def canonical_json(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda lone: f"\\u{ord(lone[0]):04x}", text).encode("utf-8")


def parse_json(data):
    def without_doubles(pairs):
        for name, times in Counter(name for name, _ in pairs).items():
            if times > 1:
                raise Malformed(f"{shown(name)}: the field stands there {times} times, expected once")
        return dict(pairs)

    def integer_of(text):
        value = float(text)
        return int(value) if value.is_integer() else value

    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=without_doubles, parse_float=integer_of)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON in UTF-8: {error}") from None


def matches(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def integer(low, high):
    return lambda value: type(value) is int and low <= value <= high


SIMPLE_TYPES = {  # what is expected, and whether a value is that
    "string": ("a string", matches("(?s:.*)")),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "integer": ("an integer 0..2^53 - 1", integer(0, 2**53 - 1)),
    "setting": ("an integer 0..2^32 - 1", integer(0, 2**32 - 1)),
    "time": ("an integer 0..2^40 - 1", integer(0, 2**40 - 1)),
    "mode id": ("an integer 1..65535", integer(1, 65535)),
    "character id": ("an integer 1..65535", integer(1, 65535)),
    "asset id": ("an integer 0..2^24 - 1", integer(0, 2**24 - 1)),
    "number of a kind": ("an integer 0..255", integer(0, 255)),
    "name": ("a string of 1..31 characters", matches("(?s:.{1,31})")),
    "tier": ("a tier 1..3", integer(1, 3)),
    "player number": ("1 or 2", integer(1, 2)),
    "decimal": (
        "a string of a whole number 0..2^256 - 1 without leading zeros",
        lambda value: matches("0|[1-9][0-9]{0,77}")(value) and int(value) < 2**256,
    ),
    "count": (
        "a string of a whole number 0..2^53 - 1 without leading zeros",
        lambda value: matches("0|[1-9][0-9]{0,15}")(value) and int(value) < 2**53,
    ),
    "game id": (
        "a string of a whole number 1..2^256 - 1 without leading zeros",
        lambda value: matches("[1-9][0-9]{0,77}")(value) and int(value) < 2**256,
    ),
    "address": ("0x and 40 lowercase hex digits", matches("0x[0-9a-f]{40}")),
    "word": ("0x and 64 lowercase hex digits", matches("0x[0-9a-f]{64}")),
    "bytes": ("0x and an even number of lowercase hex digits", matches("0x([0-9a-f]{2})*")),
    "format": ("sealed-duel-match/1", matches("sealed-duel-match/1")),
    "kind": (" or ".join(KINDS), matches("|".join(KINDS))),
    "state": (
        "a state of section 6 that is stored",
        matches("CREATED|P1_DEPOSITED|ALL_DEPOSITED|ALL_JOINED|P[12]_WIN(_INACTIVE)?|P1_CANCELED"),
    ),
}
SETTINGS = dict(
    **{f"{stat}Values": "setting[3]" for stat in STATS},
    dodgeMaxRandom="setting", comboMaxRandom="setting", rangeFactors="setting[3]", comboFactor="setting",
    maxRounds="setting",
)
TERMS = dict(
    minBet="decimal", maxBet="decimal", winnerPctBps="setting", housePctBps="setting",
    inactiveHousePctBps="setting", inactiveMinHours="setting", cooldownSecs="setting", teamRule="team rule?",
    revealDelayBlocks="setting",
)
OBJECTS = {  # their fields; "?" may be null, "[5]" is a list of five, "[1..4]" of one to four, "[]" of any length
    "record": dict(
        format="format", chainId="decimal", duel="address", gameId="game id", modeId="mode id", mode="mode",
        state="state", bet="decimal", opponent="address?", teamHash="word",
        created="step", p1Deposited="step?", p2Deposited="step?", joined="step?", ended="step?",
        p1="player", p2="player?", turns="bytes?", winner="player number?", winnerAmount="decimal?",
        houseAmount="decimal?", refund="decimal?", credited="boolean?", logs="log[0..64]", hash="word",
    ),
    "mode": dict(name="name", **SETTINGS, **TERMS),
    "team rule": dict.fromkeys(("damage", "support", "tank"), "number of a kind"),
    "step": dict(block="integer", time="time", transaction="word"),
    "player": dict(address="address", nonce="word?", stats="player statistics?", team="fighter[5]?"),
    "fighter": dict(
        assetId="asset id", charId="character id", kind="kind", golden="boolean", tiers="tier[6]",
        owner="address?", cooldownUntil="time?", stats="fighter statistics?",
    ),
    "player statistics": {
        **dict.fromkeys(PLAYER_STATS, "counts"),
        **dict.fromkeys(("fightSpent", "fightWon"), "amounts"),
    },
    "fighter statistics": dict.fromkeys(FIGHTER_STATS, "counts"),
    "counts": dict(after="count", before="count"),
    "amounts": dict(after="decimal", before="decimal"),
    "log": dict(address="address", data="bytes", topics="word[1..4]"),
}


def require_type(type_name, value, path=""):
    """Refuses a value that is not of a type, by the path of the first field that is wrong."""

    def require(holds, expected):
        if not holds:
            raise Malformed(f"{path.lstrip('.') or 'the whole'}: {shown(value)}, expected {expected}")

    if type_name.endswith("?"):
        if value is not None:
            require_type(type_name[:-1], value, path)
    elif type_name.endswith("]"):
        item_type, length = type_name[:-1].rsplit("[", 1)
        least, _, most = length.partition("..")
        fits = isinstance(value, list) and (not length or int(least) <= len(value) <= int(most or least))
        require(fits, f"a list of {length or 'any length'}")
        for index, item in enumerate(value):
            require_type(item_type, item, f"{path}[{index}]")
    elif type_name in OBJECTS:
        fields = OBJECTS[type_name]
        require(isinstance(value, dict), "an object")
        for name in sorted(value.keys() ^ fields.keys()):
            problem = "is missing, expected one" if name in fields else f"is {shown(value[name])}, expected none"
            raise Malformed(f"{path}.{shown(name)}: the field ".lstrip(".") + problem)
        for name, field_type in fields.items():
            require_type(field_type, value[name], f"{path}.{name}")
    else:
        expected, is_valid = SIMPLE_TYPES[type_name]
        require(is_valid(value), expected)


# ---- 9 and 12. The events
#
# An event is read by laying the record beside it: SAYS lists its arguments, indexed ones first, as fields of
# the record, a word each. A number is a word that is always the same; braces are a word that is packed.

TOPICS = {
    "ModeRegistered": "0x0f87d4fc0bd47c857b3fa3fddc66149485fb937443a61890d0da572830fd58cb",
    "GameCreated": "0x479f5046154cffdf69e8cf2ce61396d3cb6e8f3cdd5faf62254fb23a33f0159a",
    "Deposited": "0x1599c0fcf897af5babc2bfcf707f5dc050f841b044d97c3251ecec35b9abf80b",
    "GameJoined": "0xa1d11b2d73cca8ac1e83e143fc84286e86affd017ed4b75b4617ff3aa1d37a04",
    "GameFought": "0xc5ab80cea8256b8097c2878ff207ccb68ce998b35034d14b107a2c52110fe71b",
    "PotSplit": "0x854460dde176f3d2c2a8e336194c7fdcfaea5e1b72fe2f092e101dfc1078325f",
    "GameCanceled": "0x24959b28594675fedf4d676fa77b914cb63482060821fbdbdb16569b9dea6be7",
    "GameForfeited": "0x3fc85119a9f725eb8edb0c54b51019456e9df5858c0481a41e721b5779e68a39",
    "PaymentCredited": "0xbf377c684817c24483856b59fef97f3394a5556f5e6e25b2d922e951f4944d2b",
}
SETTING_WORDS = " ".join(
    ["mode.dodgeMaxRandom mode.comboMaxRandom mode.rangeFactors.0 mode.rangeFactors.1 mode.rangeFactors.2"]
    + ["mode.comboFactor", *(f"mode.{stat}Values.{tier}" for stat in STATS for tier in range(3)), "mode.maxRounds"]
)
TERM_WORDS = (
    "mode.minBet mode.maxBet mode.winnerPctBps mode.housePctBps mode.inactiveHousePctBps mode.inactiveMinHours"
    " mode.cooldownSecs mode.teamRule.tank mode.teamRule.damage mode.teamRule.support mode.revealDelayBlocks"
)
SAYS = {  # how many arguments are indexed, and all of them
    "ModeRegistered": (1, f"modeId 32 1184 {SETTING_WORDS} {TERM_WORDS}"),
    "GameCreated": (3, "gameId p1.address modeId teamHash bet opponent"),
    "Deposited of player 1": (2, "gameId p1.address bet"),
    "Deposited of player 2": (2, "gameId p2.address bet"),
    "GameJoined": (2, "gameId p2.address p2.nonce " + " ".join(f"p2.team.{slot}.assetId" for slot in range(5))),
    "GameFought": (
        3, "gameId winner.address loser.address modeId p1.nonce p2.nonce {teams} {p1Profiles} {p2Profiles} 224"
    ),
    "PotSplit": (1, "gameId winnerAmount houseAmount"),
    "GameCanceled": (1, "gameId refund"),
    "GameForfeited": (3, "gameId winner.address loser.address"),
    "PaymentCredited of the prize": (1, "winner.address winnerAmount"),
    "PaymentCredited of the refund": (1, "p1.address refund"),
}
ENDS_WITH = {"ModeRegistered": "mode.name", "GameFought": "turns"}  # of any length, behind all else
FOLLOWERS = {  # which events may come after which
    "the beginning": ("ModeRegistered",),
    "ModeRegistered": ("GameCreated",),
    "GameCreated": ("Deposited of player 1", "GameCanceled"),
    "Deposited of player 1": ("Deposited of player 2", "GameCanceled"),
    "Deposited of player 2": ("GameJoined", "GameForfeited"),
    "GameJoined": ("GameFought", "GameForfeited"),
    "GameFought": ("PotSplit",),
    "GameForfeited": ("PotSplit",),
    "PotSplit": ("PaymentCredited of the prize",),
    "GameCanceled": ("PaymentCredited of the refund",),
    "PaymentCredited of the prize": (),
    "PaymentCredited of the refund": (),
}
STATE_AFTER = {  # the state of a game whose events end here
    "GameCreated": "CREATED",
    "Deposited of player 1": "P1_DEPOSITED",
    "Deposited of player 2": "ALL_DEPOSITED",
    "GameJoined": "ALL_JOINED",
}
NULL_WITHOUT = {  # what is null until an event speaks of it
    "Deposited of player 2": ("p2",),
    "GameJoined": ("p2.nonce", "p2.team"),
    "GameFought": ("p1.nonce", "p1.team", "turns"),
    "PotSplit": ("winner", "winnerAmount", "houseAmount"),
    "GameCanceled": ("refund",),
}


def profile_fields(fighter):
    tiers = [(f"{fighter}.tiers.{stat}", 2) for stat in range(6)]
    return [*tiers, (f"{fighter}.kind", 2), (f"{fighter}.golden", 1), ("1", 1), (f"{fighter}.charId", 16)]


PACKED = {  # the fields in a packed word with their widths in bits, from the lowest bit
    "{teams}": [(f"{player}.team.{slot}.assetId", 24) for player in ("p1", "p2") for slot in range(5)],
    "{p1Profiles}": [field for slot in range(5) for field in profile_fields(f"p1.team.{slot}")],
    "{p2Profiles}": [field for slot in range(5) for field in profile_fields(f"p2.team.{slot}")],
}


def names_in_order(logs):
    """The names of the events of a list that is in a possible order."""
    names = ["the beginning"]
    name_of = {topic: name for name, topic in TOPICS.items()}
    for index, log in enumerate(logs):
        signature = log["topics"][0]
        found, possible = name_of.get(signature, shown(signature)), FOLLOWERS[names[-1]]
        name = next((name for name in possible if name.split(" of ")[0] == found), None)
        if name is None:
            expected = " or ".join(possible) or "nothing"
            raise Differs(f"logs[{index}]: the list has {found} after {names[-1]}, possible is {expected}")
        names.append(name)
    if names[-1] in ("the beginning", "ModeRegistered", "GameFought", "GameForfeited"):
        raise Differs(f"logs: the list ends after {names[-1]}, expected {' or '.join(FOLLOWERS[names[-1]])}")
    return names[1:]


def compare_event(where, name, log, match):
    """Holds every argument of an event against the field of the record that it speaks of."""
    indexed, fields = SAYS[name][0], SAYS[name][1].split()
    data = b"".join(map(bytes_of, log["topics"][1:])) + bytes_of(log["data"])
    if len(log["topics"]) != 1 + indexed:
        raise Differs(f"{where}.topics: {name} has {len(log['topics'])}, expected {1 + indexed}")
    if len(data) < 32 * len(fields):
        raise Differs(f"{where}.data: {name} has {len(data) // 32 - indexed} words, expected {len(fields) - indexed}")

    def hold(field, number):
        if number != match.number_at(field):
            recorded = match.at(field)
            what = f"{where}.data" if field.isdecimal() else re.sub(r"\.(\d)\b", r"[\1]", field)
            says = f"{where} ({name}) says {shown(as_recorded(number, recorded))}"
            raise Differs(f"{what}: {says}, the record {shown(recorded)}")

    for place, field in enumerate(fields):
        number = int.from_bytes(data[32 * place : 32 * place + 32], "big")
        for part, width in PACKED.get(field, ()):
            number, value = divmod(number, 1 << width)
            hold(part, value)
        hold("0" if field in PACKED else field, number)  # above what is packed there is nothing
    compare_end_of_data(f"{where} ({name})", ENDS_WITH.get(name), data[32 * len(fields) :], match)


def as_recorded(number, recorded):
    """A number of an event in the way the record writes that field."""
    if isinstance(recorded, bool):
        return bool(number)
    if recorded in KINDS:
        return (*KINDS, "3, which is no kind")[number]
    if number < 2**96 and not str(recorded).startswith("0x"):
        return number
    return f"{number:#0{len(str(recorded))}x}"


def compare_end_of_data(speaker, field, end, match):
    """The bytes of any length at the end of the data: how many, they themselves, zeros up to a whole word."""
    recorded, expected = match.at(field) if field else "", b""
    if recorded is None:
        raise Differs(f"{field}: {speaker} says {len(end)} bytes, the record null")
    if field:
        said = end[32 : 32 + int.from_bytes(end[:32], "big")]
        if field == "turns":
            compare_turns(said, bytes_of(recorded), speaker, "the record")
        elif said.decode("utf-8", "replace") != recorded:
            name = said.decode("utf-8", "replace")
            raise Differs(f"{field}: {speaker} says {shown(name)}, the record {shown(recorded)}")
        expected = len(said).to_bytes(32, "big") + said + bytes(-len(said) % 32)
    if end != expected:
        raise Differs(f"{speaker}: its data end with {shown(hex_of(end[-32:]))}, expected zeros and nothing more")


def outcome(names, match):
    """What the events together lead to: the state, and whether a payment became a credit."""
    if "GameFought" in names:
        state, paid = f"P{match['winner']}_WIN", match["winnerAmount"]
    elif "GameForfeited" in names:
        state, paid = "P2_WIN_INACTIVE" if "GameJoined" in names else "P1_WIN_INACTIVE", match["winnerAmount"]
    elif "GameCanceled" in names:
        state, paid = "P1_CANCELED", match["refund"]
        if ("Deposited of player 1" in names) != (paid != "0"):
            raise Differs(f"refund: GameCanceled says {paid}, expected the bet if and only if it was deposited")
    else:
        state, paid = STATE_AFTER[names[-1]], "0"
    return state, None if paid == "0" else names[-1].startswith("PaymentCredited")


# ---- 12. The checks: each returns what it computed, or raises Differs or NotMade


class Match:
    """A record that has the right form, and the battle that it leads to."""

    def __init__(self, record):
        require_type("record", record)
        self.record = record
        for who, holder, may_have_statistics in self.holders_of_statistics():
            if holder["stats"] is not None and not may_have_statistics:
                raise Malformed(f"{who}.stats: {shown(holder['stats'])}, expected null in {record['state']}")

    def __getitem__(self, field):
        return self.record[field]

    def at(self, field):
        """The value of a field such as p1.team.0.assetId; null also if what it is in is null."""
        if field.isdecimal():
            return int(field)
        if field in ("winner.address", "loser.address"):
            winner = self["winner"]
            return winner and self.at(f"p{winner if field == 'winner.address' else 3 - winner}.address")
        value = self.record
        for key in field.split("."):
            value = None if value is None else value[int(key) if key.isdecimal() else key]
        return value

    def number_at(self, field):
        """The number that an event has for a field."""
        value = self.at(field)
        if value is None:
            return 0 if field == "opponent" or field.startswith("mode.teamRule.") else None
        if value in KINDS:
            return KINDS.index(value)
        return int(value, 0) if isinstance(value, str) else int(value)

    def needed(self, field):
        """A value without which there is nothing to check: if it should be there, an earlier check has said so."""
        value = self.at(field)
        if value is None:
            raise DoesNotApply
        return value

    def teams_shown(self):
        teams = ((player, self.at(f"p{player}.team")) for player in (1, 2))
        return [(player, team) for player, team in teams if team is not None]

    def holders_of_statistics(self):
        """(path, player or fighter, whether the end of the game has changed its statistics)"""
        state = self["state"]
        for player in (1, 2):
            if self[f"p{player}"]:
                yield f"p{player}", self[f"p{player}"], state in WINNER
        for player, team in self.teams_shown():
            for slot, fighter in enumerate(team):
                yield f"p{player}.team[{slot}]", fighter, state in BATTLE_WINNER

    @cached_property
    def seed(self):
        return seed_of(bytes_of(self.needed("p1.nonce")), bytes_of(self.needed("p2.nonce")))

    @cached_property
    def battle(self):
        if not all(kept for _, kept, _ in setting_rules(self["mode"])):
            raise DoesNotApply  # check_mode has said so
        return fight(self["mode"], self.seed, self.needed("p1.team"), self.needed("p2.team"))

    @cached_property
    def tallies(self):
        """By asset id: a fighter that stands on both sides has both tallies together."""
        by_id = {}
        for (player, slot), tally in tallies(self.battle.turns).items():
            by_id.setdefault(self[f"p{player}"]["team"][slot]["assetId"], Counter()).update(tally)
        return by_id


def check_hash(match):
    content = {field: match[field] for field in match.record if field != "hash"}
    computed = hex_of(sha256(canonical_json(content)))
    compare("hash", "the record", match["hash"], computed)
    return computed


def check_logs(match):
    names = names_in_order(match["logs"])
    for index, (name, log) in enumerate(zip(names, match["logs"])):
        where = f"logs[{index}]"
        if log["address"] != match["duel"]:
            raise Differs(f"duel: {where}.address ({name}) says {log['address']}, the record {match['duel']}")
        compare_event(where, name, log, match)
    if match.number_at("opponent") == 0:
        compare("opponent", "the record", match["opponent"], None)
    state, credited = outcome(names, match)
    compare("state", "the record", match["state"], state)
    compare("credited", "the record", match["credited"], credited)
    for event, fields in NULL_WITHOUT.items():
        for field in fields if event not in names else ():
            compare(field, "the record", match.at(field), None)
    return f"{len(names)} events lead to {state}"


def check_mode(match):
    require_rules(match["mode"], chain(setting_rules(match["mode"]), term_rules(match["mode"])))
    return f"{match['modeId']} {json.dumps(match['mode']['name'])}"


def check_terms(match):
    bet, least, most = int(match["bet"]), int(match["mode"]["minBet"]), int(match["mode"]["maxBet"])
    if not least <= bet <= most:
        raise Differs(f"bet: the record says {bet}, the mode allows {least}..{most}")
    p1, p2, opponent = match.at("p1.address"), match.at("p2.address"), match["opponent"]
    if int(match["teamHash"], 16) == 0:
        raise Differs("teamHash: the record says zero, which no game is created with")
    if opponent == p1:
        raise Differs(f"opponent: the record says {opponent}, which is player 1")
    if p2 == p1:
        raise Differs(f"p2.address: the record says {p2}, which is player 1")
    if p2 and opponent not in (None, p2):
        raise Differs(f"p2.address: the record says {p2}, the opponent is {opponent}")
    return f"bet {bet} of {least}..{most}, opponent {opponent or 'anybody'}"


STEPS = ("created", "p1Deposited", "p2Deposited", "joined", "ended")
STEPS_OF_STATE = {
    "CREATED": STEPS[:1],
    "P1_DEPOSITED": STEPS[:2],
    "ALL_DEPOSITED": STEPS[:3],
    "ALL_JOINED": STEPS[:4],
    "P1_WIN_INACTIVE": ("created", "p1Deposited", "p2Deposited", "ended"),
}


def check_times(match):
    state, mode = match["state"], match["mode"]
    needed = STEPS_OF_STATE.get(state, STEPS)
    if state == "P1_CANCELED":
        needed = ("created", "ended") if match["refund"] == "0" else ("created", "p1Deposited", "ended")
    for step in STEPS:
        if (match[step] is not None) != (step in needed):
            expected = "a step" if step in needed else "null"
            raise Differs(f"{step}: the record says {shown(match[step])}, {state} needs {expected}")

    def not_before(field, earliest, why):
        if match.at(field) < earliest:
            raise Differs(f"{field}: the record says {match.at(field)}, the earliest is {earliest}: {why}")

    for earlier, later in zip(needed, needed[1:]):
        for unit in ("block", "time"):
            not_before(f"{later}.{unit}", match[earlier][unit], f"that of {earlier}")
        if match[earlier]["block"] == match[later]["block"]:
            compare(f"{later}.time", "the record", match[later]["time"], match[earlier]["time"])
    if state in BATTLE_WINNER:
        earliest = match["joined"]["block"] + mode["revealDelayBlocks"]
        not_before("ended.block", earliest, "revealDelayBlocks after joined")
    if state in INACTIVE_WINNER:
        since = "p2Deposited" if state == "P1_WIN_INACTIVE" else "joined"
        earliest = match[since]["time"] + mode["inactiveMinHours"] * 3600
        not_before("ended.time", earliest, f"inactiveMinHours after {since}")
    first, last = match[needed[0]], match[needed[-1]]
    return f"blocks {first['block']}..{last['block']}, times {first['time']}..{last['time']}"


def check_teams(match):
    unknown = []
    for player, team in match.teams_shown():
        judged = "ended" if player == 1 else "joined"
        judged_at = match.needed(f"{judged}.time")
        for slot, fighter in enumerate(team):
            who, rest = f"p{player}.team[{slot}]", fighter["cooldownUntil"]
            unknown += [f"{who}.{field}" for field in ("owner", "cooldownUntil") if fighter[field] is None]
            if fighter["owner"] is not None:
                compare(f"{who}.owner", "the record", fighter["owner"], match[f"p{player}"]["address"])
            if rest is not None and rest > judged_at:
                raise Differs(f"{who}.cooldownUntil: the record says {rest}, {judged}.time is {judged_at}")
            if player == 1 and None not in (rest, fighter["stats"]):
                before = int(fighter["stats"]["cooldownUntil"]["before"])
                compare(f"{who}.stats.cooldownUntil.before", "the record", before, rest)
        require_composition(f"p{player}.team", team, match["mode"]["teamRule"])
    if not match.teams_shown():
        raise DoesNotApply
    if unknown:
        raise NotMade(f"null: {', '.join(unknown)}; the rest holds")
    return "; ".join(",".join(str(fighter["assetId"]) for fighter in team) for _, team in match.teams_shown())


def require_composition(where, team, team_rule):
    slot_of = {}
    for slot, fighter in enumerate(team):
        first = slot_of.setdefault(fighter["assetId"], slot)
        if first != slot:
            raise Differs(f"{where}[{slot}].assetId: the record says {fighter['assetId']}, as in slot {first}")
    kinds = {kind: sum(fighter["kind"] == kind for fighter in team) for kind in KINDS}
    if team_rule not in (None, kinds):
        raise Differs(f"{where}: the record says {shown(kinds)}, the team rule is {shown(team_rule)}")


def check_commitment(match):
    asset_ids = [fighter["assetId"] for fighter in match.needed("p1.team")]
    computed = hex_of(team_hash(bytes_of(match.needed("p1.nonce")), asset_ids))
    compare("teamHash", "the record", match["teamHash"], computed)
    return computed


def check_seed(match):
    return hex_of(match.seed)


def check_turns(match):
    battle = match.battle
    compare_turns(bytes_of(match.needed("turns")), pack(battle.turns))
    return f"{len(battle.turns)} turns in {battle.rounds} rounds, {battle.words_taken} words taken"


def check_winner(match):
    state = match["state"]
    computed = INACTIVE_WINNER[state] if state in INACTIVE_WINNER else match.battle.winner
    compare("winner", "the record", match["winner"], computed)
    if state in INACTIVE_WINNER:
        return f"player {computed}, the other did not act"
    return f"player {computed}, {match.battle.alive[0]} against {match.battle.alive[1]} alive"


def check_payout(match):
    state = match["state"]
    if state == "P1_CANCELED":
        refund = match["bet"] if match["p1Deposited"] else "0"
        compare("refund", "the record", match["refund"], refund)
        return f"{refund} back to player 1"
    if state not in WINNER:
        raise DoesNotApply
    to_winner, to_house = pot_split(state, int(match["bet"]), match["mode"])
    compare("winnerAmount", "the record", match["winnerAmount"], str(to_winner))
    compare("houseAmount", "the record", match["houseAmount"], str(to_house))
    return f"{to_winner} to the winner, {to_house} to the house"


def check_statistics(match):
    if match["state"] not in WINNER:
        raise DoesNotApply
    unknown, made = [], 0
    for who, holder, has_changed in match.holders_of_statistics():
        if has_changed and holder["stats"] is None:
            unknown.append(f"{who}.stats")
        elif has_changed:
            compare_statistics(match, who, holder)
            made += 1
    if unknown:
        raise NotMade(f"null: {', '.join(unknown)}; the rest holds")
    return f"{made} players and fighters"


def compare_statistics(match, who, holder):
    state, bet, now = match["state"], int(match["bet"]), match.needed("ended.time")
    before, after = (
        {name: int(statistic[moment]) for name, statistic in holder["stats"].items()} for moment in ("before", "after")
    )
    if "duelsEntered" in before:
        to_winner, _ = pot_split(state, bet, match["mode"])
        computed = player_after(before, int(who[1]), state, bet, to_winner, now)
    else:
        rest_until = now + match["mode"]["cooldownSecs"]
        computed = fighter_after(before, match.tallies[holder["assetId"]], holder["golden"], rest_until)
    for name in computed:
        if after[name] != computed[name]:
            says = f"the record says {after[name]}, computed {computed[name]} from {before[name]} before"
            raise Differs(f"{who}.stats.{name}.after: {says}")
    for twin in match["p1"]["team"] if who.startswith("p2.team") else ():
        if twin["assetId"] == holder["assetId"] and twin["stats"]:
            for name, value in before.items():
                compare(f"{who}.stats.{name}.before", "the record", value, int(twin["stats"][name]["before"]))
    if before.get("lastDuel", 0) > now:
        raise Differs(f"{who}.stats.lastDuel.before: the record says {before['lastDuel']}, this game ended at {now}")
    for stats in (before, after) if "duelsEntered" in before else ():
        both = stats["duelsWon"] + stats["duelsLost"]
        compare(f"{who}.stats.duelsEntered, duelsWon + duelsLost", "the record", stats["duelsEntered"], both)


CHECKS = (
    *(check_hash, check_logs, check_mode, check_terms, check_times, check_teams),
    *(check_commitment, check_seed, check_turns, check_winner, check_payout, check_statistics),
)
Result = namedtuple("Result", "status name text")


def result_of(name, check, *arguments):
    try:
        return Result("ok", name, check(*arguments))
    except Differs as difference:
        return Result("DIFFERS", name, str(difference))
    except NotMade as reason:
        return Result("not made", name, str(reason))
    except DoesNotApply:
        return None


def verify_record(record):
    match = Match(record)
    results = (result_of(check.__name__[len("check_") :], check, match) for check in CHECKS)
    return [result for result in results if result is not None]


# ---- The golden vectors: docs/VECTORS.md

SIMPLE_TYPES |= {
    "hash": ("64 lowercase hex digits", matches("[0-9a-f]{64}")),
    "below": ("an integer 1..65536", integer(1, 65536)),
    "turn value": ("a number, a decimal or a boolean", lambda value: isinstance(value, (int, str))),
}
OBJECTS |= {
    "manifest.json": {"sha256": "hashes"},
    "hashes": dict.fromkeys(
        ("commitments.json", "seeds.json", "random.json", "battles.json", "records.jsonl"), "hash"
    ),
    "commitments.json": {"about": "string", "vectors": "commitment[]"},
    "commitment": dict(name="string", nonce="word", assetIds="decimal[5]", text="string", teamHash="word"),
    "seeds.json": {"about": "string", "vectors": "seed[]"},
    "seed": {"name": "string", "p1Nonce": "word", "p2Nonce": "word", "seed": "word"},
    "random.json": {"about": "string", "streams": "stream[]", "draws": "draws[]"},
    "stream": {"seed": "word", "words": "integer[]"},
    "draws": dict(name="string", seed="word", n="below[]", values="integer[]", wordsTaken="integer[]"),
    "battles.json": {"about": "string", "turnFields": "string[]", "battles": "battle[]"},
    "battle": {"name": "string", "case": "case", "answer": "answer"},
    "case": dict(mode="settings", p1Nonce="word", p2Nonce="word", p1Team="member[5]", p2Team="member[5]"),
    "settings": SETTINGS,
    "member": {"assetId": "decimal", "charId": "integer", "tiers": "tier[6]"},
    "answer": dict(
        teamHash="word", seed="word", firstAttacker="player number", winner="player number", rounds="integer",
        alive="integer[2]", wordsTaken="integer", packedTurns="bytes", turns="turn value[17][]",
    ),
    "records.jsonl": {"lines": "golden record[]"},
    "golden record": {"differs": "string?", "name": "string", "record": "record"},
}


def recompute_commitments(content):
    for vector in content["vectors"]:
        nonce, asset_ids, where = bytes_of(vector["nonce"]), vector["assetIds"], shown(vector["name"])
        compare(f"{where}: text", "the vector", vector["text"], seal_text(nonce, asset_ids))
        compare(f"{where}: teamHash", "the vector", vector["teamHash"], hex_of(team_hash(nonce, asset_ids)))
    return f"{len(content['vectors'])} cases recomputed"


def recompute_seeds(content):
    for vector in content["vectors"]:
        computed = hex_of(seed_of(bytes_of(vector["p1Nonce"]), bytes_of(vector["p2Nonce"])))
        compare(f"{shown(vector['name'])}: seed", "the vector", vector["seed"], computed)
    return f"{len(content['vectors'])} cases recomputed"


def recompute_random(content):
    for vector in content["streams"]:
        stream = Stream(bytes_of(vector["seed"]))
        computed = [stream.word() for _ in vector["words"]]
        compare(f"the words of {vector['seed']}", "the vector", vector["words"], computed)
    for vector in content["draws"]:
        stream, where = Stream(bytes_of(vector["seed"])), shown(vector["name"])
        draws = [(n, stream.below(n), stream.taken) for n in vector["n"]]
        for index, (n, value, taken) in enumerate(draws):
            said = [vector[field][index : index + 1] for field in ("values", "wordsTaken")]
            compare(f"{where}: below({n}) and wordsTaken at {index}", "the vector", said, [[value], [taken]])
    return f"{len(content['streams'])} streams and {len(content['draws'])} series of draws recomputed"


def recompute_battles(content):
    compare("turnFields", "the file", content["turnFields"], list(Turn._fields))
    for vector in content["battles"]:
        case, answer, where = vector["case"], vector["answer"], shown(vector["name"])
        p1_nonce, p2_nonce = bytes_of(case["p1Nonce"]), bytes_of(case["p2Nonce"])
        require_rules(case["mode"], setting_rules(case["mode"]))
        battle = fight(case["mode"], seed_of(p1_nonce, p2_nonce), case["p1Team"], case["p2Team"])
        for number, (said, turn) in enumerate(zip(answer["turns"], battle.turns), start=1):
            for field, said_value, value in zip(Turn._fields, said, turn):
                computed = str(value) if field.endswith("AssetId") else value
                compare(f"{where}: turn {number}: {field}", "the vector", said_value, computed)
        compare(f"{where}: the number of turns", "the vector", len(answer["turns"]), len(battle.turns))
        computed = {
            "teamHash": hex_of(team_hash(p1_nonce, [fighter["assetId"] for fighter in case["p1Team"]])),
            "seed": hex_of(seed_of(p1_nonce, p2_nonce)),
            "firstAttacker": battle.first,
            "winner": battle.winner,
            "rounds": battle.rounds,
            "alive": battle.alive,
            "wordsTaken": battle.words_taken,
            "packedTurns": hex_of(pack(battle.turns)),
        }
        for field, value in computed.items():
            compare(f"{where}: {field}", "the vector", answer[field], value)
    turns = sum(len(vector["answer"]["turns"]) for vector in content["battles"])
    return f"{len(content['battles'])} battles recomputed, with {turns} turns"


def recompute_records(content):
    for vector in content["lines"]:
        differing = (result.name for result in verify_record(vector["record"]) if result.status == "DIFFERS")
        compare(f"{shown(vector['name'])}: differs", "the vector", vector["differs"], next(differing, None))
    return f"{len(content['lines'])} records judged"


RECOMPUTE = {
    "commitments.json": recompute_commitments,
    "seeds.json": recompute_seeds,
    "random.json": recompute_random,
    "battles.json": recompute_battles,
    "records.jsonl": recompute_records,
}


def verify_vectors(folder):
    """The result of the hashes in the manifest, then of every file."""
    data = {name: read_file(folder / name) for name in ("manifest.json", *RECOMPUTE)}

    def content_of(name):
        try:
            lines = data[name].split(b"\n")
            is_one = name.endswith(".json")
            content = parse_json(data[name]) if is_one else {"lines": [parse_json(line) for line in lines if line]}
            require_type(name, content)
        except Malformed as problem:
            raise Malformed(f"{name}: {problem}") from None
        return content

    def compare_hashes(hashes):
        for name in RECOMPUTE:
            compare(name, "the manifest", hashes[name], sha256(data[name]).hex())
        return f"{len(RECOMPUTE)} hashes recomputed"

    yield result_of("manifest.json", compare_hashes, content_of("manifest.json")["sha256"])
    for name, recompute in RECOMPUTE.items():
        yield result_of(name, recompute, content_of(name))


# ---- The command line

GOOD, DIFFERENT, NOT_CHECKED = 0, 1, 2

DESCRIPTION = """\
Checks matches of Sealed Duel by the rules of docs/PROTOCOL.md. Each match is fought anew from its nonces and
teams, and all that the chain says came out is compared with that. No network, and no code of the project.
"""

EPILOG = """\
checks, in this order (PROTOCOL.md, section 12):
  hash logs mode terms times teams commitment seed turns winner payout statistics

A check is "ok" with the value that was computed, "DIFFERS" with the first field that differs and both values,
or "not made" if the node that wrote the record could not tell what it needs. Checks of what has not happened in
a game are left out. Turns are counted from 1. More than one record gives one line a game.

exit code:
  0  all good
  1  something differs
  2  nothing differs, but something could not be checked: data that are null, bad usage, an unreadable file, a
     malformed record

examples:
  verify.py match.json
  verify.py --verbose records/ season-1.jsonl
  verify.py - < match.json
  verify.py --vectors test/vectors
"""


def read_file(path):
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise Malformed(f"{path}: it cannot be read: {error}") from None


def records_in(source):
    """(label, bytes) of each record of a file, of a file with a record a line, of a folder, or of standard input."""
    if source != "-" and os.path.isdir(source):
        files = sorted(Path(source).glob("*.json"))
        if not files:
            raise Malformed(f"{source}: no *.json in it, expected records")
        for file in files:
            yield from records_in(str(file))
        return
    label = "standard input" if source == "-" else source
    try:
        with sys.stdin.buffer if source == "-" else open(source, "rb") as file:
            yield from records_of_file(label, file)
    except (OSError, ValueError) as error:
        raise Malformed(f"{source}: it cannot be read: {error}") from None


def records_of_file(label, file):
    """Line by line if there is a record a line, since a data set may be larger than the memory."""
    first_two = [file.readline(), file.readline()]
    if not first_two[1].startswith(b"{"):
        yield label, b"".join(first_two) + file.read()
        return
    for number, line in enumerate(chain(first_two, file), start=1):
        if line.strip():
            yield f"{label}:{number}", line


def verdicts(sources):
    """(name of the game, results) of every record; the results of one that cannot be checked are a Malformed."""
    for source in sources:
        try:
            for label, data in records_in(source):
                try:
                    record = parse_json(data)
                    results = verify_record(record)
                    yield f"game {record['gameId']} ({label})", results
                except Malformed as problem:
                    yield label, Malformed(f"{label}: {problem}")
        except Malformed as problem:
            yield source, problem


def print_result(result):
    print(f"{result.status:<8} {result.name:<16} {result.text}")


def verdict_of(game, results):
    """The exit code of one record, and its verdict in a line."""
    differing = [result for result in results if result.status == "DIFFERS"]
    not_made = [result.name for result in results if result.status == "not made"]
    if differing:
        first = f"{differing[0].name}: {differing[0].text}"
        return DIFFERENT, f"DIFFERS  {game}: {len(differing)} of {len(results)} checks, first {first}"
    if not_made:
        made = f"{len(results) - len(not_made)} of {len(results)} checks"
        return NOT_CHECKED, f"NOT SURE {game}: {made} hold; not made: {', '.join(not_made)}"
    return GOOD, f"GOOD     {game}: all {len(results)} checks hold"


def verify_sources(sources, verbose):
    count, records = Counter(), verdicts(sources)
    first_two = list(islice(records, 2))
    for game, results in chain(first_two, records):
        if isinstance(results, Malformed):
            print(f"cannot check {results}", file=sys.stderr)
            count[NOT_CHECKED] += 1
            continue
        for result in results if verbose or len(first_two) == 1 else ():
            print_result(result)
        code, verdict = verdict_of(game, results)
        print(verdict)
        count[code] += 1
    if len(first_two) > 1:
        print(f"{count[GOOD]} good, {count[DIFFERENT]} different, {count[NOT_CHECKED]} could not be checked")
    return next((code for code in (DIFFERENT, NOT_CHECKED) if count[code]), GOOD)


def verify_folder_of_vectors(folder):
    code = GOOD
    try:
        for result in verify_vectors(folder):
            print_result(result)
            code = code if result.status == "ok" else DIFFERENT
    except Malformed as problem:
        print(f"cannot check {problem}", file=sys.stderr)
        return code or NOT_CHECKED
    print("GOOD     all golden vectors" if code == GOOD else "DIFFERS  from the golden vectors")
    return code


def main():
    parser = argparse.ArgumentParser(
        description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "records", nargs="*", metavar="RECORD", help="a file with a record, or one a line; a folder of *.json; or -"
    )
    parser.add_argument("--vectors", type=Path, metavar="DIR", help="check the golden vectors in a folder instead")
    parser.add_argument("--verbose", action="store_true", help="show all checks, also of more than one record")
    options = parser.parse_args()
    if bool(options.records) == (options.vectors is not None):
        parser.error("give either records or --vectors DIR")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    if options.vectors is not None:
        return verify_folder_of_vectors(options.vectors)
    return verify_sources(options.records, options.verbose)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        os._exit(NOT_CHECKED)  # nobody reads on
