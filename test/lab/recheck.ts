import { expect } from "chai";
import { isDecided } from "../../lab/compare.ts";
import { type DocumentCommand, documentOf, type LabDocument } from "../../lab/document.ts";
import { matrixRun, type Run, swapsOf } from "../../lab/jobs.ts";
import { recheck } from "../../lab/recheck.ts";
import { runJobs } from "../../lab/runJobs.ts";
import { drawLineups, searchRound } from "../../lab/searchTeams.ts";
import { variantsOf } from "../../lab/sensitivity.ts";
import { drawnFor } from "../../lab/teams.ts";
import { modeAfter, searchMode } from "../../lab/tune.ts";
import { teamsLabel, teamsOf } from "../../lab/way.ts";
import { DEFAULT_MODE, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { LocalCrew } from "../helpers/localCrew.ts";

const crew = new LocalCrew();
const teams = drawnFor(null, []);
const { battle } = DEFAULT_MODE;
const blitz = SHIPPED_MODES[1]!.battle;

/** One document of each kind, small. */
const makers: Readonly<Record<DocumentCommand, () => Promise<LabDocument>>> = {
  report: async () => {
    const run: Run = { task: { kind: "report", mode: battle, teams }, label: "recheck", fights: 2_048 };
    return documentOf("report", "a report", run, {}, await runJobs(crew, run));
  },
  compare: async () => {
    const task = { kind: "paired", modes: [battle, blitz], teams } as const;
    const run: Run = { task, label: "recheck", fights: 8_192 };
    const settings = { goal: "length", margin: 0.1 };
    const tallies = await runJobs(crew, run, { isEnough: (seen) => isDecided(run, settings, seen) });
    return documentOf("compare", "a comparison", run, settings, tallies);
  },
  sensitivity: async () => {
    const modes = [blitz, ...variantsOf(blitz).map(({ mode }) => mode)];
    const run: Run = { task: { kind: "paired", modes, teams }, label: "recheck", fights: 512 };
    return documentOf("sensitivity", "effects", run, { goal: "length" }, await runJobs(crew, run));
  },
  meta: async () => {
    const start = drawLineups(teamsLabel("recheck"), null, 4);
    const search = { label: "recheck/search", start };
    const first = await searchRound(crew, { mode: battle, rule: null }, search, 0, start);
    const second = await searchRound(crew, { mode: battle, rule: null }, search, 1, first);
    const found = { ...search, given: [], rounds: [first, second] };
    const lineups = teamsOf(found);
    const swapFights = 2 * swapsOf({ lineups, rule: null }).length;
    const task = {
      kind: "matrix",
      mode: battle,
      rule: null,
      lineups,
      fightsPerPair: 64,
      swapFights,
    } as const;
    const run = matrixRun(task, "recheck");
    return documentOf("meta", "teams", run, { viable: 0.45, search: found }, await runJobs(crew, run));
  },
  tune: async () => {
    const search = {
      targets: ["length<=37"],
      freedoms: [{ name: "healthValues[2]", min: 8, max: 16 }],
      label: "recheck/tune",
      fights: 2_048,
    };
    const { path } = await searchMode(
      crew,
      battle,
      teams,
      search,
      9,
      () => ({}),
      () => {},
    );
    const modes = [battle, modeAfter(battle, path)];
    const run: Run = { task: { kind: "paired", modes, teams }, label: "recheck/confirm", fights: 2_048 };
    return documentOf("tune", "a proposal", run, { search, path }, await runJobs(crew, run));
  },
};

/** The document again from changed settings or counts: everything in it follows from them. */
function remade({ command, title, run, settings, jobs }: LabDocument): LabDocument {
  return documentOf(
    command,
    title,
    run,
    settings,
    jobs.map(({ tally }) => tally),
  );
}

const faultsOf = async (document: LabDocument) => (await recheck(document, crew, (all) => all)).faults;
// oxlint-disable-next-line typescript/no-explicit-any -- to be forged at will
const copyOf = (document: LabDocument): any => structuredClone(document);

/** The path to a number somewhere in a value, the last there is. */
function numberIn(value: unknown): readonly string[] | null {
  if (typeof value === "number") return [];
  if (typeof value !== "object" || value === null) return null;
  for (const [key, part] of Object.entries(value).toReversed()) {
    const path = numberIn(part);
    if (path !== null) return [key, ...path];
  }
  return null;
}

describe("A recheck", function () {
  this.timeout(60_000);
  const documents = new Map<DocumentCommand, LabDocument>();
  const of = (command: DocumentCommand) => documents.get(command)!;

  before(async function () {
    for (const [command, make] of Object.entries(makers)) {
      documents.set(command as DocumentCommand, await make());
    }
  });

  for (const command of Object.keys(makers) as DocumentCommand[]) {
    describe(`of a document of lab ${command}`, function () {
      it("finds that it holds, whole as it is and as it is read from a file", async function () {
        const read = JSON.parse(JSON.stringify(of(command))) as LabDocument;
        const { faults, jobs, allJobs, steps, allSteps } = await recheck(read, crew, (all) => all);
        expect(faults).to.deep.equal([]);
        expect(jobs).to.equal(allJobs).and.to.be.above(1);
        expect(steps).to.equal(allSteps);
      });

      it("catches a number that was changed in any of its results", async function () {
        for (const [name, part] of Object.entries(of(command).results as object)) {
          const path = numberIn(part);
          if (path === null) continue;
          const forged = copyOf(of(command));
          const holder = path.slice(0, -1).reduce((at, key) => at[key], forged.results[name]);
          if (path.length === 0) forged.results[name] += 1;
          else holder[path.at(-1)!] += 1;
          expect(await faultsOf(forged)).to.deep.equal([
            `results.${name} does not follow from what was counted`,
          ]);
        }
      });

      it("catches a count that was changed together with all that follows from it", async function () {
        const changed = copyOf(of(command));
        const { counts } = changed.jobs[1].tally;
        counts[Object.keys(counts).find((name) => counts[name].length > 0)!][0] += 1;
        const { from, to } = changed.jobs[1];
        expect(await faultsOf(remade(changed))).to.deep.equal([
          `fights ${from}..${to - 1} come out otherwise`,
        ]);
      });

      it("catches a proof that is not its own", async function () {
        const forgeries: Readonly<Record<string, (proof: Record<string, unknown>) => void>> = {
          "its mode hash is not that of its mode": (proof) => (proof.modes = ["0".repeat(64)]),
          "its seed range is not that of its run": (proof) =>
            (proof.seeds = { label: "recheck", from: 0, to: 1 }),
          "its checksum is not that of its jobs": (proof) => (proof.checksum = "0".repeat(16)),
          "its hash of the results is not theirs": (proof) => (proof.results = "0".repeat(64)),
        };
        for (const [fault, forge] of Object.entries(forgeries)) {
          const forged = copyOf(of(command));
          forge(forged.proof);
          expect(await faultsOf(forged)).to.deep.equal([fault]);
        }
        const older = copyOf(of(command));
        older.proof.engine = "sealed-duel 0.0.1";
        expect((await faultsOf(older))[0]).to.match(
          /^it was made by sealed-duel 0\.0\.1; this is sealed-duel/,
        );
      });

      it("catches another mode in its run", async function () {
        const forged = copyOf(of(command));
        const { task } = forged.run;
        const [mode] = task.kind === "paired" ? task.modes : [task.mode];
        mode.maxRounds -= 1;
        expect(await faultsOf(forged)).to.include("its mode hash is not that of its mode");
      });

      it("catches a run that was cut off where it looked best", async function () {
        const forged = copyOf(of(command));
        forged.jobs.pop();
        expect(await faultsOf(remade(forged))).to.deep.equal(["its run was stopped before it was decided"]);
      });
    });
  }

  it("catches a step of tuning that comes out otherwise", async function () {
    const forged = copyOf(of("tune"));
    forged.settings.path[1].goals[0] -= 1;
    expect(await faultsOf(remade(forged))).to.deep.equal(["step 1 of its search comes out otherwise"]);
  });

  it("catches a goal that was not met where tuning stopped", async function () {
    const forged = copyOf(of("tune"));
    forged.settings.search.targets = ["length<=30"];
    const faults = await faultsOf(remade(forged));
    expect(faults).to.include(`step ${forged.settings.path.length} of its search comes out otherwise`);
  });

  it("catches a path of tuning that does not lead to the proposal", async function () {
    const forged = copyOf(of("tune"));
    forged.settings.path.pop();
    expect(await faultsOf(remade(forged))).to.include("its path does not lead to the proposed mode");
  });

  it("catches a round of a search for teams that comes out otherwise, and teams that it did not find", async function () {
    const forged = copyOf(of("meta"));
    forged.settings.search.rounds[0].reverse();
    expect(await faultsOf(remade(forged))).to.include("step 1 of its search comes out otherwise");
    const swapped = copyOf(of("meta"));
    swapped.settings.search.rounds[1].reverse();
    expect(await faultsOf(remade(swapped))).to.deep.equal(["its search does not lead to its teams"]);
  });

  it("catches drawn teams that are not those of the seed", async function () {
    const forged = copyOf(of("meta"));
    forged.settings.search.start.reverse();
    expect(await faultsOf(remade(forged))).to.include("its drawn teams are not those of its seed");
  });
});
