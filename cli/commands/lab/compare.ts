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
import { changeIn, count, inUnit, percent, proofLines, rangeText, tableText } from "./text.ts";

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

function compareText({ title, results, proof }: LabDocument<CompareResults>, folder: string): string {
  const { unit } = findGoal(results.goal, "goal");
  const lines = [
    `${title}: ${results.about}`,
    "",
    `${VERDICTS[results.verdict]}, after ${count(results.fights)} fights in both modes.`,
    `${inUnit(unit, results.a)} → ${inUnit(unit, results.b)}: ${changeIn(unit, results.difference.value)} (${rangeText(unit, results.difference, changeIn)})`,
    `The interval holds at all looks together with 95 %. The winner changed in ${percent(results.winnersChanged.value)} of the fights.`,
    "",
    tableText(
      ["also", "A", "B", "difference", "95 %, by itself"],
      results.others.map(({ goal, a, b, difference }) => {
        const other = findGoal(goal, "goal").unit;
        return [
          goal,
          inUnit(other, a),
          inUnit(other, b),
          changeIn(other, difference.value),
          rangeText(other, difference, changeIn),
        ];
      }),
    ),
    "",
    "Fights that changed most:",
    tableText(
      ["fight", "margin changed by", "turns changed by"],
      results.changedMost.map((one) => [
        String(one.fight),
        `${one.sidesChangedBy} fighters`,
        String(one.turnsChangedBy),
      ]),
    ),
    `Watch them: duel simulate ${folder}/cases-a.json, and the same with cases-b.json`,
    "",
    ...proofLines(proof),
  ];
  return `${lines.join("\n")}\n`;
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
