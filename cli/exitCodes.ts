import { InputError } from "../sim/input.ts";
import { CannotCheck, reasonOf } from "../chain/duelReader.ts";

/** What every checking command answers to a script. */
export const EXIT = { good: 0, differs: 1, unchecked: 2 } as const;

/** Runs a command whose failures all mean "could not check": one line on standard error, exit code 2. */
export async function orCannotCheck(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isExpected = error instanceof CannotCheck || error instanceof InputError;
    const message = isExpected ? error.message : reasonOf(error);
    process.stderr.write(`Could not check: ${message}\n`);
    process.exitCode = EXIT.unchecked;
  }
}
