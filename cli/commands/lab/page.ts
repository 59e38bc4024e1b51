import type { Proof } from "../../../lab/document.ts";
import { proofLines } from "./text.ts";

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
th, td { text-align: left; padding: .3rem .5rem .3rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } td.n, th.n { text-align: right; }
.key { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin: 0 .3em 0 .8em; }
pre { background: var(--tint); border-radius: 8px; padding: .75rem; overflow-x: auto; font-size: .78rem; }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } h2 { break-after: avoid; }
  figure, tr, .figures div { break-inside: avoid; } svg { max-width: 12cm; } .scroll { overflow: visible; } }
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

export function tableHtml(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = head.map((_, column) => rows.every((row) => /^[−+±\d–]/.test(row[column]!)));
  const cell = (tag: string) => (text: string, i: number) =>
    `<${tag}${isNumber[i] ? ' class="n"' : ""}>${escapeHtml(text)}</${tag}>`;
  const line = (tag: string, cells: readonly string[]) => `<tr>${cells.map(cell(tag)).join("")}</tr>`;
  return `<div class="scroll"><table>${line("th", head)}${rows.map((row) => line("td", row)).join("")}</table></div>`;
}

export const plotHtml = (svg: string) => `<figure>${svg}</figure>`;
