/** The compiler in this process, for what Hardhat does not offer: its model checker, and contracts changed in memory. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import solc from "solc";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Solidity files by their path in the project, or by the name under which an npm package is imported. */
export type Sources = Readonly<Record<string, string>>;

export interface Message {
  readonly severity: "error" | "warning" | "info";
  readonly errorCode?: string;
  readonly message: string;
  readonly formattedMessage: string;
  readonly sourceLocation?: { readonly file: string; readonly start: number; readonly end: number };
}

interface LinkReferences {
  readonly [file: string]: { readonly [library: string]: readonly { readonly start: number }[] };
}

interface Bytecode {
  readonly object: string;
  readonly linkReferences: LinkReferences;
}

export interface CompiledContract {
  readonly evm: { readonly bytecode: Bytecode; readonly deployedBytecode: Bytecode };
}

export interface CompilerOutput {
  readonly errors?: readonly Message[];
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
}

/** A file with everything it imports. */
export function readSources(entry: string): Sources {
  const sources: Record<string, string> = {};
  const add = (path: string) => {
    if (path in sources) return;
    const source = readSource(path);
    sources[path] = source;
    for (const imported of importsOf(source, path)) add(imported);
  };
  add(entry);
  return sources;
}

function readSource(path: string): string {
  const folder = path.startsWith("contracts/") ? ROOT : join(ROOT, "node_modules");
  return readFileSync(join(folder, path), "utf8");
}

function importsOf(source: string, path: string): string[] {
  const imports = source.matchAll(/^import\s[^;]*?"([^"]+)";/gm);
  return [...imports].map(([, name]) => (name!.startsWith(".") ? join(dirname(path), name!) : name!));
}

export function compile(sources: Sources, settings: object): CompilerOutput {
  const contents = Object.entries(sources).map(([path, content]) => [path, { content }] as const);
  const input = { language: "Solidity", sources: Object.fromEntries(contents), settings };
  return JSON.parse(solc.compile(JSON.stringify(input)));
}

/** The text that a message points at. The compiler counts bytes. */
export function quote(sources: Sources, { sourceLocation }: Message): string {
  if (!sourceLocation) return "";
  const { file, start, end } = sourceLocation;
  return Buffer.from(sources[file] ?? "")
    .subarray(start, end)
    .toString();
}
