import { createHash } from "node:crypto";

/** One change to one file. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly isAssembly: boolean;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
  /** The whole file, changed. */
  readonly source: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What stands for an operator of Solidity. Each is tried alone. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["/"],
  "+=": ["-="],
  "++": ["--"],
  "|": ["&"],
  "&": ["|"],
  "|=": ["&="],
  "<<": [">>"],
  ">>": ["<<"],
  "==": ["!="],
  "!=": ["=="],
  "<": ["<=", ">="],
  ">": [">=", "<="],
  "<=": ["<"],
  ">=": [">"],
  "&&": ["||"],
  "||": ["&&"],
};

/** What stands for a function of assembly. */
const INSTRUCTIONS: Readonly<Record<string, readonly string[]>> = {
  add: ["sub"],
  sub: ["add"],
  mul: ["div"],
  div: ["mul"],
  mod: ["div"],
  shl: ["shr"],
  shr: ["shl"],
  sar: ["shr"],
  and: ["or"],
  // Not xor: it is used to put fields side by side, where both are the same.
  or: ["and"],
  xor: ["or"],
  lt: ["gt"],
  gt: ["lt"],
  eq: ["sub"],
};

/** Every mutant of a file, within the named functions only if there are any. */
export function mutantsOf(file: string, source: string, functions?: readonly string[]): Mutant[] {
  const code = blankOut(source);
  const assembly = assemblyOf(source);
  const scope = functions ? functions.map((name) => functionNamed(code, name)) : [wholeLibrary(code)];
  const isWithin = ({ start, end }: Range, ranges: readonly Range[]) =>
    ranges.some((range) => range.start <= start && end <= range.end);
  const edits = [
    ...literals(code),
    ...[...operators(code), ...negations(code), ...ternaries(code), ...statements(code)].filter(
      (edit) => !isWithin(edit, assembly),
    ),
    ...[...instructions(code), ...assemblyStatements(code)].filter((edit) => isWithin(edit, assembly)),
  ].filter((edit) => isWithin(edit, scope));
  const unique = new Map(edits.map((edit) => [`${edit.start}/${edit.end}/${edit.text}`, edit]));
  return [...unique.values()]
    .toSorted((a, b) => a.start - b.start || a.kind.localeCompare(b.kind))
    .map((edit) => apply(file, source, edit, isWithin(edit, assembly)));
}

function apply(file: string, source: string, edit: Edit, isAssembly: boolean): Mutant {
  const { start, end, text, kind } = edit;
  const changed = source.slice(0, start) + text + source.slice(end);
  const line = source.slice(0, start).split("\n").length;
  const id = createHash("sha256").update(file).update(changed).digest("hex").slice(0, 12);
  return { id, file, line, isAssembly, kind, ...aroundChange(source, changed, start, end), source: changed };
}

/** The changed line before and after; for a change over several lines, its first words. */
function aroundChange(source: string, changed: string, start: number, end: number) {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const ofLine = (text: string) => text.slice(lineStart, (text + "\n").indexOf("\n", lineStart)).trim();
  const removed = source.slice(start, end);
  const before = removed.includes("\n") ? removed.replaceAll(/\s+/g, " ").trim() : ofLine(source);
  return { before, after: removed.includes("\n") ? "(removed)" : ofLine(changed) || "(removed)" };
}

/** Comments, texts and imports become spaces, so that offsets stay and nothing in them is changed. */
function blankOut(source: string): string {
  const spaces = (text: string) => text.replaceAll(/[^\n]/g, " ");
  return source.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"[^"\n]*"|^(?:import|pragma)[^;]*;/gm, spaces);
}

