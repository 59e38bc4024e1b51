import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import packageFile from "../package.json" with { type: "json" };
import { BATTLE_MODE_FIELDS, type BattleMode } from "../sim/battle/modes.ts";
import { DEFAULT_MODE } from "../sim/duel/gameModes.ts";
import { BLOCK_FIGHTS, DETAIL_EVERY, type Run } from "./jobs.ts";
import { drawnFor, type TeamRule } from "./teams.ts";
import { doJob } from "./work.ts";

/** SHA-256 of a value's JSON with its keys in order, so that the same content has one hash. */
export function hashOf(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(sorted(value)))));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, content]) => [key, sorted(content)]));
}

/** The hash of all that a battle depends on: its settings, and the rule that teams are drawn by. */
export function modeHash(mode: BattleMode, rule: TeamRule): string {
  return hashOf({
    battle: Object.fromEntries(BATTLE_MODE_FIELDS.map((field) => [field, mode[field]])),
    rule,
  });
}

const FINGERPRINT: Run = {
  task: { kind: "report", mode: DEFAULT_MODE.battle, teams: drawnFor(null, []) },
  label: "engine fingerprint",
  // So many that it also shows which of them are read turn by turn.
  fights: 2 * BLOCK_FIGHTS * DETAIL_EVERY,
};

let version: string | undefined;

/**
 * The engine by what it does: the package's version, and a hash of what it counts in a fixed run of the default mode.
 * Two engines with the same name give the same numbers, whether they are JavaScript or WebAssembly.
 */
export function engineVersion(): string {
  version ??= `sealed-duel ${packageFile.version} ${hashOf(doJob(FINGERPRINT, { from: 0, to: FINGERPRINT.fights })).slice(0, 16)}`;
  return version;
}
