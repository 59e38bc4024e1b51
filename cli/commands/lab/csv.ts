type Cell = string | number | boolean | null;

/** Rows of objects as CSV (RFC 4180): names first, numbers in full. */
export function csvOf(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))];
  return `${lines.map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;
}

function quoted(cell: Cell): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
