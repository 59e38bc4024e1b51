import { expect } from "chai";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ended, startDuel } from "../helpers/labCommand.ts";

/** Debian's redis-server, installed if that is possible; or why there is none. */
function missingRedis(): string | null {
  const isThere = () => spawnSync("redis-server", ["--version"]).status === 0;
  if (isThere()) return null;
  if (process.getuid?.() !== 0) return "redis-server is not installed, and only root could install it";
  spawnSync("apt-get", ["install", "-y", "redis-server"], { timeout: 60_000 });
  return isThere() ? null : "redis-server is not installed, and apt-get could not install it";
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

describe("The lab's queue", function () {
  this.timeout(120_000);
  const children: ChildProcess[] = [];
  let folder: string;

  const keep = (child: ChildProcess): ChildProcess => {
    children.push(child);
    return child;
  };
  const lab = (...args: readonly string[]) => keep(startDuel(folder, ["lab", ...args]));
  const says = (child: ChildProcess, text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      let all = "";
      const listen = (data: Buffer): void => {
        all += data.toString();
        if (all.includes(text)) resolve();
      };
      child.stdout!.on("data", listen);
      child.stderr!.on("data", listen);
      child.on("close", () => reject(new Error(`it ended without saying "${text}": ${all}`)));
    });
  const codeOf = async (child: ChildProcess): Promise<number | null> => (await ended(child)).code;

  before(function () {
    const reason = missingRedis();
    if (reason !== null) {
      console.log(`      skipped: ${reason}`);
      this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "duel-queue-"));
  });
  after(function () {
    for (const child of children) child.kill("SIGKILL");
    if (folder) rmSync(folder, { recursive: true });
  });

  it("gives what one machine gives, with two workers, one of them killed at work", async function () {
    const port = await freePort();
    const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
    const redis = keep(spawn("redis-server", options));
    await says(redis, "Ready to accept connections");
    const url = `redis://127.0.0.1:${port}`;
    const workers = [1, 2].map(() => lab("worker", "--queue", url, "--threads", "1"));
    await Promise.all(workers.map((worker) => says(worker, "waiting for work")));

    const args = ["report", "siege", "--fights", "300000"];
    const atWork = says(workers[0]!, "did ");
    const spread = lab(...args, "--out", "queue", "--queue", url);
    await atWork;
    workers[0]!.kill("SIGKILL");
    expect(await codeOf(spread)).to.equal(0);

    expect(await codeOf(lab(...args, "--out", "alone"))).to.equal(0);
    const [one, other] = ["queue", "alone"].map((name) =>
      readFileSync(join(folder, name, "report.json"), "utf8"),
    );
    expect(one).to.equal(other);

    const stopped = codeOf(workers[1]!);
    workers[1]!.kill("SIGINT");
    expect(await stopped).to.equal(0);
  });
});
