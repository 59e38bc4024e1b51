import { Command } from "commander";
import { compareCommand } from "./lab/compare.ts";
import { exactCommand } from "./lab/exact.ts";
import { metaCommand } from "./lab/meta.ts";
import { recheckCommand } from "./lab/recheck.ts";
import { reportCommand } from "./lab/report.ts";
import { sensitivityCommand } from "./lab/sensitivity.ts";
import { tuneCommand } from "./lab/tune.ts";
import { workerCommand } from "./lab/worker.ts";

const COMMANDS = [
  reportCommand,
  compareCommand,
  sensitivityCommand,
  metaCommand,
  tuneCommand,
  exactCommand,
  recheckCommand,
  workerCommand,
];

export function labCommand(): Command {
  const lab = new Command("lab").description(
    "The designer's lab: what a mode does to the game, in honest numbers.",
  );
  // A suggestion would be a second line.
  for (const command of COMMANDS) lab.addCommand(command().showSuggestionAfterError(false));
  return lab;
}
