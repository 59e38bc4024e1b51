import type { Proof } from "../../../lab/document.ts";
import type { Kind } from "../../../sim/battle/characters.ts";
import { numberColumns, proofLines } from "./text.ts";

export const PLOT_COLORS = {
  blue: "#2f6fb7",
  red: "#b8452f",
  green: "#3f8f5b",
  gray: "#8b95a1",
  tint: "#e6efe9",
} as const;

export const KIND_COLORS: Readonly<Record<Kind, string>> = {
  tank: PLOT_COLORS.blue,
  damage: PLOT_COLORS.red,
  support: PLOT_COLORS.green,
};

/** One part of a page. Its text is HTML. */
export interface Section {
  readonly title: string;
  readonly body: string;
}

const STYLE = `
:root { color-scheme: light; --ink: #1c2430; --soft: #5a6675; --line: #dfe4ea; --paper: #fff; --tint: #f5f7f9; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1.25rem 1rem 3rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
p { margin: .5rem 0; } .soft { color: var(--soft); font-size: .9rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .5rem; margin: 1rem 0; }
.figures div { background: var(--tint); border-radius: 8px; padding: .6rem .75rem; }
.figures b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: .82rem; line-height: 1.3; display: block; }
figure { margin: .5rem 0; } svg { max-width: 34rem; width: 100%; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--paper); }
th:first-child:not(.n), td:first-child:not(.n) { white-space: normal; min-width: 8.5rem; }
td.wrap { white-space: normal; min-width: 16rem; }
th { color: var(--soft); font-weight: 600; } td.n, th.n { text-align: right; }
figcaption { color: var(--soft); font-size: .9rem; } figcaption span { white-space: nowrap; margin-right: .8em; }
figcaption i { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin-right: .3em; }
pre { background: var(--tint); border-radius: 8px; padding: .75rem; font-size: .78rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }
@media (max-width: 30rem) { table { font-size: .8rem; } }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } h2 { break-after: avoid; }
  figure, tr, .figures div { break-inside: avoid; } svg { max-width: 13cm; max-height: 21cm; } .scroll { overflow: visible; }
  table { font-size: 7.5pt; } th, td:not(.n) { white-space: normal !important; min-width: 0 !important; }
  th, td { padding: .15rem .4rem .15rem 0; } }
`;

/** A page that stands alone: no script, nothing to load. */
export function pageOf(title: string, lead: string, sections: readonly Section[], proof: Proof): string {
  const parts = sections.map(
    ({ title: heading, body }) => `<section>\n<h2>${escapeHtml(heading)}</h2>\n${body}\n</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${lead}
${parts.join("\n")}
<section>
<h2>Proof</h2>
<p>Anybody can do these fights again: <code>duel lab recheck</code> with the JSON file beside this page.</p>
<pre>${escapeHtml(proofLines(proof).join("\n"))}</pre>
</section>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function figuresHtml(figures: readonly (readonly [value: string, about: string])[]): string {
  const cells = figures.map(
    ([value, about]) => `<div><b>${escapeHtml(value)}</b><span>${escapeHtml(about)}</span></div>`,
  );
  return `<div class="figures">${cells.join("")}</div>`;
}

const LONGEST_UNBROKEN = 36;

export function tableHtml(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = numberColumns(head, rows);
  const isLong = head.map((_, column) => rows.some((row) => row[column]!.length > LONGEST_UNBROKEN));
  const cell = (tag: string) => (text: string, i: number) =>
    `<${tag}${isLong[i] ? ' class="wrap"' : isNumber[i] ? ' class="n"' : ""}>${escapeHtml(text)}</${tag}>`;
  const line = (tag: string, cells: readonly string[]) => `<tr>${cells.map(cell(tag)).join("")}</tr>`;
  return `<div class="scroll"><table>${line("th", head)}${rows.map((row) => line("td", row)).join("")}</table></div>`;
}

/** A plot, with what its colors mean. */
export function plotHtml(svg: string, key: Readonly<Record<string, string>> = {}): string {
  const entries = Object.entries(key).map(
    ([name, color]) => `<span><i style="background:${color}"></i>${escapeHtml(name)}</span>`,
  );
  const caption = entries.length === 0 ? "" : `<figcaption>${entries.join(" ")}</figcaption>`;
  return `<figure>${caption}${svg}</figure>`;
}

export const note = (text: string) => `<p class="soft">${escapeHtml(text)}</p>`;
