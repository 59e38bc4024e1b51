import { K } from "../sha256.ts";
import { type Code, type Local, Locals, type Routine, assemble, i32x4, sequence } from "./assembler.ts";
import {
  BYTES_REVERSED,
  round,
  smallSigma0,
  smallSigma0Of,
  smallSigma1,
  smallSigma1Of,
  splat,
} from "./sha256.ts";

/** Seeds that one call makes, side by side in the four lanes of a vector. */
export const SEEDS_AT_ONCE = 4;

/** Rounds of the second block that no number goes into: its words 0..13 are "0000". */
export const FIXED_ROUNDS = 14;
/** Four digits of player 2's nonce that are never anything else. */
export const ZERO_DIGITS = 0x30303030;

/** Where things stand in the module's memory, in bytes. */
export const SEEDS_LAYOUT = {
  /** The hash of player 1's half: what the second block starts from. */
  chain: 0,
  /** The same after FIXED_ROUNDS of the second block. */
  midstate: 32,
  /** The last eight digits of player 2's nonce: words 14 and 15, for each lane. */
  digits: 64,
  seeds: 128,
} as const;

const PAGE_BYTES = 65_536;
/** Seeds that fit in the module's memory. */
export const SEEDS_CAPACITY = 1_024;

export interface DuelSeedsExports {
  readonly memory: WebAssembly.Memory;
  /** Makes the four seeds of the digits at hand and puts them at the address. */
  seeds(address: number): void;
}

/** Throws where there is no WebAssembly, or no SIMD in it. */
export function instantiateDuelSeeds(): DuelSeedsExports {
  const pages = Math.ceil((SEEDS_LAYOUT.seeds + SEEDS_CAPACITY * 32) / PAGE_BYTES);
  compiledModule ??= new WebAssembly.Module(assemble([seedsRoutine()], pages));
  return new WebAssembly.Instance(compiledModule).exports as unknown as DuelSeedsExports;
}

let compiledModule: WebAssembly.Module | undefined;

/**
 * SHA-256 of 128 bytes in three blocks: the first is done by the caller, once for a run; the second has two words that
 * change; the third is padding, so its message schedule is all constants.
 */
function seedsRoutine(): Routine {
  const locals = new Locals(["i32"]);
  const address = locals.param(0);
  const t = locals.add("v128");
  const state = locals.addEight("v128");
  const chain = locals.addEight("v128");
  const w = Array.from({ length: 16 }, () => locals.add("v128"));
  const code: Code[] = [];

  state.forEach((local, i) => code.push(local.set(i32x4.loadSplat(0, SEEDS_LAYOUT.midstate + 4 * i))));
  for (let i = 0; i < FIXED_ROUNDS; i++) code.push(w[i]!.set(splat(ZERO_DIGITS)));
  code.push(w[14]!.set(i32x4.load(0, SEEDS_LAYOUT.digits)));
  code.push(w[15]!.set(i32x4.load(0, SEEDS_LAYOUT.digits + 16)));
  for (let i = FIXED_ROUNDS; i < 64; i++) {
    const word = (back: number) => w[(i - back) % 16]!;
    if (i >= 16) {
      const next = i32x4.add(word(16), smallSigma0(word(15)), word(7), smallSigma1(word(2)));
      code.push(word(16).set(next));
    }
    code.push(round(i32x4, t, state, i, i32x4.add(splat(K[i]!), w[i % 16]!)));
  }
  state.forEach((local, i) => {
    code.push(local.set(i32x4.add(local, i32x4.loadSplat(0, SEEDS_LAYOUT.chain + 4 * i))));
    code.push(chain[i]!.set(local.get));
  });
  paddingSchedule().forEach((word, i) => code.push(round(i32x4, t, state, i, splat((K[i]! + word) | 0))));
  state.forEach((local, i) => code.push(local.set(i32x4.add(local, chain[i]!))));
  code.push(storeSeeds(address, state.slice(0, 4), w, 0), storeSeeds(address, state.slice(4), w, 16));
  return { name: "seeds", locals, body: sequence(...code) };
}

/** The 64 message words of the block that ends 128 bytes (FIPS 180-4, 5.1.1). */
function paddingSchedule(): readonly number[] {
  const words = [0x80000000 | 0, ...Array.from({ length: 14 }, () => 0), 128 * 8];
  for (let i = 16; i < 64; i++) {
    words.push(
      (words[i - 16]! + smallSigma0Of(words[i - 15]!) + words[i - 7]! + smallSigma1Of(words[i - 2]!)) | 0,
    );
  }
  return words;
}

/** Half a seed of each lane, lane by lane, most significant byte first. */
function storeSeeds(address: Local, rows: readonly Local[], free: readonly Local[], offset: number): Code {
  const [r0, r1, r2, r3] = rows as [Local, Local, Local, Local];
  const [low01, high01, low23, high23, column] = free as unknown as [Local, Local, Local, Local, Local];
  const store = (a: Local, b: Local, lanes: readonly number[], lane: number) =>
    sequence(
      column.set(i32x4.shuffle(a, b, lanes)),
      i32x4.store(
        address,
        SEEDS_LAYOUT.seeds + 32 * lane + offset,
        i32x4.shuffleBytes(column, column, BYTES_REVERSED),
      ),
    );
  return sequence(
    low01.set(i32x4.shuffle(r0, r1, [0, 4, 1, 5])),
    high01.set(i32x4.shuffle(r0, r1, [2, 6, 3, 7])),
    low23.set(i32x4.shuffle(r2, r3, [0, 4, 1, 5])),
    high23.set(i32x4.shuffle(r2, r3, [2, 6, 3, 7])),
    store(low01, low23, [0, 1, 4, 5], 0),
    store(low01, low23, [2, 3, 6, 7], 1),
    store(high01, high23, [0, 1, 4, 5], 2),
    store(high01, high23, [2, 3, 6, 7], 3),
  );
}
