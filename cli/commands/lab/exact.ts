import { Command } from "commander";
import { BUILDS, ExactSolver, buildOf, readBuild, solveAll } from "../../../lab/exact.ts";
import { modeHash } from "../../../lab/proof.ts";
import { STATS } from "../../../sim/battle/stats.ts";
import { UserError } from "../../run.ts";
import { writeFiles } from "./conduct.ts";
import { csvOf } from "./csv.ts";
import { readModeFile, userPath } from "./options.ts";
import { percent, tableText } from "./text.ts";

const SHOWN = 10;
const RANGE = STATS.indexOf("range");

export function exactCommand(): Command {
  return new Command("exact")
    .description("one against one, both in slot 0, solved without sampling for every pair of the 729 builds")
    .argument("[mode]", "a mode file, or default, blitz or siege", "default")
    .option("--p1 <tiers>", "only this build, as six tiers: 133112")
    .option("--p2 <tiers>", "against this one")
    .option("--out <folder>", "write the chance of every pair as CSV there")
    .action(async (argument: string, options: { p1?: string; p2?: string; out?: string }) => {
      const { battle, name, rule } = await readModeFile(argument);
      if ((options.p1 === undefined) !== (options.p2 === undefined))
        throw new UserError("--p1 and --p2 go together");
      if (options.p1 !== undefined) {
        const builds = [readBuild(options.p1, "--p1"), readBuild(options.p2!, "--p2")] as const;
        const { p1, p2 } = options;
        const solved = { mode: modeHash(battle, rule), p1, p2, ...new ExactSolver(battle).solve(...builds) };
        process.stdout.write(`${JSON.stringify(solved, null, 2)}\n`);
        return;
      }
      const chances = solveAll(battle);
      const text = Array.from({ length: BUILDS }, (_, number) => buildOf(number).join(""));
      // Range plays no part, so builds that differ in nothing else are shown once.
      const ranked = text
        .map((build, p1) => {
          let sum = 0;
          // As player 1 and as player 2, so that the rule for equal ends helps nobody.
          for (let p2 = 0; p2 < BUILDS; p2++)
            sum += chances[BUILDS * p1 + p2]! + 1 - chances[BUILDS * p2 + p1]!;
          return { build, mean: sum / (2 * BUILDS) };
        })
        .filter(({ build }) => build[RANGE] === "1")
        .toSorted((a, b) => b.mean - a.mean || (a.build < b.build ? -1 : 1));
      const shown = (build: string) => `${build.slice(0, RANGE)}–${build.slice(RANGE + 1)}`;
      const rows = (list: typeof ranked) => list.map(({ build, mean }) => [shown(build), percent(mean, 2)]);
      const lines = [
        `${name}: ${BUILDS} × ${BUILDS} pairs of builds, solved exactly`,
        "tiers: attack, defense, health, speed, –, combo; range plays no part in slot 0 against slot 0",
        "",
        "best builds, mean chance against all:",
        tableText(["build", "wins"], rows(ranked.slice(0, SHOWN))),
        "",
        "worst:",
        tableText(["build", "wins"], rows(ranked.slice(-SHOWN))),
        "",
        `mode     ${modeHash(battle, rule)}`,
      ];
      process.stdout.write(`${lines.join("\n")}\n`);
      if (options.out !== undefined) {
        const pairs = text.map((p1, i) => ({
          p1,
          ...Object.fromEntries(text.map((p2, j) => [p2, chances[BUILDS * i + j]!])),
        }));
        writeFiles(userPath(options.out), { "exact.csv": csvOf(pairs) });
      }
    });
}
