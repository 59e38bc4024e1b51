import { hexToBytes } from "@noble/hashes/utils.js";
import type { Team } from "../sim/battle/stats.ts";
import { PACKED_TURN_BYTES, TURN_FIELDS, type Turn, unpackTurns } from "../sim/battle/turnLog.ts";
import { InputError } from "../sim/input.ts";
import { Difference } from "./check.ts";

const TURN_HEX = PACKED_TURN_BYTES * 2;

/** Two packed logs of the same teams, and whose word each is: "the record says". */
interface TurnComparison {
  readonly found: string;
  readonly foundBy: string;
  readonly expected: string;
  readonly expectedBy: string;
  readonly teams: readonly [Team, Team];
}

/** Throws the first turn and field in which two logs differ, with both values. */
export function compareTurns({ found, foundBy, expected, expectedBy, teams }: TurnComparison): void {
  if (found === expected) return;
  const [a, b] = [found.slice(2), expected.slice(2)];
  for (let at = 0; at < Math.min(a.length, b.length); at += TURN_HEX) {
    const [turnA, turnB] = [a.slice(at, at + TURN_HEX), b.slice(at, at + TURN_HEX)];
    if (turnA === turnB) continue;
    if (turnA.length < TURN_HEX || turnB.length < TURN_HEX) break;
    const i = at / TURN_HEX;
    const readA = readTurn(turnA, i, teams, foundBy);
    const readB = readTurn(turnB, i, teams, expectedBy);
    const field = TURN_FIELDS.find((name) => readA[name] !== readB[name])!;
    throw new Difference(
      `turns[${i}].${field}`,
      `in turn ${i + 1} (round ${readB.round}), ${foundBy} ${readA[field]}, ${expectedBy} ${readB[field]}`,
    );
  }
  throw new Difference("turns", `${foundBy} ${lengthOf(a)}, ${expectedBy} ${lengthOf(b)}`);
}

function lengthOf(hex: string): string {
  const turns = `${Math.floor(hex.length / TURN_HEX)} turns`;
  const rest = (hex.length % TURN_HEX) / 2;
  return rest === 0 ? turns : `${turns} and ${rest} bytes of another`;
}

function readTurn(hex: string, i: number, teams: readonly [Team, Team], by: string): Turn {
  try {
    return unpackTurns(hexToBytes(hex), ...teams)[0]!;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const field = error.field.replace("turns[0]", `turns[${i}]`);
    throw new Difference(field, `in turn ${i + 1}, ${by}${error.message.slice(error.field.length + 1)}`);
  }
}
