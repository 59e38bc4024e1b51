import { Command } from "commander";
import type { LabDocument } from "../../../lab/document.ts";
import { matrixRun, pairsOf, swapsOf } from "../../../lab/jobs.ts";
import type { MetaResults } from "../../../lab/meta.ts";
import { drawLineups, searchRound } from "../../../lab/searchTeams.ts";
import type { Estimate } from "../../../lab/statistics.ts";
import { type Lineup, readLineup } from "../../../lab/teams.ts";
import { type FoundTeams, teamsLabel, teamsOf } from "../../../lab/way.ts";
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
import { figuresHtml, KIND_COLORS, note, pageOf, PLOT_COLORS, plotHtml, tableHtml } from "./page.ts";
import { count, percent, percentRange, proofLines, tableText } from "./text.ts";

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
    "1000000",
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
        const start = drawLineups(teamsLabel(setup.label), rule, drawn);
        const label = `${setup.label}/search`;
        const found: Lineup[][] = [];
        for (let round = 0; round < rounds; round++) {
          const runOptions = bench.optionsOf(`search, round ${round + 1} of ${rounds}`);
          const before = found.at(-1) ?? start;
          const search = { label, start };
          found.push([
            ...(await searchRound(bench.crew, { mode: battle, rule }, search, round, before, runOptions)),
          ]);
        }
        const search: FoundTeams = { label, start, given, rounds: found };
        const lineups = teamsOf(search);
        const pairs = pairsOf(lineups.length).length;
        // Half of the fights for the pairs, half for the swaps.
        const fightsPerPair = Math.max(MIN_FIGHTS_PER_PAIR, 2 * Math.floor(setup.fights / pairs / 4));
        const perRound = 2 * swapsOf({ lineups, rule }).length;
        const swapFights = perRound * Math.max(1, Math.floor(setup.fights / 2 / perRound));
        const run = matrixRun(
          { kind: "matrix", mode: battle, rule, lineups, fightsPerPair, swapFights },
          setup.label,
        );
        const title = `${mode.name}: which teams are worth playing`;
        const document = await conduct<MetaResults>(bench, "meta", title, run, { viable, search });
        writeFiles(folder, {
          "meta.html": await metaPage(document),
          "meta.json": documentText(document),
          "meta.csv": teamsCsv(document.results),
          "characters.csv": charactersCsv(document.results),
        });
        process.stdout.write(options.json ? documentText(document) : metaText(document));
      });
    });
}

function teamsCsv({ teams }: MetaResults): string {
  return csvOf(
    teams.map(({ team, characters, nashWeight, againstNash, viable, elo, counters }) => ({
      team,
      characters: characters.join(" "),
      ...estimateCells("nashWeight", nashWeight),
      ...estimateCells("againstNash", againstNash),
      viable,
      elo,
      counters: counters.map((counter) => counter.team).join(" "),
    })),
  );
}

function charactersCsv({ characters, dominated }: MetaResults): string {
  return csvOf(
    characters.map(
      ({ id, name, kind, teams, nashWeight, viable, inAnyPlace, betterInItsPlace, counters }) => ({
        id,
        name,
        kind,
        teams,
        nashWeight,
        viable,
        ...estimateCells("inAnyPlace", inAnyPlace),
        betterInItsPlace: betterInItsPlace.map((other) => other.id).join(" "),
        dominated: dominated.includes(id),
        counters: counters.map((counter) => counter.id).join(" "),
      }),
    ),
  );
}

const estimateCells = (name: string, estimate: Estimate | null) => ({
  [name]: estimate?.value ?? null,
  [`${name}Low`]: estimate?.low ?? null,
  [`${name}High`]: estimate?.high ?? null,
});

const nameOf = (id: number) => CHARACTERS[id - 1]!.name;
const namesOf = (lineup: Lineup) => lineup.map(nameOf).join(", ");

/** In the mix, beyond rounding. */
const isInMix = ({ nashWeight }: MetaResults["teams"][number]) => nashWeight.value > 0.0005;

const TEAM_HEAD = [
  "team",
  "characters",
  "Nash mix",
  "95 %",
  "wins against it",
  "95 %",
  "viable",
  "counters",
  "Elo",
] as const;

function teamRows(results: MetaResults): readonly (readonly string[])[] {
  return results.teams
    .toSorted((a, b) => b.nashWeight.value - a.nashWeight.value || b.againstNash.value - a.againstNash.value)
    .map((one) => [
      String(one.team),
      one.characters.join(" "),
      isInMix(one) ? percent(one.nashWeight.value) : "–",
      one.nashWeight.high > 0.0005 ? percentRange(one.nashWeight) : "–",
      percent(one.againstNash.value),
      percentRange(one.againstNash),
      one.viable ? "yes" : "no",
      one.counters.map(({ team, itWins }) => `${team} (${percent(itWins.value, 0)})`).join(", ") || "–",
      one.elo.toFixed(0),
    ]);
}

const CHARACTER_HEAD = [
  "character",
  "wins in any place",
  "95 %",
  "better in its place",
  "dominated",
  "viable",
  "Nash mix",
  "kind",
  "counters",
] as const;

