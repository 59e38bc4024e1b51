import { InputError, readInteger, readObject } from "../sim/input.ts";
import { type Bytes32, readBytes32 } from "../sim/sealing/commitment.ts";

export const DATASET_FORMAT = "sealed-duel-dataset/1";

/** What pins a data set: which contract, up to which block, and the hash of the file of records. */
export interface Manifest {
  readonly format: typeof DATASET_FORMAT;
  readonly chainId: string;
  readonly duel: string;
  /** Null if the records came without a node. */
  readonly atBlock: number | null;
  readonly games: number;
  /** SHA-256 of dataset.jsonl. */
  readonly sha256: Bytes32;
  /** The contract's FIGHT, and what was withdrawn from credits, at that block; null if no node could tell. */
  readonly balance: string | null;
  readonly withdrawn: string | null;
}

export function readManifest(value: unknown): Manifest {
  const fields = readObject(value, "manifest", [
    "format",
    "chainId",
    "duel",
    "atBlock",
    "games",
    "sha256",
    "balance",
    "withdrawn",
  ]);
  if (fields.format !== DATASET_FORMAT) {
    throw new InputError("manifest.format", fields.format, `"${DATASET_FORMAT}"`);
  }
  const text = (name: string, pattern: RegExp) => {
    const found = fields[name];
    if (typeof found !== "string" || !pattern.test(found)) {
      throw new InputError(`manifest.${name}`, found, `a text like ${pattern}`);
    }
    return found;
  };
  const amount = (name: string) => (fields[name] === null ? null : text(name, /^[0-9]+$/));
  return {
    format: DATASET_FORMAT,
    chainId: text("chainId", /^[0-9]+$/),
    duel: text("duel", /^0x[0-9a-f]{40}$/),
    atBlock:
      fields.atBlock === null
        ? null
        : readInteger(fields.atBlock, "manifest.atBlock", 0, Number.MAX_SAFE_INTEGER),
    games: readInteger(fields.games, "manifest.games", 0, Number.MAX_SAFE_INTEGER),
    sha256: readBytes32(fields.sha256, "manifest.sha256"),
    balance: amount("balance"),
    withdrawn: amount("withdrawn"),
  };
}
