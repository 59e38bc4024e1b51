/** A line of a bench's table: a figure beside the bar it must pass and the aim beyond it. */
export interface Line {
  readonly figure: string;
  readonly measured: number;
  readonly show: (value: number) => string;
  readonly goal?: { readonly bar: number; readonly aim: number; readonly better: "less" | "more" };
}

export const count = (value: number) => Math.round(value).toLocaleString("en-US");
export const ratio = (value: number) => value.toFixed(2);
export const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
export const times = (value: number) => `${value.toFixed(2)} ×`;

export function drawTable(lines: readonly Line[]): string {
  const rows = lines.map(({ figure, measured, show, goal }) => [
    figure,
    show(measured),
    goal ? `${goal.better === "more" ? "≥" : "≤"} ${show(goal.bar)}` : "",
    goal ? show(goal.aim) : "",
    goal ? mark(measured, goal) : "",
  ]);
  const all = [["figure", "measured", "bar", "aim", ""], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const isText = (column: number) => column === 0 || column === 4;
  return all
    .map((row) =>
      row
        .map((cell, i) => (isText(i) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function mark(measured: number, { bar, aim, better }: NonNullable<Line["goal"]>): string {
  const reaches = (goal: number) => (better === "more" ? measured >= goal : measured <= goal);
  return reaches(aim) ? "✔ aim" : reaches(bar) ? "✔ bar" : "✘ missed";
}
