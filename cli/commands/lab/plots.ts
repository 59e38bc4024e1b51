import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { ReportResults } from "../../../lab/report.ts";
import type { Estimate, Share } from "../../../lab/statistics.ts";
import { KIND_COLORS, PLOT_COLORS } from "./page.ts";

const { document } = parseHTML("<!doctype html><html><body></body></html>");
/** Drawn for a phone; the page shows it as wide as there is room, but not wider than reads well. */
const WIDTH = 420;
const { blue: BLUE, gray: GRAY, tint: TINT } = PLOT_COLORS;

/** Room for an axis with its numbers and its name below or above them. */
const AXIS = { labelArrow: "none", labelOffset: 36 } as const;
const AXIS_ROOM = 44;
const LINE_HEIGHT = 20;

/** A plot as SVG text that can stand in a page. */
function svgOf(options: Plot.PlotOptions, label: string): string {
  const svg = Plot.plot({
    width: WIDTH,
    ...options,
    document: document as unknown as Document,
    style: { fontSize: "12px", background: "transparent", overflow: "visible" },
  });
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return svg.outerHTML;
}

/** Text of a tick: no more digits than there are. */
const percentTick = (value: number) => `${+(100 * value).toFixed(2)}%`;

export function tierPlot({ byTier }: ReportResults): string {
  const rows = byTier.filter(isCounted).map(({ stat, tier, winRate }) => ({ stat, tier, ...winRate }));
  return svgOf(
    {
      height: 320,
      marginLeft: 60,
      marginTop: 34,
      marginBottom: AXIS_ROOM,
      x: { ...AXIS, label: "tier", type: "band", domain: [1, 2, 3], padding: 0.3, tickSize: 0 },
      fx: { label: null, axis: "top", domain: [...new Set(rows.map(({ stat }) => stat))] },
      y: {
        ...AXIS,
        labelOffset: 54,
        labelAnchor: "center",
        label: "win rate",
        grid: true,
        tickFormat: percentTick,
      },
      marks: [
        Plot.ruleY([0.5], { stroke: GRAY }),
        Plot.ruleX(rows, { fx: "stat", x: "tier", y1: "low", y2: "high", stroke: BLUE, strokeWidth: 2 }),
        Plot.dot(rows, { fx: "stat", x: "tier", y: "value", fill: BLUE, r: 4 }),
      ],
    },
    "Win rate by tier of each stat",
  );
}

/** With two given teams, most characters, and some tiers, are in neither. */
const isCounted = ({ winRate }: { readonly winRate: Share }) => winRate.n > 0;

/** One line of a plot of estimates. */
export interface EstimateRow extends Estimate {
  readonly name: string;
  readonly color?: string;
}

/** Estimates one below the other with their intervals, and a line at what they are held against. */
export function estimatePlot(
  rows: readonly EstimateRow[],
  options: { readonly label: string; readonly against: number; readonly unit: "share" | "number" },
): string {
  const { label, against, unit } = options;
  const longest = Math.max(...rows.map(({ name }) => name.length));
  // An axis needs two ends, also where everything is the same.
  const isFlat = rows.every(({ low, high }) => low === against && high === against);
  const color = (row: EstimateRow) => row.color ?? BLUE;
  return svgOf(
    {
      height: AXIS_ROOM + LINE_HEIGHT * rows.length + 10,
      marginLeft: 14 + 6.4 * longest,
      marginTop: AXIS_ROOM,
      marginBottom: 10,
      marginRight: 24,
      x: {
        ...AXIS,
        label,
        labelAnchor: "center",
        grid: true,
        axis: "top",
        ticks: 5,
        ...(isFlat ? { domain: [against - 1, against + 1] } : {}),
        ...(unit === "share" ? { tickFormat: percentTick } : {}),
      },
      y: { label: null, domain: rows.map(({ name }) => name), tickSize: 0 },
      marks: [
        Plot.ruleX([against], { stroke: GRAY }),
        Plot.ruleY(rows, { y: "name", x1: "low", x2: "high", stroke: color, strokeWidth: 2 }),
        Plot.dot(rows, { y: "name", x: "value", fill: color, r: 4 }),
      ],
    },
    label,
  );
}

export function characterPlot({ byCharacter }: ReportResults): string {
  const rows = byCharacter
    .filter(isCounted)
    .map(({ name, kind, winRate }) => ({ name, color: KIND_COLORS[kind], ...winRate }))
    .toSorted((a, b) => b.value - a.value);
  return estimatePlot(rows, { label: "win rate", against: 0.5, unit: "share" });
}

/** Bars of a histogram, cut where 99.9 % of it are shown. */
export function histogramPlot(histogram: readonly number[], label: string): string {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let shown = 0;
  let last = 0;
  while (last < histogram.length - 1 && shown < 0.999 * total) shown += histogram[last++]!;
  const rows = histogram.slice(0, last + 1).map((fights, value) => ({ value, share: fights / total }));
  return svgOf(
    {
      height: 230,
      marginLeft: 48,
      marginBottom: AXIS_ROOM,
      x: { ...AXIS, label, labelAnchor: "center", nice: true },
      y: { label: "share of fights", labelArrow: "none", grid: true, tickFormat: percentTick },
      marks: [
        Plot.rectY(rows, {
          x1: (row: { value: number }) => row.value - 0.5,
          x2: (row: { value: number }) => row.value + 0.5,
          y: "share",
          fill: BLUE,
          insetLeft: 0.5,
        }),
        Plot.ruleY([0]),
      ],
    },
    `Fights by ${label}`,
  );
}

