import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { JsonRpcProvider } from "ethers";
import type { Node } from "./rpcSession.ts";

/** npm has this build alone; elsewhere, an anvil on the PATH will do. */
const PACKAGED = "@foundry-rs/anvil-linux-amd64/bin/anvil";

/** The program, or undefined if this machine has none. */
export function findAnvil(): string | undefined {
  const candidates = ["anvil"];
  try {
    candidates.unshift(fileURLToPath(import.meta.resolve(PACKAGED)));
  } catch {
    // An optional package, left out on other platforms.
  }
  return candidates.find((path) => spawnSync(path, ["--version"]).status === 0);
}

/** An anvil with the rules of the embedded chain: same fork, same limit of gas for one transaction. */
export async function startAnvil(program: string): Promise<Node> {
  const args = ["--port=0", "--hardfork=osaka", "--enable-tx-gas-limit", "--gas-limit=60000000"];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise<string>((resolve, reject) => {
    // Read to the end, or anvil would wait for somebody to take what it says.
    createInterface({ input: child.stdout }).on("line", (line) => {
      const match = /Listening on ([\d.]+:\d+)/.exec(line);
      if (match) resolve(`http://${match[1]}`);
    });
    child.on("close", () => reject(new Error("anvil ended before it listened")));
  });
  const provider = new JsonRpcProvider(url, undefined, { batchMaxCount: 1, staticNetwork: true });
  return {
    request: ({ method, params }) => provider.send(method, [...params]),
    async close() {
      provider.destroy();
      child.kill();
      if (child.exitCode === null) await once(child, "close");
    },
  };
}
