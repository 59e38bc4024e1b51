/** The default tests, run against contracts of which one file is changed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { config } from "hardhat";
import { ARTIFACTS } from "./hardhat.config.ts";
import { compile, type CompiledContract, readSources, type Sources } from "../solc.ts";

/** Contracts to build anew, by their files, and tests to run with them, up to the first that fails. */
export interface Stage {
  readonly contracts: readonly string[];
  readonly tests: readonly string[];
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HARDHAT = "node_modules/hardhat/dist/src/cli.js";
const CONFIG = "scripts/mutate/hardhat.config.ts";
const { settings } = config.solidity.profiles.default!.compilers[0]!;

/** Starts anew with the project's artifacts. */
export function restoreArtifacts(): void {
  rmSync(ARTIFACTS, { recursive: true, force: true });
  mkdirSync(ARTIFACTS, { recursive: true });
  cpSync(join(ROOT, "artifacts/contracts"), join(ARTIFACTS, "contracts"), { recursive: true });
}

/** Builds a stage's contracts with one file changed, and puts them in the place of the real ones. */
export function install({ contracts }: Stage, changed: Sources): "installed" | "does not compile" {
  for (const file of contracts) {
    const contract = build(file, changed);
    if (contract === undefined) return "does not compile";
    const path = artifactOf(file);
    const { bytecode, deployedBytecode } = contract.evm;
    const artifact = {
      ...JSON.parse(readFileSync(path, "utf8")),
      bytecode: `0x${bytecode.object}`,
      linkReferences: bytecode.linkReferences,
      deployedBytecode: `0x${deployedBytecode.object}`,
      deployedLinkReferences: deployedBytecode.linkReferences,
    };
    writeFileSync(path, JSON.stringify(artifact));
  }
  return "installed";
}

/** With the compiler and the settings of the project. */
function build(file: string, changed: Sources): CompiledContract | undefined {
  const name = basename(file, ".sol");
  const output = compile(
    { ...readSources(file), ...changed },
    { ...settings, outputSelection: { [file]: { [name]: ["evm.bytecode", "evm.deployedBytecode"] } } },
  );
  const hasFailed = output.errors?.some(({ severity }) => severity === "error");
  return hasFailed ? undefined : output.contracts![file]![name]!;
}

const artifactOf = (file: string) => join(ARTIFACTS, file, `${basename(file, ".sol")}.json`);

/** The first test that fails and what it says, or undefined. That the tests do not run to an end is an error. */
export async function firstFailure({ tests }: Stage): Promise<string | undefined> {
  const args = ["--config", CONFIG, "test", "mocha", "--no-compile", ...tests];
  const run = spawn(process.execPath, [HARDHAT, ...args], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    run[name].setEncoding("utf8").on("data", (text: string) => (said[name] += text));
  }
  const [code] = await once(run, "close");
  const [, passes, failures] = /^# pass (\d+)\n# fail (\d+)$/m.exec(said.stdout) ?? [];
  if (failures === undefined || (code === 0) !== (failures === "0") || (passes === "0" && failures === "0")) {
    throw new Error(`the tests did not run to an end: ${code}\n${said.stdout}\n${said.stderr}`);
  }
  const [, title, message] = /^not ok \d+ (.+)\n(.*)$/m.exec(said.stdout) ?? [];
  return title && `${title} | ${message!.trim().slice(0, 160)}`;
}