function characterRows({ characters, dominated }: MetaResults): readonly (readonly string[])[] {
  return characters
    .toSorted((a, b) => (b.inAnyPlace?.value ?? 0) - (a.inAnyPlace?.value ?? 0))
    .map((one) => [
      one.name,
      one.inAnyPlace === null ? "–" : percent(one.inAnyPlace.value),
      one.inAnyPlace === null ? "–" : percentRange(one.inAnyPlace),
      betterText(one),
      dominated.includes(one.id) ? "yes" : "no",
      one.viable ? "yes" : "no",
      one.nashWeight === 0 ? "–" : percent(one.nashWeight),
      one.kind,
      one.counters.map(({ id }) => nameOf(id)).join(", ") || "–",
    ]);
}

const SHOWN_BETTER = 2;

/** How many do better in its place, and the first of them. */
function betterText({ betterInItsPlace }: MetaResults["characters"][number]): string {
  if (betterInItsPlace.length === 0) return "nobody";
  const names = betterInItsPlace.slice(0, SHOWN_BETTER).map(({ id }) => nameOf(id));
  const more = betterInItsPlace.length - names.length;
  return `${betterInItsPlace.length}: ${names.join(", ")}${more > 0 ? " …" : ""}`;
}

function leadOf(results: MetaResults): readonly (readonly [value: string, about: string])[] {
  const { viableTeams, viableCharacters, dominated, mixKeeps } = results;
  return [
    [percent(viableTeams.value, 0), `of the teams are viable (${percentRange(viableTeams, 0)})`],
    [percent(viableCharacters, 0), "of the characters are in one of them"],
    [
      `${dominated.length} of ${CHARACTERS.length}`,
      "characters are dominated: whatever team has one, somebody else does better in its place",
    ],
    [
      percent(mixKeeps.low),
      "is what the mix wins at least, whoever of these teams it meets (97.5 % of resampled matrices)",
    ],
  ];
}

function metaText({ title, results, proof }: LabDocument<MetaResults>): string {
  const lines = [
    title,
    "",
    ...leadOf(results).map(([value, about]) => `${value} ${about}`),
    "",
    tableText(TEAM_HEAD, teamRows(results)),
    "",
    tableText(CHARACTER_HEAD, characterRows(results)),
    "",
    ...proofLines(proof),
  ];
  return `${lines.join("\n")}\n`;
}

/** Teams in the plot: the best against the mix. */
const DRAWN = 32;

async function metaPage({ title, results, proof }: LabDocument<MetaResults>): Promise<string> {
  // Loaded only here: it takes longer than everything else, and most commands draw nothing.
  const { estimatePlot } = await import("./plots.ts");
  const { blue, red } = PLOT_COLORS;
  const teamPlot = estimatePlot(
    results.teams
      .toSorted((a, b) => b.againstNash.value - a.againstNash.value)
      .slice(0, DRAWN)
      .map((one) => ({
        name: `${one.team}: ${one.characters.join(" ")}`,
        color: isInMix(one) ? red : blue,
        ...one.againstNash,
      })),
    { label: "wins against the Nash mix", against: 0.5, unit: "share" },
  );
  const characterPlot = estimatePlot(
    results.characters
      .flatMap(({ name, kind, inAnyPlace }) =>
        inAnyPlace === null ? [] : [{ name, color: KIND_COLORS[kind], ...inAnyPlace }],
      )
      .toSorted((a, b) => b.value - a.value),
    { label: "its team wins", against: 0.5, unit: "share" },
  );
  return pageOf(
    title,
    note(
      `${results.teams.length} teams, ${count(results.fightsPerPair)} fights for each pair, sides changed after each. A team is viable if it holds its own against the Nash mix.`,
    ) + figuresHtml(leadOf(results)),
    [
      {
        title: "Who is in the mix",
        body: tableHtml(
          ["team", "weight", "95 %", "characters"],
          results.teams
            .filter(isInMix)
            .toSorted((a, b) => b.nashWeight.value - a.nashWeight.value)
            .map((one) => [
              String(one.team),
              percent(one.nashWeight.value),
              percentRange(one.nashWeight),
              namesOf(one.characters),
            ]),
        ),
      },
      {
        title: "Against the Nash mix",
        body: plotHtml(teamPlot, { "in the mix": red, "not in it": blue }),
      },
      {
        title: "Characters in any place",
        body:
          plotHtml(characterPlot, KIND_COLORS) +
          note(
            "How often a team wins with this character in one of its places, over all teams, the five slots alike and the other teams as opponents. Better in its place: in each of the five slots, beyond the 95 % interval. Dominated: so many are better that no team has them all.",
          ) +
          tableHtml(CHARACTER_HEAD, characterRows(results)),
      },
      {
        title: "Teams",
        body:
          tableHtml(TEAM_HEAD, teamRows(results)) +
          note(
            "Intervals of the mix and of the wins against it: the middle 95 % when every pair's chance is drawn anew from what its fights leave open. Counters win beyond their 95 % interval. Elo can't say who beats whom.",
          ),
      },
    ],
    proof,
  );
}
