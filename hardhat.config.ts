import { fileURLToPath } from "node:url";
import toolbox from "@nomicfoundation/hardhat-toolbox-mocha-ethers";
import { configVariable, defineConfig } from "hardhat/config";

// The compiler comes from the npm package, so that a build needs no download and its bytes are pinned by the lock file.
const compiler = {
  version: "0.8.37",
  // Deployments use the same bytes as tests: Hardhat's production profile would compile file by file.
  isolated: false,
  path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
  settings: {
    evmVersion: "cancun",
    viaIR: true,
    optimizer: { enabled: true, runs: 2_000 },
    metadata: { bytecodeHash: "none" },
  },
};

export default defineConfig({
  plugins: [toolbox],
  solidity: { profiles: { default: compiler, production: compiler } },
  // Its files hold namespaces that erasableSyntaxOnly would refuse, though only types are ever read from them.
  typechain: { outDir: "types/contracts", tsNocheck: true },
  networks: {
    // Any chain: set SEALED_DUEL_RPC_URL and SEALED_DUEL_DEPLOYER_KEY (or keep both in the keystore).
    remote: {
      type: "http",
      url: configVariable("SEALED_DUEL_RPC_URL"),
      accounts: [configVariable("SEALED_DUEL_DEPLOYER_KEY")],
    },
  },
});
