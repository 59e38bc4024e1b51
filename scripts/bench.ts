/** `npm run bench`: gas and speed, measured now, beside their bars and aims. */
import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { build } from "../chain/build.ts";
import { type AuditFigures, measureAudit } from "./bench/audit.ts";
import { measureActions } from "./bench/actions.ts";
import { type GasFigures, measureGas } from "./bench/gas.ts";
import { drawChart } from "./bench/plot.ts";
import { type LabFigures, measureLab } from "./bench/lab.ts";
import { measureBatchSizes, measureSim, type SimFigures } from "./bench/sim.ts";
import { writeSnapshot } from "./bench/snapshot.ts";
import { count, drawTable, type Line, percent, ratio, times } from "./bench/table.ts";

const BATTLES = 200;
const GAS_PLOT = "docs/gas-by-turns.svg";
const SPEED_PLOT = "docs/speed-by-battles.svg";

const megabytes = (value: number) => `${value.toFixed(0)} MB`;
const say = (text: string) => process.stderr.write(`${text}\n`);

const program = new Command("bench")
  .description("Measures gas and speed now, and shows each figure beside its bar and its aim.")
  .action(async () => {
    console.log(drawTable(gasLines(await runGas())));
    console.log(`\n${drawTable(simLines(await runSim()))}`);
    console.log(`\n${drawTable(labLines(await runLab()))}`);
    console.log(`\n${drawTable(auditLines(await runAudit()))}`);
  });

program
  .command("gas")
  .description("what duels cost")
  .option("--json", "print the figures as JSON and nothing else")
  .option("--update-snapshot", "write test/gas-snapshot.json anew, with the gas of every public action")
  .action(async (options: { json?: boolean; updateSnapshot?: boolean }) => {
    const figures = await runGas();
    const { points: _, ...summary } = figures;
    console.log(options.json ? JSON.stringify(summary, null, 2) : drawTable(gasLines(figures)));
    if (options.updateSnapshot) {
      writeSnapshot(await measureActions());
      say("wrote test/gas-snapshot.json");
    }
  });

addSpeed("sim", "how fast the simulator is", async (quick) => {
  const figures = await runSim(quick);
  return { figures, lines: simLines(figures) };
});
addSpeed("lab", "what a report of the lab costs on top of its fights", async (quick) => {
  const figures = await runLab(quick);
  return { figures, lines: labLines(figures) };
});
addSpeed("audit", "how fast an audit checks games", async (quick) => {
  const figures = await runAudit(quick);
  return { figures, lines: auditLines(figures) };
});

program.command("plots").description(`draw how cost grows: ${GAS_PLOT} and ${SPEED_PLOT}`).action(drawPlots);

await program.parseAsync();

/** A command that measures speed, at length or quickly. */
function addSpeed(
  name: string,
  description: string,
  measure: (quick?: boolean) => Promise<{ readonly figures: object; readonly lines: Line[] }>,
): void {
  program
    .command(name)
    .description(description)
    .option("--json", "print the figures as JSON and nothing else")
    .option("--quick", "less of everything: rough figures in seconds")
    .action(async (options: { json?: boolean; quick?: boolean }) => {
      const { figures, lines } = await measure(options.quick);
      console.log(options.json ? JSON.stringify(figures, null, 2) : drawTable(lines));
    });
}

async function runGas(): Promise<GasFigures> {
  await build(() => say("Compiling the contracts…"));
  say(`Playing ${BATTLES} duels on an embedded chain…`);
  return measureGas(BATTLES);
}

async function runSim(quick = false): Promise<SimFigures> {
  say("Timing the simulator against SHA-256…");
  return measureSim({ quick });
}

async function runLab(quick = false): Promise<LabFigures> {
  say("Timing reports of the lab against bare simulation…");
  return measureLab({ quick });
}

async function runAudit(quick = false): Promise<AuditFigures> {
  say("Timing an audit against SHA-256…");
  return measureAudit({ quick });
}

function auditLines(audit: AuditFigures): Line[] {
  return [
    { figure: "SHA-256 of 36 bytes per second (noble)", measured: audit.shaPerSecond, show: count },
    {
      figure: "games checked per second, once loaded",
      measured: audit.checkedPerSecond,
      show: count,
      goal: { bar: 50_000, aim: 60_000, better: "more" },
    },
    {
      figure: "games checked per SHA-256",
      measured: audit.ratio,
      show: (value) => value.toFixed(3),
      // What 50,000 games are to the 1.25 million hashes of the machine that the bar was set on.
      goal: { bar: 0.04, aim: 0.05, better: "more" },
    },
    { figure: "games loaded per second", measured: audit.loadedPerSecond, show: count },
    { figure: "memory of an audit", measured: audit.memoryMb, show: megabytes },
    {
      figure: "more memory for eight times the games",
      measured: audit.memoryGrowthMb,
      show: megabytes,
      goal: { bar: 32, aim: 8, better: "less" },
    },
  ];
}

