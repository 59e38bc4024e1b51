import { type BattleResult, fight } from "./battle/battle.ts";
import type { BattleMode } from "./battle/modes.ts";
import { type Fighter, readTiers, refuseDuplicates, type Team, TEAM_SIZE } from "./battle/stats.ts";
import { type Turn, TURN_FIELDS } from "./battle/turnLog.ts";
import { DEFAULT_MODE, readGameMode } from "./duel/gameModes.ts";
import { readBigInteger, readInteger, readList, readObject } from "./input.ts";
import { type Bytes32, readBytes32 } from "./sealing/commitment.ts";
import { openMatch, recordMatch } from "./sealing/matchRecord.ts";
import { type RandomSource, SeededRandom } from "./sealing/random.ts";

/** All that a battle follows from: its rules, both nonces and both teams. */
export interface SimulationCase {
  readonly mode: BattleMode;
  readonly p1Nonce: Bytes32;
  readonly p2Nonce: Bytes32;
  readonly p1Team: Team;
  readonly p2Team: Team;
}

export interface SimulationReport extends BattleResult {
  /** Player 1's commitment. */
  readonly teamHash: Bytes32;
  readonly seed: Bytes32;
}

const MAX_ASSET_ID = 2n ** 256n - 1n;
const MAX_CHAR_ID = 65_535;

/** A case as it stands in a file; without a mode, the default one. An error names the first bad field. */
export function readCase(value: unknown, field: string): SimulationCase {
  const fields = readObject(value, field, ["mode", "p1Nonce", "p2Nonce", "p1Team", "p2Team"]);
  return {
    mode: fields.mode === undefined ? DEFAULT_MODE.battle : readGameMode(fields.mode, `${field}.mode`).battle,
    p1Nonce: readBytes32(fields.p1Nonce, `${field}.p1Nonce`),
    p2Nonce: readBytes32(fields.p2Nonce, `${field}.p2Nonce`),
    p1Team: readTeam(fields.p1Team, `${field}.p1Team`),
    p2Team: readTeam(fields.p2Team, `${field}.p2Team`),
  };
}

/** Five fighters. One that stands in both teams is no error: it may have been sold between the join and the reveal. */
function readTeam(value: unknown, field: string): Team {
  const list = readList(value, field, TEAM_SIZE, "fighters");
  const team = list.map((fighter, slot) => readFighter(fighter, `${field}[${slot}]`));
  refuseDuplicates(
    team.map(({ assetId }) => assetId),
    (slot) => `${field}[${slot}].assetId`,
  );
  return team;
}

function readFighter(value: unknown, field: string): Fighter {
  const fields = readObject(value, field, ["assetId", "charId", "tiers"]);
  return {
    assetId: readBigInteger(
      fields.assetId,
      `${field}.assetId`,
      MAX_ASSET_ID,
      "a whole number 0..2^256-1, in quotes if it is beyond 2^53",
    ),
    charId: readInteger(fields.charId, `${field}.charId`, 0, MAX_CHAR_ID),
    tiers: readTiers(fields.tiers, `${field}.tiers`),
  };
}

/** The whole duel from sealed team to winner, as the chain would have it. */
export function simulate(
  { mode, p1Nonce, p2Nonce, p1Team, p2Team }: SimulationCase,
  random?: RandomSource,
): SimulationReport {
  const opening = (nonce: Bytes32, team: Team) => ({ nonce, assetIds: team.map(({ assetId }) => assetId) });
  const match = recordMatch(opening(p1Nonce, p1Team), opening(p2Nonce, p2Team));
  const seed = openMatch(match);
  return {
    teamHash: match.teamHash,
    seed,
    ...fight(mode, p1Team, p2Team, random ?? new SeededRandom(seed)),
  };
}

/** A report as plain JSON: asset ids as decimal strings, for they may not fit a double. */
export function reportToJson(report: SimulationReport) {
  const { teamHash, seed, firstAttacker, winner, rounds, alive, turns } = report;
  return { teamHash, seed, firstAttacker, winner, rounds, alive, turns: turns.map(turnToJson) };
}

function turnToJson(turn: Turn): Record<keyof Turn, string | number | boolean> {
  const fields = TURN_FIELDS.map((name) => {
    const value = turn[name];
    return [name, typeof value === "bigint" ? value.toString() : value];
  });
  return Object.fromEntries(fields);
}
