import { solidity, tasks } from "hardhat";

/** Compiles the contracts if they changed since the last time; `announce` is called only if there is work to do. */
export async function build(announce: () => void): Promise<void> {
  const jobs = await solidity.getCompilationJobs(await solidity.getRootFilePaths(), { quiet: true });
  if (!jobs.success || jobs.compilationJobsPerFile.size > 0) announce();
  await tasks.getTask("build").run({ quiet: true });
}
