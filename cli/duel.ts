#!/usr/bin/env node
// The command line of the game: npm run -s duel -- <command> [arguments…]

import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { simulateCommand } from "./commands/simulate.ts";
import { run } from "./run.ts";

// Hardhat looks for its config from the working directory up; the command line may be started anywhere.
process.env.HARDHAT_CONFIG ??= fileURLToPath(new URL("../hardhat.config.ts", import.meta.url));

const program = new Command("duel")
  .description("Sealed Duel on the command line: what the contracts do, on your own machine.")
  .configureHelp({ showGlobalOptions: true })
  .addCommand(simulateCommand());

await run(program);
