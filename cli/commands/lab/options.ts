import { availableParallelism } from "node:os";
import { basename, resolve } from "node:path";
import type { Command } from "commander";
import { BLOCK_FIGHTS } from "../../../lab/jobs.ts";
import { drawnFor, readLineup, type TeamRule, type Teams } from "../../../lab/teams.ts";
import type { BattleMode } from "../../../sim/battle/modes.ts";
import { type GameMode, readGameMode } from "../../../sim/duel/gameModes.ts";
import { MAX_FIGHTS } from "../../../sim/fast/duelSeeds.ts";
import { InputError } from "../../../sim/input.ts";
import { readJson } from "../../files.ts";
import { UserError } from "../../run.ts";

const SHIPPED = ["default", "blitz", "siege"] as const;

/** Where the user is: `npm run` moves to the project's folder and keeps the user's here. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

export interface ModeFile {
  /** What files and titles call it. */
  readonly name: string;
  readonly mode: GameMode;
  readonly battle: BattleMode;
  readonly rule: TeamRule;
  /** The file as it stands, to write a changed one beside it. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A mode by its file, or one of the game's by its name. Refused at once, by the name of the bad field. */
export async function readModeFile(argument: string): Promise<ModeFile> {
  const isShipped = SHIPPED.some((name) => name === argument);
  const path = isShipped
    ? new URL(`../../../game/modes/${argument}.json`, import.meta.url).pathname
    : argument;
  const json = await readJson(path);
  const mode = readGameMode(json, basename(argument));
  return {
    name: basename(argument, ".json"),
    mode,
    battle: mode.battle,
    rule: mode.terms.teamRule,
    json: json as Record<string, unknown>,
  };
}

/** What every command of the lab takes. */
export interface LabOptions {
  readonly fights: string;
  readonly seed: string;
  readonly threads: string;
  readonly out?: string;
  readonly queue?: string;
  readonly json?: boolean;
}

export function withLabOptions(command: Command, fights: string): Command {
  return command
    .option("--fights <number>", "how many fights", fights)
    .option("--seed <label>", "any text: the same text gives the same fights", "lab")
    .option("--threads <number>", "threads of this machine", String(availableParallelism()))
    .option("--out <folder>", "where results go (default: lab-<command>-<mode>)")
    .option(
      "--queue <url>",
      "spread the work over `lab worker`s by this Redis, such as redis://127.0.0.1:6379",
    )
    .option("--json", "print the document as JSON instead of a summary");
}

const LONGEST_LABEL = 100;

export interface LabSetup {
  readonly fights: number;
  readonly label: string;
  readonly threads: number;
  readonly queue: string | null;
}

export function readLabOptions(options: LabOptions): LabSetup {
  const label = options.seed;
  if (!/^[\x20-\x7e]+$/.test(label) || label.length > LONGEST_LABEL) {
    throw new InputError("--seed", label, `1..${LONGEST_LABEL} printable ASCII characters`);
  }
  return {
    fights: readNumber(options.fights, "--fights", 2 * BLOCK_FIGHTS, MAX_FIGHTS),
    label,
    threads: readNumber(options.threads, "--threads", 1, 256),
    queue: options.queue === undefined ? null : readQueueUrl(options.queue),
  };
}

export function readNumber(text: string, field: string, min: number, max: number): number {
  const value = /^\d[\d_,]*$/.test(text) ? Number(text.replace(/[_,]/g, "")) : NaN;
  if (!(value >= min && value <= max)) {
    throw new InputError(field, text, `a whole number ${min}..${max}`);
  }
  return value;
}

export function readQueueUrl(text: string): string {
  if (!/^rediss?:\/\/\S+$/.test(text)) {
    throw new InputError("--queue", text, "the address of a Redis, such as redis://127.0.0.1:6379");
  }
  return text;
}

/** Drawn teams, unless both sides' are given. */
export function readTeams(p1: string | undefined, p2: string | undefined, rule: TeamRule): Teams {
  if (p1 === undefined && p2 === undefined) return drawnFor(rule, []);
  if (p1 === undefined || p2 === undefined)
    throw new UserError("--p1 and --p2 go together: give both teams, or none");
  return { kind: "given", rule, p1: readLineup(p1, "--p1", rule), p2: readLineup(p2, "--p2", rule) };
}
