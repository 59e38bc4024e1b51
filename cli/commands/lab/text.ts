import type { Goal } from "../../../lab/goals.ts";
import type { Estimate, Share } from "../../../lab/statistics.ts";

/** A share in percent; one that is not 0 is never shown as 0. */
export function percent(value: number, digits = 1): string {
  return `${percentNumber(value, digits)} %`;
}

function percentNumber(value: number, digits: number): string {
  const shown = Math.abs(100 * value);
  const isTiny = shown > 0 && shown < 0.5 * 10 ** -digits;
  const text = shown.toFixed(isTiny ? Math.min(20, Math.ceil(-Math.log10(shown))) : digits);
  return value < 0 ? `−${text}` : text;
}

/** An interval of shares, the unit once. */
export function percentRange({ low, high }: Estimate, digits = 1): string {
  return `${percentNumber(low, digits)} to ${percent(high, digits)}`;
}

/** A share with its interval, or a dash if nothing was counted. */
export function shareText(share: Share, digits = 1): string {
  return share.n === 0 ? "–" : `${percent(share.value, digits)} (${percentRange(share, digits)})`;
}

export const count = (value: number) => Math.round(value).toLocaleString("en-US");

/** A value of a goal in its own unit. */
export function inUnit(unit: Goal["unit"], value: number): string {
  if (unit === "share") return percent(value, 2);
  return unit === "turns" ? `${value.toFixed(2)} turns` : `${count(value)} gas`;
}

/** What a difference of a goal is shown in: percentage points, turns or gas. */
export function differenceScale(unit: Goal["unit"]): { readonly scale: number; readonly name: string } {
  return unit === "share" ? { scale: 100, name: "percentage points" } : { scale: 1, name: unit };
}

/** A change of a goal: shares in percentage points. */
export function changeIn(unit: Goal["unit"], value: number): string {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "±";
  const size = Math.abs(value);
  return sign + (unit === "share" ? `${(100 * size).toFixed(2)} pp` : inUnit(unit, size));
}

export function rangeText(unit: Goal["unit"], { low, high }: Estimate, show = inUnit): string {
  // The unit once: "25.1 to 26.3 turns".
  const bare = show(unit, low).replace(/ \D+$/, "");
  return `${bare} to ${show(unit, high)}`;
}

/** Which columns hold nothing but numbers, or dashes where there is none: they stand to the right. */
export function numberColumns(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly boolean[] {
  return head.map((_, column) => rows.every((row) => /^[−+±\d–]/.test(row[column]!)));
}

/** Columns of text; those of numbers to the right. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const isNumber = numberColumns(head, rows);
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
