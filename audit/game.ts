import { hexToBytes } from "@noble/hashes/utils.js";
import { readGameMode } from "../sim/duel/gameModes.ts";
import type { PlayerStatistics } from "../sim/duel/statistics.ts";
import { InputError } from "../sim/input.ts";
import { toFight } from "./amounts.ts";
import { type Fight, fightOf } from "./engine.ts";
import { FighterChanges } from "./fighterChanges.ts";
import { battleTeam, type MatchRecord, type RecordMode, type RecordPlayer } from "./record.ts";

/** Statistics on both sides of a game's end. */
interface Changes<Statistics> {
  readonly before: Statistics;
  readonly after: Statistics;
}

/** A mode, and what was found out about it: nearly all games of an audit share a few. */
interface LoadedMode {
  readonly settings: RecordMode;
  readonly minBet: bigint;
  readonly maxBet: bigint;
  /** The rule of PROTOCOL 4 or 6 that it breaks, if any. */
  readonly fault: InputError | null;
}

/**
 * A match record with its texts as numbers: what the rules compute with. To load a game takes several times as long as
 * to check it, so whoever checks many loads each once.
 */
export interface Game {
  readonly record: MatchRecord;
  readonly mode: LoadedMode;
  readonly bet: bigint;
  readonly winnerAmount: bigint | null;
  readonly houseAmount: bigint | null;
  readonly refund: bigint | null;
  /** Once both teams were shown. */
  readonly fight: Fight | null;
  /** The emitted log. */
  readonly turns: Uint8Array | null;
  /** Of player 1 and player 2. */
  readonly playerStats: readonly (Changes<PlayerStatistics> | null)[];
  /** Of player 1's five, then of player 2's. */
  readonly fighterStats: FighterChanges;
}

export function loadGame(record: MatchRecord): Game {
  const { p1, p2, bet, winnerAmount, houseAmount, refund, turns } = record;
  const mode = loadMode(record.mode);
  const amount = (text: string | null) => (text === null ? null : BigInt(text));
  const teams = p1.team && p2?.team ? ([battleTeam(p1.team), battleTeam(p2.team)] as const) : null;
  return {
    record,
    mode,
    bet: BigInt(bet),
    winnerAmount: amount(winnerAmount),
    houseAmount: amount(houseAmount),
    refund: amount(refund),
    fight: teams === null ? null : fightOf(mode.settings, teams),
    turns: turns === null ? null : hexToBytes(turns.slice(2)),
    playerStats: [p1, p2].map((player) => loadPlayerStats(player?.stats ?? null)),
    fighterStats: new FighterChanges([...(p1.team ?? []), ...(p2?.team ?? [])]),
  };
}

const MOST_MODES = 1_000;
const loadedModes = new Map<string, LoadedMode>();

function loadMode(settings: RecordMode): LoadedMode {
  const key = JSON.stringify(settings);
  const known = loadedModes.get(key);
  if (known !== undefined) return known;
  // A forged data set may have a mode for every game.
  if (loadedModes.size >= MOST_MODES) loadedModes.clear();
  const [minBet, maxBet] = [BigInt(settings.minBet), BigInt(settings.maxBet)];
  const loaded = { settings, minBet, maxBet, fault: faultOf(settings, minBet, maxBet) };
  loadedModes.set(key, loaded);
  return loaded;
}

/** The rules are those of a mode's file, which has its amounts in FIGHT. There is none for the name on chain. */
function faultOf(settings: RecordMode, minBet: bigint, maxBet: bigint): InputError | null {
  try {
    readGameMode({ ...settings, name: "any", minBet: toFight(minBet), maxBet: toFight(maxBet) }, "mode");
    return null;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

function loadPlayerStats(stats: RecordPlayer["stats"]): Changes<PlayerStatistics> | null {
  if (stats === null) return null;
  const side = (of: "before" | "after"): PlayerStatistics => ({
    duelsEntered: Number(stats.duelsEntered[of]),
    duelsWon: Number(stats.duelsWon[of]),
    duelsLost: Number(stats.duelsLost[of]),
    duelsForfeited: Number(stats.duelsForfeited[of]),
    fightSpent: BigInt(stats.fightSpent[of]),
    fightWon: BigInt(stats.fightWon[of]),
    lastDuel: Number(stats.lastDuel[of]),
  });
  return { before: side("before"), after: side("after") };
}
