import { END_OF_MESSAGE, INDEX_WORD, INITIAL, K, MESSAGE_BITS } from "../sha256.ts";
import {
  type Code,
  type Eight,
  type Local,
  Locals,
  type Operand,
  type Routine,
  i32,
  i32x4,
  sequence,
} from "./assembler.ts";
import { LAYOUT } from "./layout.ts";

/** The word operations that SHA-256 is made of: on one block with i32, on four with i32x4. */
interface Arithmetic {
  and(...terms: readonly Operand[]): Code;
  xor(...terms: readonly Operand[]): Code;
  shr(a: Operand, bits: number): Code;
  rotr(a: Operand, bits: number): Code;
  add(...terms: readonly Operand[]): Code;
}

/** FIPS 180-4, 6.2.2, step 3, in place: afterwards d is the next e, and h the next a. */
export function round(
  on: Arithmetic,
  t: Local,
  state: readonly Local[],
  i: number,
  constantAndWord: Code,
): Code {
  // The state turns by renaming: what is a in round i is b in round i + 1.
  const [a, b, c, d, e, f, g, h] = Array.from(
    { length: 8 },
    (_, j) => state[(j + 8 - (i % 8)) % 8]!,
  ) as unknown as Eight<Local>;
  const sigma1 = on.xor(on.rotr(e, 6), on.rotr(e, 11), on.rotr(e, 25));
  const choice = on.xor(g, on.and(e, on.xor(f, g)));
  const sigma0 = on.xor(on.rotr(a, 2), on.rotr(a, 13), on.rotr(a, 22));
  const majority = on.xor(on.and(a, b), on.and(c, on.xor(a, b)));
  return sequence(
    t.set(on.add(h, constantAndWord, sigma1, choice)),
    d.set(on.add(d, t)),
    h.set(on.add(t, sigma0, majority)),
  );
}

/** `start(address)`: takes the seed at the address; its midstate is rounds 0..7, which no index goes into. */
export function startRoutine(): Routine {
  const locals = new Locals(["i32"]);
  const address = locals.param(0);
  const half = locals.add("v128");
  const t = locals.add("i32");
  const state = locals.addEight("i32");
  const takeHalf = (offset: number) =>
    sequence(
      half.set(i32x4.load(address, offset)),
      i32x4.store(0, LAYOUT.seed + offset, i32x4.shuffleBytes(half, half, BYTES_REVERSED)),
    );
  const rounds = Array.from({ length: INDEX_WORD }, (_, i) =>
    round(i32, t, state, i, i32.add(K[i]!, i32.load(0, LAYOUT.seed + 4 * i))),
  );
  return {
    name: "start",
    locals,
    body: sequence(
      takeHalf(0),
      takeHalf(16),
      ...state.map((local, i) => local.set(INITIAL[i]!)),
      ...rounds,
      ...state.map((local, i) => i32.store(0, LAYOUT.midstate + 4 * i, local)),
    ),
  };
}

/** In each 32-bit word: SHA-256 is big-endian, WebAssembly little-endian. */
export const BYTES_REVERSED = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

/** `fill(index)`: the words of four blocks of the seed, from the index on. 13 M blocks/s; noble makes 1.3 M/s. */
export function fillRoutine(): Routine {
  const locals = new Locals(["i32"]);
  const index = locals.param(0);
  const t = locals.add("v128");
  const state = locals.addEight("v128");
  const w = Array.from({ length: 16 }, () => locals.add("v128"));
  const code: Code[] = [];

  state.forEach((local, i) => code.push(local.set(i32x4.loadSplat(0, LAYOUT.midstate + 4 * i))));
  for (let i = 0; i < INDEX_WORD; i++) code.push(w[i]!.set(i32x4.loadSplat(0, LAYOUT.seed + 4 * i)));
  code.push(w[INDEX_WORD]!.set(i32x4.add(i32x4.splat(index), i32x4.const([0, 1, 2, 3]))));

  for (let i = INDEX_WORD; i < 64; i++) {
    const word = w[i % 16]!;
    if (i >= 16) code.push(word.set(scheduled(w, i)));
    const constantAndWord = isFixed(i) ? splat(K[i]! + fixedWord(i)) : i32x4.add(splat(K[i]!), word);
    code.push(round(i32x4, t, state, i, constantAndWord));
  }
  code.push(...state.map((local, i) => local.set(i32x4.add(local, splat(INITIAL[i]!)))));
  code.push(storeTransposed(state.slice(0, 4), w, 0), storeTransposed(state.slice(4), w, 16));
  return { name: "fill", locals, body: sequence(...code) };
}

