#!/usr/bin/env node
// The launcher behind every npm script: node scripts/launch.mjs <task> [args…]
// Plain JavaScript, because it must start on Nodes that are too old for the rest of the project.

import { spawn } from "node:child_process";
import { ended, environmentFor, prepare, root, say } from "./toolchain.mjs";

const hardhat = "node_modules/hardhat/dist/src/cli.js";
const oxlint = ["node_modules/oxlint/bin/oxlint", "--deny-warnings"];
const prettier = ["node_modules/prettier/bin/prettier.cjs", "--log-level=warn"];
const solhint = ["node_modules/solhint/solhint.js", "--disc", "--max-warnings=0"];
const tsc = "node_modules/typescript/bin/tsc";

const build = { build: ["scripts/build.ts"] };
const lint = {
  prettier: [...prettier, "--check", "."],
  oxlint,
  solhint: [...solhint, "contracts/**/*.sol"],
};
const test = { ...build, typecheck: [tsc], ...lint, test: [hardhat, "test", "--no-compile"] };

/** Each task runs its steps in order, up to the first that fails; arguments go to the last one. */
const tasks = {
  start: { about: "play duels on a local chain", steps: { start: ["scripts/start.ts"] } },
  duel: { about: "the command line: simulate, verify and play duels", steps: { duel: ["cli/duel.ts"] } },
  build: { about: "compile the contracts and write their types", steps: build },
  "build:verifier": {
    about: "make dist/verifier.html, which checks a fight without a network",
    steps: { "build:verifier": ["scripts/buildVerifier.ts"] },
  },
  test: { about: "build, check types, lint, then run every test", steps: test },
  "test:deep": { about: "the same, with far more fuzzing", steps: test, env: { SEALED_DUEL_DEEP: "1" } },
  lint: { about: "check the format and style of all code", steps: lint },
  format: {
    about: "repair what lint can repair by itself",
    steps: { oxlint: [...oxlint, "--fix"], prettier: [...prettier, "--write", "."] },
  },
  prove: { about: "prove what can be proved with the compiler", steps: { prove: ["scripts/prove.ts"] } },
  mutate: {
    about: "break the contracts on purpose and see who notices",
    steps: { mutate: ["scripts/mutate.ts"] },
  },
  coverage: {
    about: "run the tests and list the lines they miss",
    steps: { coverage: ["scripts/coverage.ts"] },
  },
  bench: { about: "measure gas and speed", steps: { bench: ["scripts/bench.ts"] } },
  deploy: {
    about: "deploy an Ignition module, by default to a throwaway chain",
    steps: { deploy: [hardhat, "ignition", "deploy"] },
  },
};

const help = [
  "Usage: npm run <task> [-- arguments…]",
  "",
  ...Object.entries(tasks).map(([name, { about }]) => `  ${name.padEnd(15)} ${about}`),
].join("\n");

async function launch({ steps, env }, args) {
  const node = await prepare();
  const quiet = "--disable-warning=ExperimentalWarning"; // about running TypeScript
  const NODE_OPTIONS = [process.env.NODE_OPTIONS, quiet].filter(Boolean).join(" ");
  const options = { cwd: root, stdio: "inherit", env: { ...environmentFor(node), NODE_OPTIONS, ...env } };
  const names = Object.keys(steps);
  const announce = names.length > 1 ? say : () => {};

  let end;
  for (const name of names) {
    const started = Date.now();
    announce(`▸ ${name}`);
    const isLast = name === names.at(-1);
    end = await ended(spawn(node, [...steps[name], ...(isLast ? args : [])], options));
    const took = `${((Date.now() - started) / 1000).toFixed(1)} s`;
    if (end.code !== 0) {
      announce(`✘ ${name} failed after ${took}`);
      break;
    }
    announce(`✔ ${name}, ${took}`);
  }
  return end;
}

const [name, ...args] = process.argv.slice(2);
if (name === "--help") {
  console.log(help);
} else if (!Object.hasOwn(tasks, name ?? "")) {
  say(name === undefined ? help : `There is no task "${name}".\n\n${help}`);
  process.exitCode = 1;
} else {
  try {
    const { code, signal } = await launch(tasks[name], args);
    if (signal) process.kill(process.pid, signal);
    process.exitCode = code;
  } catch (error) {
    say(`Error: ${error.message}`);
    process.exitCode = 1;
  }
}
