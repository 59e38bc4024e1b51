import { solidity, tasks } from "hardhat";

/**
 * Compiles the contracts if they changed since the last time; `announce` is called only then. Of the compiler's
 * warnings it prints, on stderr, those about our own code.
 */
export async function build(announce: () => void): Promise<void> {
  const jobs = await solidity.getCompilationJobs(await solidity.getRootFilePaths(), { quiet: true });
  // The task would write all types anew even if there is nothing to compile, perhaps under somebody who reads them.
  if (jobs.success && jobs.compilationJobsPerFile.size === 0) return;
  announce();
  // However quiet it is asked to be, Hardhat prints all warnings, and empty lines on stdout around them.
  const { log, warn } = console;
  const warnings: string[] = [];
  Object.assign(console, { log: () => {}, warn: (text: unknown) => warnings.push(String(text)) });
  try {
    await tasks.getTask("build").run({ quiet: true });
  } finally {
    Object.assign(console, { log, warn });
  }
  for (const warning of warnings) {
    if (!warning.includes("/node_modules/")) process.stderr.write(`${warning}\n`);
  }
}
