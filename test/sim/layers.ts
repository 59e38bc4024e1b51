import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const sim = fileURLToPath(new URL("../../sim", import.meta.url));

/** What a module imports, as written. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^(?:import|export)[^;]*? from "([^"]+)"/gm)].map(
    ([, path]) => path!,
  );
}

function modulesIn(folder: string): string[] {
  return readdirSync(join(sim, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(sim, folder, name));
}

describe("The simulator's layers", () => {
  for (const file of modulesIn("sealing")) {
    it(`keep sealing free of battles: ${file.slice(sim.length + 1)}`, () => {
      const foreign = importsOf(file).filter(
        (path) => !path.startsWith("@noble/hashes/") && !path.startsWith("./") && path !== "../input.ts",
      );
      expect(foreign).to.deep.equal([]);
    });
  }

  // The pool of threads is Node's own; everything else must run in a browser.
  const nodeOnly = ["fast/pool.ts", "fast/poolWorker.ts"];

  it("depend on @noble/hashes and nothing else", () => {
    const outside = modulesIn(".")
      .filter((file) => !nodeOnly.some((name) => file.endsWith(name)))
      .flatMap(importsOf)
      .filter((path) => !path.startsWith(".") && !path.startsWith("@noble/hashes/"));
    expect(outside).to.deep.equal([]);
  });
});
