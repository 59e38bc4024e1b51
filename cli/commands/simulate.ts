import { Argument, Command, Option } from "commander";
import {
  readCase,
  reportToJson,
  simulate,
  type SimulationCase,
  type SimulationReport,
} from "../../sim/simulate.ts";
import { print, readJson } from "../files.ts";

const ENGINES = ["ts", "evm"] as const;

interface Engine {
  simulate(one: SimulationCase): SimulationReport | Promise<SimulationReport>;
  close(): void | Promise<void>;
}

const EXAMPLE = `
A case:
  {
    "p1Nonce": "0x<64 hex digits>",   the nonces are 32 bytes each
    "p2Nonce": "0x<64 hex digits>",
    "p1Team": [                       five fighters, slot 0 first
      { "assetId": "11", "charId": 24, "tiers": [3, 1, 1, 3, 2, 3] },
      …                               tiers: attack, defense, health, speed, range, combo
    ],
    "p2Team": [ … ],
    "mode": { … }                     optional: a mode file such as game/modes/blitz.json
  }

Examples:
  npm run -s duel -- simulate docs/example-case.json
  npm run -s duel -- simulate --engine evm < docs/example-case.json`;

export function simulateCommand(): Command {
  return new Command("simulate")
    .summary("fight a battle from its inputs")
    .description(
      "Fight one case, or each of a list of cases, and print what happened as JSON: the team's hash, the seed, the winner and every turn.",
    )
    .addArgument(
      new Argument("[file]", "a JSON file with a case or a list of cases").default(undefined, "stdin"),
    )
    .addOption(
      new Option("--engine <engine>", "the TypeScript reference, or the contracts in a local EVM")
        .choices(ENGINES)
        .default("ts"),
    )
    .addHelpText("after", EXAMPLE)
    .action(async (file: string | undefined, options: { engine: (typeof ENGINES)[number] }) => {
      const input = await readJson(file);
      // All are read before the first is fought, so that bad input leaves nothing on stdout.
      const cases = Array.isArray(input)
        ? input.map((one, i) => readCase(one, `cases[${i}]`))
        : [readCase(input, "case")];
      const engine = await open(options.engine);
      try {
        await print(report(engine, cases, Array.isArray(input)));
      } finally {
        await engine.close();
      }
    });
}

async function open(engine: (typeof ENGINES)[number]): Promise<Engine> {
  if (engine === "ts") return { simulate, close: () => {} };
  // Loaded only here: Hardhat takes a second to start.
  const { build } = await import("../../chain/build.ts");
  const { openEvmEngine } = await import("../../chain/evmEngine.ts");
  await build(() => process.stderr.write("Compiling the contracts…\n"));
  return openEvmEngine();
}

/** One report a line; brackets around them if a list was asked for. */
async function* report(
  engine: Engine,
  cases: readonly SimulationCase[],
  isList: boolean,
): AsyncGenerator<string> {
  if (isList) yield "[";
  for (const [i, one] of cases.entries()) {
    if (i > 0) yield ",\n";
    yield JSON.stringify(reportToJson(await engine.simulate(one)));
  }
  yield isList ? "]\n" : "\n";
}
