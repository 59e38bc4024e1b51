import { type Kind, KINDS, MAX_NAME_LENGTH, readKind } from "../sim/battle/characters.ts";
import { BATTLE_MODE_FIELDS, type BattleMode, type TierValues } from "../sim/battle/modes.ts";
import { readTiers, type Team, TEAM_SIZE, TIER_COUNT, type Tiers } from "../sim/battle/stats.ts";
import type { GameTerms } from "../sim/duel/gameModes.ts";
import {
  FIGHTER_STATISTICS,
  type FighterStatistics,
  PLAYER_STATISTICS,
  type PlayerStatistics,
} from "../sim/duel/statistics.ts";
import {
  InputError,
  readBigInteger,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readText,
} from "../sim/input.ts";
import { type Bytes32, readBytes32 } from "../sim/sealing/commitment.ts";

/** The first words of every record; the number changes with the format (PROTOCOL 12). */
export const RECORD_FORMAT = "sealed-duel-match/1";

/** The states of a game by their numbers on chain (PROTOCOL 6). */
const STATES = [
  "CREATED",
  "P1_DEPOSITED",
  "ALL_DEPOSITED",
  "ALL_JOINED",
  "READY_TO_FIGHT",
  "RESERVED",
  "P1_WIN",
  "P2_WIN",
  "P1_CANCELED",
  "P1_WIN_INACTIVE",
  "P2_WIN_INACTIVE",
] as const;
export type State = (typeof STATES)[number];

/** When and where something happened. */
export interface Step {
  readonly block: number;
  readonly time: number;
  readonly transaction: Bytes32;
}

/** A statistic on both sides of the game's end. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

export type PlayerStat = keyof PlayerStatistics;
export type FighterStat = keyof FighterStatistics;

export interface RecordFighter {
  readonly assetId: number;
  readonly charId: number;
  readonly kind: Kind;
  readonly golden: boolean;
  readonly tiers: Tiers;
  /** Who had it when the team was judged; null if the node could not say. */
  readonly owner: string | null;
  /** Its cooldown when the team was judged; null if the node could not say. */
  readonly cooldownUntil: number | null;
  readonly stats: Readonly<Record<FighterStat, Change>> | null;
}

export interface RecordPlayer {
  readonly address: string;
  readonly nonce: Bytes32 | null;
  readonly team: readonly RecordFighter[] | null;
  readonly stats: Readonly<Record<PlayerStat, Change>> | null;
}

/** A mode as it is registered. Amounts in FIGHT's smallest unit, in decimal. */
export interface RecordMode extends BattleMode {
  readonly name: string;
  readonly minBet: string;
  readonly maxBet: string;
  readonly winnerPctBps: number;
  readonly housePctBps: number;
  readonly inactiveHousePctBps: number;
  readonly inactiveMinHours: number;
  readonly cooldownSecs: number;
  readonly teamRule: GameTerms["teamRule"];
  readonly revealDelayBlocks: number;
}

/** An event as the chain has emitted it. */
export interface RecordLog {
  readonly address: string;
  readonly topics: readonly Bytes32[];
  readonly data: string;
}

/** All that is needed to check a game, next to what the chain says came out (PROTOCOL 12). */
export interface MatchRecord {
  readonly format: typeof RECORD_FORMAT;
  readonly chainId: string;
  readonly duel: string;
  readonly gameId: string;
  readonly modeId: number;
  readonly mode: RecordMode;
  readonly state: State;
  readonly bet: string;
  /** The only player who may take the game up; null: anybody. */
  readonly opponent: string | null;
  readonly teamHash: Bytes32;
  readonly created: Step;
  readonly p1Deposited: Step | null;
  readonly p2Deposited: Step | null;
  readonly joined: Step | null;
  readonly ended: Step | null;
  readonly p1: RecordPlayer;
  readonly p2: RecordPlayer | null;
  readonly turns: string | null;
  readonly winner: 1 | 2 | null;
  readonly winnerAmount: string | null;
  readonly houseAmount: string | null;
  readonly refund: string | null;
  /** True if the token refused the payment, so that it became a credit; null if there was none to make. */
  readonly credited: boolean | null;
  /** ModeRegistered of the game's mode, then all events of the game in their order. */
  readonly logs: readonly RecordLog[];
  readonly hash: Bytes32;
}

