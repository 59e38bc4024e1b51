import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { canRunProject, whyInstall } from "../scripts/toolchain.mjs";

const linux = { platform: "linux", arch: "x64" };
const edr = (name: string, os: string, cpu: string) => ({
  [`node_modules/@nomicfoundation/edr-${name}`]: { version: "0.20.0", optional: true, os: [os], cpu: [cpu] },
});
const gnu = edr("linux-x64-gnu", "linux", "x64");
const musl = edr("linux-x64-musl", "linux", "x64");
const ethers = { "node_modules/ethers": { version: "6.17.0" } };
const locked = {
  packages: {
    "": { version: "0.1.0" },
    ...ethers,
    ...gnu,
    ...musl,
    ...edr("darwin-arm64", "darwin", "arm64"),
  },
};

describe("launcher: which Node will do", () => {
  const verdicts = {
    "18.20.8": false,
    "20.20.2": false,
    "22.17.1": false,
    "22.18.0": true,
    "22.23.3": true,
    "23.5.0": false,
    "23.6.0": true,
    "24.0.0": true,
  };
  for (const [version, verdict] of Object.entries(verdicts)) {
    it(`${version}: ${verdict ? "yes" : "no"}`, () => expect(canRunProject(version)).to.equal(verdict));
  }
});

describe("launcher: when to install", () => {
  const why = (packages: object, machine = linux) => whyInstall(locked, { packages }, machine);

  it("not when all is there, with the native part for either C library", () => {
    expect(why({ ...ethers, ...gnu })).to.equal(undefined);
    expect(why({ ...ethers, ...musl })).to.equal(undefined);
  });
  it("when node_modules is missing", () => {
    expect(whyInstall(locked, undefined, linux)).to.equal("node_modules is missing");
  });
  it("when npm was stopped before it wrote its record", () => {
    expect(whyInstall(locked, {}, linux)).to.equal("the last install did not finish");
  });
  it("when a package is absent or has another version", () => {
    expect(why(gnu)).to.equal("package-lock.json changed");
    expect(why({ ...gnu, "node_modules/ethers": { version: "6.16.0" } })).to.equal(
      "package-lock.json changed",
    );
  });
  it("when this machine's native part is absent", () => {
    expect(why(ethers)).to.contain("Hardhat's native part");
    expect(why({ ...ethers, ...gnu }, { platform: "darwin", arch: "arm64" })).to.contain("native part");
  });
  it("not for a native part that does not exist", () => {
    expect(why(ethers, { platform: "freebsd", arch: "x64" })).to.equal(undefined);
  });
});

