import { CHARACTERS } from "../sim/battle/characters.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import { TEAM_SIZE } from "../sim/battle/stats.ts";
import { type Batch, allocateBatch } from "../sim/fast/batch.ts";
import { type CompiledMode, compileMode } from "../sim/fast/compiledMode.ts";
import { DuelSeeds } from "../sim/fast/duelSeeds.ts";
import { createEngine } from "../sim/fast/engine.ts";
import { type Outcomes, addChecksums, allocateOutcomes, checksumOf } from "../sim/fast/outcomes.ts";
import { PackedLog } from "../sim/fast/packedLog.ts";
import { FIGHTERS } from "../sim/fast/tiers.ts";
import { SEED_BYTES } from "../sim/fast/wordStream.ts";
import { DetailCounters, OutcomeCounters, countLog, countOutcomes, list } from "./counters.ts";
import {
  BLOCK_FIGHTS,
  DETAIL_EVERY,
  type Job,
  pairFightsOf,
  pairsOf,
  type Run,
  type Swap,
  swapsOf,
  type Task,
} from "./jobs.ts";
import { EMPTY_TALLY, type Highlight, type Tally, mostOf, trimmed } from "./tally.ts";
import { CHARACTER_TIERS, TeamDrawer, type Teams } from "./teams.ts";

/** Fights at a time: what is kept between the steps stays in the second-level cache. */
const CHUNK_FIGHTS = 4 * BLOCK_FIGHTS;

const engine = createEngine();
const log = new PackedLog();
const batch = allocateBatch(CHUNK_FIGHTS);
const characters = new Uint8Array(CHUNK_FIGHTS * FIGHTERS);
const buffers = [allocateOutcomes(CHUNK_FIGHTS), allocateOutcomes(CHUNK_FIGHTS)] as const;

/** Seeds and compiled modes of the run at hand: most jobs are of the same run as the one before. */
let prepared: {
  readonly key: string;
  readonly seeds: DuelSeeds;
  readonly modes: readonly CompiledMode[];
} | null = null;

/** Fights a job. It has no memory: the result depends on nothing but its arguments. */
export function doJob(run: Run, job: Job): Tally {
  const { seeds, modes } = prepare(run);
  switch (run.task.kind) {
    case "report":
      return doReport(run.task, job, seeds, modes[0]!);
    case "paired":
      return doPaired(run.task, job, seeds, modes);
    case "matrix":
      return doMatrix(run.task, job, seeds, modes[0]!);
  }
}

function prepare(run: Run): NonNullable<typeof prepared> {
  const key = JSON.stringify([run.label, modesOf(run.task)]);
  if (prepared?.key !== key) {
    prepared = {
      key,
      seeds: new DuelSeeds(run.label),
      modes: modesOf(run.task).map((mode) => compileMode(mode)),
    };
  }
  return prepared;
}

function modesOf(task: Task): readonly BattleMode[] {
  return task.kind === "paired" ? task.modes : [task.mode];
}

function doReport(
  { teams, mode }: Task & { kind: "report" },
  job: Job,
  seeds: DuelSeeds,
  compiled: CompiledMode,
): Tally {
  const counters = new OutcomeCounters();
  const mirrors = new OutcomeCounters();
  const detail = new DetailCounters();
  const lineUp = teamMaker(teams);
  const mirrorEvery = mirrorEveryOf(teams);
  const [outcomes] = buffers;
  let checksum = EMPTY_TALLY.checksum;
  for (const chunk of chunksOf(job)) {
    const count = chunk.to - chunk.from;
    seeds.fill(chunk.from, batch.seeds.subarray(0, count * SEED_BYTES));
    lineUp(chunk.from, count);
    for (let from = 0; from < count; from += BLOCK_FIGHTS) {
      const to = Math.min(from + BLOCK_FIGHTS, count);
      const isDetailed = ((chunk.from + from) / BLOCK_FIGHTS) % DETAIL_EVERY === 0;
      log.clear();
      engine.runPart(compiled, batch, outcomes, from, to, isDetailed ? log : null);
      if (isDetailed) {
        countLog(detail, log.words, compiled, outcomes, batch.tiers, characters, from, to, mirrorEvery);
      }
    }
    countOutcomes(counters, mirrors, outcomes, characters, count, mode.maxRounds, mirrorEvery);
    checksum = addChecksums(checksum, checksumOf(part(outcomes, count), chunk.from));
  }
  const counts = {
    ...outcomeCounts("", counters),
    ...outcomeCounts("mirror.", mirrors),
    ...named("detail.", { ...detail }),
  };
  return { fights: job.to - job.from, counts, highlights: [], checksum };
}

