/** How often each line of a file ran, by its number. */
export type LineCounts = ReadonlyMap<number, number>;

/** The lines of each file in a report in LCOV's format. */
export function linesOf(report: string): ReadonlyMap<string, LineCounts> {
  const files = new Map<string, Map<number, number>>();
  let lines = new Map<number, number>();
  for (const record of report.split("\n")) {
    const [kind, value = ""] = record.split(/:(.*)/);
    if (kind === "SF") files.set(value, (lines = new Map()));
    if (kind === "DA") {
      const [line, count] = value.split(",").map(Number);
      lines.set(line!, (lines.get(line!) ?? 0) + count!);
    }
  }
  return files;
}
