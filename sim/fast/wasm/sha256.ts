import { END_OF_MESSAGE, INDEX_WORD, INITIAL, K, MESSAGE_BITS } from "../sha256.ts";
import { CARRIED_WORDS } from "../wordStream.ts";
import { type Code, type Local, Locals, type Routine, assemble, block, i32, i32x4 } from "./assembler.ts";

/** Blocks that one call of `fill` makes, side by side in the four lanes of a vector. */
export const LANES = 4;

/** Where things stand in the module's memory, in bytes. */
export const LAYOUT = { seed: 0, midstate: 32, words: 64 } as const;

/** A fill goes behind the words that are carried over (see WordStream). */
const WORDS = LAYOUT.words + 2 * CARRIED_WORDS;

/** The word operations that SHA-256 is made of: on one block with i32, on four with i32x4. */
interface Arithmetic {
  and(a: Code, b: Code): Code;
  xor(...terms: readonly Code[]): Code;
  shr(a: Code, bits: number): Code;
  rotr(a: Code, bits: number): Code;
  add(...terms: readonly Code[]): Code;
}

const INITIAL_WORDS = [...INITIAL];
const ZERO = i32.const(0);

/** FIPS 180-4, 6.2.2, step 3, in place: afterwards d is the next e, and h the next a. */
function round(on: Arithmetic, t: Local, state: readonly Local[], i: number, constantAndWord: Code): Code {
  // The state turns by renaming: what is a in round i is b in round i + 1.
  const [a, b, c, d, e, f, g, h] = Array.from(
    { length: 8 },
    (_, j) => state[(j + 8 - (i % 8)) % 8]!,
  ) as Eight;
  const sigma1 = on.xor(on.rotr(e.get, 6), on.rotr(e.get, 11), on.rotr(e.get, 25));
  const choice = on.xor(g.get, on.and(e.get, on.xor(f.get, g.get)));
  const sigma0 = on.xor(on.rotr(a.get, 2), on.rotr(a.get, 13), on.rotr(a.get, 22));
  const majority = on.xor(on.and(a.get, b.get), on.and(c.get, on.xor(a.get, b.get)));
  return block(
    t.set(on.add(h.get, constantAndWord, sigma1, choice)),
    d.set(on.add(d.get, t.get)),
    h.set(on.add(t.get, sigma0, majority)),
  );
}

type Eight = [Local, Local, Local, Local, Local, Local, Local, Local];

/** `start`: the midstate of the seed in memory, that is rounds 0..7, which no index goes into. */
function startRoutine(): Routine {
  const locals = new Locals([]);
  const t = locals.add("i32");
  const state = INITIAL_WORDS.map(() => locals.add("i32"));
  const rounds = Array.from({ length: INDEX_WORD }, (_, i) =>
    round(i32, t, state, i, i32.add(i32.const(K[i]!), i32.load(ZERO, LAYOUT.seed + 4 * i))),
  );
  return {
    name: "start",
    locals,
    body: block(
      ...state.map((local, i) => local.set(i32.const(INITIAL[i]!))),
      ...rounds,
      ...state.map((local, i) => i32.store(ZERO, local.get, LAYOUT.midstate + 4 * i)),
    ),
  };
}

/** `fill`: the words of four blocks, from the index given. */
function fillRoutine(): Routine {
  const locals = new Locals(["i32"]);
  const index = locals.param(0);
  const t = locals.add("v128");
  const state = INITIAL_WORDS.map(() => locals.add("v128"));
  const w = Array.from({ length: 16 }, () => locals.add("v128"));
  const code: Code[] = [];

  state.forEach((local, i) => code.push(local.set(i32x4.loadSplat(ZERO, LAYOUT.midstate + 4 * i))));
  for (let i = 0; i < INDEX_WORD; i++) code.push(w[i]!.set(i32x4.loadSplat(ZERO, LAYOUT.seed + 4 * i)));
  code.push(w[INDEX_WORD]!.set(i32x4.add(i32x4.splat(index.get), i32x4.const([0, 1, 2, 3]))));

  for (let i = INDEX_WORD; i < 64; i++) {
    const word = w[i % 16]!;
    if (i >= 16) code.push(word.set(scheduled(w, i)));
    const constantAndWord = isFixed(i) ? splat(K[i]! + fixedWord(i)) : i32x4.add(splat(K[i]!), word.get);
    code.push(round(i32x4, t, state, i, constantAndWord));
  }
  code.push(...state.map((local, i) => local.set(i32x4.add(local.get, splat(INITIAL[i]!)))));
  code.push(storeTransposed(state.slice(0, 4), w, 0), storeTransposed(state.slice(4), w, 16));
  return { name: "fill", locals, body: block(...code) };
}

