import { expect } from "chai";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Job, jobsOf, matrixRun, MAX_JOBS, type Run, swapsOf } from "../../lab/jobs.ts";
import { evaluateReport } from "../../lab/report.ts";
import { type Checkpoint, StoppedError, runJobs } from "../../lab/runJobs.ts";
import { type Tally, countsOf, countsWithout, totalOf } from "../../lab/tally.ts";
import { drawnFor, fightersOf, TeamDrawer } from "../../lab/teams.ts";
import { type Crew, ThreadCrew } from "../../lab/threads.ts";
import { doJob, lineupsOf } from "../../lab/work.ts";
import { fight } from "../../sim/battle/battle.ts";
import { CHARACTERS, type Kind, KINDS } from "../../sim/battle/characters.ts";
import { DEFAULT_MODE, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { DuelSeeds, duelNonces } from "../../sim/fast/duelSeeds.ts";
import { seedOf } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { LocalCrew } from "../helpers/localCrew.ts";
import { expectNear } from "../helpers/near.ts";

const RUN: Run = {
  task: { kind: "report", mode: DEFAULT_MODE.battle, teams: drawnFor(null, []) },
  label: "jobs",
  fights: 10_000,
};

class MemoryCheckpoint implements Checkpoint {
  readonly tallies = new Map<number, Tally>();

  load(): ReadonlyMap<number, Tally> {
    return this.tallies;
  }

  save(_: Run, { from }: Job, tally: Tally): void {
    this.tallies.set(from, tally);
  }
}

describe("The lab's seeds", function () {
  it("are those of PROTOCOL 2 for the run's nonces, across a carry of sixteen bits", function () {
    const first = 65_530;
    const seeds = new Uint8Array(13 * 32);
    new DuelSeeds("a run").fill(first, seeds);
    for (let i = 0; i < 13; i++) {
      const expected = seedOf(...duelNonces("a run", first + i));
      expect(`0x${bytesToHex(seeds.subarray(32 * i, 32 * i + 32))}`).to.equal(expected);
    }
  });

  it("draw five different characters a side, by the mode's rule, everyone as often", function () {
    for (const { terms } of SHIPPED_MODES) {
      const count = 8_000;
      const seeds = new Uint8Array(count * 32);
      new DuelSeeds("teams").fill(0, seeds);
      const drawer = new TeamDrawer(terms.teamRule);
      const ten = new Uint8Array(10);
      const seen = CHARACTERS.map(() => 0);
      let wrong = 0;
      for (let i = 0; i < count; i++) {
        drawer.draw(seeds, i * 32, ten, 0);
        for (const team of [[...ten.subarray(0, 5)], [...ten.subarray(5)]]) {
          if (new Set(team).size !== 5) wrong++;
          for (const place of team) seen[place]!++;
          if (terms.teamRule === null) continue;
          const rule = terms.teamRule;
          const isOff = (kind: Kind) =>
            team.filter((place) => CHARACTERS[place]!.kind === kind).length !== rule[kind];
          if (KINDS.some(isOff)) wrong++;
        }
      }
      expect(wrong).to.equal(0);
      for (const [place, times] of seen.entries()) {
        const { kind } = CHARACTERS[place]!;
        const ofKind = CHARACTERS.filter((one) => one.kind === kind).length;
        const p = terms.teamRule === null ? 5 / 40 : terms.teamRule[kind] / ofKind;
        const n = 2 * count;
        expectNear(times, n * p, 4.5 * Math.sqrt(n * p * (1 - p)));
      }
    }
  });
});

/** Two teams without a rule, written from the text: words below the largest multiple of n, taken from who is left. */
function teamsByTheBook(seed: Uint8Array): { readonly ten: readonly number[]; readonly thrownAway: number } {
  const words = Array.from({ length: 16 }, (_, i) => 256 * seed[2 * i]! + seed[2 * i + 1]!);
  const ten: number[] = [];
  let at = 0;
  for (const left of [[...CHARACTERS.keys()], [...CHARACTERS.keys()]]) {
    for (let slot = 0; slot < 5; slot++) {
      const n = left.length - slot;
      while (words[at]! >= 65_536 - (65_536 % n)) at++;
      const pick = slot + (words[at++]! % n);
      [left[slot], left[pick]] = [left[pick]!, left[slot]!];
      ten.push(left[slot]!);
    }
  }
  return { ten, thrownAway: at - 10 };
}

describe("A team drawer", function () {
  it("draws what the text says, also where words are thrown away", function () {
    const count = 4_000;
    const seeds = new Uint8Array(count * 32);
    new DuelSeeds("by the book").fill(0, seeds);
    const drawer = new TeamDrawer(null);
    const ten = new Uint8Array(10);
    let thrownAway = 0;
    for (let i = 0; i < count; i++) {
      drawer.draw(seeds, 32 * i, ten, 0);
      const expected = teamsByTheBook(seeds.subarray(32 * i, 32 * i + 32));
      if (ten.join() !== expected.ten.join()) expect([...ten], `seed ${i}`).to.deep.equal(expected.ten);
      thrownAway += expected.thrownAway;
    }
    expect(thrownAway).to.be.above(3);
  });
});

describe("A run of the lab", function () {
  this.timeout(60_000);

  it("is cut into jobs by its length alone, without gap or overlap, and never into more than 128", function () {
    for (const fights of [1, 512, 10_000, 1_000_000, 4_000_000_000]) {
      const jobs = jobsOf({ fights });
      expect(jobs.length).to.be.at.most(MAX_JOBS);
      expect(jobs[0]!.from).to.equal(0);
      expect(jobs.at(-1)!.to).to.equal(fights);
      jobs.slice(1).forEach(({ from }, i) => expect(from).to.equal(jobs[i]!.to));
    }
  });

  it("counts what the reference finds, fight by fight", function () {
    const tally = doJob(RUN, { from: 0, to: 256 });
    const turns: number[] = [];
    const [won, died] = [CHARACTERS.map(() => 0), CHARACTERS.map(() => 0)];
    const dealt = CHARACTERS.map(() => 0);
    for (let number = 0; number < 256; number++) {
      const [p1, p2] = lineupsOf(RUN, number);
      if ((number + 1) % 8 === 0) {
        expect(p1).to.deep.equal(p2);
        continue;
      }
      const random = new SeededRandom(seedOf(...duelNonces(RUN.label, number)));
      const result = fight(DEFAULT_MODE.battle, fightersOf(p1, 1), fightersOf(p2, 11), random);
      turns[result.turns.length] = (turns[result.turns.length] ?? 0) + 1;
      for (const place of result.winner === 1 ? p1 : p2) won[place]!++;
      for (const turn of result.turns) {
        dealt[turn.attackerCharId - 1]! += turn.damageDealt;
        if (turn.wasKill) died[turn.defenderCharId - 1]!++;
      }
    }
    const counts = (name: string) => CHARACTERS.map((_, i) => tally.counts[name]![i] ?? 0);
    expect(tally.counts.turns).to.deep.equal(Array.from(turns, (count) => count ?? 0));
    expect(counts("won")).to.deep.equal(won);
    expect(counts("detail.died")).to.deep.equal(died);
    expect(counts("detail.dealt")).to.deep.equal(dealt);
  });

  it("counts swaps as the reference finds them: one character in another's place, every one as often", function () {
    const lineups = [
      [0, 1, 2, 3, 4],
      [5, 16, 17, 18, 9],
      [10, 33, 12, 34, 14],
    ];
    const task = {
      kind: "matrix",
      mode: DEFAULT_MODE.battle,
      rule: null,
      lineups,
      fightsPerPair: 2,
    } as const;
    const swaps = swapsOf(task);
    const run = matrixRun({ ...task, swapFights: 4 * swaps.length }, "swaps");
    const total = totalOf(jobsOf(run).map((job) => doJob(run, job)));
    const places = 5 * CHARACTERS.length;
    expect(total.counts["swap.fought"]).to.deep.equal(Array.from({ length: places }, () => 12));

    // The second time round, the swapped team is player 2; the third, it meets the next team.
    const opponents = [(team: number) => (team + 1) % 3, (team: number) => (team + 2) % 3];
    const won = Array.from({ length: places }, () => 0);
    for (let number = 0; number < 4 * swaps.length; number++) {
      const { team, slot, place } = swaps[number % swaps.length]!;
      const round = Math.floor(number / swaps.length);
      const foes = lineups[opponents[round >> 1]!(team)]!;
      const own = lineups[team]!.with(slot, place);
      const [p1, p2] = round % 2 === 0 ? [own, foes] : [foes, own];
      const random = new SeededRandom(seedOf(...duelNonces(run.label, 6 + number)));
      const { winner } = fight(task.mode, fightersOf(p1, 1), fightersOf(p2, 11), random);
      if (winner === (round % 2) + 1) won[CHARACTERS.length * slot + place]!++;
    }
    expect(countsOf(total, "swap.won", places)).to.deep.equal(won);
  });

  it("adds up to the same in any order and however it is cut", function () {
    const parts = [
      doJob(RUN, { from: 0, to: 2_048 }),
      doJob(RUN, { from: 2_048, to: 2_560 }),
      doJob(RUN, { from: 2_560, to: 10_000 }),
    ] as const;
    const whole = doJob(RUN, { from: 0, to: 10_000 });
    const forwards = totalOf(parts);
    const backwards = totalOf([parts[2], totalOf([parts[1], parts[0]])]);
    expect(backwards).to.deep.equal(forwards);
    expect(forwards.counts).to.deep.equal(totalOf([whole]).counts);
    expect(forwards.checksum).to.equal(whole.checksum);
    expect(countsWithout(forwards, parts[2]).counts.won).to.deep.equal(totalOf(parts.slice(0, 2)).counts.won);
  });

  it("comes out the same on one thread and on three", async function () {
    const results = [];
    for (const threads of [1, 3]) {
      const crew = new ThreadCrew(threads);
      try {
        results.push(await runJobs(crew, RUN));
      } finally {
        await crew.close();
      }
    }
    expect(results[0]).to.deep.equal(results[1]);
    expect(results[0]).to.deep.equal(jobsOf(RUN).map((job) => doJob(RUN, job)));
  });

  it("goes on where it was stopped, and does no job twice", async function () {
    const checkpoint = new MemoryCheckpoint();
    const controller = new AbortController();
    const first = new LocalCrew();
    const stopAfter = 10;
    let error: unknown;
    try {
      await runJobs(first, RUN, {
        checkpoint,
        signal: controller.signal,
        onProgress: (done) => done >= stopAfter && controller.abort(),
      });
    } catch (caught) {
      error = caught;
    }
    expect(error).to.be.instanceOf(StoppedError);
    expect(checkpoint.tallies.size).to.be.within(stopAfter, stopAfter + 3);
    const kept = checkpoint.tallies.size;
    const second = new LocalCrew();
    const resumed = await runJobs(second, RUN, { checkpoint });
    expect(second.done).to.have.length(jobsOf(RUN).length - kept);
    expect(resumed).to.deep.equal(await runJobs(new LocalCrew(), RUN));
  });

  it("stops at the same fight whichever job is finished first", async function () {
    const isEnough = (tallies: readonly Tally[]) => tallies.length === 7;
    const late: Crew = {
      width: 5,
      doJob: async (run, job) => {
        // The first jobs come last.
        if (job.from < 1_024) await new Promise((resolve) => setTimeout(resolve, 20 - job.from / 64));
        return doJob(run, job);
      },
      close: async () => {},
    };
    const one = await runJobs(late, RUN, { isEnough });
    const other = await runJobs(new LocalCrew(), RUN, { isEnough });
    expect(one).to.have.length(7);
    expect(one).to.deep.equal(other);
  });

  it("shows about 58 % for the first attacker in mirror matches of the default mode", function () {
    const run = { ...RUN, fights: 100_000 };
    const results = evaluateReport(
      run,
      jobsOf(run).map((job) => doJob(run, job)),
    );
    const { value, low, high } = results.sides.firstAttackerInMirror;
    expectNear(value, 0.575, 0.015);
    expect(low).to.be.below(value);
    expect(high - low).to.be.below(0.02);
    expect(results.rates.dodgeFit.pValue).to.be.above(1e-4);
    expect(results.rates.comboFit.pValue).to.be.above(1e-4);
    expect(results.byTier).to.have.length(18);
    expect(results.byCharacter).to.have.length(40);
  });
});
