import { Command } from "commander";
import type { LabDocument } from "../../../lab/document.ts";
import { pairsOf, type Run } from "../../../lab/jobs.ts";
import type { MetaResults } from "../../../lab/meta.ts";
import { drawLineups, searchLineups } from "../../../lab/searchTeams.ts";
import { type Lineup, lineupText, readLineup } from "../../../lab/teams.ts";
import { CHARACTERS } from "../../../sim/battle/characters.ts";
import { InputError } from "../../../sim/input.ts";
import { conduct, documentText, onBench, writeFiles } from "./conduct.ts";
import { csvOf } from "./csv.ts";
import {
  type LabOptions,
  readLabOptions,
  readModeFile,
  readNumber,
  userPath,
  withLabOptions,
} from "./options.ts";
import { figuresHtml, pageOf, plotHtml, tableHtml } from "./page.ts";
import { percent, proofLines, tableText } from "./text.ts";

interface MetaOptions extends LabOptions {
  readonly teams: string;
  readonly team?: readonly string[];
  readonly search: string;
  readonly viable: string;
}

const MAX_TEAMS = 128;
const MIN_FIGHTS_PER_PAIR = 16;

export function metaCommand(): Command {
  return withLabOptions(
    new Command("meta")
      .description(
        "every team against every other: the Nash mix, who is viable, who is dominated, who counters whom",
      )
      .argument("<mode>", "a mode file, or default, blitz or siege"),
    "500000",
  )
    .option("--teams <number>", "teams to draw", "32")
    .option("--team <ids...>", "given teams beside them, such as 1,17,20,33,5")
    .option("--search <rounds>", "better the drawn teams by so many rounds of search first", "0")
    .option("--viable <share>", "a team is viable that wins so often against the Nash mix", "0.45")
    .action(async (argument: string, options: MetaOptions) => {
      const setup = readLabOptions(options);
      const { name, battle, rule, mode } = await readModeFile(argument);
      const given = (options.team ?? []).map((text) => readLineup(text, "--team", rule));
      const drawn = readNumber(options.teams, "--teams", given.length < 2 ? 2 - given.length : 0, MAX_TEAMS);
      const rounds = readNumber(options.search, "--search", 0, 1_000);
      const viable = Number(options.viable);
      if (!(viable > 0 && viable <= 0.5))
        throw new InputError("--viable", options.viable, "a share of 0..0.5");
      const folder = userPath(options.out ?? `lab-meta-${name}`);
      await onBench(setup, folder, async (bench) => {
        const start = drawLineups(`${setup.label}/teams`, rule, drawn);
        const found =
          rounds === 0
            ? start
            : await searchLineups(bench.crew, battle, rule, `${setup.label}/search`, start, rounds, {
                signal: bench.signal,
                checkpoint: bench.checkpoint,
                onRound: (round) => process.stderr.write(`search: round ${round} of ${rounds}\n`),
              });
        const lineups = [...new Map([...given, ...found].map((one) => [lineupText(one), one])).values()];
        const pairs = pairsOf(lineups.length).length;
        // An even number, so that each side is first as often.
        const fightsPerPair = Math.max(MIN_FIGHTS_PER_PAIR, 2 * Math.floor(setup.fights / pairs / 2));
        const run: Run = {
          task: { kind: "matrix", mode: battle, lineups, fightsPerPair },
          label: setup.label,
          fights: pairs * fightsPerPair,
        };
        const settings = { viable, hasRule: rule !== null };
        const title = `${mode.name}: which teams are worth playing`;
        const document = await conduct<MetaResults>(bench, "meta", title, run, settings);
        writeFiles(folder, {
          "meta.html": await metaPage(document),
          "meta.json": documentText(document),
          "meta.csv": csvOf(
            document.results.teams.map(({ team, characters, counters, ...rest }) => ({
              team,
              characters: characters.join(" "),
              ...rest,
              counters: counters.map((counter) => counter.team).join(" "),
            })),
          ),
        });
        process.stdout.write(options.json ? documentText(document) : metaText(document));
      });
    });
}

const nameOf = (id: number) => CHARACTERS[id - 1]!.name;
const namesOf = (lineup: Lineup) => lineup.map(nameOf).join(", ");

function teamRows(results: MetaResults): readonly (readonly string[])[] {
  return results.teams
    .toSorted((a, b) => b.nashWeight - a.nashWeight || b.againstNash - a.againstNash)
    .map((one) => [
      String(one.team),
      one.characters.join(" "),
      percent(one.nashWeight),
      percent(one.againstNash),
      one.viable ? "yes" : "no",
      one.counters.map(({ team, itWins }) => `${team} (${percent(itWins.value, 0)})`).join(", ") || "–",
      one.elo.toFixed(0),
    ]);
}

const TEAM_HEAD = ["team", "characters", "Nash mix", "wins against it", "viable", "counters", "Elo"] as const;

function metaText({ title, results, proof }: LabDocument<MetaResults>): string {
  const lines = [
    title,
    "",
    `viable: ${percent(results.viableTeams, 0)} of ${results.teams.length} teams, ${percent(results.viableCharacters, 0)} of ${CHARACTERS.length} characters`,
    `dominated on paper: ${results.dominated.map((id) => `${nameOf(id)} (by ${results.characters[id - 1]!.dominatedBy.map(nameOf).join(", ")})`).join("; ") || "nobody"}`,
    "",
    tableText(TEAM_HEAD, teamRows(results)),
    "",
    ...proofLines(proof),
  ];
  return `${lines.join("\n")}\n`;
}

async function metaPage({ title, results, proof }: LabDocument<MetaResults>): Promise<string> {
  // Loaded only here: it takes longer than everything else, and most commands draw nothing.
  const { metaPlot } = await import("./plots.ts");
  const characterRows = results.characters
    .toSorted((a, b) => b.nashWeight - a.nashWeight || (b.againstNash ?? 0) - (a.againstNash ?? 0))
    .map((one) => [
      one.name,
      one.kind,
      percent(one.nashWeight),
      one.againstNash === null ? "–" : percent(one.againstNash),
      one.viable ? "yes" : "no",
      one.dominatedBy.map(nameOf).join(", ") || "–",
      one.counters.map(({ id }) => nameOf(id)).join(", ") || "–",
    ]);
  return pageOf(
    title,
    `<p class="soft">${results.teams.length} teams, ${results.fightsPerPair} fights for each pair, sides changed after each. A team is viable if it holds its own against the Nash mix.</p>` +
      figuresHtml([
        [percent(results.viableTeams, 0), "of the teams are viable"],
        [percent(results.viableCharacters, 0), "of the characters are in one of them"],
        [String(results.dominated.length), "characters are dominated on paper"],
      ]),
    [
      {
        title: "Against the Nash mix",
        body: plotHtml(metaPlot(results)) + `<p class="soft">Red: in the mix.</p>`,
      },
      { title: "Teams", body: tableHtml(TEAM_HEAD, teamRows(results)) },
      {
        title: "Characters",
        body: tableHtml(
          ["character", "kind", "Nash mix", "its teams win", "viable", "dominated by", "counters"],
          characterRows,
        ),
      },
      {
        title: "Who is in the mix",
        body: tableHtml(
          ["team", "weight", "characters"],
          results.teams
            .filter(({ nashWeight }) => nashWeight > 0.001)
            .map((one) => [String(one.team), percent(one.nashWeight), namesOf(one.characters)]),
        ),
      },
    ],
    proof,
  );
}
