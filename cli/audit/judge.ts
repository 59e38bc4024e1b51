import { hash } from "node:crypto";
import { isSorted, type Json } from "../../audit/canonical.ts";
import type { Check } from "../../audit/check.ts";
import { createFastEngine, type Engine, referenceEngine } from "../../audit/engine.ts";
import { type Game, loadGame } from "../../audit/game.ts";
import { readRecord } from "../../audit/record.ts";
import { verdictOf, verifyGame } from "../../audit/verify.ts";
import { CannotCheck } from "../../chain/duelReader.ts";
import { InputError } from "../../sim/input.ts";
import type { Bytes32 } from "../../sim/sealing/commitment.ts";

/** A line of a data set, ready to be checked. */
export interface LoadedLine {
  readonly game: Game;
  /** What the record's hash must be; undefined if the line is not canonical, and its record must be written anew. */
  readonly computedHash: Bytes32 | undefined;
}

const nativeHash = (text: string): Bytes32 => `0x${hash("sha256", text, "hex")}`;

/** The engine of an audit: its own SHA-256 and battles are several times as fast as the reference. */
export function createAuditEngine(): Engine {
  return createFastEngine(nativeHash);
}

/** @param place Which line of the data set it is, for messages; from 1 on. */
export function loadLine(text: string, place: number): LoadedLine {
  try {
    const value = JSON.parse(text) as Json;
    const record = readRecord(value);
    return { game: loadGame(record), computedHash: canonicalHash(value, text, record.hash) };
  } catch (error) {
    if (!(error instanceof InputError || error instanceof SyntaxError)) throw error;
    throw new CannotCheck(`line ${place} of the data set is not a match record: ${error.message}`);
  }
}

/** A fast engine finds suspects; only the reference condemns. */
export function judge(game: Game, engine: Engine): readonly Check[] {
  const checks = verifyGame(game, engine);
  return verdictOf(checks) === "differs" ? verifyGame(game, referenceEngine) : checks;
}

/** The hash of a record whose line is canonical, which is its own text without the hash; else nothing. */
function canonicalHash(value: Json, text: string, said: string): Bytes32 | undefined {
  if (!isSorted(value) || JSON.stringify(value) !== text) return undefined;
  const unhashed = text.replace(`"hash":"${said}",`, "");
  return nativeHash(unhashed);
}