/** Message words 9..15 are the same in every block. */
const isFixed = (i: number) => i > INDEX_WORD && i < 16;
const fixedWord = (i: number) => (i === 9 ? END_OF_MESSAGE : i === 15 ? MESSAGE_BITS : 0);
export const splat = (word: number) => i32x4.const([word, word, word, word]);

/** FIPS 180-4, 6.2.2, step 1: message word i ≥ 16. What comes of the fixed words is summed here, not in every block. */
function scheduled(w: readonly Local[], i: number): Code {
  const same = <T>(x: T) => x;
  const parts = [
    { from: i - 16, of: same<Operand>, ofFixed: same<number> },
    { from: i - 15, of: smallSigma0, ofFixed: smallSigma0Of },
    { from: i - 7, of: same<Operand>, ofFixed: same<number> },
    { from: i - 2, of: smallSigma1, ofFixed: smallSigma1Of },
  ];
  const terms = parts.filter(({ from }) => !isFixed(from)).map(({ from, of }) => of(w[from % 16]!));
  const constant = parts
    .filter(({ from }) => isFixed(from))
    .reduce((sum, { from, ofFixed }) => (sum + ofFixed(fixedWord(from))) | 0, 0);
  return i32x4.add(...terms, ...(constant === 0 ? [] : [splat(constant)]));
}

export const smallSigma0 = (x: Operand) => i32x4.xor(i32x4.rotr(x, 7), i32x4.rotr(x, 18), i32x4.shr(x, 3));
export const smallSigma1 = (x: Operand) => i32x4.xor(i32x4.rotr(x, 17), i32x4.rotr(x, 19), i32x4.shr(x, 10));
const rotr = (x: number, bits: number) => (x >>> bits) | (x << (32 - bits));
export const smallSigma0Of = (x: number) => rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3);
export const smallSigma1Of = (x: number) => rotr(x, 17) ^ rotr(x, 19) ^ (x >>> 10);

/** Half a result of each lane, lane by lane; each 32-bit word turned by 16, so that its upper half comes first. */
function storeTransposed(rows: readonly Local[], free: readonly Local[], offset: number): Code {
  const [r0, r1, r2, r3] = rows as [Local, Local, Local, Local];
  const [low01, high01, low23, high23] = free as unknown as [Local, Local, Local, Local];
  const column = (a: Local, b: Local, lanes: readonly number[], lane: number) =>
    i32x4.store(0, LAYOUT.filled + 32 * lane + offset, i32x4.rotr(i32x4.shuffle(a, b, lanes), 16));
  return sequence(
    low01.set(i32x4.shuffle(r0, r1, [0, 4, 1, 5])),
    high01.set(i32x4.shuffle(r0, r1, [2, 6, 3, 7])),
    low23.set(i32x4.shuffle(r2, r3, [0, 4, 1, 5])),
    high23.set(i32x4.shuffle(r2, r3, [2, 6, 3, 7])),
    column(low01, low23, [0, 1, 4, 5], 0),
    column(low01, low23, [2, 3, 6, 7], 1),
    column(high01, high23, [0, 1, 4, 5], 2),
    column(high01, high23, [2, 3, 6, 7], 3),
  );
}
