import { LANES, LAYOUT } from "./wasm/layout.ts";
import { type FastExports, instantiate } from "./wasm/module.ts";
import { SEED_BYTES, WordStream } from "./wordStream.ts";

/** The random stream in WebAssembly SIMD, four blocks of a seed at once. */
export class WasmStream extends WordStream {
  readonly name = "wasm";
  readonly #exports: FastExports;
  readonly #bytes: Uint8Array;

  constructor() {
    const exports = instantiate();
    super(new Uint16Array(exports.memory.buffer, LAYOUT.words, WordStream.wordsOf(LANES)));
    this.#exports = exports;
    this.#bytes = new Uint8Array(exports.memory.buffer);
  }

  protected override takeSeed(seeds: Uint8Array, offset: number): void {
    this.#bytes.set(seeds.subarray(offset, offset + SEED_BYTES), LAYOUT.seeds);
    this.#exports.start(LAYOUT.seeds);
  }

  protected override fill(index: number): void {
    this.#exports.fill(index);
  }
}
