import { fileURLToPath } from "node:url";
import project from "../../hardhat.config.ts";

export const ARTIFACTS = fileURLToPath(new URL("../../cache/mutation/artifacts", import.meta.url));

/** The project's own configuration, for tests of a mutant: other artifacts, an end at the first failure, and a report in TAP. */
export default {
  ...project,
  paths: { artifacts: ARTIFACTS },
  networks: {
    ...project.networks,
    // A mutant that is a few bytes too long to be deployed would else be killed by its size alone.
    default: { type: "edr-simulated" as const, allowUnlimitedContractSize: true },
  },
  test: { mocha: { bail: true, reporter: "tap" } },
};
