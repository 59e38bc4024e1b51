import { toFight } from "./amounts.ts";
import type { AuditReport } from "./report.ts";

const escape = (text: unknown) =>
  String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const number = (value: number) => value.toLocaleString("en");
const percent = (share: number, digits = 2) => `${(100 * share).toFixed(digits)} %`;

function table(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = (tag: string, row: readonly unknown[]) =>
    row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  return `<div class="wide"><table><thead><tr>${cells("th", heads)}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const PLOT = { width: 640, height: 150, left: 44, bottom: 24, top: 8 };
/** Of honest results, 95 in 100 are no further off than this many standard errors. */
const BAND = 1.96;

/** How far each value was off its exact share, in standard errors: the same scale for ten rolls and for ten million. */
function plot(counts: readonly number[], probabilities: readonly number[], total: number): string {
  const { width, height, left, bottom, top } = PLOT;
  const scores = counts.map((count, i) => {
    const p = probabilities[i]!;
    const error = Math.sqrt(total * p * (1 - p));
    return error === 0 ? 0 : (count - total * p) / error;
  });
  const highest = Math.max(3, 1.1 * Math.max(...scores.map(Math.abs)));
  const y = (score: number) => top + ((height - top - bottom) * (1 - score / highest)) / 2;
  const step = (width - left) / counts.length;
  const bars = scores.map((score, i) => {
    const x = left + i * step;
    const label = counts.length <= 24 ? `<text x="${x + step / 2}" y="${height - 8}">${i}</text>` : "";
    const said = `${i}: ${number(counts[i]!)} seen, ${(probabilities[i]! * total).toFixed(1)} expected, ${score.toFixed(2)} σ off`;
    const [upper, lower] = [y(Math.max(0, score)), y(Math.min(0, score))];
    return `<rect class="bar" x="${x + step * 0.15}" y="${upper}" width="${step * 0.7}" height="${lower - upper}"><title>${said}</title></rect>${label}`;
  });
  const axis = [-2, 0, 2].map(
    (score) =>
      `<line x1="${left}" x2="${width}" y1="${y(score)}" y2="${y(score)}"/><text class="axis" x="${left - 6}" y="${y(score) + 4}">${score > 0 ? "+" : ""}${score} σ</text>`,
  );
  const band = `<rect class="band" x="${left}" y="${y(BAND)}" width="${width - left}" height="${y(-BAND) - y(BAND)}"/>`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="How far each value was off its exact share">${band}${axis.join("")}${bars.join("")}</svg>`;
}

const STYLE = `
:root{--paper:#f7f5f0;--card:#fff;--ink:#1d1b18;--soft:#6a645b;--line:#ddd7cc;--bar:#c98a5e;--good:#1d6b3a;--bad:#b3261e;--open:#8a6100}
@media(prefers-color-scheme:dark){:root{--paper:#151412;--card:#1f1d1a;--ink:#ece7de;--soft:#a39b8e;--line:#38342e;--bar:#b0693a;--good:#6fcf8f;--bad:#ff8a80;--open:#e6bd5c}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{line-height:1.15;margin:0 0 .5rem}h2{margin:0 0 .5rem;font-size:1.25rem}h3{margin:1.2rem 0 .2rem;font-size:1rem}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.1rem;margin-top:1.25rem}
p,li{overflow-wrap:anywhere}.soft{color:var(--soft)}.good{color:var(--good)}.differs{color:var(--bad)}.unchecked{color:var(--open)}.verdict{font-size:1.3rem;font-weight:650}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}th{text-align:left;color:var(--soft);font-weight:500}td,th{padding:.35rem .6rem .35rem 0;border-top:1px solid var(--line);vertical-align:top}
svg{width:100%;height:auto;margin:.3rem 0}svg line{stroke:var(--line)}svg text{fill:var(--soft);font-size:11px;text-anchor:middle}svg text.axis{text-anchor:end}.bar{fill:var(--bar)}.band{fill:var(--ink);opacity:.08}code{font-size:.85em}`;

const VERDICTS = {
  good: "All good",
  differs: "Something differs",
  unchecked: "Nothing differs, but not all could be checked",
};

/** The report as one page that needs nothing else. */
export function reportPage(report: AuditReport): string {
  const { dataset } = report;
  const at = dataset.atBlock === null ? "without a node" : `at block ${dataset.atBlock}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Audit of ${escape(dataset.duel)}</title><style>${STYLE}</style></head><body><main>
<h1>Audit of a Sealed Duel contract</h1>
<p class="soft">Contract <code>${escape(dataset.duel)}</code> on chain ${escape(dataset.chainId)}, ${at}. Data set of ${number(dataset.games)} games, SHA-256 <code>${dataset.sha256}</code>.</p>
<p class="verdict ${report.verdict}">${VERDICTS[report.verdict]}: ${number(report.games.good)} games good, ${number(report.games.differs)} differ, ${number(report.games.unchecked)} not fully checked.</p>
${[verdicts, money, nonces, reveals, rolls, odds].map((part) => `<section>${part(report)}</section>`).join("\n")}
</main></body></html>
`;
}