/** Message words 9..15 are the same in every block. */
const isFixed = (i: number) => i > INDEX_WORD && i < 16;
const fixedWord = (i: number) => (i === 9 ? END_OF_MESSAGE : i === 15 ? MESSAGE_BITS : 0);
const splat = (word: number) => i32x4.const([word, word, word, word]);

/** FIPS 180-4, 6.2.2, step 1: message word i ≥ 16. What comes of the fixed words is summed here, not in every block. */
function scheduled(w: readonly Local[], i: number): Code {
  const same = <T>(x: T) => x;
  const parts = [
    { from: i - 16, of: same<Code>, ofFixed: same<number> },
    { from: i - 15, of: smallSigma0, ofFixed: smallSigma0Of },
    { from: i - 7, of: same<Code>, ofFixed: same<number> },
    { from: i - 2, of: smallSigma1, ofFixed: smallSigma1Of },
  ];
  const terms = parts.filter(({ from }) => !isFixed(from)).map(({ from, of }) => of(w[from % 16]!.get));
  const constant = parts
    .filter(({ from }) => isFixed(from))
    .reduce((sum, { from, ofFixed }) => (sum + ofFixed(fixedWord(from))) | 0, 0);
  return i32x4.add(...terms, ...(constant === 0 ? [] : [splat(constant)]));
}

const smallSigma0 = (x: Code) => i32x4.xor(i32x4.rotr(x, 7), i32x4.rotr(x, 18), i32x4.shr(x, 3));
const smallSigma1 = (x: Code) => i32x4.xor(i32x4.rotr(x, 17), i32x4.rotr(x, 19), i32x4.shr(x, 10));
const rotr = (x: number, bits: number) => (x >>> bits) | (x << (32 - bits));
const smallSigma0Of = (x: number) => rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3);
const smallSigma1Of = (x: number) => rotr(x, 17) ^ rotr(x, 19) ^ (x >>> 10);

/** Half a result of each lane, lane by lane; each 32-bit word turned by 16, so that its upper half comes first. */
function storeTransposed(rows: readonly Local[], free: readonly Local[], offset: number): Code {
  const [r0, r1, r2, r3] = rows as [Local, Local, Local, Local];
  const [low01, high01, low23, high23] = free as unknown as [Local, Local, Local, Local];
  const column = (a: Local, b: Local, lanes: readonly number[], lane: number) =>
    i32x4.store(ZERO, i32x4.rotr(i32x4.shuffle(a.get, b.get, lanes), 16), WORDS + 32 * lane + offset);
  return block(
    low01.set(i32x4.shuffle(r0.get, r1.get, [0, 4, 1, 5])),
    high01.set(i32x4.shuffle(r0.get, r1.get, [2, 6, 3, 7])),
    low23.set(i32x4.shuffle(r2.get, r3.get, [0, 4, 1, 5])),
    high23.set(i32x4.shuffle(r2.get, r3.get, [2, 6, 3, 7])),
    column(low01, low23, [0, 1, 4, 5], 0),
    column(low01, low23, [2, 3, 6, 7], 1),
    column(high01, high23, [0, 1, 4, 5], 2),
    column(high01, high23, [2, 3, 6, 7], 3),
  );
}

/** The whole module: 20 kB, made in about 10 ms. */
export function sha256Module(): Uint8Array<ArrayBuffer> {
  return assemble([startRoutine(), fillRoutine()]);
}
