import { Command } from "commander";
import { type CompareResults, type CompareSettings, isDecided } from "../../../lab/compare.ts";
import type { LabDocument } from "../../../lab/document.ts";
import { findGoal, GOALS } from "../../../lab/goals.ts";
import type { Run } from "../../../lab/jobs.ts";
import { drawnFor, fightersOf } from "../../../lab/teams.ts";
import { lineupsOf } from "../../../lab/work.ts";
import { duelNonces } from "../../../sim/fast/duelSeeds.ts";
import { InputError } from "../../../sim/input.ts";
import { UserError } from "../../run.ts";
import { conduct, documentText, onBench, writeFiles } from "./conduct.ts";
import { csvOf } from "./csv.ts";
import {
  type LabOptions,
  type ModeFile,
  readLabOptions,
  readModeFile,
  userPath,
  withLabOptions,
} from "./options.ts";
import { figuresHtml, note, pageOf, plotHtml, tableHtml } from "./page.ts";
import {
  changeIn,
  count,
  differenceScale,
  inUnit,
  percent,
  percentRange,
  proofLines,
  rangeText,
  tableText,
} from "./text.ts";

export function compareCommand(): Command {
  return withLabOptions(
    new Command("compare")
      .description("two modes on the same teams and seeds, until it is decided whether they differ")
      .argument("<modeA>", "a mode file, or default, blitz or siege")
      .argument("<modeB>", "another"),
    "1000000",
  )
    .option("--on <goal>", `what to compare: ${GOALS.map(({ name }) => name).join(", ")}`, "length")
    .option(
      "--margin <number>",
      "a difference smaller than this does not matter (default: 0.5 pp, 0.1 turns, 100 gas)",
    )
    .action(async (a: string, b: string, options: LabOptions & { on: string; margin?: string }) => {
      const setup = readLabOptions(options);
      const [modeA, modeB] = [await readModeFile(a), await readModeFile(b)];
      if (JSON.stringify(modeA.rule) !== JSON.stringify(modeB.rule)) {
        throw new UserError("the two modes have different team rules, so no team could fight in both");
      }
      const goal = findGoal(options.on, "--on");
      const settings: CompareSettings = { goal: goal.name, margin: readMargin(options.margin, goal.unit) };
      const run: Run = {
        task: {
          kind: "paired",
          modes: [modeA.battle, modeB.battle],
          teams: drawnFor(modeA.rule, [goal.name]),
        },
        label: setup.label,
        fights: setup.fights,
      };
      const folder = userPath(options.out ?? `lab-compare-${modeA.name}-${modeB.name}`);
      await onBench(setup, folder, async (bench) => {
        const document = await conduct<CompareResults>(
          bench,
          "compare",
          `${modeA.mode.name} against ${modeB.mode.name}`,
          run,
          settings,
          (tallies) => isDecided(run, settings, tallies),
        );
        writeFiles(folder, {
          "compare.html": await comparePage(document),
          "compare.json": documentText(document),
          "compare.csv": compareCsv(document.results),
          "cases-a.json": casesText(document, modeA),
          "cases-b.json": casesText(document, modeB),
        });
        process.stdout.write(options.json ? documentText(document) : compareText(document, folder));
      });
    });
}

const MARGINS = { share: 0.005, turns: 0.1, gas: 100 } as const;

function readMargin(text: string | undefined, unit: keyof typeof MARGINS): number {
  if (text === undefined) return MARGINS[unit];
  const margin = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (!(margin > 0)) throw new InputError("--margin", text, "a number more than 0, such as 0.1 or 0.5%");
  return margin;
}

const VERDICTS = {
  differs: "They differ",
  same: "No difference that matters",
  undecided: "Undecided: more fights (--fights) would tell",
} as const;

const OTHERS_HEAD = ["also", "A", "B", "difference", "95 %, by itself"] as const;

function otherRows({ others }: CompareResults): readonly (readonly string[])[] {
  return others.map(({ goal, a, b, difference }) => {
    const { unit } = findGoal(goal, "goal");
    return [
      goal,
      inUnit(unit, a),
      inUnit(unit, b),
      changeIn(unit, difference.value),
      rangeText(unit, difference, changeIn),
    ];
  });
}

const CHANGED_HEAD = ["fight", "swing, fighters", "swing, turns"] as const;

/** The swing of a fight: by how many fighters one side's lead at the end changed, and its length. */
function changedRows({ changedMost }: CompareResults): readonly (readonly string[])[] {
  return changedMost.map((one) => [
    String(one.fight),
    String(one.sidesChangedBy),
    String(one.turnsChangedBy),
  ]);
}

