import { Command } from "commander";
import type { LabDocument } from "../../../lab/document.ts";
import { findGoal, GOALS } from "../../../lab/goals.ts";
import type { Run } from "../../../lab/jobs.ts";
import { type SensitivityResults, variantsOf } from "../../../lab/sensitivity.ts";
import { drawnFor } from "../../../lab/teams.ts";
import { conduct, documentText, onBench, writeFiles } from "./conduct.ts";
import { csvOf } from "./csv.ts";
import { type LabOptions, readLabOptions, readModeFile, userPath, withLabOptions } from "./options.ts";
import { figuresHtml, pageOf, plotHtml, tableHtml } from "./page.ts";
import { changeIn, count, differenceScale, inUnit, proofLines, rangeText, tableText } from "./text.ts";

export function sensitivityCommand(): Command {
  return withLabOptions(
    new Command("sensitivity")
      .description("what a step in each number of a mode does to a goal, ranked")
      .argument("<mode>", "a mode file, or default, blitz or siege"),
    "65536",
  )
    .option("--goal <goal>", `one of ${GOALS.map(({ name }) => name).join(", ")}`, "spread")
    .action(async (argument: string, options: LabOptions & { goal: string }) => {
      const setup = readLabOptions(options);
      const goal = findGoal(options.goal, "--goal");
      const { name, battle, rule, mode } = await readModeFile(argument);
      const variants = variantsOf(battle);
      const run: Run = {
        task: {
          kind: "paired",
          modes: [battle, ...variants.map((variant) => variant.mode)],
          teams: drawnFor(rule, [goal.name]),
        },
        label: setup.label,
        fights: setup.fights,
      };
      const folder = userPath(options.out ?? `lab-sensitivity-${name}`);
      await onBench(setup, folder, async (bench) => {
        const title = `${mode.name}: what moves ${goal.name}`;
        const document = await conduct<SensitivityResults>(bench, "sensitivity", title, run, {
          goal: goal.name,
        });
        writeFiles(folder, {
          "sensitivity.html": await sensitivityPage(document),
          "sensitivity.json": documentText(document),
          "sensitivity.csv": csvOf(
            document.results.steps.map(({ name: number, from, to, effect }) => ({
              number,
              from,
              to,
              effect: effect.value,
              low: effect.low,
              high: effect.high,
            })),
          ),
        });
        process.stdout.write(options.json ? documentText(document) : sensitivityText(document));
      });
    });
}

/** Steps in the plot: the largest effects. */
const DRAWN = 24;
const STEP_HEAD = ["number", "from", "to", "effect", "95 %"] as const;

function stepRows({ goal, steps }: SensitivityResults): readonly (readonly string[])[] {
  const { unit } = findGoal(goal, "goal");
  return steps.map(({ name, from, to, effect }) => [
    name,
    String(from),
    String(to),
    changeIn(unit, effect.value),
    rangeText(unit, effect, changeIn),
  ]);
}

function sensitivityText({ title, results, proof }: LabDocument<SensitivityResults>): string {
  const { unit } = findGoal(results.goal, "goal");
  const lines = [
    `${title} (${results.about})`,
    `now ${inUnit(unit, results.base.value)} (${rangeText(unit, results.base)}); ${count(results.fights)} fights, the same for every step`,
    "",
    tableText(STEP_HEAD, stepRows(results)),
    "",
    ...proofLines(proof),
  ];
  return `${lines.join("\n")}\n`;
}

async function sensitivityPage({ title, results, proof }: LabDocument<SensitivityResults>): Promise<string> {
  // Loaded only here: it takes longer than everything else, and most commands draw nothing.
  const { estimatePlot } = await import("./plots.ts");
  const { unit } = findGoal(results.goal, "goal");
  const lead =
    `<p class="soft">The goal: ${results.about}. ${count(results.fights)} fights, the same for every step; intervals are 95 %.</p>` +
    figuresHtml([[inUnit(unit, results.base.value), `now (${rangeText(unit, results.base)})`]]);
  const { scale, name: unitName } = differenceScale(unit);
  const rows = results.steps.slice(0, DRAWN).map(({ name, from, to, effect }) => ({
    name: `${name} ${from} → ${to}`,
    value: effect.value * scale,
    low: effect.low * scale,
    high: effect.high * scale,
  }));
  const plot = estimatePlot(rows, { label: `effect, ${unitName}`, against: 0, unit: "number" });
  return pageOf(
    title,
    lead,
    [
      { title: "A step in each number, ranked", body: plotHtml(plot) },
      { title: "All steps", body: tableHtml(STEP_HEAD, stepRows(results)) },
    ],
    proof,
  );
}