function doPaired(
  { teams, modes }: Task & { kind: "paired" },
  job: Job,
  seeds: DuelSeeds,
  compiled: readonly CompiledMode[],
): Tally {
  const counters = modes.map(() => ({
    all: new OutcomeCounters(),
    mirrors: new OutcomeCounters(),
    detail: new DetailCounters(),
  }));
  const lineUp = teamMaker(teams);
  const mirrorEvery = mirrorEveryOf(teams);
  const highlights: Highlight[] = [];
  let flips = 0;
  let checksum = EMPTY_TALLY.checksum;
  for (const chunk of chunksOf(job)) {
    const count = chunk.to - chunk.from;
    seeds.fill(chunk.from, batch.seeds.subarray(0, count * SEED_BYTES));
    lineUp(chunk.from, count);
    for (const [i, one] of compiled.entries()) {
      const outcomes = buffers[i === 0 ? 0 : 1];
      const { all, mirrors, detail } = counters[i]!;
      log.clear();
      engine.runPart(one, batch, outcomes, 0, count, log);
      countLog(detail, log.words, one, outcomes, batch.tiers, characters, 0, count, mirrorEvery);
      countOutcomes(all, mirrors, outcomes, characters, count, modes[i]!.maxRounds, mirrorEvery);
      checksum = addChecksums(checksum, checksumOf(part(outcomes, count), chunk.from));
    }
    // With two modes it is a comparison, and one wants to see what it did to single fights.
    if (modes.length === 2) flips += findChanges(buffers[0], buffers[1], count, chunk.from, highlights);
  }
  // Only what goals are made of: a run may have a hundred modes, and every job keeps all of it.
  const counts = Object.assign(
    { flips: trimmed([flips]) },
    ...counters.map(({ all, mirrors, detail }, i) => ({
      [`${i}.fought`]: trimmed(all.fought),
      [`${i}.won`]: trimmed(all.won),
      [`${i}.turnSum`]: trimmed([sumOf(all.turns)]),
      [`${i}.roundSum`]: trimmed([sumOf(all.rounds)]),
      [`${i}.ends`]: trimmed(all.ends),
      [`${i}.capped`]: trimmed(all.capped),
      [`${i}.mirror.ends`]: trimmed(mirrors.ends),
      [`${i}.detail.fought`]: trimmed(detail.fought),
      [`${i}.detail.died`]: trimmed(detail.died),
    })),
  ) as Tally["counts"];
  return { fights: job.to - job.from, counts, highlights: mostOf(highlights), checksum };
}

/** The sum of all values of a histogram. */
function sumOf(histogram: Float64Array): number {
  return histogram.reduce((sum, fights, value) => sum + fights * value, 0);
}

/** Scores how far a fight went from one side's win to the other's, and after that by its change in length. */
function findChanges(a: Outcomes, b: Outcomes, count: number, first: number, found: Highlight[]): number {
  let flips = 0;
  let worst = found.length === 0 ? 0 : found.at(-1)!.score;
  for (let i = 0; i < count; i++) {
    const change = a.p1Alive[i]! - a.p2Alive[i]! - b.p1Alive[i]! + b.p2Alive[i]!;
    const score = 10_000 * Math.abs(change) + Math.abs(a.turns[i]! - b.turns[i]!);
    if (a.winner[i] !== b.winner[i]) flips++;
    if (score > worst || found.length < 10) {
      found.push({ fight: first + i, score });
      const most = mostOf(found);
      found.splice(0, found.length, ...most);
      worst = found.at(-1)?.score ?? 0;
    }
  }
  return flips;
}

function doMatrix(
  task: Task & { kind: "matrix" },
  job: Job,
  seeds: DuelSeeds,
  compiled: CompiledMode,
): Tally {
  const { lineups, fightsPerPair } = task;
  const pairs = pairsOf(lineups.length);
  const pairFights = pairFightsOf(task);
  const swaps = task.swapFights > 0 ? swapsOf(task) : [];
  const wins = new Map<number, number[]>();
  const [fought, won] = [list(TEAM_SIZE * CHARACTERS.length), list(TEAM_SIZE * CHARACTERS.length)];
  const [outcomes] = buffers;
  let checksum = EMPTY_TALLY.checksum;
  for (const chunk of chunksOf(job)) {
    const count = chunk.to - chunk.from;
    seeds.fill(chunk.from, batch.seeds.subarray(0, count * SEED_BYTES));
    const bouts = Array.from({ length: count }, (_, i) => {
      const fight = chunk.from + i;
      return fight < pairFights
        ? pairBout(pairs[Math.floor(fight / fightsPerPair)]!, fight)
        : swapBout(swaps, lineups.length, fight - pairFights);
    });
    for (const [i, { row, column, isRowFirst, swap }] of bouts.entries()) {
      const [rowAt, columnAt] = [i * FIGHTERS, i * FIGHTERS + TEAM_SIZE];
      characters.set(lineups[row]!, isRowFirst ? rowAt : columnAt);
      characters.set(lineups[column]!, isRowFirst ? columnAt : rowAt);
      if (swap !== null) characters[(isRowFirst ? rowAt : columnAt) + swap.slot] = swap.place;
    }
    lookUpTiers(count);
    engine.runPart(compiled, batch, outcomes, 0, count);
    for (const [i, { row, column, isRowFirst, swap }] of bouts.entries()) {
      const isRowWinner = outcomes.winner[i] === (isRowFirst ? 1 : 2);
      if (swap === null) {
        const rowWins = wins.get(row) ?? Array.from({ length: lineups.length }, () => 0);
        wins.set(row, rowWins);
        if (isRowWinner) rowWins[column]!++;
      } else {
        const at = CHARACTERS.length * swap.slot + swap.place;
        fought[at]!++;
        if (isRowWinner) won[at]!++;
      }
    }
    checksum = addChecksums(checksum, checksumOf(part(outcomes, count), chunk.from));
  }
  const rows = [...wins].toSorted(([a], [b]) => a - b).map(([row, counts]) => [String(row), trimmed(counts)]);
  const counts = { ...Object.fromEntries(rows), ...named("swap.", { fought, won }) };
  return { fights: job.to - job.from, counts, highlights: [], checksum };
}