function verdicts({ states, notGood, faults }: AuditReport): string {
  const bad = notGood.map(({ gameId, verdict, notes }) => [gameId, verdict, notes.join("; ")]);
  return [
    "<h2>Verdicts</h2><p>Every game was recomputed, none was sampled. The verdict on each is in <code>verdicts.jsonl</code>.</p>",
    table(
      ["State", "Games"],
      Object.entries(states).map(([state, games]) => [state, number(games)]),
    ),
    faults.length > 0
      ? `<ul class="differs">${faults.map((fault) => `<li>${escape(fault)}</li>`).join("")}</ul>`
      : "",
    bad.length > 0 ? `<h3>Games that are not good</h3>${table(["Game", "Verdict", "Why"], bad)}` : "",
  ].join("");
}

function money({ conservation: sums }: AuditReport): string {
  const fight = (units: bigint | null) => (units === null ? "not known" : toSigned(units));
  const rows = [
    ["Deposited", fight(sums.deposited)],
    ["Paid to winners", fight(sums.toWinners)],
    ["To the house", fight(sums.toHouse)],
    ["Refunded", fight(sums.refunded)],
    ["Stakes of open games", fight(sums.live)],
    ["Unexplained: deposits less all of these", fight(sums.unexplained)],
    ["Owed: open stakes, and credits that were not withdrawn", fight(sums.owed)],
    ["Balance of the contract", fight(sums.balance)],
    ["Surplus: sent there without a game", fight(sums.surplus)],
  ];
  return `<h2>Conservation of FIGHT</h2>${table(["", "FIGHT"], rows)}`;
}

function toSigned(units: bigint): string {
  return units < 0n ? `−${toFight(-units)}` : toFight(units);
}

function nonces({ nonces: { used, repeated, weak } }: AuditReport): string {
  const rows = repeated.map((uses) => [
    uses[0]!.nonce,
    uses.map(({ gameId, player }) => `game ${gameId}, player ${player}`).join("; "),
  ]);
  return [
    `<h2>Nonces</h2><p>${number(used)} were shown; ${number(repeated.length)} were used more than once, ${number(weak.length)} have so few different bytes that chance hardly explains it.</p>`,
    rows.length > 0 ? table(["Used more than once", "Where"], rows) : "",
    weak.length > 0
      ? table(
          ["Little entropy", "Game", "Player"],
          weak.map(({ nonce, gameId, player }) => [nonce, gameId, player]),
        )
      : "",
  ].join("");
}

function reveals({ withholding: { joined, withheld, players } }: AuditReport): string {
  const rate = joined === 0 ? "" : ` (${percent(withheld / joined)})`;
  const rows = players.map((player) => [
    player.player,
    `${player.withheld} of ${player.joined}`,
    percent(player.rate),
    toFight(player.lost),
    toSigned(player.costToHouse),
  ]);
  return [
    `<h2>Withheld reveals</h2><p>${number(withheld)} of ${number(joined)} joined games were never revealed${rate}. Whoever withholds loses the stake.</p>`,
    rows.length > 0
      ? table(["Player", "Withheld", "Rate", "Lost, FIGHT", "Cost to the house, FIGHT"], rows)
      : "",
  ].join("");
}

function rolls({ rolls: all }: AuditReport): string {
  const parts = all.map(({ kind, total, counts, probabilities, tests }) => {
    const rows = tests.map(({ test, statistic, pValue, detectable }) => [
      test,
      statistic.toFixed(3),
      pValue.toFixed(4),
      `${test === "chi-square" ? "w" : "ρ"} ≥ ${detectable.toFixed(4)}`,
    ]);
    const tested =
      rows.length > 0
        ? table(["Test", "Statistic", "p", "Finds, at power 0.8 and α 0.001"], rows)
        : `<p class="soft">Too few for a test.</p>`;
    return `<h3>${escape(kind)} <span class="soft">(${number(total)} rolls)</span></h3>${plot(counts, probabilities, total)}${tested}`;
  });
  return [
    "<h2>Rolls against their exact distribution <span class='soft'>(information)</span></h2>",
    "<p>Every roll was recomputed above; these tests add nothing to that. They look at what the players' nonces made of it. Of many tests some p will be small by chance. Bars show how far each value was off its exact share, in standard errors; 95 of 100 honest ones stay within the band.</p>",
    ...parts,
  ].join("");
}

function odds({ odds: all }: AuditReport): string {
  const parts = all.map(({ mode, odds: list }) => {
    const rows = list.map(({ what, exact, tries, hits, score }) => [
      what,
      percent(exact),
      tries === 0 ? "never met" : percent(hits / tries),
      number(tries),
      score.toFixed(2),
    ]);
    return `<h3>Mode ${escape(mode)}</h3>${table(["Chance", "In closed form", "Simulated", "Tries", "σ off"], rows)}`;
  });
  return `<h2>Odds</h2><p>Chances in closed form, beside a simulation with fixed seeds.</p>${parts.join("")}`;
}
