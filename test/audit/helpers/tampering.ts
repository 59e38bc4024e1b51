import { hashOf, type Json } from "../../../audit/canonical.ts";

export type Fields = { [key: string]: Json };

/** As a forger would leave it: with the hash made anew. */
export function rehashed(record: Fields): Fields {
  return { ...record, hash: hashOf(record) };
}

/** Records with one leaf changed to something of the same type, and of the same meaning where it has few. */
export function changesOf(record: Fields, path: string): Fields[] {
  const keys = path.match(/[^.[\]]+/g)!;
  const last = keys.pop()!;
  const variants = changedValues(leafAt(record, [...keys, last]));
  return variants.map((value) => {
    const copy = structuredClone(record);
    (leafAt(copy, keys) as Fields)[last] = value;
    return copy;
  });
}

function leafAt(record: Json, keys: string[]): Json {
  return keys.reduce((inner, key) => (inner as Fields)[key]!, record);
}

function changedValues(value: Json): Json[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 1, value === 0 ? 2 : value - 1];
  if (value === null) return ["0x00", 1];
  if (typeof value !== "string") return [];
  if (/^[0-9]+$/.test(value)) return [(BigInt(value) + 1n).toString()];
  if (!/^0x[0-9a-f]+$/.test(value)) return [`${value}x`];
  const nibble = (at: number) => value.slice(0, at) + (value[at] === "1" ? "2" : "1") + value.slice(at + 1);
  // Some digits from all over, so that every word of an event's data has its turn in the long run.
  const step = Math.max(1, Math.floor(value.length / 40));
  const places = Array.from({ length: 40 }, (_, i) => 2 + i * step).filter((at) => at < value.length);
  return value.length > 70
    ? [...places, value.length - 1].map(nibble)
    : [nibble(2), nibble(value.length - 1)];
}
