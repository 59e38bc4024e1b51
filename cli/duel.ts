#!/usr/bin/env node
// The command line of the game: npm run -s duel -- <command> [arguments…]

import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { addAudit } from "./commands/audit.ts";
import { addExport } from "./commands/export.ts";
import { labCommand } from "./commands/lab.ts";
import { simulateCommand } from "./commands/simulate.ts";
import { addVerify } from "./commands/verify.ts";
import { run } from "./run.ts";

// Hardhat looks for its config from the working directory up; the command line may be started anywhere.
process.env.HARDHAT_CONFIG ??= fileURLToPath(new URL("../hardhat.config.ts", import.meta.url));

const program = new Command("duel")
  .description("Sealed Duel on the command line: fight, check and audit duels on your own machine.")
  .configureHelp({ showGlobalOptions: true })
  .addCommand(simulateCommand())
  .addCommand(labCommand());
addVerify(program);
addExport(program);
addAudit(program);

await run(program);
