import { InputError } from "../sim/input.ts";
import type { Bytes32 } from "../sim/sealing/commitment.ts";
import { canonicalJson, hashOf, type Json, valueAt } from "./canonical.ts";
import { type Described, Difference, refuseUnless } from "./check.ts";
import { compareTurns } from "./compareTurns.ts";
import { claimsOf, HistoryError } from "./history.ts";
import { battleTeam, type MatchRecord } from "./record.ts";

const asJson = (record: MatchRecord) => record as unknown as { readonly [key: string]: Json };

/** The record is the one that was hashed. */
export function checkHash(record: MatchRecord, computed: Bytes32 = hashOf(asJson(record))): Described {
  refuseUnless(computed === record.hash, "hash", record.hash, computed);
  return () => computed;
}

/** The events are a possible history of this game, and the record says what they say. */
export function checkLogs(record: MatchRecord): Described {
  for (const { path, value, source } of replay(record)) {
    const found = valueAt(asJson(record), path);
    if (found === value) continue;
    if (path === "turns" && typeof value === "string" && typeof found === "string") {
      compareEmittedTurns(record, found, value);
    } else if (found === undefined || canonicalJson(found) !== canonicalJson(value)) {
      const shown = found === undefined ? "nothing" : canonicalJson(found);
      throw new Difference(path, `the record says ${shown}, ${source} says ${canonicalJson(value)}`);
    }
  }
  return () => `${record.logs.length} events of game ${record.gameId}, state ${record.state}`;
}

function replay(record: MatchRecord) {
  try {
    return claimsOf(record.logs, record.gameId);
  } catch (error) {
    if (error instanceof HistoryError) throw new Difference(...splitMessage(error.message));
    if (error instanceof InputError) throw new Difference(...splitMessage(error.message));
    throw error;
  }
}

/** A message of the form "field: what is wrong". */
function splitMessage(message: string): [string, string] {
  const colon = message.indexOf(": ");
  return [message.slice(0, colon), message.slice(colon + 2)];
}

function compareEmittedTurns(record: MatchRecord, found: string, expected: string): void {
  const teams = [battleTeam(record.p1.team!), battleTeam(record.p2!.team!)] as const;
  compareTurns({ found, foundBy: "the record says", expected, expectedBy: "GameFought.turns says", teams });
}