function labLines(lab: LabFigures): Line[] {
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  const name = `${count(lab.fights)} fights on ${lab.threads} threads`;
  return [
    { figure: `${name}, bare`, measured: lab.bareSeconds, show: seconds },
    { figure: `${name}, as a report`, measured: lab.reportSeconds, show: seconds },
    ...Object.entries(lab.reportCosts).map(([mode, measured]): Line => ({
      figure: `a report against bare simulation, ${mode}`,
      measured,
      show: times,
      goal: { bar: 1.6, aim: 1.4, better: "less" },
    })),
    {
      figure: "a report on two threads against one",
      measured: lab.threadScaling,
      show: times,
      goal: { bar: 1.8, aim: 1.95, better: "more" },
    },
    { figure: "memory of a report", measured: lab.memoryMb, show: megabytes },
    {
      figure: "more memory for eight times the fights",
      measured: lab.memoryGrowthMb,
      show: megabytes,
      goal: { bar: 32, aim: 8, better: "less" },
    },
  ];
}

function gasLines(gas: GasFigures): Line[] {
  const line = (figure: string, measured: number, bar: number, aim: number): Line => {
    return { figure, measured, show: count, goal: { bar, aim, better: "less" } };
  };
  return [
    line("gas of one more turn, logged", gas.marginalGasPerTurn, 1_500, 1_000),
    line("reveal, mean", gas.revealMean, 300_000, 240_000),
    { figure: "reveal, 95th percentile", measured: gas.revealP95, show: count },
    line("reveal, worst (1,000 turns)", gas.revealWorst, 2_500_000, 1_500_000),
    { figure: "create and deposit", measured: gas.createAndDeposit, show: count },
    { figure: "deposit and join", measured: gas.depositAndJoin, show: count },
    line("whole duel", gas.wholeDuel, 650_000, 520_000),
    { figure: "turns, mean", measured: gas.turnsMean, show: (value) => value.toFixed(1) },
  ];
}

function simLines(sim: SimFigures): Line[] {
  return [
    { figure: "SHA-256 of 36 bytes per second (noble)", measured: sim.shaPerSecond, show: count },
    { figure: `battles per second (${sim.engine})`, measured: sim.battlesPerSecond, show: count },
    {
      figure: "battles per SHA-256",
      measured: sim.ratio,
      show: ratio,
      goal: { bar: 0.3, aim: 0.5, better: "more" },
    },
    {
      figure: "cost of a full turn log",
      measured: sim.logOverhead,
      show: percent,
      goal: { bar: 0.12, aim: 0.05, better: "less" },
    },
    {
      figure: "two threads against one",
      measured: sim.threadScaling,
      show: times,
      goal: { bar: 1.8, aim: 1.95, better: "more" },
    },
    { figure: "battles per second, seeds derived too", measured: sim.labBattlesPerSecond, show: count },
    { figure: "battles per second (js)", measured: sim.engineBattlesPerSecond.js, show: count },
    { figure: "battles per second (reference)", measured: sim.engineBattlesPerSecond.reference, show: count },
  ];
}

async function drawPlots(): Promise<void> {
  const { points } = await runGas();
  writeFileSync(
    GAS_PLOT,
    drawChart({
      title: "Gas of a reveal against the turns it fights",
      xLabel: "turns",
      yLabel: "gas",
      xScale: "linear",
      series: [{ name: `${BATTLES} duels, default mode`, color: "#3b76c4", points, joined: false }],
    }),
  );
  say("Timing batches of 100 to 1,000,000 battles…");
  const speeds = await measureBatchSizes();
  writeFileSync(
    SPEED_PLOT,
    drawChart({
      title: "Battles per second against the size of a batch",
      xLabel: "battles",
      yLabel: "battles per second",
      xScale: "log",
      series: [1, 2].map((threads) => ({
        name: threads === 1 ? "one thread" : "two threads",
        color: threads === 1 ? "#3b76c4" : "#c4513b",
        points: speeds
          .filter((speed) => speed.threads === threads)
          .map((speed) => [speed.battles, speed.battlesPerSecond] as const),
        joined: true,
      })),
    }),
  );
  say(`wrote ${GAS_PLOT} and ${SPEED_PLOT}`);
}