describe("launcher: the command line", () => {
  let project: string;
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  };
  const read = (path: string) => readFileSync(join(project, path), "utf8");
  const started: ChildProcess[] = [];

  // A project of nothing but the launcher, the tasks' scripts that a test writes, and an npm that keeps a diary.
  beforeEach(() => {
    project = realpathSync(mkdtempSync(join(tmpdir(), "launcher-")));
    for (const file of ["launch.mjs", "toolchain.mjs"]) {
      cpSync(join(import.meta.dirname, "../scripts", file), join(project, "scripts", file));
    }
    write("package.json", `{ "type": "module" }`);
    write("package-lock.json", JSON.stringify({ packages: ethers }));
    write("node_modules/.package-lock.json", JSON.stringify({ packages: ethers }));
    write("old-node.cjs", `Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });`);
    write(
      "bin/npm-cli.js",
      `import { appendFileSync, cpSync, mkdirSync } from "node:fs";
       import { setTimeout as sleep } from "node:timers/promises";
       const command = process.argv[2];
       appendFileSync("npm.log", command + "\\n");
       if (process.env.FAIL === command) process.exit(7);
       if (command === "exec") console.log(process.execPath);
       if (command === "ci") {
         await sleep(300);
         mkdirSync("node_modules", { recursive: true });
         cpSync("package-lock.json", "node_modules/.package-lock.json");
       }`,
    );
    write("cli/duel.ts", `const task: string = "duel"; console.log(task);`);
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
    rmSync(project, { recursive: true });
  });

  function start(args: string[], { oldNode = false, env = {} } = {}) {
    const node = oldNode ? ["--require", join(project, "old-node.cjs")] : [];
    const child = spawn(process.execPath, [...node, join(project, "scripts/launch.mjs"), ...args], {
      env: { ...process.env, npm_execpath: join(project, "bin/npm-cli.js"), ...env },
    });
    started.push(child);
    return child;
  }
  async function finish(child: ReturnType<typeof start>) {
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { stdout, stderr, code, signal };
  }
  const launch = (...args: Parameters<typeof start>) => finish(start(...args));

  it("lists the tasks when asked, and for a task that is not there", async () => {
    const [asked, unknown] = await Promise.all([launch(["--help"]), launch(["constructor"])]);
    expect(asked).to.include({ code: 0, stderr: "" });
    expect(asked.stdout)
      .to.match(/^ {2}duel {2,}\S/m)
      .and.match(/^ {2}test:deep {2,}\S/m);
    expect(unknown).to.include({ code: 1, stdout: "" });
    expect(unknown.stderr).to.contain(`no task "constructor"`).and.contain(asked.stdout);
  });

  it("passes arguments, standard input and the exit code, and adds nothing to the output", async () => {
    write(
      "cli/duel.ts",
      `import { text } from "node:stream/consumers";
       const args: string[] = process.argv.slice(2);
       console.log(JSON.stringify([args, await text(process.stdin), process.cwd()]));
       process.exitCode = 42;`,
    );
    const args = ["simulate", "-", "--", "two words", "--help", '"*$'];
    const child = start(["duel", ...args]);
    child.stdin.end("a case");
    expect(await finish(child)).to.deep.equal({
      stdout: `${JSON.stringify([args, "a case", project])}\n`,
      stderr: "",
      code: 42,
      signal: null,
    });
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`passes ${signal} on and waits for the task's own goodbye`, async () => {
      write(
        "cli/duel.ts",
        `setInterval(() => {}, 1000);
         process.on("${signal}", () => { console.log("goodbye"); process.exit(3); });
         console.log("ready");`,
      );
      const child = start(["duel"]);
      child.stdout.once("data", () => child.kill(signal));
      expect(await finish(child)).to.include({ stdout: "ready\ngoodbye\n", code: 3 });
    });
  }

  it("ends by the signal that ended the task", async () => {
    write("cli/duel.ts", `process.kill(process.pid, "SIGTERM");`);
    expect(await launch(["duel"])).to.include({ code: null, signal: "SIGTERM" });
  });

  it("stops at the first step that fails, and names it", async () => {
    write("node_modules/prettier/bin/prettier.cjs", "");
    write("node_modules/oxlint/bin/oxlint", "process.exitCode = 5;");
    const { code, stderr } = await launch(["lint"]);
    expect(code).to.equal(5);
    expect(stderr).to.match(/^▸ prettier\n✔ prettier, [\d.]+ s\n▸ oxlint\n✘ oxlint failed after [\d.]+ s\n$/);
  });

  it("fetches Node and installs on a fresh clone, then remembers both", async () => {
    rmSync(join(project, "node_modules"), { recursive: true });
    const first = await launch(["duel"], { oldNode: true });
    expect(first).to.include({ code: 0, stdout: "duel\n" });
    expect(first.stderr)
      .to.match(/^Node 20.20.2 is too old for Hardhat 3 \(needs 22.18\): fetching Node \S+ with npx…\n/)
      .and.match(/\ninstalling: node_modules is missing\n$/);
    expect(await launch(["duel"], { oldNode: true })).to.include({ code: 0, stdout: "duel\n", stderr: "" });
    expect(read("npm.log")).to.equal("exec\nci\n");
  });

  it("fetches Node again when the remembered one is gone, or no longer runs", async () => {
    write("broken-node", "");
    chmodSync(join(project, "broken-node"), 0o755);
    for (const path of ["no-node", "broken-node"]) {
      write("node_modules/.cache/sealed-duel/node", join(project, path));
      const { code, stderr } = await launch(["duel"], { oldNode: true });
      expect(code).to.equal(0);
      expect(stderr).to.contain("fetching Node");
    }
  });

  it("installs once when several start together, the others waiting for the first", async () => {
    rmSync(join(project, "node_modules"), { recursive: true });
    const ends = await Promise.all([1, 2, 3].map(() => launch(["duel"])));
    for (const end of ends) expect(end).to.include({ code: 0, stdout: "duel\n" });
    expect(ends.filter(({ stderr }) => /^waiting: process \d+ is installing/.test(stderr))).to.have.length(2);
    expect(read("npm.log")).to.equal("ci\n");
    expect(existsSync(join(project, ".installing"))).to.equal(false);
  });

  it("keeps the lock while npm runs, even if the launcher is killed", async () => {
    rmSync(join(project, "node_modules"), { recursive: true });
    const killed = start(["duel"]);
    while (!existsSync(join(project, "npm.log"))) await sleep(10);
    killed.kill("SIGKILL");
    const holders = readdirSync(join(project, ".installing"));
    expect(holders).to.have.length(2).and.include(String(killed.pid));
    await once(killed, "close"); // npm has ended too, for it holds the same standard error
  });

  it("waits for a lock whose holder lives, and takes it over when the holder is dead", async () => {
    rmSync(join(project, "node_modules"), { recursive: true });
    const holder = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
    started.push(holder);
    write(`.installing/${holder.pid}`, "");
    const launcher = start(["duel"]);
    launcher.stderr.once("data", () => holder.kill("SIGKILL"));
    const { code, stderr } = await finish(launcher);
    expect(code).to.equal(0);
    expect(stderr).to.match(
      new RegExp(`^waiting: process ${holder.pid} .*\\ninstalling: node_modules is missing\\n$`),
    );
  });

  it("says in a line what failed, and does not trust what was left", async () => {
    rmSync(join(project, "node_modules"), { recursive: true });
    const noNode = await launch(["duel"], { oldNode: true, env: { FAIL: "exec" } });
    expect(noNode).to.include({ code: 1, stdout: "" });
    expect(noNode.stderr).to.match(
      /\nError: npx could not fetch Node .*\(exit code 7\): check the network.*\n$/,
    );

    const noInstall = await launch(["duel"], { env: { FAIL: "ci" } });
    expect(noInstall).to.include({ code: 1, stdout: "" });
    expect(noInstall.stderr).to.match(/\nError: npm ci failed \(exit code 7; .*\): check the network.*\n$/);

    mkdirSync(join(project, "node_modules"));
    const repaired = await launch(["duel"]);
    expect(repaired).to.include({ code: 0, stderr: "installing: the last install did not finish\n" });
  });
});
