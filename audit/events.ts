import { keccak_256 } from "@noble/hashes/sha3.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { KINDS, type Kind } from "../sim/battle/characters.ts";
import { STATS, TEAM_SIZE, type Tiers } from "../sim/battle/stats.ts";
import { InputError } from "../sim/input.ts";
import { type Bytes32, toBytes32 } from "../sim/sealing/commitment.ts";
import type { RecordLog, RecordMode } from "./record.ts";

/** What GameFought says of a fighter: its id, and its profile unpacked (PROTOCOL 9). */
export interface EmittedFighter {
  readonly assetId: number;
  readonly charId: number;
  readonly kind: Kind;
  readonly golden: boolean;
  readonly tiers: Tiers;
}

/** The events that make the history of a game, decoded (PROTOCOL 9). */
export type DuelEvent =
  | { readonly name: "ModeRegistered"; readonly modeId: string; readonly mode: RecordMode }
  | {
      readonly name: "GameCreated";
      readonly gameId: string;
      readonly p1: string;
      readonly modeId: string;
      readonly teamHash: Bytes32;
      readonly bet: string;
      readonly opponent: string | null;
    }
  | { readonly name: "Deposited"; readonly gameId: string; readonly player: string; readonly amount: string }
  | {
      readonly name: "GameJoined";
      readonly gameId: string;
      readonly p2: string;
      readonly nonce: Bytes32;
      readonly team: readonly number[];
    }
  | GameFought
  | {
      readonly name: "PotSplit";
      readonly gameId: string;
      readonly winnerAmount: string;
      readonly houseAmount: string;
    }
  | { readonly name: "GameCanceled"; readonly gameId: string; readonly refund: string }
  | {
      readonly name: "GameForfeited";
      readonly gameId: string;
      readonly winner: string;
      readonly loser: string;
    }
  | { readonly name: "PaymentCredited"; readonly account: string; readonly amount: string };

export interface GameFought {
  readonly name: "GameFought";
  readonly gameId: string;
  readonly winner: string;
  readonly loser: string;
  readonly modeId: string;
  readonly p1Nonce: Bytes32;
  readonly p2Nonce: Bytes32;
  readonly p1Team: readonly EmittedFighter[];
  readonly p2Team: readonly EmittedFighter[];
  readonly turns: string;
}

const BATTLE_MODE_ABI = `(uint16,uint16,uint16[3],uint16${",uint16[3]".repeat(6)},uint8)`;
const GAME_MODE_ABI = `(string,${BATTLE_MODE_ABI},uint96,uint96,uint16,uint16,uint16,uint16,uint32,uint8[3],uint8)`;

/** The first topic of an event is the Keccak-256 of its signature. */
const SIGNATURES = {
  ModeRegistered: `ModeRegistered(uint256,${GAME_MODE_ABI})`,
  GameCreated: "GameCreated(uint256,address,uint256,bytes32,uint256,address)",
  Deposited: "Deposited(uint256,address,uint256)",
  GameJoined: "GameJoined(uint256,address,bytes32,uint24[5])",
  GameFought: "GameFought(uint256,address,address,uint256,bytes32,bytes32,uint256,uint256,uint256,bytes)",
  PotSplit: "PotSplit(uint256,uint256,uint256)",
  GameCanceled: "GameCanceled(uint256,uint256)",
  GameForfeited: "GameForfeited(uint256,address,address)",
  PaymentCredited: "PaymentCredited(address,uint256)",
} as const satisfies Record<DuelEvent["name"], string>;

type EventName = keyof typeof SIGNATURES;

export const EVENT_TOPICS = Object.fromEntries(
  Object.entries(SIGNATURES).map(([name, signature]) => [
    name,
    toBytes32(keccak_256(utf8ToBytes(signature))),
  ]),
) as Record<EventName, Bytes32>;

const NAMES_BY_TOPIC = new Map(
  Object.entries(EVENT_TOPICS).map(([name, topic]) => [topic, name as EventName]),
);

export function eventName(log: Pick<RecordLog, "topics">): EventName | undefined {
  return NAMES_BY_TOPIC.get(log.topics[0]!);
}

/** A log of Duel in words; an error names the field of the log that does not fit its event. */
export function decodeEvent(log: RecordLog, field: string): DuelEvent {
  const name = eventName(log);
  if (name === undefined) {
    throw new InputError(`${field}.topics[0]`, log.topics[0], "the topic of an event of Duel");
  }
  if (name === "ModeRegistered") return decodeModeOnce(log, field);
  return DECODERS[name](new LogReader(log, name, field));
}

let lastMode: { readonly log: RecordLog; readonly event: DuelEvent } | undefined;

/** Nearly all games of an audit share a mode, and a mode is most of the words there are to decode. */
function decodeModeOnce(log: RecordLog, field: string): DuelEvent {
  if (lastMode?.log.data === log.data && lastMode.log.topics.join() === log.topics.join())
    return lastMode.event;
  const event = DECODERS.ModeRegistered(new LogReader(log, "ModeRegistered", field));
  lastMode = { log, event };
  return event;
}

