import { Command } from "commander";
import type { LabDocument } from "../../../lab/document.ts";
import { BLOCK_FIGHTS, DETAIL_EVERY, type Run } from "../../../lab/jobs.ts";
import type { ReportResults } from "../../../lab/report.ts";
import type { Estimate, Share } from "../../../lab/statistics.ts";
import { conduct, documentText, onBench, writeFiles } from "./conduct.ts";
import { csvOf } from "./csv.ts";
import {
  type LabOptions,
  readLabOptions,
  readModeFile,
  readTeams,
  userPath,
  withLabOptions,
} from "./options.ts";
import { figuresHtml, KIND_COLORS, pageOf, plotHtml, tableHtml } from "./page.ts";
import { count, percent, percentRange, proofLines, shareText } from "./text.ts";

export function reportCommand(): Command {
  return withLabOptions(
    new Command("report")
      .description("what a mode is like: win rates, length, sides, dodges and combos, damage, gas")
      .argument("<mode>", "a mode file, or default, blitz or siege"),
    "1000000",
  )
    .option("--p1 <ids>", "a given team instead of drawn ones, such as 1,17,20,33,5")
    .option("--p2 <ids>", "the team against it")
    .action(async (argument: string, options: LabOptions & { p1?: string; p2?: string }) => {
      const setup = readLabOptions(options);
      const { name, battle, rule, mode } = await readModeFile(argument);
      const teams = readTeams(options.p1, options.p2, rule);
      const run: Run = {
        task: { kind: "report", mode: battle, teams },
        label: setup.label,
        fights: setup.fights,
      };
      const folder = userPath(options.out ?? `lab-report-${name}`);
      await onBench(setup, folder, async (bench) => {
        const document = await conduct<ReportResults>(
          bench,
          "report",
          `${mode.name}: what it is like`,
          run,
          {},
        );
        writeFiles(folder, {
          "report.html": await reportPage(document),
          "report.csv": reportCsv(document.results),
          "report.json": documentText(document),
        });
        process.stdout.write(options.json ? documentText(document) : summaryText(document));
      });
    });
}

function summaryText({ results, proof, title }: LabDocument<ReportResults>): string {
  const { length, sides, gas } = results;
  const ranked = foughtOf(results).toSorted((a, b) => b.winRate.value - a.winRate.value);
  const lines = [
    title,
    "",
    `fights                      ${count(results.fights.all)} (${count(results.fights.mirror)} mirror matches; turns read in ${count(results.fights.readTurnByTurn)})`,
    `first attacker, mirror      ${shareText(sides.firstAttackerInMirror)}`,
    `player 1 wins               ${shareText(sides.player1)}`,
    `turns                       mean ${length.turns.mean.toFixed(1)} (${meanRange(length.turns.meanInterval)}), median ${length.turns.median}, 95 % within ${length.turns.p95}`,
    `rounds                      mean ${length.rounds.mean.toFixed(2)} (${meanRange(length.rounds.meanInterval)}); limit reached in ${shareText(length.capped)}`,
    `time to kill                round ${results.timeToKill.round.mean.toFixed(2)}, ${results.timeToKill.hits.mean.toFixed(2)} hits`,
    `gas of the reveal           mean ${count(gas.mean)}, 95 % within ${count(gas.p95)}, worst ${count(gas.worstPossible)}`,
    `dodges and combos           as they should be with p = ${results.rates.dodgeFit.pValue.toFixed(3)} and ${results.rates.comboFit.pValue.toFixed(3)}`,
    `still stand at the end      ${results.byKind
      .filter(({ survival }) => survival.n > 0)
      .map(({ kind, survival }) => `${kind} ${shareText(survival)}`)
      .join(", ")}`,
    `best and worst character    ${ranked[0]!.name} ${shareText(ranked[0]!.winRate)}; ${ranked.at(-1)!.name} ${shareText(ranked.at(-1)!.winRate)}`,
    "",
    ...proofLines(proof),
  ];
  return `${lines.join("\n")}\n`;
}

const meanRange = ({ low, high }: Estimate) => `${low.toFixed(2)} to ${high.toFixed(2)}`;

/** With two given teams, most characters are in neither. */
const foughtOf = ({ byCharacter }: ReportResults) => byCharacter.filter(({ winRate }) => winRate.n > 0);

