import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { MetaResults } from "../../../lab/meta.ts";
import type { ReportResults } from "../../../lab/report.ts";
import type { SensitivityResults } from "../../../lab/sensitivity.ts";

const { document } = parseHTML("<!doctype html><html><body></body></html>");
/** Drawn for a phone; the page shows it as wide as there is room, but not wider than reads well. */
const WIDTH = 420;
const BLUE = "#2f6fb7";
const RED = "#b8452f";
const GRAY = "#8b95a1";

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

const inPercent = { tickFormat: (value: number) => `${(100 * value).toFixed(0)}%` };

export function tierPlot({ byTier }: ReportResults): string {
  const rows = byTier.map(({ stat, tier, winRate }) => ({ stat, tier, ...winRate }));
  return svgOf(
    {
      height: 300,
      marginLeft: 44,
      marginTop: 34,
      x: { label: null, type: "band", domain: [1, 2, 3], padding: 0.3, tickSize: 0 },
      fx: { label: null, axis: "top", domain: [...new Set(rows.map(({ stat }) => stat))] },
      y: { label: null, grid: true, ...inPercent },
      marks: [
        Plot.ruleY([0.5], { stroke: GRAY }),
        Plot.ruleX(rows, { fx: "stat", x: "tier", y1: "low", y2: "high", stroke: BLUE, strokeWidth: 2 }),
        Plot.dot(rows, { fx: "stat", x: "tier", y: "value", fill: BLUE, r: 4 }),
      ],
    },
    "Win rate by tier of each stat",
  );
}

export function characterPlot({ byCharacter }: ReportResults): string {
  const rows = byCharacter
    .map(({ name, kind, winRate }) => ({ name, kind, ...winRate }))
    .toSorted((a, b) => b.value - a.value);
  return svgOf(
    {
      height: 40 + 19 * rows.length,
      marginLeft: 128,
      marginTop: 30,
      x: { label: null, grid: true, axis: "top", ...inPercent },
      y: { label: null, domain: rows.map(({ name }) => name), tickSize: 0 },
      color: { domain: ["tank", "damage", "support"], range: [BLUE, RED, "#3f8f5b"], legend: false },
      marks: [
        Plot.ruleX([0.5], { stroke: GRAY }),
        Plot.ruleY(rows, { y: "name", x1: "low", x2: "high", stroke: "kind", strokeWidth: 2 }),
        Plot.dot(rows, { y: "name", x: "value", fill: "kind", r: 4 }),
      ],
    },
    "Win rate by character",
  );
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
      height: 220,
      marginLeft: 44,
      x: { label, nice: true },
      y: {
        label: "share of fights",
        grid: true,
        tickFormat: (value: number) => `${+(100 * value).toFixed(1)}%`,
      },
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
      width: 340,
      height: 320,
      x: { label: "slot of the target", type: "band", axis: "top" },
      y: { label: "slot of the attacker", type: "band" },
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

export function sensitivityPlot({ steps }: SensitivityResults, scale: number, label: string): string {
  const rows = steps.slice(0, 24).map(({ name, from, to, effect }) => ({
    step: `${name} ${from} → ${to}`,
    value: effect.value * scale,
    low: effect.low * scale,
    high: effect.high * scale,
  }));
  return svgOf(
    {
      height: 50 + 21 * rows.length,
      marginLeft: 190,
      marginTop: 34,
      x: { label, grid: true, axis: "top" },
      y: { label: null, domain: rows.map(({ step }) => step), tickSize: 0 },
      marks: [
        Plot.ruleX([0], { stroke: GRAY }),
        Plot.ruleY(rows, { y: "step", x1: "low", x2: "high", stroke: BLUE, strokeWidth: 2 }),
        Plot.dot(rows, { y: "step", x: "value", fill: BLUE, r: 4 }),
      ],
    },
    label,
  );
}

export function metaPlot({ teams }: MetaResults): string {
  const rows = teams
    .toSorted((a, b) => b.againstNash - a.againstNash)
    .slice(0, 32)
    .map(({ team, againstNash, error, nashWeight, characters }) => ({
      name: `${team}: ${characters.join(" ")}`,
      value: againstNash,
      low: againstNash - 1.96 * error,
      high: againstNash + 1.96 * error,
      inMix: nashWeight > 0.001,
    }));
  return svgOf(
    {
      height: 50 + 19 * rows.length,
      marginLeft: 130,
      marginTop: 34,
      x: { label: "wins against the Nash mix", grid: true, axis: "top", ...inPercent },
      y: { label: null, domain: rows.map(({ name }) => name), tickSize: 0 },
      marks: [
        Plot.ruleX([0.5], { stroke: GRAY }),
        Plot.ruleY(rows, { y: "name", x1: "low", x2: "high", stroke: GRAY }),
        Plot.dot(rows, {
          y: "name",
          x: "value",
          fill: (row: { inMix: boolean }) => (row.inMix ? RED : BLUE),
          r: 4,
        }),
      ],
    },
    "Teams by how often they win against the Nash mix",
  );
}
