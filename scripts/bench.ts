import { parseArgs } from "node:util";
import { type SimFigures, measureSim } from "./bench/sim.ts";

/** A line of the table: a figure against the bar it must pass and the aim beyond it. */
interface Line {
  readonly figure: string;
  readonly measured: number;
  readonly show: (value: number) => string;
  readonly bar?: number;
  readonly aim?: number;
  /** Whether more is better. */
  readonly isFloor?: boolean;
}

interface Bench {
  measure(options: { readonly quick: boolean }): Promise<object>;
  lines(figures: object): readonly Line[];
}

const count = (value: number) => Math.round(value).toLocaleString("en-US");
const ratio = (value: number) => value.toFixed(2);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const times = (value: number) => `${value.toFixed(2)} ×`;

const BENCHES: Readonly<Record<string, Bench>> = {
  sim: {
    measure: measureSim,
    lines: (figures) => {
      const sim = figures as SimFigures;
      return [
        { figure: "SHA-256 of 36 bytes per second (noble)", measured: sim.shaPerSecond, show: count },
        { figure: `battles per second (${sim.engine})`, measured: sim.battlesPerSecond, show: count },
        {
          figure: "battles per SHA-256",
          measured: sim.ratio,
          show: ratio,
          bar: 0.3,
          aim: 0.5,
          isFloor: true,
        },
        { figure: "cost of a full turn log", measured: sim.logOverhead, show: percent, bar: 0.12, aim: 0.05 },
        {
          figure: "two threads against one",
          measured: sim.threadScaling,
          show: times,
          bar: 1.8,
          aim: 1.95,
          isFloor: true,
        },
        { figure: "battles per second, seeds derived too", measured: sim.labBattlesPerSecond, show: count },
        { figure: "battles per second (js)", measured: sim.engineBattlesPerSecond.js, show: count },
        {
          figure: "battles per second (reference)",
          measured: sim.engineBattlesPerSecond.reference,
          show: count,
        },
      ];
    },
  },
};

function mark({ measured, bar, aim, isFloor = false }: Line): string {
  if (bar === undefined || aim === undefined) return "";
  const reaches = (goal: number) => (isFloor ? measured >= goal : measured <= goal);
  return reaches(aim) ? "✔ aim" : reaches(bar) ? "✔ bar" : "✘";
}

function printTable(lines: readonly Line[]): void {
  const rows = lines.map((line) => [
    line.figure,
    line.show(line.measured),
    line.bar === undefined ? "" : `${line.isFloor ? "≥" : "≤"} ${line.show(line.bar)}`,
    line.aim === undefined ? "" : line.show(line.aim),
    mark(line),
  ]);
  const all = [["figure", "measured", "bar", "aim", ""], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  for (const row of all) {
    const cells = row.map((cell, i) =>
      i === 0 || i === 4 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
    );
    console.log(cells.join("  ").trimEnd());
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, quick: { type: "boolean", default: false } },
});
const [name = ""] = positionals;
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`usage: node scripts/bench.ts ${Object.keys(BENCHES).join("|")} [--json] [--quick]`);
  process.exitCode = 2;
} else {
  const figures = await bench.measure({ quick: values.quick });
  const lines = bench.lines(figures);
  if (values.json) console.log(JSON.stringify({ [name]: figures }, null, 2));
  else printTable(lines);
  if (lines.some((line) => mark(line) === "✘")) process.exitCode = 1;
}