/** The inside of every assembly block. */
export function assemblyOf(source: string): Range[] {
  return blocksOf(blankOut(source), /\bassembly\b[^{]*\{/g);
}

function blocksOf(code: string, opening: RegExp): Range[] {
  return [...code.matchAll(opening)].map((match) => {
    const open = match.index + match[0].length - 1;
    return { start: open + 1, end: closing(code, open) };
  });
}

function functionNamed(code: string, name: string): Range {
  const [block] = blocksOf(code, new RegExp(`\\bfunction ${name}\\b[^{;]*\\{`, "g"));
  if (!block) throw new Error(`there is no function ${name}`);
  return block;
}

function wholeLibrary(code: string): Range {
  const [block] = blocksOf(code, /\blibrary\s+\w+\s*\{/g);
  if (!block) throw new Error("there is no library");
  return block;
}

/** Where the bracket at `open` is closed. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if ("({[".includes(code[at]!)) depth++;
    if (")}]".includes(code[at]!) && --depth === 0) return at;
  }
  throw new Error("a bracket is not closed");
}

function* literals(code: string): Generator<Edit> {
  for (const match of code.matchAll(/(?<![\w.])(0x[0-9a-fA-F]+|\d[\d_]*)(?![\w.])/g)) {
    const [text] = match;
    const value = BigInt(text.replaceAll("_", ""));
    const range = { start: match.index, end: match.index + text.length };
    // As long as before: a hex literal of another length could be taken for an address.
    const show = (n: bigint) =>
      text.startsWith("0x") ? `0x${n.toString(16).padStart(text.length - 2, "0")}` : `${n}`;
    yield { ...range, text: show(value + 1n), kind: "literal + 1" };
    if (value > 0n) yield { ...range, text: show(value - 1n), kind: "literal - 1" };
  }
}

function* operators(code: string): Generator<Edit> {
  for (const match of code.matchAll(
    /(?<=[\w)\]] )(<<|>>|==|!=|<=|>=|&&|\|\||\+=|\|=|[-+*/%|&<>])(?= [\w(~!])|\+\+/g,
  )) {
    const [text] = match;
    for (const other of OPERATORS[text] ?? []) {
      yield { start: match.index, end: match.index + text.length, text: other, kind: `${text} → ${other}` };
    }
  }
}

function* negations(code: string): Generator<Edit> {
  for (const { index } of code.matchAll(/!(?=[\w(])/g)) {
    yield { start: index, end: index + 1, text: "", kind: "negation removed" };
  }
}

function* ternaries(code: string): Generator<Edit> {
  for (const match of code.matchAll(/\? (\([^?;]*?\)|[^?:;]+?)\s+: (\([^?;]*?\)|[^?:;,)]+)/g)) {
    const [text, yes, no] = match;
    yield {
      start: match.index,
      end: match.index + text.length,
      text: `? ${no} : ${yes}`,
      kind: "branches swapped",
    };
  }
}

/** Statements that can go without leaving a name undeclared: guards, assignments, events and calls. */
function* statements(code: string): Generator<Edit> {
  const head = String.raw`(?:if \(|emit |delete |_\w+[.[(]|stored\.|\w+ [|+-]?= |\+\+|revert )`;
  for (const match of code.matchAll(new RegExp(`(?<=[;{}]\\s+)${head}[^;{}]*;`, "g"))) {
    yield { start: match.index, end: match.index + match[0].length, text: "", kind: "statement removed" };
  }
}

function* instructions(code: string): Generator<Edit> {
  for (const match of code.matchAll(/\b([a-z]+)\(/g)) {
    const name = match[1]!;
    const start = match.index;
    const open = start + name.length;
    // Not INSTRUCTIONS[name] alone: "constructor" is a property of every object.
    for (const other of Object.hasOwn(INSTRUCTIONS, name) ? INSTRUCTIONS[name]! : []) {
      yield { start, end: open, text: other, kind: `${name} → ${other}` };
    }
    const close = closing(code, open);
    const inside = code.slice(open + 1, close);
    const whole = { start, end: close + 1 };
    if (name === "iszero") yield { ...whole, text: inside.trim(), kind: "iszero removed" };
    if (name === "lt") yield { ...whole, text: `iszero(gt(${inside}))`, kind: "lt → not gt" };
    if (name === "gt") yield { ...whole, text: `iszero(lt(${inside}))`, kind: "gt → not lt" };
  }
}

function* assemblyStatements(code: string): Generator<Edit> {
  const statement = /^[ \t]*(?:m(?:store8?|copy)\(.*\)|[\w, ]+ := .+|break|continue)[ \t]*$/gm;
  for (const match of code.matchAll(statement)) {
    if (/^\s*let /.test(match[0])) continue;
    const opened = match[0].replaceAll(/[^(]/g, "").length;
    if (opened !== match[0].replaceAll(/[^)]/g, "").length) continue;
    yield { start: match.index, end: match.index + match[0].length, text: "", kind: "statement removed" };
  }
}

/** In an order that is always the same and says nothing of a mutant: by the hash of its id with the seed. */
export function ranked(mutants: readonly Mutant[], seed: string): Mutant[] {
  const rank = ({ id }: Mutant) => createHash("sha256").update(`${seed}/${id}`).digest("hex");
  return mutants
    .map((mutant) => [rank(mutant), mutant] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, mutant]) => mutant);
}
