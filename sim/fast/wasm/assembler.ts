/**
 * As much of a WebAssembly assembler as the fast engine needs, so that its module is made from readable TypeScript
 * when the program starts: no toolchain, and no binary to trust (WebAssembly Core Specification 2.0, chapter 5).
 */

/** Instructions, already encoded. An expression is code that leaves one value on the stack. */
export type Code = readonly number[];

const VALUE_TYPES = { i32: 0x7f, v128: 0x7b } as const;
type ValueType = keyof typeof VALUE_TYPES;

function unsigned(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value >>> 0; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

function signed(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value | 0; ; rest >>= 7) {
    const isLast = rest >= -0x40 && rest < 0x40;
    bytes.push((rest & 0x7f) | (isLast ? 0 : 0x80));
    if (isLast) return bytes;
  }
}

const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];
const at = (offset: number): Code => [0, ...unsigned(offset)];

/** Instructions one after the other. */
export const block = (...codes: readonly Code[]): Code => codes.flat();

/** i32 operations. */
export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  load: (address: Code, offset = 0): Code => [...address, 0x28, ...at(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x36, ...at(offset)],
  add: (...terms: readonly Code[]): Code => fold([0x6a], terms),
  and: (a: Code, b: Code): Code => [...a, ...b, 0x71],
  xor: (...terms: readonly Code[]): Code => fold([0x73], terms),
  shr: (a: Code, bits: number): Code => [...a, ...i32.const(bits), 0x76],
  rotr: (a: Code, bits: number): Code => [...a, ...i32.const(bits), 0x78],
};

/** Four 32-bit lanes. */
export const i32x4 = {
  const: (lanes: readonly number[]): Code => [...simd(12), ...lanes.flatMap(littleEndian)],
  /** The 32-bit word in memory, in all four lanes. */
  loadSplat: (address: Code, offset: number): Code => [...address, ...simd(9), ...at(offset)],
  store: (address: Code, value: Code, offset: number): Code => [
    ...address,
    ...value,
    ...simd(11),
    ...at(offset),
  ],
  splat: (a: Code): Code => [...a, ...simd(17)],
  and: (a: Code, b: Code): Code => [...a, ...b, ...simd(78)],
  or: (a: Code, b: Code): Code => [...a, ...b, ...simd(80)],
  xor: (...terms: readonly Code[]): Code => fold(simd(81), terms),
  shl: (a: Code, bits: number): Code => [...a, ...i32.const(bits), ...simd(171)],
  shr: (a: Code, bits: number): Code => [...a, ...i32.const(bits), ...simd(173)],
  rotr: (a: Code, bits: number): Code => i32x4.or(i32x4.shr(a, bits), i32x4.shl(a, 32 - bits)),
  add: (...terms: readonly Code[]): Code => fold(simd(174), terms),
  /** Lanes 0..3 are a's, 4..7 are b's. */
  shuffle: (a: Code, b: Code, lanes: readonly number[]): Code => [
    ...a,
    ...b,
    ...simd(13),
    ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte)),
  ],
};

function fold(operation: Code, terms: readonly Code[]): Code {
  return terms.flatMap((term, i) => (i === 0 ? term : [...term, ...operation]));
}

function littleEndian(word: number): Code {
  return [0, 8, 16, 24].map((shift) => (word >>> shift) & 0xff);
}

/** A variable of a function. */
export class Local {
  readonly get: Code;
  readonly #index: number;

  constructor(index: number) {
    this.#index = index;
    this.get = [0x20, ...unsigned(index)];
  }

  set(value: Code): Code {
    return [...value, 0x21, ...unsigned(this.#index)];
  }
}

/** The parameters and variables of a function under construction. */
export class Locals {
  readonly params: readonly ValueType[];
  readonly #added: ValueType[] = [];

  constructor(params: readonly ValueType[]) {
    this.params = params;
  }

  param(index: number): Local {
    return new Local(index);
  }

  add(type: ValueType): Local {
    return new Local(this.params.length + this.#added.push(type) - 1);
  }

  /** The added ones, as the function's code declares them. */
  declare(): Code {
    return vector(this.#added.map((type) => [1, VALUE_TYPES[type]]));
  }
}

/** A function without a result. */
export interface Routine {
  readonly name: string;
  readonly locals: Locals;
  readonly body: Code;
}

const END = 0x0b;
const FUNCTION_TYPE = 0x60;
const EXPORTED_FUNCTION = 0;
const EXPORTED_MEMORY = 2;
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A length, and then the entries. */
const vector = (entries: readonly Code[]): Code => [...unsigned(entries.length), ...entries.flat()];
const sized = (content: Code): Code => [...unsigned(content.length), ...content];
const text = (ascii: string): Code => sized([...ascii].map((letter) => letter.charCodeAt(0)));
const section = (id: number, ...entries: readonly Code[]): Code => [id, ...sized(vector(entries))];

/** A module that exports the routines and one page of memory. */
export function assemble(routines: readonly Routine[]): Uint8Array<ArrayBuffer> {
  const types = routines.map(({ locals }) => [
    FUNCTION_TYPE,
    ...vector(locals.params.map((type) => [VALUE_TYPES[type]])),
    ...vector([]),
  ]);
  const exported = routines.map(({ name }, i) => [...text(name), EXPORTED_FUNCTION, ...unsigned(i)]);
  return Uint8Array.from([
    ...HEADER,
    ...section(1, ...types),
    ...section(3, ...routines.map((_, i) => unsigned(i))),
    // At least and at most one page: memory that can't grow keeps the views of it good.
    ...section(5, [1, 1, 1]),
    ...section(7, [...text("memory"), EXPORTED_MEMORY, 0], ...exported),
    ...section(10, ...routines.map(({ locals, body }) => sized([...locals.declare(), ...body, END]))),
  ]);
}
