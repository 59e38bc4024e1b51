import { basename } from "node:path";
import { Command } from "commander";
import type { LabDocument } from "../../../lab/document.ts";
import { GOALS, readTarget, type Target } from "../../../lab/goals.ts";
import type { Run } from "../../../lab/jobs.ts";
import { findNumbers, MODE_NUMBERS, type ModeNumber, valueOf } from "../../../lab/numbers.ts";
import { drawnFor } from "../../../lab/teams.ts";
import type { Estimate } from "../../../lab/statistics.ts";
import { modeAfter, searchMode, type TuneResults, type TuneSearch, tuneSettings } from "../../../lab/tune.ts";
import { MAX_NAME_LENGTH } from "../../../sim/battle/characters.ts";
import type { BattleMode } from "../../../sim/battle/modes.ts";
import { readGameMode } from "../../../sim/duel/gameModes.ts";
import { InputError } from "../../../sim/input.ts";
import { UserError } from "../../run.ts";
import { conduct, documentText, onBench, writeFiles } from "./conduct.ts";
import {
  type LabOptions,
  type ModeFile,
  readLabOptions,
  readModeFile,
  readNumber,
  userPath,
  withLabOptions,
} from "./options.ts";
import { csvOf } from "./csv.ts";
import { figuresHtml, note, pageOf, PLOT_COLORS, plotHtml, tableHtml } from "./page.ts";
import { count, inUnit, proofLines, rangeText, tableText } from "./text.ts";

interface TuneOptions extends LabOptions {
  readonly goal: readonly string[];
  readonly vary?: readonly string[];
  readonly limit?: readonly string[];
  readonly steps: string;
  readonly stepFights: string;
  readonly name?: string;
}

export function tuneCommand(): Command {
  return withLabOptions(
    new Command("tune")
      .description("propose changed values that meet goals, and write a mode file with them")
      .argument("<mode>", "a mode file, or default, blitz or siege"),
    "131072",
  )
    .requiredOption(
      "--goal <goals...>",
      `such as "survival:tank<=45%" "length=25..35"; of ${GOALS.map(({ name }) => name).join(", ")}`,
    )
    .option(
      "--vary <numbers...>",
      "what may be changed: defenseValues, attackValues[2], comboFactor … (default: all)",
    )
    .option("--limit <ranges...>", "how far: healthValues=8..20, comboFactor=10000..20000")
    .option("--steps <number>", "most changes one after the other", "24")
    .option("--step-fights <number>", "fights to judge a step by", "8192")
    .option("--name <name>", "the name of the new mode")
    .action(async (argument: string, options: TuneOptions) => {
      const setup = readLabOptions(options);
      const targets = options.goal.map((text) => readTarget(text, "--goal"));
      const modeFile = await readModeFile(argument);
      const freedoms = readFreedoms(options.vary, options.limit, modeFile.battle);
      const name = options.name ?? `${modeFile.mode.name.slice(0, MAX_NAME_LENGTH - 6)} tuned`;
      // Judged before anything runs: a name that is too long would be found at the very end.
      changedFile(modeFile, modeFile.battle, name);
      const stepFights = readNumber(options.stepFights, "--step-fights", 1_024, 10_000_000);
      const maxSteps = readNumber(options.steps, "--steps", 1, 1_000);
      const teams = drawnFor(
        modeFile.rule,
        targets.map(({ goal }) => goal.name),
      );
      const folder = userPath(options.out ?? `lab-tune-${modeFile.name}`);
      await onBench(setup, folder, async (bench) => {
        const tuning: TuneSearch = {
          targets: options.goal,
          freedoms,
          label: `${setup.label}/tune`,
          fights: stepFights,
        };
        const goalsText = (goals: readonly number[]) =>
          targets.map(({ goal }, i) => `${goal.name} ${inUnit(goal.unit, goals[i]!)}`).join(", ");
        const { path, isMet } = await searchMode(
          bench.crew,
          modeFile.battle,
          teams,
          tuning,
          maxSteps,
          (step) => bench.optionsOf(`step ${step + 1}`),
          ({ change, from, to, goals }) =>
            process.stderr.write(`${change} ${from} → ${to}: ${goalsText(goals)}\n`),
        );
        if (!isMet) {
          throw new UserError(
            `out of reach within these limits: after ${path.length - 1} changes, ${goalsText(path.at(-1)!.goals)}; nothing was written`,
          );
        }
        if (path.length === 1) {
          process.stdout.write(
            `${modeFile.mode.name} meets this already: ${goalsText(path[0]!.goals)}; nothing was written\n`,
          );
          return;
        }
        const mode = modeAfter(modeFile.battle, path);
        const run: Run = {
          task: { kind: "paired", modes: [modeFile.battle, mode], teams },
          label: `${setup.label}/confirm`,
          fights: setup.fights,
        };
        const title = `${modeFile.mode.name}, tuned`;
        const document = await conduct<TuneResults>(bench, "tune", title, run, { search: tuning, path });
        if (document.results.goals.some((goal) => !goal.isMet)) {
          throw new UserError(
            "the proposal did not hold on fresh seeds; give --step-fights more, or the goal more room",
          );
        }
        writeFiles(folder, {
          [`${basename(modeFile.name)}-tuned.json`]: changedFile(modeFile, mode, name),
          "tune.html": await tunePage(document, name),
          "tune.json": documentText(document),
          "tune.csv": tuneCsv(document),
        });
        process.stdout.write(options.json ? documentText(document) : tuneText(document));
      });
    });
}