function compareText({ title, results, proof }: LabDocument<CompareResults>, folder: string): string {
  const { unit } = findGoal(results.goal, "goal");
  const lines = [
    `${title}: ${results.about}`,
    "",
    `${VERDICTS[results.verdict]}, after ${count(results.fights)} fights in both modes.`,
    `${inUnit(unit, results.a)} → ${inUnit(unit, results.b)}: ${changeIn(unit, results.difference.value)} (${rangeText(unit, results.difference, changeIn)})`,
    `The interval holds at all looks together with 95 %. The winner changed in ${percent(results.winnersChanged.value)} of the fights.`,
    "",
    tableText(OTHERS_HEAD, otherRows(results)),
    "",
    ...(results.changedMost.length === 0
      ? ["No fight came out otherwise."]
      : [
          "Fights that changed most:",
          tableText(CHANGED_HEAD, changedRows(results)),
          `Watch them: duel simulate ${folder}/cases-a.json, and the same with cases-b.json`,
        ]),
    "",
    ...proofLines(proof),
  ];
  return `${lines.join("\n")}\n`;
}

async function comparePage({
  title,
  results,
  proof,
  settings,
}: LabDocument<CompareResults>): Promise<string> {
  // Loaded only here: it takes longer than everything else, and most commands draw nothing.
  const { estimatePlot, looksPlot } = await import("./plots.ts");
  const { unit } = findGoal(results.goal, "goal");
  const { scale, name: unitName } = differenceScale(unit);
  const { margin } = settings as CompareSettings;
  const shares = results.others.filter(({ goal }) => findGoal(goal, "goal").unit === "share");
  const shareRows = shares.map(({ goal, difference: { value, low, high } }) => {
    return { name: goal, value: 100 * value, low: 100 * low, high: 100 * high };
  });
  const isChanged = results.changedMost.length > 0;
  return pageOf(
    title,
    note(
      `Compared: ${results.about}. ${VERDICTS[results.verdict]}, after ${count(results.fights)} fights with the same teams and seeds in both modes. A is the first mode, B the second.`,
    ) +
      figuresHtml([
        [
          changeIn(unit, results.difference.value),
          `difference (${rangeText(unit, results.difference, changeIn)})`,
        ],
        [inUnit(unit, results.a), "in A"],
        [inUnit(unit, results.b), "in B"],
        [
          percent(results.winnersChanged.value),
          `of the fights have another winner (${percentRange(results.winnersChanged)})`,
        ],
      ]),
    [
      {
        title: "Look by look",
        body:
          plotHtml(
            looksPlot(results.looks, { label: `${results.goal}, ${unitName}, B less A`, scale, margin }),
          ) +
          note(
            `The band is an interval that holds at all looks together with 95 %. It is decided when it excludes 0, or lies within ±${changeIn(unit, margin).slice(1)} (shaded), which does not matter.`,
          ),
      },
      {
        title: "What else changed",
        body:
          plotHtml(
            estimatePlot(shareRows, { label: "B less A, percentage points", against: 0, unit: "number" }),
          ) +
          tableHtml(OTHERS_HEAD, otherRows(results)) +
          note("Each of these intervals holds by itself, not all of them together."),
      },
      {
        title: "Fights that changed most",
        body: isChanged
          ? tableHtml(CHANGED_HEAD, changedRows(results)) +
            note(
              "Swing: by how many fighters one side's lead at the end changed, and by how many turns the fight. Watch them: duel simulate cases-a.json, and cases-b.json.",
            )
          : note("No fight came out otherwise."),
      },
    ],
    proof,
  );
}

function compareCsv(results: CompareResults): string {
  const { goal, a, b, difference } = results;
  return csvOf(
    [
      { goal, a, b, difference, interval: "anytime" },
      ...results.others.map((other) => ({ ...other, interval: "single" })),
    ].map((one) => ({
      goal: one.goal,
      a: one.a,
      b: one.b,
      difference: one.difference.value,
      low: one.difference.low,
      high: one.difference.high,
      interval: one.interval,
    })),
  );
}

/** The fights that changed most, as `duel simulate` takes them. */
function casesText({ run, results }: LabDocument<CompareResults>, { json }: ModeFile): string {
  const cases = results.changedMost.map(({ fight }) => {
    const [p1Nonce, p2Nonce] = duelNonces(run.label, fight);
    const [p1, p2] = lineupsOf(run, fight);
    const team = (lineup: readonly number[], firstAssetId: number) =>
      fightersOf(lineup, firstAssetId).map(({ assetId, charId, tiers }) => ({
        assetId: String(assetId),
        charId,
        tiers,
      }));
    return { p1Nonce, p2Nonce, p1Team: team(p1, 1), p2Team: team(p2, 11), mode: json };
  });
  return `${JSON.stringify(cases, null, 2)}\n`;
}
