import { expect } from "chai";
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ethers as ethersLibrary } from "ethers";
import { network } from "hardhat";
import { CHARACTERS } from "../sim/battle/characters.ts";
import { SHIPPED_MODES } from "../sim/duel/gameModes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const DEPLOYMENT_ID = "test-of-deployment";
/** The first account of the phrase that every development chain starts with; it holds no real money anywhere. */
const DEPLOYER = ethersLibrary.HDNodeWallet.fromPhrase(
  "test test test test test test test test test test test junk",
);

describe("Deployment by Ignition to any RPC", () => {
  const deployments = `${root}ignition/deployments/${DEPLOYMENT_ID}`;
  let server: Awaited<ReturnType<typeof network.createServer>>;
  let rpcUrl: string;
  let output: string;

  before(async function () {
    this.timeout(180_000);
    await rm(deployments, { recursive: true, force: true });
    server = await network.createServer({}, "127.0.0.1", 0);
    const { address, port } = await server.listen();
    rpcUrl = `http://${address}:${port}`;
    output = await deploy();
  });

  after(async () => {
    await server.close();
    await rm(deployments, { recursive: true, force: true });
  });

  /** Runs the real command, configured by the environment alone. */
  function deploy(): Promise<string> {
    const args = [
      "node_modules/hardhat/dist/src/cli.js",
      // The tests' own build, so that nothing is compiled underneath the other tests.
      "--build-profile=default",
      "ignition",
      "deploy",
      "ignition/modules/SealedDuel.ts",
      "--network=remote",
      `--deployment-id=${DEPLOYMENT_ID}`,
    ];
    const env = {
      ...process.env,
      SEALED_DUEL_RPC_URL: rpcUrl,
      SEALED_DUEL_DEPLOYER_KEY: DEPLOYER.privateKey,
    };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (text += data));
    return new Promise((resolve, reject) => {
      child.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(text))));
    });
  }

  function addressOf(name: string): string {
    const address = new RegExp(`SealedDuel#${name} - (0x[0-9a-fA-F]{40})`).exec(output)?.[1];
    if (address === undefined) throw new Error(`no address of ${name} in:\n${output}`);
    return address;
  }

  it("registers the shipped modes in their order", async () => {
    const provider = new ethersLibrary.JsonRpcProvider(rpcUrl);
    const duel = new ethersLibrary.Contract(
      addressOf("Duel"),
      ["function modeCount() view returns (uint256)"],
      provider,
    );
    expect(await duel.modeCount!()).to.equal(BigInt(SHIPPED_MODES.length));
    provider.destroy();
  });

  it("fills the catalogue", async () => {
    const provider = new ethersLibrary.JsonRpcProvider(rpcUrl);
    const fighters = new ethersLibrary.Contract(
      addressOf("Fighters"),
      ["function characterCount() view returns (uint256)"],
      provider,
    );
    expect(await fighters.characterCount!()).to.equal(BigInt(CHARACTERS.length));
    provider.destroy();
  });

  it("does nothing the second time", async function () {
    this.timeout(180_000);
    expect(await deploy()).to.match(/nothing new to deploy/i);
  });
});