function readFreedoms(
  vary: readonly string[] | undefined,
  limits: readonly string[] | undefined,
  mode: BattleMode,
): TuneSearch["freedoms"] {
  const numbers = vary === undefined ? MODE_NUMBERS : vary.flatMap((text) => findNumbers(text, "--vary"));
  const ranges = new Map<ModeNumber, { min: number; max: number }>();
  for (const text of limits ?? []) {
    const match = /^([\w[\]]+)=(\d+)\.\.(\d+)$/.exec(text);
    if (match === null)
      throw new InputError("--limit", text, "a number and its range, such as healthValues=8..20");
    const [min, max] = [Number(match[2]), Number(match[3])];
    if (min > max) throw new InputError("--limit", text, "the lower end first");
    for (const number of findNumbers(match[1]!, "--limit")) ranges.set(number, { min, max });
  }
  return numbers.map((number) => {
    const { min, max } = ranges.get(number) ?? number;
    const now = valueOf(mode, number);
    if (now < min || now > max) {
      throw new InputError(
        "--limit",
        `${number.name}=${min}..${max}`,
        `a range with its value in it, which is ${now}`,
      );
    }
    return { name: number.name, min: Math.max(min, number.min), max: Math.min(max, number.max) };
  });
}

/** The file with the battle's values changed, as it validates. */
function changedFile({ json }: ModeFile, battle: BattleMode, name: string): string {
  const { $schema: _, ...rest } = json;
  const changed = { ...rest, ...battle, name };
  readGameMode(changed, "the new mode");
  // Three values on one line, as the files of game/modes have them.
  const text = JSON.stringify(changed, null, 2).replace(/\[[\s\d,]+\]/g, (list) =>
    JSON.stringify(JSON.parse(list)).replaceAll(",", ", "),
  );
  return `${text}\n`;
}

const targetsOf = ({ settings }: LabDocument): readonly Target[] =>
  tuneSettings(settings).search.targets.map((text) => readTarget(text, "goal"));

function pathTable(document: LabDocument<TuneResults>) {
  const targets = targetsOf(document);
  const head = ["change", "from", "to", ...targets.map(({ goal }) => goal.name)];
  const rows = document.results.path.map(({ change, from, to, goals }) => [
    change,
    change === "start" ? "–" : String(from),
    change === "start" ? "–" : String(to),
    ...goals.map((value, i) => inUnit(targets[i]!.goal.unit, value)),
  ]);
  return [head, rows] as const;
}

