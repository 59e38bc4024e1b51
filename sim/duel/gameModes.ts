import blitz from "../../game/modes/blitz.json" with { type: "json" };
import classic from "../../game/modes/default.json" with { type: "json" };
import siege from "../../game/modes/siege.json" with { type: "json" };
import { KINDS, MAX_NAME_LENGTH, type Kind } from "../battle/characters.ts";
import { BATTLE_MODE_FIELDS, type BattleMode, readBattleMode } from "../battle/modes.ts";
import { TEAM_SIZE } from "../battle/stats.ts";
import { InputError, readInteger, readObject, readText } from "../input.ts";

/** The terms of a game beside its battle (PROTOCOL 6). Amounts in FIGHT's smallest unit. */
export interface GameTerms {
  readonly minBet: bigint;
  readonly maxBet: bigint;
  /** What the winner of a battle gets of the pot; together with the house's part always 10,000. */
  readonly winnerPctBps: number;
  readonly housePctBps: number;
  /** The house's part of a pot that is won because the other side did not act. */
  readonly inactiveHousePctBps: number;
  readonly inactiveMinHours: number;
  readonly cooldownSecs: number;
  /** How many of each kind a team must have; null: any team. */
  readonly teamRule: Readonly<Record<Kind, number>> | null;
  readonly revealDelayBlocks: number;
}

export interface GameMode {
  readonly name: string;
  readonly description: string;
  readonly battle: BattleMode;
  readonly terms: GameTerms;
}

const BPS = 10_000;
const FIGHT_DECIMALS = 18;
const MAX_AMOUNT = 2n ** 96n - 1n;
const MAX_DESCRIPTION_LENGTH = 500;

const TERM_FIELDS = [
  "minBet",
  "maxBet",
  "winnerPctBps",
  "housePctBps",
  "inactiveHousePctBps",
  "inactiveMinHours",
  "cooldownSecs",
  "teamRule",
  "revealDelayBlocks",
] as const;

/** What a mode file may leave out, as it then stands. */
const DEFAULT_TERMS = {
  minBet: "1",
  maxBet: "1000000",
  winnerPctBps: 8_000,
  housePctBps: 2_000,
  inactiveHousePctBps: 0,
  inactiveMinHours: 24,
  cooldownSecs: 86_400,
  teamRule: null,
  revealDelayBlocks: 0,
} as const;

/**
 * A mode from its file (game/modes/mode.schema.json): the battle's settings, all of them, and the terms, which have
 * defaults. An error names the first bad field.
 */
export function readGameMode(value: unknown, field: string): GameMode {
  const fields = readObject(value, field, [
    "$schema",
    "name",
    "description",
    ...BATTLE_MODE_FIELDS,
    ...TERM_FIELDS,
  ]);
  const { name = "Custom", description = "A mode of one's own." } = fields;
  return {
    name: readName(name, `${field}.name`),
    description: readText(description, `${field}.description`, MAX_DESCRIPTION_LENGTH),
    battle: readBattleMode(Object.fromEntries(BATTLE_MODE_FIELDS.map((key) => [key, fields[key]])), field),
    terms: readTerms({ ...DEFAULT_TERMS, ...fields }, field),
  };
}

function readName(value: unknown, field: string): string {
  const name = readText(value, field, MAX_NAME_LENGTH);
  if (new TextEncoder().encode(name).length > MAX_NAME_LENGTH) {
    throw new InputError(field, value, `at most ${MAX_NAME_LENGTH} bytes`);
  }
  return name;
}

function readTerms(fields: Record<string, unknown>, field: string): GameTerms {
  const integer = (name: string, min: number, max: number) =>
    readInteger(fields[name], `${field}.${name}`, min, max);
  const minBet = readFight(fields.minBet, `${field}.minBet`);
  const maxBet = readFight(fields.maxBet, `${field}.maxBet`);
  if (minBet < 1n) throw new InputError(`${field}.minBet`, fields.minBet, "more than 0 FIGHT");
  if (maxBet < minBet) throw new InputError(`${field}.maxBet`, fields.maxBet, "at least minBet");
  const winnerPctBps = integer("winnerPctBps", 0, BPS);
  const inactiveMinHours = integer("inactiveMinHours", 1, 720);
  return {
    minBet,
    maxBet,
    winnerPctBps,
    housePctBps: integer("housePctBps", BPS - winnerPctBps, BPS - winnerPctBps),
    inactiveHousePctBps: integer("inactiveHousePctBps", 0, BPS),
    inactiveMinHours,
    cooldownSecs: integer("cooldownSecs", 0, 30 * 86_400),
    teamRule: readTeamRule(fields.teamRule, `${field}.teamRule`),
    // Whoever must reveal needs time to: for each block of delay a minute of the time that the other has to wait.
    revealDelayBlocks: integer("revealDelayBlocks", 0, Math.min(255, 60 * inactiveMinHours)),
  };
}

function readTeamRule(value: unknown, field: string): GameTerms["teamRule"] {
  if (value === null) return null;
  const fields = readObject(value, field, KINDS);
  const [tank, damage, support] = KINDS.map((kind) =>
    readInteger(fields[kind], `${field}.${kind}`, 0, TEAM_SIZE),
  );
  if (tank! + damage! + support! !== TEAM_SIZE) {
    throw new InputError(field, value, `numbers that make ${TEAM_SIZE} together`);
  }
  return { tank: tank!, damage: damage!, support: support! };
}

/** An amount of FIGHT as people write it, "12" or "0.5", in the token's smallest unit. */
export function readFight(value: unknown, field: string): bigint {
  const match = typeof value === "string" ? /^(0|[1-9][0-9]*)(?:\.([0-9]{1,18}))?$/.exec(value) : null;
  const expected = 'an amount of FIGHT in quotes, such as "12" or "0.5", below 2^96 units';
  if (match === null) throw new InputError(field, value, expected);
  const amount = BigInt(match[1]! + (match[2] ?? "").padEnd(FIGHT_DECIMALS, "0"));
  if (amount > MAX_AMOUNT) throw new InputError(field, value, expected);
  return amount;
}

export const DEFAULT_MODE = readGameMode(classic, "default");

/** The modes that the game ships with, in the order in which they are registered. */
export const SHIPPED_MODES: readonly GameMode[] = [
  DEFAULT_MODE,
  readGameMode(blitz, "blitz"),
  readGameMode(siege, "siege"),
];