export function damagePlot({ damageFlow }: ReportResults): string {
  const most = Math.max(...damageFlow.map(({ damage }) => damage));
  return svgOf(
    {
      width: 360,
      height: 340,
      marginTop: AXIS_ROOM,
      marginLeft: 48,
      marginBottom: 10,
      x: { ...AXIS, label: "slot of the target", labelAnchor: "center", type: "band", axis: "top" },
      y: { ...AXIS, label: "slot of the attacker", labelAnchor: "center", type: "band" },
      color: { scheme: "blues", domain: [0, most] },
      marks: [
        Plot.cell(damageFlow, { x: "to", y: "from", fill: "damage", inset: 1 }),
        Plot.text(damageFlow, {
          x: "to",
          y: "from",
          text: (cell: { damage: number }) => cell.damage.toFixed(1),
          fill: (cell: { damage: number }) => (cell.damage > most / 2 ? "white" : "black"),
        }),
      ],
    },
    "Damage by slot of the attacker and of the target",
  );
}

/** How an interval narrowed from look to look, until it was decided. */
export function looksPlot(
  looks: readonly (Estimate & { readonly fights: number })[],
  options: { readonly label: string; readonly scale: number; readonly margin: number },
): string {
  const { label, scale, margin } = options;
  const rows = looks.map(({ fights, value, low, high }) => ({
    fights,
    value: value * scale,
    low: low * scale,
    high: high * scale,
  }));
  const ends = [rows[0]!.fights, rows.at(-1)!.fights] as const;
  const isOne = rows.length === 1;
  return svgOf(
    {
      height: 260,
      marginLeft: 60,
      marginRight: 24,
      marginBottom: AXIS_ROOM,
      x: {
        ...AXIS,
        label: "fights in both modes",
        labelAnchor: "center",
        ticks: isOne ? [ends[0]] : 4,
        domain: isOne ? [0, 2 * ends[0]] : [...ends],
        tickFormat: (value: number) => value.toLocaleString("en-US"),
      },
      y: { ...AXIS, labelOffset: 54, labelAnchor: "center", label, grid: true, nice: true, zero: true },
      marks: [
        Plot.rect([{ y1: -margin * scale, y2: margin * scale }], { y1: "y1", y2: "y2", fill: TINT }),
        Plot.ruleY([0], { stroke: GRAY }),
        isOne
          ? Plot.ruleX(rows, { x: "fights", y1: "low", y2: "high", stroke: BLUE, strokeWidth: 2 })
          : Plot.areaY(rows, { x: "fights", y1: "low", y2: "high", fill: BLUE, fillOpacity: 0.25 }),
        Plot.line(rows, { x: "fights", y: "value", stroke: BLUE, strokeWidth: 2 }),
        Plot.dot(rows.slice(-1), { x: "fights", y: "value", fill: BLUE, r: 4 }),
      ],
    },
    `${label}, by the number of fights`,
  );
}

/** Where each step of a search brought a goal, and the band where it should be. */
export function pathPlot(
  steps: readonly { readonly change: string; readonly value: number }[],
  options: {
    readonly label: string;
    readonly low: number;
    readonly high: number;
    readonly unit: "share" | "number";
  },
): string {
  const { label, low, high, unit } = options;
  const rows = steps.map(({ change, value }, step) => ({ name: `${step}  ${change}`, value }));
  const values = rows.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((most - least) / 4, Math.abs(most) / 100);
  // As much of the band as there is room for: a goal without an upper end has one that goes on for ever.
  const domain = [
    Math.min(least - room, Math.max(low, least - 2 * room)),
    Math.max(most + room, Math.min(high, most + 2 * room)),
  ] as const;
  const band = [{ x1: Math.max(low, domain[0]), x2: Math.min(high, domain[1]) }].filter(
    ({ x1, x2 }) => x2 > x1,
  );
  const longest = Math.max(...rows.map(({ name }) => name.length));
  return svgOf(
    {
      height: AXIS_ROOM + 26 * rows.length + 10,
      marginLeft: 14 + 6.4 * longest,
      marginRight: 24,
      marginTop: AXIS_ROOM,
      marginBottom: 10,
      x: {
        ...AXIS,
        label,
        labelAnchor: "center",
        axis: "top",
        grid: true,
        ticks: 4,
        domain: [...domain],
        ...(unit === "share" ? { tickFormat: percentTick } : {}),
      },
      y: { label: null, domain: rows.map(({ name }) => name), tickSize: 0 },
      marks: [
        Plot.rect(band, { x1: "x1", x2: "x2", fill: TINT }),
        Plot.line(rows, { y: "name", x: "value", stroke: GRAY }),
        Plot.dot(rows, {
          y: "name",
          x: "value",
          r: 4,
          fill: (row: { value: number }) =>
            row.value >= low && row.value <= high ? PLOT_COLORS.green : BLUE,
        }),
      ],
    },
    `${label}, step by step`,
  );
}
