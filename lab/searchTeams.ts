import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { CHARACTERS } from "../sim/battle/characters.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import { TEAM_SIZE } from "../sim/battle/stats.ts";
import { DuelSeeds } from "../sim/fast/duelSeeds.ts";
import { SEED_BYTES } from "../sim/fast/wordStream.ts";
import { toBytes32 } from "../sim/sealing/commitment.ts";
import { SeededRandom } from "../sim/sealing/random.ts";
import { matrixRun } from "./jobs.ts";
import { againstMix, chancesOf } from "./meta.ts";
import { nashMix } from "./nash.ts";
import { type RunOptions, runJobs } from "./runJobs.ts";
import { TeamDrawer, type Lineup, lineupText, type TeamRule } from "./teams.ts";
import type { Crew } from "./threads.ts";
import { totalOf } from "./tally.ts";

/** So many different teams, drawn as those of a report are. */
export function drawLineups(label: string, rule: TeamRule, count: number): readonly Lineup[] {
  const [seeds, drawer] = [new DuelSeeds(label), new TeamDrawer(rule)];
  const [seed, ten] = [new Uint8Array(SEED_BYTES), new Uint8Array(2 * TEAM_SIZE)];
  const found = new Map<string, Lineup>();
  for (let number = 0; found.size < count; number++) {
    seeds.fill(number, seed);
    drawer.draw(seed, 0, ten, 0);
    const lineup = [...ten.subarray(0, TEAM_SIZE)];
    found.set(lineupText(lineup), lineup);
  }
  return [...found.values()];
}

const FIGHTS_PER_PAIR = 64;

/** Teams that are found, not drawn. It is kept with its result, so that every round of it can be done again. */
export interface TeamSearch {
  readonly label: string;
  /** Where it starts. */
  readonly start: readonly Lineup[];
}

/**
 * One round: children of the best (a character changed, or two slots) fight them and each other, and those stay that do
 * best against the Nash mix of all.
 */
export async function searchRound(
  crew: Crew,
  { mode, rule }: { readonly mode: BattleMode; readonly rule: TeamRule },
  { label, start }: TeamSearch,
  round: number,
  best: readonly Lineup[],
  options: RunOptions = {},
): Promise<readonly Lineup[]> {
  const random = new SeededRandom(toBytes32(sha256(utf8ToBytes(`${label}/children ${round}`))));
  const lineups = new Map(best.map((lineup) => [lineupText(lineup), lineup]));
  for (let tries = 0; lineups.size < 2 * start.length && tries < 20 * start.length; tries++) {
    const child = childOf(best[tries % best.length]!, rule, random);
    lineups.set(lineupText(child), child);
  }
  const all = [...lineups.values()];
  const run = matrixRun(
    { kind: "matrix", mode, rule, lineups: all, fightsPerPair: FIGHTS_PER_PAIR, swapFights: 0 },
    `${label}/round ${round}`,
  );
  const chances = chancesOf(run, totalOf(await runJobs(crew, run, options)));
  const mix = nashMix(chances);
  const rates = againstMix(chances, mix);
  return all
    .map((lineup, i) => ({ lineup, rate: rates[i]!, weight: mix[i]! }))
    .toSorted((a, b) => b.weight - a.weight || b.rate - a.rate)
    .slice(0, start.length)
    .map(({ lineup }) => lineup);
}

function childOf(parent: Lineup, rule: TeamRule, random: SeededRandom): Lineup {
  const slot = random.below(TEAM_SIZE);
  if (random.below(3) === 0) {
    const other = random.below(TEAM_SIZE);
    return parent.with(slot, parent[other]!).with(other, parent[slot]!);
  }
  const candidates = [...CHARACTERS.keys()].filter(
    (place) =>
      !parent.includes(place) &&
      (rule === null || CHARACTERS[place]!.kind === CHARACTERS[parent[slot]!]!.kind),
  );
  return parent.with(slot, candidates[random.below(candidates.length)]!);
}
