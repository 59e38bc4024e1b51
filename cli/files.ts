import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { UserError } from "./run.ts";

const STDIN = "-";

/** The JSON in a file, or in what is piped in when no file (or `-`) is named. */
export async function readJson(path: string | undefined): Promise<unknown> {
  const isPiped = path === undefined || path === STDIN;
  const name = isPiped ? "standard input" : path;
  if (path === undefined && process.stdin.isTTY) {
    throw new UserError("nothing to read: name a file, or pipe JSON in (--help shows how)");
  }
  const bytes = isPiped ? await buffer(process.stdin) : await readBytes(path);
  try {
    // JSON is UTF-8. This decoder also drops the byte order mark that some editors put in front.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new UserError(`${name} is not valid JSON: ${inOneLine((error as Error).message)}`);
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  // `npm run` moves to the project's folder and keeps the user's here.
  const from = process.env.INIT_CWD ?? process.cwd();
  try {
    return await readFile(resolve(from, path));
  } catch (error) {
    throw new UserError(`cannot read ${path}: ${inOneLine((error as Error).message)}`);
  }
}

/** A parser quotes the text it failed on, line breaks and all. */
function inOneLine(message: string): string {
  return message.replace(/\s+/g, " ");
}

/** Prints piece by piece, at the reader's pace. A reader that stops early, such as `head`, is no error. */
export async function print(pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}
