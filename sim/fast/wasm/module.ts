import { assemble } from "./assembler.ts";
import { battleRoutine } from "./battle.ts";
import { LAYOUT } from "./layout.ts";
import { fillRoutine, startRoutine } from "./sha256.ts";

/** What the module gives to the outside. */
export interface FastExports {
  readonly memory: WebAssembly.Memory;
  start(seedAddress: number): void;
  fill(index: number): void;
  run(battles: number): void;
  runLogged(battles: number): void;
}

const START = 0;
const FILL = 1;

/** Memory and code of its own for the caller; the first one takes 40 ms, to assemble and compile it. Throws where there is no WebAssembly, or no SIMD in it. */
export function instantiate(): FastExports {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1)
    throw new Error("views of memory are big-endian here");
  compiledModule ??= new WebAssembly.Module(moduleBytes());
  return new WebAssembly.Instance(compiledModule).exports as unknown as FastExports;
}

let compiledModule: WebAssembly.Module | undefined;

/** The loop is there twice, with and without a log: what is not there costs nothing. */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  const run = battleRoutine("run", false, START, FILL);
  const runLogged = battleRoutine("runLogged", true, START, FILL);
  return assemble([startRoutine(), fillRoutine(), run, runLogged], LAYOUT.pages);
}
