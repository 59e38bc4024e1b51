import type { Command } from "commander";
import { InputError } from "../sim/input.ts";

/** Something that the user can put right, told in one line. */
export class UserError extends Error {}

/** Runs a command. What the user can put right is told in one line on stderr, with exit code 1. */
export async function run(program: Command): Promise<void> {
  // A suggestion would be a second line.
  for (const command of [program, ...program.commands]) command.showSuggestionAfterError(false);
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof InputError || error instanceof UserError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 1;
  }
}
