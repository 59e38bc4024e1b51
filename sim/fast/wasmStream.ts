import { WordStream, readSeed } from "./wordStream.ts";
import { LANES, LAYOUT, sha256Module } from "./wasm/sha256.ts";

interface Exports {
  readonly memory: WebAssembly.Memory;
  start(): void;
  fill(index: number): void;
}

/** The random stream in WebAssembly SIMD, four blocks of a seed at once: 13 M blocks/s against 1.3 M/s for noble's. */
export class WasmStream extends WordStream {
  readonly name = "wasm";
  readonly #seed: Int32Array;
  readonly #exports: Exports;

  /** Throws where there is no WebAssembly, or no SIMD in it. */
  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(sha256Module()));
    const { memory } = exports as unknown as Exports;
    super(new Uint16Array(memory.buffer, LAYOUT.words, WordStream.wordsOf(LANES)));
    this.#exports = exports as unknown as Exports;
    this.#seed = new Int32Array(memory.buffer, LAYOUT.seed, 8);
  }

  protected override takeSeed(seeds: Uint8Array, offset: number): void {
    readSeed(seeds, offset, this.#seed);
    this.#exports.start();
  }

  protected override fill(index: number): void {
    this.#exports.fill(index);
  }
}
