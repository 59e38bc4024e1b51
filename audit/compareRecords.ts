import { type Json, leavesOf, valueAt } from "./canonical.ts";
import { type Check, check, Difference } from "./check.ts";
import { compareTurns } from "./compareTurns.ts";
import { battleTeam, type MatchRecord } from "./record.ts";

/**
 * A record beside a fresh one of the same game from a node. What the record alone cannot prove, such as the times of
 * blocks, is compared here; the hash is left out, since a node without old state gives fewer fields.
 */
export function compareWithChain(record: MatchRecord, onChain: MatchRecord): Check {
  return check("chain", () => {
    const { hash: _, turns, ...rest } = record;
    const { hash: __, turns: emitted, ...chainRest } = onChain;
    const [said, known] = [rest as unknown as Json, chainRest as unknown as Json];
    const paths = new Set([...leavesOf(said), ...leavesOf(known)].map(({ path }) => path));
    for (const path of paths) {
      const [a, b] = [valueAt(said, path), valueAt(known, path)];
      // Null inside a team or statistics means "not available", on either side.
      if (a === b || (isStateOfThePast(path) && (isUnknown(said, path) || isUnknown(known, path)))) continue;
      throw new Difference(path, `the record says ${shown(a)}, the chain says ${shown(b)}`);
    }
    if (turns !== null && emitted !== null) {
      const teams = [battleTeam(record.p1.team!), battleTeam(record.p2!.team!)] as const;
      compareTurns({
        found: turns,
        foundBy: "the record says",
        expected: emitted,
        expectedBy: "the chain says",
        teams,
      });
    } else if (turns !== emitted) {
      throw new Difference("turns", `the record says ${shown(turns)}, the chain says ${shown(emitted)}`);
    }
    return () => `${paths.size + 1} fields are those of chain ${onChain.chainId}`;
  });
}

function isStateOfThePast(path: string): boolean {
  return /\.(owner|cooldownUntil|stats)\b/.test(path);
}

function isUnknown(record: Json, path: string): boolean {
  const statsPath = /^.*\.stats\b/.exec(path)?.[0];
  return valueAt(record, statsPath ?? path) === null;
}

function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : typeof value === "object" ? JSON.stringify(value) : String(value);
}