async function reportPage({ title, results, proof, run }: LabDocument<ReportResults>): Promise<string> {
  // Loaded only here: it takes longer than everything else, and most commands draw nothing.
  const { characterPlot, damagePlot, histogramPlot, tierPlot } = await import("./plots.ts");
  const { fights, length, sides, gas, rates, timeToKill } = results;
  const byKind = results.byKind.filter(({ winRate }) => winRate.n > 0);
  const isDrawn = run.task.kind === "report" && run.task.teams.kind === "drawn";
  const lead =
    `<p class="soft">${count(fights.all)} fights${isDrawn ? " of drawn teams" : " of two given teams"}` +
    `${fights.mirror > 0 ? `, of which ${count(fights.mirror)} (every eighth) mirror matches` : ""}. ` +
    `Intervals are 95 %. Turn by turn: ${count(fights.readTurnByTurn)} fights, from the first ${BLOCK_FIGHTS} of every ${count(BLOCK_FIGHTS * DETAIL_EVERY)}.</p>` +
    figuresHtml([
      [
        fights.mirror === 0 ? "–" : percent(sides.firstAttackerInMirror.value),
        fights.mirror === 0
          ? "no mirror matches: the teams are given"
          : `mirror matches won by the side that attacks first (${percentRange(sides.firstAttackerInMirror)})`,
      ],
      [length.turns.mean.toFixed(1), `turns of a fight (${meanRange(length.turns.meanInterval)})`],
      [length.rounds.mean.toFixed(1), `rounds of a fight (${meanRange(length.rounds.meanInterval)})`],
      [percent(length.capped.value, 2), `reach the limit of rounds (${percentRange(length.capped, 2)})`],
      [
        timeToKill.hits.mean.toFixed(1),
        `hits to kill; deaths fall in round ${timeToKill.round.mean.toFixed(1)}`,
      ],
      [count(gas.mean), `gas of the reveal; 95 % within ${count(gas.p95)}`],
    ]);
  const isSeen = ({ seen }: { readonly seen: Share }) => seen.n > 0;
  const rateRows = [
    ...rates.dodge
      .filter(isSeen)
      .map(({ attackerTier, targetTier, closedForm, seen }) => [
        `dodge: speed ${targetTier} against ${attackerTier}`,
        percent(closedForm, 2),
        percent(seen.value, 2),
        percentRange(seen, 2),
        count(seen.n),
      ]),
    ...rates.combo
      .filter(isSeen)
      .map(({ tier, closedForm, seen }) => [
        `combo: tier ${tier}`,
        percent(closedForm, 2),
        percent(seen.value, 2),
        percentRange(seen, 2),
        count(seen.n),
      ]),
  ];
  return pageOf(
    title,
    lead,
    [
      {
        title: "Win rate by tier of each stat",
        body:
          plotHtml(tierPlot(results)) +
          `<p class="soft">Of fighters with that tier, among the 40 characters as they are: who has much of one stat has less of another, so a falling line need not be the stat's own fault. Five of a team win together; the intervals count that in.</p>`,
      },
      {
        title: "Win rate by character",
        body:
          plotHtml(characterPlot(results), KIND_COLORS) +
          tableHtml(
            ["kind", "win rate", "95 %", "still stand", "95 %"],
            byKind.map(({ kind, winRate, survival }) => [
              kind,
              percent(winRate.value),
              percentRange(winRate),
              percent(survival.value),
              percentRange(survival),
            ]),
          ),
      },
      {
        title: "Who goes first",
        body: tableHtml(
          ["wins of", "share", "95 %", "fights"],
          [
            ["the first attacker, mirror matches", sides.firstAttackerInMirror] as const,
            ["the first attacker, all others", sides.firstAttacker] as const,
            ["player 1", sides.player1] as const,
          ]
            .filter(([, { n }]) => n > 0)
            .map(([name, one]) => [name, percent(one.value, 2), percentRange(one), count(one.n)]),
        ),
      },
      {
        title: "How long fights are",
        body:
          plotHtml(histogramPlot(length.turns.histogram, "turns")) +
          plotHtml(histogramPlot(length.rounds.histogram, "rounds")) +
          tableHtml(
            ["", "mean", "median", "95 % within"],
            [
              ["turns", length.turns],
              ["rounds", length.rounds],
              ["round of a death", timeToKill.round],
              ["hits to kill", timeToKill.hits],
            ].map(([name, value]) => {
              const one = value as { mean: number; median: number; p95: number };
              return [name as string, one.mean.toFixed(2), String(one.median), String(one.p95)];
            }),
          ),
      },
      {
        title: "Damage by slot",
        body:
          plotHtml(damagePlot(results)) +
          `<p class="soft">Damage of a whole fight, both sides together, from attackers in a slot to targets in a slot.</p>`,
      },
      {
        title: "Dodges and combos against closed form",
        body:
          tableHtml(["", "should be", "seen", "95 %", "n"], rateRows) +
          `<p class="soft">All dodges together: χ² = ${rates.dodgeFit.chiSquare.toFixed(1)} on ${rates.dodgeFit.degrees}, p = ${rates.dodgeFit.pValue.toFixed(3)}. ` +
          `Combos: χ² = ${rates.comboFit.chiSquare.toFixed(1)} on ${rates.comboFit.degrees}, p = ${rates.comboFit.pValue.toFixed(3)}.</p>`,
      },
      {
        title: "Gas of the reveal",
        body:
          tableHtml(
            ["", "gas"],
            [
              ["mean", count(gas.mean)],
              ["95 % within", count(gas.p95)],
              ["longest fight seen", count(gas.worstSeen)],
              ["longest fight there can be", count(gas.worstPossible)],
            ],
          ) +
          `<p class="soft">From turns and rounds, by a model fitted to duels on a chain: within 2 % of the mean and of the longest, 3 % of the 95 %.</p>`,
      },
      {
        title: "All characters",
        body: tableHtml(
          ["character", "kind", "tiers", "win rate", "95 %", "still stand", "kills", "damage"],
          foughtOf(results).map((one) => [
            one.name,
            one.kind,
            one.tiers,
            percent(one.winRate.value),
            percentRange(one.winRate),
            percent(one.survival.value),
            one.killsPerFight.toFixed(2),
            one.damagePerFight.toFixed(1),
          ]),
        ),
      },
    ],
    proof,
  );
}