const RECORD_FIELDS = [
  "format",
  "chainId",
  "duel",
  "gameId",
  "modeId",
  "mode",
  "state",
  "bet",
  "opponent",
  "teamHash",
  "created",
  "p1Deposited",
  "p2Deposited",
  "joined",
  "ended",
  "p1",
  "p2",
  "turns",
  "winner",
  "winnerAmount",
  "houseAmount",
  "refund",
  "credited",
  "logs",
  "hash",
] as const satisfies readonly (keyof MatchRecord)[];

const TERM_FIELDS = [
  "name",
  "minBet",
  "maxBet",
  "winnerPctBps",
  "housePctBps",
  "inactiveHousePctBps",
  "inactiveMinHours",
  "cooldownSecs",
  "teamRule",
  "revealDelayBlocks",
] as const satisfies readonly (keyof RecordMode)[];

const MAX_UINT256 = 2n ** 256n - 1n;
const MAX_COUNTER = 2n ** 53n - 1n;
const MAX_MODE_ID = 65_535;
/** No setting is wider than the 32 bits of cooldownSecs. */
const MAX_SETTING = 2 ** 32 - 1;
const MAX_ASSET_ID = 2 ** 24 - 1;
/** ModeRegistered and the seven events of the longest game; one more leaves room to say what is wrong with it. */
const MAX_LOGS = 64;

/** A record of the right shape, every number within its bounds, or an error that names the first bad field. */
export function readRecord(value: unknown): MatchRecord {
  const fields = readObject(value, "record", RECORD_FIELDS);
  if (fields.format !== RECORD_FORMAT) throw new InputError("format", fields.format, `"${RECORD_FORMAT}"`);
  const state = readState(fields.state, "state");
  refuseEarlyStats(state, fields);
  const orNull = <T>(field: keyof MatchRecord, read: (value: unknown, field: string) => T) =>
    readOrNull(fields[field], field, read);
  return {
    format: RECORD_FORMAT,
    chainId: readDecimal(fields.chainId, "chainId"),
    duel: readAddress(fields.duel, "duel"),
    gameId: readGameId(fields.gameId),
    modeId: readInteger(fields.modeId, "modeId", 1, MAX_MODE_ID),
    mode: readRecordMode(fields.mode, "mode"),
    state,
    bet: readDecimal(fields.bet, "bet"),
    opponent: orNull("opponent", readAddress),
    teamHash: readWord(fields.teamHash, "teamHash"),
    created: readStep(fields.created, "created"),
    p1Deposited: orNull("p1Deposited", readStep),
    p2Deposited: orNull("p2Deposited", readStep),
    joined: orNull("joined", readStep),
    ended: orNull("ended", readStep),
    p1: readPlayer(fields.p1, "p1"),
    p2: orNull("p2", readPlayer),
    turns: orNull("turns", readHex),
    winner: orNull("winner", (winner, field) => readInteger(winner, field, 1, 2) as 1 | 2),
    winnerAmount: orNull("winnerAmount", readDecimal),
    houseAmount: orNull("houseAmount", readDecimal),
    refund: orNull("refund", readDecimal),
    credited: orNull("credited", readBoolean),
    logs: readLogs(fields.logs, "logs"),
    hash: readWord(fields.hash, "hash"),
  };
}

/** Statistics change when a game ends: before, a record has none. */
function refuseEarlyStats(state: State, { p1, p2 }: Record<string, unknown>): void {
  const [hasFought, hasEnded] = [isFought({ state }), isFought({ state }) || isForfeited({ state })];
  for (const [name, player] of Object.entries({ p1, p2 }) as [string, Partial<RecordPlayer> | null][]) {
    if (player?.stats && !hasEnded) {
      throw new InputError(`${name}.stats`, player.stats, `null in state ${state}`);
    }
    if (!Array.isArray(player?.team)) continue;
    const early = player.team.findIndex((fighter: RecordFighter | null) => fighter?.stats && !hasFought);
    if (early >= 0) {
      const { stats } = player.team[early] as RecordFighter;
      throw new InputError(`${name}.team[${early}].stats`, stats, `null in state ${state}`);
    }
  }
}

/**
 * A mode with all its settings and terms, of the right types. Its rules (PROTOCOL 4 and 6) are a check of their own,
 * so that a field that was changed is named before a rule that this breaks elsewhere.
 */
