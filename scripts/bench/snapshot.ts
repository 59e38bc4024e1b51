import { readFileSync, writeFileSync } from "node:fs";
import type { ActionGas } from "./actions.ts";

/** The committed gas of every public action; `npm test` compares with it. */
const FILE = new URL("../../test/gas-snapshot.json", import.meta.url);

export type Snapshot = Record<string, ActionGas>;

export function readSnapshot(): Snapshot {
  return JSON.parse(readFileSync(FILE, "utf8")) as Snapshot;
}

export function writeSnapshot(snapshot: Snapshot): void {
  writeFileSync(FILE, `${JSON.stringify(snapshot, null, 2)}\n`);
}