/** All shares and numbers in one table: what, of which, value, interval and n. */
function reportCsv(results: ReportResults): string {
  const row = (figure: string, of: string, value: number, range?: Share) => {
    return { figure, of, value, low: range?.low ?? "", high: range?.high ?? "", n: range?.n ?? "" };
  };
  const shareRow = (figure: string, of: string, range: Share) => row(figure, of, range.value, range);
  const { length, sides, gas, timeToKill, rates } = results;
  return csvOf([
    ...results.byTier.map(({ stat, tier, winRate }) =>
      shareRow("win rate by tier", `${stat} ${tier}`, winRate),
    ),
    ...results.byKind.map(({ kind, winRate }) => shareRow("win rate by kind", kind, winRate)),
    ...results.byKind.map(({ kind, survival }) => shareRow("survival by kind", kind, survival)),
    ...results.byCharacter.map(({ name, winRate }) => shareRow("win rate by character", name, winRate)),
    ...results.byCharacter.map(({ name, survival }) => shareRow("survival by character", name, survival)),
    shareRow("first attacker wins", "mirror matches", sides.firstAttackerInMirror),
    shareRow("first attacker wins", "other fights", sides.firstAttacker),
    shareRow("player 1 wins", "other fights", sides.player1),
    shareRow("limit of rounds reached", "fights", length.capped),
    ...(["mean", "median", "p95"] as const).flatMap((which) => [
      row("turns", which, length.turns[which]),
      row("rounds", which, length.rounds[which]),
      row("round of a death", which, timeToKill.round[which]),
      row("hits to kill", which, timeToKill.hits[which]),
    ]),
    ...length.turns.histogram.flatMap((fights, turns) =>
      fights > 0 ? [row("fights by turns", String(turns), fights)] : [],
    ),
    ...length.rounds.histogram.flatMap((fights, rounds) =>
      fights > 0 ? [row("fights by rounds", String(rounds), fights)] : [],
    ),
    ...rates.dodge.map((cell) =>
      shareRow("dodge rate", `speed ${cell.targetTier} against ${cell.attackerTier}`, cell.seen),
    ),
    ...rates.dodge.map((cell) =>
      row(
        "dodge rate, closed form",
        `speed ${cell.targetTier} against ${cell.attackerTier}`,
        cell.closedForm,
      ),
    ),
    ...rates.combo.map((cell) => shareRow("combo rate", `tier ${cell.tier}`, cell.seen)),
    ...rates.combo.map((cell) => row("combo rate, closed form", `tier ${cell.tier}`, cell.closedForm)),
    ...results.damageFlow.map(({ from, to, damage }) => row("damage by slots", `${from} to ${to}`, damage)),
    ...Object.entries(gas).map(([which, value]) => row("gas of the reveal", which, value)),
  ]);
}