function readRecordMode(value: unknown, field: string): RecordMode {
  const fields = readObject(value, field, [...BATTLE_MODE_FIELDS, ...TERM_FIELDS]);
  const integer = (name: keyof RecordMode) => readInteger(fields[name], `${field}.${name}`, 0, MAX_SETTING);
  const three = (name: keyof RecordMode) =>
    readList(fields[name], `${field}.${name}`, TIER_COUNT, "integers").map((item, i) =>
      readInteger(item, `${field}.${name}[${i}]`, 0, MAX_SETTING),
    ) as unknown as TierValues;
  return {
    name: readText(fields.name, `${field}.name`, MAX_NAME_LENGTH),
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
    maxRounds: integer("maxRounds"),
    minBet: readDecimal(fields.minBet, `${field}.minBet`),
    maxBet: readDecimal(fields.maxBet, `${field}.maxBet`),
    winnerPctBps: integer("winnerPctBps"),
    housePctBps: integer("housePctBps"),
    inactiveHousePctBps: integer("inactiveHousePctBps"),
    inactiveMinHours: integer("inactiveMinHours"),
    cooldownSecs: integer("cooldownSecs"),
    teamRule: readOrNull(fields.teamRule, `${field}.teamRule`, readTeamRule),
    revealDelayBlocks: integer("revealDelayBlocks"),
  };
}

function readTeamRule(value: unknown, field: string): NonNullable<GameTerms["teamRule"]> {
  const fields = readObject(value, field, KINDS);
  const [tank, damage, support] = KINDS.map((kind) => readInteger(fields[kind], `${field}.${kind}`, 0, 255));
  return { tank: tank!, damage: damage!, support: support! };
}

function readPlayer(value: unknown, field: string): RecordPlayer {
  const fields = readObject(value, field, ["address", "nonce", "team", "stats"]);
  const address = readAddress(fields.address, `${field}.address`);
  return {
    address,
    nonce: readOrNull(fields.nonce, `${field}.nonce`, readWord),
    team: readOrNull(fields.team, `${field}.team`, (team, at) => readTeam(team, at, address)),
    stats: readOrNull(fields.stats, `${field}.stats`, (stats, at) =>
      readChanges(stats, at, PLAYER_STATISTICS),
    ),
  };
}

function readTeam(value: unknown, field: string, player: string): readonly RecordFighter[] {
  const list = readList(value, field, TEAM_SIZE, "fighters");
  return list.map((fighter, slot) => readFighter(fighter, `${field}[${slot}]`, player));
}

function readFighter(value: unknown, field: string, player: string): RecordFighter {
  const fields = readObject(value, field, [
    "assetId",
    "charId",
    "kind",
    "golden",
    "tiers",
    "owner",
    "cooldownUntil",
    "stats",
  ]);
  return {
    assetId: readInteger(fields.assetId, `${field}.assetId`, 0, MAX_ASSET_ID),
    charId: readInteger(fields.charId, `${field}.charId`, 1, 65_535),
    kind: readKind(fields.kind, `${field}.kind`),
    golden: readBoolean(fields.golden, `${field}.golden`),
    tiers: readTiers(fields.tiers, `${field}.tiers`),
    // Where it is the player's own text, two owners are told apart by where they stand in memory.
    owner: fields.owner === player ? player : readOrNull(fields.owner, `${field}.owner`, readAddress),
    cooldownUntil: readOrNull(fields.cooldownUntil, `${field}.cooldownUntil`, readTime),
    stats: readOrNull(fields.stats, `${field}.stats`, (stats, at) =>
      readChanges(stats, at, FIGHTER_STATISTICS),
    ),
  };
}

function readChanges<Name extends string>(
  value: unknown,
  field: string,
  names: readonly Name[],
): Record<Name, Change> {
  const fields = readObject(value, field, names);
  const changes = names.map((name) => {
    const change = readObject(fields[name], `${field}.${name}`, ["before", "after"]);
    const read = name === "fightSpent" || name === "fightWon" ? readDecimal : readCounter;
    const before = read(change.before, `${field}.${name}.before`);
    return [name, { before, after: read(change.after, `${field}.${name}.after`) }] as const;
  });
  return Object.fromEntries(changes) as Record<Name, Change>;
}