function goalTable(document: LabDocument<TuneResults>) {
  const targets = targetsOf(document);
  const rows = document.results.goals.map(({ target, before, after, isSure }, i) => {
    const { unit } = targets[i]!.goal;
    return [
      target,
      inUnit(unit, before.value),
      inUnit(unit, after.value),
      rangeText(unit, after),
      isSure ? "met" : "met, but not beyond doubt",
    ];
  });
  return [["goal", "before", "after", "95 %", ""], rows] as const;
}

function tuneText(document: LabDocument<TuneResults>): string {
  const lines = [
    document.title,
    "",
    "the way:",
    tableText(...pathTable(document)),
    "",
    "proposed:",
    ...document.results.changes.map(({ name, from, to }) => `  ${name}: ${from} → ${to}`),
    "",
    "on fresh seeds:",
    tableText(...goalTable(document)),
    "",
    ...proofLines(document.proof),
  ];
  return `${lines.join("\n")}\n`;
}

async function tunePage(document: LabDocument<TuneResults>, name: string): Promise<string> {
  // Loaded only here: it takes longer than everything else, and most commands draw nothing.
  const { pathPlot } = await import("./plots.ts");
  const { results, proof, title } = document;
  const { search } = tuneSettings(document.settings);
  const targets = targetsOf(document);
  const plots = targets.map(({ goal, low, high }, i) =>
    plotHtml(
      pathPlot(
        results.path.map(({ change, from, to, goals }) => ({
          change: change === "start" ? change : `${change} ${from} → ${to}`,
          value: goals[i]!,
        })),
        {
          label: goal.unit === "share" ? goal.name : `${goal.name}, ${goal.unit}`,
          low,
          high,
          unit: goal.unit === "share" ? "share" : "number",
        },
      ),
      { "where it should be": PLOT_COLORS.tint, reached: PLOT_COLORS.green, "not yet": PLOT_COLORS.blue },
    ),
  );
  return pageOf(
    title,
    note(
      `Proposed: "${name}". Judged on ${count(results.fights)} fights that the search has never seen, the same in both modes; intervals are 95 %.`,
    ) +
      figuresHtml(
        results.goals.map(({ target, before, after }, i) => {
          const { unit } = targets[i]!.goal;
          const about = `wanted ${target}; was ${inUnit(unit, before.value)} (now ${rangeText(unit, after)})`;
          return [inUnit(unit, after.value), about] as const;
        }),
      ),
    [
      {
        title: "What changes",
        body: tableHtml(
          ["number", "from", "to"],
          results.changes.map(({ name: number, from, to }) => [number, String(from), String(to)]),
        ),
      },
      { title: "On fresh seeds", body: tableHtml(...goalTable(document)) },
      {
        title: "The way there",
        body:
          plots.join("") +
          tableHtml(...pathTable(document)) +
          note(
            `Of all single changes within the limits, each step takes the one that brings the goals nearest, judged by ${count(search.fights)} fights. Each step has seeds of its own.`,
          ),
      },
    ],
    proof,
  );
}

/** The path as the search saw it, then both modes on fresh seeds. */
function tuneCsv(document: LabDocument<TuneResults>): string {
  const targets = targetsOf(document);
  const { path, goals } = document.results;
  const row = (where: string, target: string, { value, low, high }: Partial<Estimate>) => {
    return { where, target, value: value ?? null, low: low ?? null, high: high ?? null };
  };
  return csvOf([
    ...path.flatMap(({ change, from, to, goals: values }) =>
      values.map((value, i) =>
        row(change === "start" ? change : `${change} ${from} -> ${to}`, targets[i]!.goal.name, { value }),
      ),
    ),
    ...goals.map(({ before }, i) => row("before, fresh seeds", targets[i]!.goal.name, before)),
    ...goals.map(({ after }, i) => row("after, fresh seeds", targets[i]!.goal.name, after)),
  ]);
}
