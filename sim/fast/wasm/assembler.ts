/**
 * As much of a WebAssembly assembler as the fast engine needs, so that its module is made from readable TypeScript
 * when the program starts: no toolchain, and no binary to trust (WebAssembly Core Specification 2.0, chapter 5).
 */

/** Instructions, already encoded. An expression is code that leaves one value on the stack. */
export type Code = readonly number[];

/** What an operation works on: an expression, a variable, or an i32 constant. */
export type Operand = Code | Local | number;

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

/** A variable of a function. */
export class Local {
  readonly get: Code;
  readonly #index: number;

  constructor(index: number) {
    this.#index = index;
    this.get = [0x20, ...unsigned(index)];
  }

  set(value: Operand): Code {
    return [...code(value), 0x21, ...unsigned(this.#index)];
  }
}

function code(operand: Operand): Code {
  if (typeof operand === "number") return [0x41, ...signed(operand)];
  return operand instanceof Local ? operand.get : operand;
}

type Binary = (a: Operand, b: Operand) => Code;
type Sum = (...terms: readonly Operand[]) => Code;
type Load = (address: Operand, offset?: number) => Code;
type Store = (address: Operand, offset: number, value: Operand) => Code;

const unary =
  (...opcode: Code) =>
  (a: Operand): Code => [...code(a), ...opcode];
const binary =
  (...opcode: Code): Binary =>
  (a, b) => [...code(a), ...code(b), ...opcode];
const folded =
  (...opcode: Code): Sum =>
  (...terms) =>
    terms.flatMap((term, i) => (i === 0 ? code(term) : [...code(term), ...opcode]));
/** A load or store at address + offset. It promises no alignment. */
const load =
  (...opcode: Code): Load =>
  (address, offset = 0) => [...code(address), ...opcode, 0, ...unsigned(offset)];
const store =
  (...opcode: Code): Store =>
  (address, offset, value) => [...code(address), ...code(value), ...opcode, 0, ...unsigned(offset)];
const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

export const i32 = {
  load: load(0x28),
  load8: load(0x2d),
  load16: load(0x2f),
  store: store(0x36),
  isZero: unary(0x45),
  /** Unsigned. */
  less: binary(0x49),
  /** Unsigned. */
  greater: binary(0x4b),
  /** Unsigned. */
  atLeast: binary(0x4f),
  trailingZeros: unary(0x68),
  add: folded(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  /** Unsigned. */
  remainder: binary(0x70),
  and: folded(0x71),
  or: folded(0x72),
  xor: folded(0x73),
  shl: binary(0x74),
  /** Keeps the sign. */
  shiftSigned: binary(0x75),
  shr: binary(0x76),
  rotr: binary(0x78),
};

/** Four 32-bit lanes. */
export const i32x4 = {
  const: (lanes: readonly number[]): Code => [
    ...simd(12),
    ...lanes.flatMap((word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 0xff)),
  ],
  load: load(...simd(0)),
  /** The 32-bit word in memory, in all four lanes. */
  loadSplat: load(...simd(9)),
  store: store(...simd(11)),
  splat: unary(...simd(17)),
  and: folded(...simd(78)),
  or: folded(...simd(80)),
  xor: folded(...simd(81)),
  shl: binary(...simd(171)),
  shr: binary(...simd(173)),
  add: folded(...simd(174)),
  rotr: (a: Operand, bits: number): Code => i32x4.or(i32x4.shr(a, bits), i32x4.shl(a, 32 - bits)),
  /** Sixteen bytes out of a's 0..15 and b's 16..31. */
  shuffleBytes: (a: Operand, b: Operand, bytes: readonly number[]): Code => [
    ...code(a),
    ...code(b),
    ...simd(13),
    ...bytes,
  ],
  /** Four lanes out of a's 0..3 and b's 4..7. */
  shuffle: (a: Operand, b: Operand, lanes: readonly number[]): Code => {
    const bytes = lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte));
    return i32x4.shuffleBytes(a, b, bytes);
  },
};

const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
const END = 0x0b;
const BRANCH = 0x0c;
const BRANCH_IF = 0x0d;
const NO_RESULT = 0x40;

/** Instructions one after the other. */
export const sequence = (...codes: readonly Code[]): Code => codes.flat();

export const when = (condition: Code, ...body: readonly Code[]): Code => [
  ...condition,
  IF,
  NO_RESULT,
  ...body.flat(),
  END,
];

/** Again and again while the condition, looked at before each time, holds. */
export const whilst = (condition: Code, ...body: readonly Code[]): Code => [
  LOOP,
  NO_RESULT,
  ...when(condition, ...body, [BRANCH, 1]),
  END,
];

/** Once, and again while the condition, looked at after each time, holds; or until the body leaves. */
export const repeat = (body: readonly Code[], condition: Code): Code => [
  BLOCK,
  NO_RESULT,
  LOOP,
  NO_RESULT,
  ...body.flat(),
  ...condition,
  BRANCH_IF,
  0,
  END,
  END,
];

/** Leaves the `repeat` that it is in the body of. */
export const leaveWhen = (condition: Code): Code => [...condition, BRANCH_IF, 1];

/** Calls a routine by its place in the module. */
export const call = (index: number, ...args: readonly Operand[]): Code => [
  ...args.flatMap(code),
  0x10,
  ...unsigned(index),
];

export type Eight<T> = readonly [T, T, T, T, T, T, T, T];

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

  /** Eight at once, to be named by a destructuring; those that get no name cost nothing. */
  addEight(type: ValueType): Eight<Local> {
    return Array.from({ length: 8 }, () => this.add(type)) as unknown as Eight<Local>;
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

const FUNCTION_TYPE = 0x60;
const EXPORTED_FUNCTION = 0;
const EXPORTED_MEMORY = 2;
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A length, and then the entries. */
const vector = (entries: readonly Code[]): Code => [...unsigned(entries.length), ...entries.flat()];
const sized = (content: Code): Code => [...unsigned(content.length), ...content];
const text = (ascii: string): Code => sized([...ascii].map((letter) => letter.charCodeAt(0)));
const section = (id: number, ...entries: readonly Code[]): Code => [id, ...sized(vector(entries))];

/** A module that exports the routines and so many pages of memory. */
export function assemble(routines: readonly Routine[], pages: number): Uint8Array<ArrayBuffer> {
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
    // At least and at most so much: memory that can't grow keeps the views of it good.
    ...section(5, [1, ...unsigned(pages), ...unsigned(pages)]),
    ...section(7, [...text("memory"), EXPORTED_MEMORY, 0], ...exported),
    ...section(10, ...routines.map(({ locals, body }) => sized([...locals.declare(), ...body, END]))),
  ]);
}