function readStep(value: unknown, field: string): Step {
  const fields = readObject(value, field, ["block", "time", "transaction"]);
  return {
    block: readInteger(fields.block, `${field}.block`, 0, Number.MAX_SAFE_INTEGER),
    time: readTime(fields.time, `${field}.time`),
    transaction: readWord(fields.transaction, `${field}.transaction`),
  };
}

export function readLogs(value: unknown, field: string): readonly RecordLog[] {
  if (!Array.isArray(value) || value.length > MAX_LOGS) {
    throw new InputError(field, value, `a list of at most ${MAX_LOGS} logs`);
  }
  return value.map((log, i) => {
    const fields = readObject(log, `${field}[${i}]`, ["address", "topics", "data"]);
    if (!Array.isArray(fields.topics) || fields.topics.length < 1 || fields.topics.length > 4) {
      throw new InputError(`${field}[${i}].topics`, fields.topics, "a list of 1..4 words of 32 bytes");
    }
    return {
      address: readAddress(fields.address, `${field}[${i}].address`),
      topics: fields.topics.map((topic, j) => readWord(topic, `${field}[${i}].topics[${j}]`)),
      data: readHex(fields.data, `${field}[${i}].data`),
    };
  });
}

function readOrNull<T>(value: unknown, field: string, read: (value: unknown, field: string) => T): T | null {
  return value === null ? null : read(value, field);
}

function readState(value: unknown, field: string): State {
  const state = STATES.find((known) => known === value);
  if (state === undefined || state === "READY_TO_FIGHT" || state === "RESERVED") {
    throw new InputError(field, value, "a state that a game can stay in, such as P1_WIN");
  }
  return state;
}

function readTime(value: unknown, field: string): number {
  return readInteger(value, field, 0, 2 ** 40 - 1);
}

/** Always a string, never a number, so that a record has one form only. */
function readDecimal(value: unknown, field: string): string {
  return readQuoted(value, field, MAX_UINT256, "a whole number below 2^256 in decimal, in quotes");
}

/** Games are numbered from 1. */
function readGameId(value: unknown): string {
  const gameId = readDecimal(value, "gameId");
  if (gameId === "0") throw new InputError("gameId", value, "a number from 1 on");
  return gameId;
}

/** A count or a time: no field of the contract for them is wider than 42 bits. */
function readCounter(value: unknown, field: string): string {
  return readQuoted(value, field, MAX_COUNTER, "a whole number below 2^53 in decimal, in quotes");
}

function readQuoted(value: unknown, field: string, max: bigint, expected: string): string {
  if (typeof value !== "string") throw new InputError(field, value, expected);
  return readBigInteger(value, field, max, expected).toString();
}

/** Lower case only, so that a record has one form only. */
function readAddress(value: unknown, field: string): string {
  if (typeof value !== "string" || !/^0x[0-9a-f]{40}$/.test(value)) {
    throw new InputError(field, value, "0x and 40 lowercase hex digits (an address)");
  }
  return value;
}

function readWord(value: unknown, field: string): Bytes32 {
  const word = readBytes32(value, field);
  if (word !== value) throw new InputError(field, value, "lowercase hex digits");
  return word;
}

function readHex(value: unknown, field: string): string {
  if (typeof value !== "string" || !/^0x([0-9a-f]{2})*$/.test(value)) {
    throw new InputError(field, value, "0x and an even number of lowercase hex digits");
  }
  return readText(value, field, 1_000_000);
}

/** One of the two, where both are known to be there. */
export function playerOf({ p1, p2 }: Pick<MatchRecord, "p1" | "p2">, player: 1 | 2): RecordPlayer {
  return player === 1 ? p1 : p2!;
}

export function isFought({ state }: Pick<MatchRecord, "state">): boolean {
  return state === "P1_WIN" || state === "P2_WIN";
}

export function isForfeited({ state }: Pick<MatchRecord, "state">): boolean {
  return state === "P1_WIN_INACTIVE" || state === "P2_WIN_INACTIVE";
}

/** The five fighters in the shape that a battle takes. */
export function battleTeam(team: readonly Pick<RecordFighter, "assetId" | "charId" | "tiers">[]): Team {
  return team.map(({ assetId, charId, tiers }) => ({ assetId: BigInt(assetId), charId, tiers }));
}