/** A fight of two teams of a matrix, sides changed after each; in a swap, somebody stands in for one of the row's. */
interface Bout {
  readonly row: number;
  readonly column: number;
  readonly isRowFirst: boolean;
  readonly swap: Swap | null;
}

function pairBout([row, column]: readonly [number, number], fight: number): Bout {
  return { row, column, isRowFirst: fight % 2 === 0, swap: null };
}

/** All swaps once, then all from the other side, then against the next team, and so on. */
function swapBout(swaps: readonly Swap[], teams: number, number: number): Bout {
  const swap = swaps[number % swaps.length]!;
  const round = Math.floor(number / swaps.length);
  const column = (swap.team + 1 + (Math.floor(round / 2) % (teams - 1))) % teams;
  return { row: swap.team, column, isRowFirst: round % 2 === 0, swap };
}

function chunksOf({ from, to }: Job): readonly Job[] {
  return Array.from({ length: Math.ceil((to - from) / CHUNK_FIGHTS) }, (_, i) => ({
    from: from + i * CHUNK_FIGHTS,
    to: Math.min(from + (i + 1) * CHUNK_FIGHTS, to),
  }));
}

/** Fills in who fights in the batch at hand. */
function teamMaker(teams: Teams): (first: number, count: number) => void {
  if (teams.kind === "given") {
    const both = [...teams.p1, ...teams.p2];
    return (_, count) => {
      for (let i = 0; i < count; i++) characters.set(both, i * FIGHTERS);
      lookUpTiers(count);
    };
  }
  const drawer = new TeamDrawer(teams.rule);
  const { mirrorEvery } = teams;
  return (first, count) => {
    for (let i = 0; i < count; i++) drawer.draw(batch.seeds, i * SEED_BYTES, characters, i * FIGHTERS);
    for (let i = mirrorEvery - 1 - (first % mirrorEvery); i < count; i += mirrorEvery) {
      const at = i * FIGHTERS;
      for (let k = at; k < at + TEAM_SIZE; k++) characters[k + TEAM_SIZE] = characters[k]!;
    }
    lookUpTiers(count);
  };
}

/** 0 where there are none. */
function mirrorEveryOf(teams: Teams): number {
  return teams.kind === "drawn" ? teams.mirrorEvery : 0;
}

function lookUpTiers(count: number): void {
  const { tiers } = batch;
  const places = characters;
  const tiersOf = CHARACTER_TIERS;
  for (let i = 0; i < count * FIGHTERS; i++) tiers[i] = tiersOf[places[i]!]!;
}

function part(outcomes: Outcomes, count: number): Outcomes {
  if (count === outcomes.winner.length) return outcomes;
  return Object.fromEntries(
    Object.entries(outcomes).map(([name, values]) => [name, (values as Uint8Array).subarray(0, count)]),
  ) as unknown as Outcomes;
}

function outcomeCounts(prefix: string, counters: OutcomeCounters): Tally["counts"] {
  const { lost: _, ...lists } = counters;
  return named(prefix, { ...lists, fought: counters.fought });
}

function named(prefix: string, lists: Readonly<Record<string, Float64Array>>): Tally["counts"] {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [prefix + name, trimmed(values)]));
}

/** Who fought in a fight of a run: both lineups, as the run drew them. */
export function lineupsOf(run: Run, fight: number): readonly [readonly number[], readonly number[]] {
  if (run.task.kind === "matrix") throw new Error("a matrix lists its teams");
  const one: Batch = { count: 1, seeds: batch.seeds.subarray(0, SEED_BYTES), tiers: batch.tiers };
  new DuelSeeds(run.label).fill(fight, one.seeds);
  teamMaker(run.task.teams)(fight, 1);
  return [[...characters.subarray(0, TEAM_SIZE)], [...characters.subarray(TEAM_SIZE, FIGHTERS)]];
}
