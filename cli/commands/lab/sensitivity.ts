import { Command } from "commander";
import type { LabDocument } from "../../../lab/document.ts";
import { findGoal, GOALS } from "../../../lab/goals.ts";
import type { Run } from "../../../lab/jobs.ts";
import { type SensitivityResults, variantsOf } from "../../../lab/sensitivity.ts";
import { drawnFor } from "../../../lab/teams.ts";
import { conduct, documentText, onBench, writeFiles } from "./conduct.ts";
import { csvOf } from "./csv.ts";
import { type LabOptions, readLabOptions, readModeFile, userPath, withLabOptions } from "./options.ts";
import { figuresHtml, pageOf, plotHtml } from "./page.ts";
import { changeIn, count, inUnit, proofLines, rangeText, tableText } from "./text.ts";

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

function sensitivityText({ title, results, proof }: LabDocument<SensitivityResults>): string {
  const { unit } = findGoal(results.goal, "goal");
  const lines = [
    `${title} (${results.about})`,
    `now ${inUnit(unit, results.base.value)} (${rangeText(unit, results.base)}); ${count(results.fights)} fights, the same for every step`,
    "",
    tableText(
      ["number", "from", "to", "effect", "95 %"],
      results.steps.map(({ name, from, to, effect }) => [
        name,
        String(from),
        String(to),
        changeIn(unit, effect.value),
        rangeText(unit, effect, changeIn),
      ]),
    ),
    "",
    ...proofLines(proof),
  ];
  return `${lines.join("\n")}\n`;
}

async function sensitivityPage({ title, results, proof }: LabDocument<SensitivityResults>): Promise<string> {
  // Loaded only here: it takes longer than everything else, and most commands draw nothing.
  const { sensitivityPlot } = await import("./plots.ts");
  const { unit } = findGoal(results.goal, "goal");
  const lead =
    `<p class="soft">${results.about}. ${count(results.fights)} fights, the same for every step; intervals are 95 %.</p>` +
    figuresHtml([[inUnit(unit, results.base.value), `now (${rangeText(unit, results.base)})`]]);
  const label = unit === "share" ? "effect, percentage points" : `effect, ${unit}`;
  const body = plotHtml(sensitivityPlot(results, unit === "share" ? 100 : 1, label));
  return pageOf(title, lead, [{ title: "A step in each number, ranked", body }], proof);
}
