import { existsSync } from "node:fs";
import { open, readFile, rename, truncate, writeFile } from "node:fs/promises";

const CHUNK_BYTES = 1 << 20;

/** The lines of a file, one after the other, in little memory. A last line without its end is left out. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  if (!existsSync(file)) return;
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let rest: Buffer[] = [];
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      let start = 0;
      for (
        let end = buffer.indexOf(10, start);
        end >= 0 && end < bytesRead;
        end = buffer.indexOf(10, start)
      ) {
        rest.push(buffer.subarray(start, end));
        yield rest.length === 1 ? rest[0]!.toString("utf8") : Buffer.concat(rest).toString("utf8");
        rest = [];
        start = end + 1;
      }
      if (start < bytesRead) rest.push(Buffer.from(buffer.subarray(start, bytesRead)));
    }
  } finally {
    await handle.close();
  }
}

/** Cuts a line off that was only half written when the last run was stopped; returns how many are whole. */
export async function keepWholeLines(file: string): Promise<number> {
  if (!existsSync(file)) return 0;
  let [count, bytes] = [0, 0];
  for await (const line of linesOf(file)) {
    count++;
    bytes += Buffer.byteLength(line) + 1;
  }
  await truncate(file, bytes);
  return count;
}

export async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8"));
}

/** Writes a file so that it is there whole or not at all, whenever the power goes. */
export async function writeWhole(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}
