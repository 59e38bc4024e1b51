// Finds a Node that can run the project and keeps node_modules as package-lock.json says.
// Plain JavaScript, because it must start on Nodes that are too old for the rest of the project.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { renameSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = "22.18";
const FETCHED_NODE = "22.23.3";

export const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const rememberedNode = join(modules, ".cache", "sealed-duel", "node");
const lock = join(root, ".installing");

export const say = (message) => process.stderr.write(`${message}\n`);

/** Resolves to the path of a Node that can run the project, with node_modules in order. */
export async function prepare() {
  const ready = findNode();
  if (ready && !whyInstall(...readLockfiles())) return ready;
  return withLock(async () => {
    const node = findNode() ?? (await fetchNode());
    const reason = whyInstall(...readLockfiles());
    if (reason) await install(node, reason);
    if (!canRunProject(process.versions.node)) {
      mkdirSync(dirname(rememberedNode), { recursive: true });
      writeFileSync(rememberedNode, node);
    }
    return node;
  });
}

/** Hardhat 3 needs 22.13; running TypeScript without a flag needs 22.18, or 23.6. */
export function canRunProject(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/**
 * Why node_modules must be installed, if it must, from package-lock.json and npm's own record of what is there.
 * @param {object} locked
 * @param {object | undefined} installed
 * @param {{ platform: string, arch: string }} machine
 */
export function whyInstall(locked, installed, machine = process) {
  if (!installed) return "node_modules is missing";
  if (!installed.packages) return "the last install did not finish";

  const isThere = ([path, { version }]) => installed.packages[path]?.version === version;
  const packages = Object.entries(locked.packages).filter(([path]) => path !== "");
  if (!packages.filter(([, { optional }]) => !optional).every(isThere)) return "package-lock.json changed";

  // Where both C libraries have a build, either will do: npm knows which one is ours.
  const natives = packages.filter(
    ([path, { os, cpu }]) =>
      path.startsWith("node_modules/@nomicfoundation/edr-") &&
      os?.includes(machine.platform) &&
      cpu?.includes(machine.arch),
  );
  if (natives.length > 0 && !natives.some(isThere)) {
    return "node_modules was installed under an older Node, which leaves out Hardhat's native part";
  }
}

/** npm writes its record last, so a folder without a readable one was left half-way. */
function readLockfiles() {
  const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));
  const locked = readJson(root, "package-lock.json");
  if (!existsSync(modules)) return [locked, undefined];
  try {
    return [locked, readJson(modules, ".package-lock.json")];
  } catch {
    return [locked, {}];
  }
}

function findNode() {
  if (canRunProject(process.versions.node)) return process.execPath;
  if (!existsSync(rememberedNode)) return undefined;
  const node = readFileSync(rememberedNode, "utf8");
  return works(node) ? node : undefined;
}

function works(node) {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return status === 0 && canRunProject(stdout.trim().slice(1));
}

async function fetchNode() {
  const tooOld = `Node ${process.versions.node} is too old for Hardhat 3 (needs ${OLDEST_NODE})`;
  say(`${tooOld}: fetching Node ${FETCHED_NODE} with npx…`);
  const npx = npm(
    process.execPath,
    ["exec", "--yes", `--package=node@${FETCHED_NODE}`, "--call=node -p process.execPath"],
    "pipe",
  );
  let output = "";
  npx.stdout.on("data", (data) => (output += data));
  const { code, signal } = await ended(npx);
  const node = output.trim().split("\n").at(-1);
  if (code !== 0 || !works(node)) {
    throw new Error(
      `npx could not fetch Node ${FETCHED_NODE} (${signal ?? `exit code ${code}`}): check the network and run this again, or install Node ${OLDEST_NODE} or newer.`,
    );
  }
  return node;
}

async function install(node, reason) {
  say(`installing: ${reason}`);
  const { code, signal } = await ended(npm(node, ["ci", "--include=dev", "--include=optional"], 2));
  if (code !== 0) {
    throw new Error(
      `npm ci failed (${signal ?? `exit code ${code}`}; its reason is above): check the network and run this again.`,
    );
  }
  const stillMissing = whyInstall(...readLockfiles());
  if (stillMissing) throw new Error(`npm ci succeeded, and yet ${stillMissing}.`);
}

/** Starts npm under the given Node, with its errors shown even within `npm run --silent`. */
function npm(node, args, stdout) {
  const bin = dirname(process.execPath);
  const cli = [
    process.env.npm_execpath, // set by npm run, but by other package managers too
    join(bin, "../lib/node_modules/npm/bin/npm-cli.js"),
    join(bin, "node_modules/npm/bin/npm-cli.js"),
  ].find((path) => path && basename(path) === "npm-cli.js" && existsSync(path));

  const options = { cwd: root, env: environmentFor(node), stdio: ["ignore", stdout, 2] };
  const allArgs = [...args, "--loglevel=error"];
  const child = cli ? spawn(node, [cli, ...allArgs], options) : spawn("npm", allArgs, options);
  if (child.pid) joinLock(lock, child.pid); // should we be killed, npm still holds the lock
  return child;
}

/** Our environment, but one in which `node` is this Node. */
export function environmentFor(node) {
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  return { ...process.env, [path]: [dirname(node), process.env[path]].join(delimiter) };
}

/** Passes signals on to a child until it ends, and resolves to its exit code or signal. */
export async function ended(child) {
  const forward = (signal) => {
    // A terminal sends Ctrl-C to every process by itself; a second one would cut short the child's goodbye.
    if (signal !== "SIGINT" || !isatty(0)) child.kill(signal);
  };
  process.on("SIGINT", forward).on("SIGTERM", forward);
  try {
    return await new Promise((resolve, reject) => {
      child.on("error", reject).on("close", (code, signal) => resolve({ code, signal }));
    });
  } finally {
    process.off("SIGINT", forward).off("SIGTERM", forward);
  }
}

// The lock is a folder with one empty file per process that holds it, named by its id. It comes into being
// with its first holder inside, by a rename that fails while the folder has any; so nobody can mistake a new
// holder for the dead one it replaces.

async function withLock(work) {
  let waiting = false;
  while (!takeLock()) {
    const holders = lockHolders();
    const alive = holders.find(isAlive);
    if (!alive) leaveLock(holders);
    else if (!waiting) say(`waiting: process ${alive} is installing (if it is not, remove ${lock})`);
    waiting = true;
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    leaveLock(lockHolders());
  }
}

function takeLock() {
  const claim = `${lock}.${process.pid}`;
  joinLock(claim, process.pid);
  try {
    renameSync(claim, lock);
    return true;
  } catch (error) {
    rmSync(claim, { recursive: true });
    if (["EEXIST", "ENOTEMPTY", "EPERM", "EACCES"].includes(error.code)) return false;
    throw error;
  }
}

const lockHolders = () => (existsSync(lock) ? readdirSync(lock) : []);

function joinLock(folder, pid) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, String(pid)), "");
}

function leaveLock(pids) {
  for (const pid of pids) rmSync(join(lock, pid), { force: true });
  try {
    rmdirSync(lock);
  } catch {
    // Somebody else already holds it, or has removed it.
  }
}

function isAlive(pid) {
  if (Number(pid) === process.pid) return false; // left by a process that had our id before us
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