/** Reads the words of one log, and refuses a log with words too few, too many or too large. */
class LogReader {
  readonly #topics: readonly Bytes32[];
  readonly #data: string;
  readonly #name: EventName;
  readonly #field: string;

  constructor(log: RecordLog, name: EventName, field: string) {
    this.#topics = log.topics;
    this.#data = log.data.slice(2);
    this.#name = name;
    this.#field = field;
  }

  expectSize(topics: number, words: number): void {
    if (this.#topics.length !== topics) {
      throw new InputError(`${this.#field}.topics`, this.#topics.length, `${topics} topics (${this.#name})`);
    }
    if (this.#data.length !== words * 64) {
      const expected = `${words * 32} bytes (${this.#name})`;
      throw new InputError(`${this.#field}.data`, this.#data.length / 2, expected);
    }
  }

  topic(index: number): Bytes32 {
    const topic = this.#topics[index];
    if (topic === undefined) {
      throw new InputError(`${this.#field}.topics`, this.#topics.length, `more topics (${this.#name})`);
    }
    return topic;
  }

  word(index: number): Bytes32 {
    const word = this.#data.slice(index * 64, index * 64 + 64);
    if (word.length < 64) {
      const expected = `at least ${(index + 1) * 32} bytes (${this.#name})`;
      throw new InputError(`${this.#field}.data`, this.#data.length / 2, expected);
    }
    return `0x${word}`;
  }

  decimal(word: Bytes32): string {
    return BigInt(word).toString();
  }

  /** A word that must fit so many bits, as the ABI asks. */
  integer(index: number, what: string, bits: number): number {
    const value = BigInt(this.word(index));
    if (value >= 1n << BigInt(bits)) throw this.bad(what, value, `less than 2^${bits}`);
    return Number(value);
  }

  address(word: Bytes32, what: string): string {
    if (!word.startsWith(`0x${"0".repeat(24)}`)) throw this.bad(what, word, "an address of 20 bytes");
    return `0x${word.slice(26)}`;
  }

  /** Bytes of a length that stands before them, padded with zeros to whole words, and nothing behind. */
  tail(index: number, what: string): string {
    const length = this.integer(index, `${what}.length`, 32);
    const words = Math.ceil(length / 32);
    this.expectSize(this.#topics.length, index + 1 + words);
    const padded = this.#data.slice((index + 1) * 64);
    if (/[^0]/.test(padded.slice(length * 2))) throw this.bad(`${what} (padding)`, padded, "zeros");
    return `0x${padded.slice(0, length * 2)}`;
  }

  expectOffset(index: number, what: string, expected: number): void {
    const offset = BigInt(this.word(index));
    if (offset !== BigInt(expected)) throw this.bad(`${what} (offset)`, offset, expected.toString());
  }

  bad(what: string, value: unknown, expected: string): InputError {
    return new InputError(this.fieldOf(what), value, expected);
  }

  fieldOf(what: string): string {
    return `${this.#field} ${this.#name}.${what}`;
  }
}

const DECODERS: { readonly [Name in EventName]: (log: LogReader) => DuelEvent & { name: Name } } = {
  ModeRegistered: (log) => ({
    name: "ModeRegistered",
    modeId: log.decimal(log.topic(1)),
    mode: decodeMode(log),
  }),
  GameCreated: (log) => {
    log.expectSize(4, 3);
    const opponent = log.address(log.word(2), "opponent");
    return {
      name: "GameCreated",
      gameId: log.decimal(log.topic(1)),
      p1: log.address(log.topic(2), "p1"),
      modeId: log.decimal(log.topic(3)),
      teamHash: log.word(0),
      bet: log.decimal(log.word(1)),
      opponent: /^0x0*$/.test(opponent) ? null : opponent,
    };
  },
  Deposited: (log) => {
    log.expectSize(3, 1);
    const gameId = log.decimal(log.topic(1));
    const player = log.address(log.topic(2), "player");
    return { name: "Deposited", gameId, player, amount: log.decimal(log.word(0)) };
  },
  GameJoined: (log) => {
    log.expectSize(3, 1 + TEAM_SIZE);
    return {
      name: "GameJoined",
      gameId: log.decimal(log.topic(1)),
      p2: log.address(log.topic(2), "p2"),
      nonce: log.word(0),
      team: Array.from({ length: TEAM_SIZE }, (_, slot) => log.integer(1 + slot, `team[${slot}]`, 24)),
    };
  },
  GameFought: (log) => {
    log.topic(3);
    log.expectOffset(6, "turns", 7 * 32);
    const teams = BigInt(log.word(3));
    if (teams >> BigInt(2 * TEAM_SIZE * 24) !== 0n) throw log.bad("teams", teams, "ten ids of 24 bits");
    return {
      name: "GameFought",
      gameId: log.decimal(log.topic(1)),
      winner: log.address(log.topic(2), "winner"),
      loser: log.address(log.topic(3), "loser"),
      modeId: log.decimal(log.word(0)),
      p1Nonce: log.word(1),
      p2Nonce: log.word(2),
      p1Team: decodeTeam(teams, BigInt(log.word(4)), log.fieldOf("p1Profiles")),
      p2Team: decodeTeam(teams >> BigInt(TEAM_SIZE * 24), BigInt(log.word(5)), log.fieldOf("p2Profiles")),
      turns: log.tail(7, "turns"),
    };
  },
  PotSplit: (log) => {
    log.expectSize(2, 2);
    const [winnerAmount, houseAmount] = [log.decimal(log.word(0)), log.decimal(log.word(1))];
    return { name: "PotSplit", gameId: log.decimal(log.topic(1)), winnerAmount, houseAmount };
  },
  GameCanceled: (log) => {
    log.expectSize(2, 1);
    return {
      name: "GameCanceled",
      gameId: log.decimal(log.topic(1)),
      refund: log.decimal(log.word(0)),
    };
  },
  GameForfeited: (log) => {
    log.expectSize(4, 0);
    return {
      name: "GameForfeited",
      gameId: log.decimal(log.topic(1)),
      winner: log.address(log.topic(2), "winner"),
      loser: log.address(log.topic(3), "loser"),
    };
  },
  PaymentCredited: (log) => {
    log.expectSize(2, 1);
    const account = log.address(log.topic(1), "account");
    return { name: "PaymentCredited", account, amount: log.decimal(log.word(0)) };
  },
};

/** A profile of 32 bits for each slot, slot 0 lowest (PROTOCOL 9). */
function decodeTeam(teams: bigint, profiles: bigint, field: string): readonly EmittedFighter[] {
  if (profiles >> BigInt(TEAM_SIZE * 32) !== 0n)
    throw new InputError(field, profiles, "five profiles of 32 bits");
  return Array.from({ length: TEAM_SIZE }, (_, slot) => ({
    assetId: Number((teams >> BigInt(24 * slot)) & 0xffffffn),
    ...decodeProfile(Number((profiles >> BigInt(32 * slot)) & 0xffffffffn), `${field}[${slot}]`),
  }));
}

export function decodeProfile(profile: number, field: string): Omit<EmittedFighter, "assetId"> {
  const kind = KINDS[(profile >>> 12) & 3];
  const tiers = STATS.map((_, stat) => (profile >>> (2 * stat)) & 3);
  if (kind === undefined || tiers.includes(0) || ((profile >>> 15) & 1) !== 1) {
    const shown = `0x${profile.toString(16).padStart(8, "0")}`;
    throw new InputError(field, shown, "six tiers 1..3, a kind 0..2 and bit 15 set");
  }
  return {
    charId: profile >>> 16,
    kind,
    golden: ((profile >>> 14) & 1) === 1,
    tiers: tiers as unknown as Tiers,
  };
}

/** A registered name is any bytes: those that are no UTF-8 become U+FFFD, and nothing is left out. */
const NAME_DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The mode of ModeRegistered: one dynamic tuple, whose only dynamic part is the name at its end. */
function decodeMode(log: LogReader): RecordMode {
  log.topic(1);
  log.expectOffset(0, "mode", 32);
  let next = 1;
  const integer = (what: string, bits = 16) => log.integer(next++, what, bits);
  const three = (what: string, bits = 16) =>
    [0, 1, 2].map((i) => integer(`${what}[${i}]`, bits)) as unknown as readonly [number, number, number];
  log.expectOffset(next++, "mode.name", 37 * 32);
  const battle = {
    dodgeMaxRandom: integer("dodgeMaxRandom"),
    comboMaxRandom: integer("comboMaxRandom"),
    rangeFactors: three("rangeFactors"),
    comboFactor: integer("comboFactor"),
    attackValues: three("attackValues"),
    defenseValues: three("defenseValues"),
    healthValues: three("healthValues"),
    speedValues: three("speedValues"),
    rangeValues: three("rangeValues"),
    comboValues: three("comboValues"),
    maxRounds: integer("maxRounds", 8),
  };
  const minBet = log.decimal(log.word(next++));
  const maxBet = log.decimal(log.word(next++));
  const terms = {
    winnerPctBps: integer("winnerPctBps"),
    housePctBps: integer("housePctBps"),
    inactiveHousePctBps: integer("inactiveHousePctBps"),
    inactiveMinHours: integer("inactiveMinHours"),
    cooldownSecs: integer("cooldownSecs", 32),
  };
  const [tank, damage, support] = three("teamRule", 8);
  const teamRule = tank + damage + support === 0 ? null : { tank, damage, support };
  const revealDelayBlocks = integer("revealDelayBlocks", 8);
  const name = NAME_DECODER.decode(hexToBytes(log.tail(next, "mode.name").slice(2)));
  return { name, ...battle, minBet, maxBet, ...terms, teamRule, revealDelayBlocks };
}
