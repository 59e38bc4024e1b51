import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { type Bytes32, toBytes32 } from "../sim/sealing/commitment.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One text for one value: keys sorted by UTF-16 code units, no white space (PROTOCOL 12). */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = value as { readonly [key: string]: Json };
  const members = Object.keys(fields)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key]!)}`);
  return `{${members.join(",")}}`;
}

/** Whether the keys of every object inside are in canonical order. */
export function isSorted(value: Json): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  let last = "";
  for (const [key, item] of Object.entries(value)) {
    if (key < last || !isSorted(item as Json)) return false;
    last = key;
  }
  return true;
}

/** The SHA-256 of an object's canonical JSON, its field `hash` left out. */
export function hashOf(record: { readonly [key: string]: Json }): Bytes32 {
  const { hash: _, ...hashed } = record;
  return toBytes32(sha256(utf8ToBytes(canonicalJson(hashed))));
}

/** Every value that is neither a list nor an object, under its path: `p1.team[3].tiers[0]`. */
export function leavesOf(value: Json, path = ""): { readonly path: string; readonly value: Json }[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((item: Json, i) => leavesOf(item, `${path}[${i}]`));
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item as Json, path === "" ? key : `${path}.${key}`),
  );
}

/** Paths come again and again, from a small set: the fields of a record. */
const keysByPath = new Map<string, readonly string[]>();

function keysOf(path: string): readonly string[] {
  const known = keysByPath.get(path);
  if (known !== undefined) return known;
  const keys = path.match(/[^.[\]]+/g) ?? [];
  keysByPath.set(path, keys);
  return keys;
}

/** What stands at a path; undefined if nothing does. */
export function valueAt(value: Json, path: string): Json | undefined {
  const keys = keysOf(path);
  return keys.reduce<Json | undefined>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as { [key: string]: Json })[key] : undefined,
    value,
  );
}
