import type { Goal } from "../../../lab/goals.ts";
import type { Estimate } from "../../../lab/statistics.ts";

export const percent = (value: number, digits = 1) => `${(100 * value).toFixed(digits)} %`;
export const count = (value: number) => Math.round(value).toLocaleString("en-US");

/** A value of a goal in its own unit. */
export function inUnit(unit: Goal["unit"], value: number): string {
  if (unit === "share") return percent(value, 2);
  return unit === "turns" ? `${value.toFixed(2)} turns` : `${count(value)} gas`;
}

/** A change of a goal: shares in percentage points. */
export function changeIn(unit: Goal["unit"], value: number): string {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "±";
  const size = Math.abs(value);
  return sign + (unit === "share" ? `${(100 * size).toFixed(2)} pp` : inUnit(unit, size));
}

export function rangeText(unit: Goal["unit"], { low, high }: Estimate, show = inUnit): string {
  return `${show(unit, low)} to ${show(unit, high)}`;
}

/** Columns of text; those of numbers to the right. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const isNumber = head.map((_, column) => rows.every((row) => /^[−+±\d]/.test(row[column]!)));
  return all
    .map((row) =>
      row
        .map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The proof of a document in a few lines. */
export function proofLines(proof: {
  readonly engine: string;
  readonly modes: readonly string[];
  readonly seeds: { readonly label: string; readonly from: number; readonly to: number };
  readonly checksum: string;
}): readonly string[] {
  const { engine, modes, seeds, checksum } = proof;
  const shown = modes.length > 2 ? [`${modes[0]!} and ${modes.length - 1} more`] : modes;
  return [
    `mode     ${shown.join("\n         ")}`,
    `seeds    "${seeds.label}" ${seeds.from}..${seeds.to - 1}`,
    `engine   ${engine}`,
    `checksum ${checksum}`,
  ];
}
