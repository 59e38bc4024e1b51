import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CannotCheck, type DuelReader } from "../../chain/duelReader.ts";
import { exportWindow, idsFrom } from "../../chain/exportRecords.ts";
import { canonicalJson, type Json } from "../../audit/canonical.ts";
import { DATASET_FORMAT, type Manifest, readManifest } from "../../audit/dataset.ts";
import type { MatchRecord } from "../../audit/record.ts";
import type { Bytes32 } from "../../sim/sealing/commitment.ts";
import { loadLine } from "./judge.ts";
import { keepWholeLines, linesOf, readJson, writeWhole } from "./lines.ts";
import { Progress } from "./progress.ts";

export const filesIn = (folder: string) => ({
  dataset: join(folder, "dataset.jsonl"),
  manifest: join(folder, "manifest.json"),
  verdicts: join(folder, "verdicts.jsonl"),
  verdictsPart: join(folder, "verdicts.part.jsonl"),
  datasetPart: join(folder, "dataset.part.jsonl"),
  exporting: join(folder, "exporting.json"),
  reportJson: join(folder, "report.json"),
  reportHtml: join(folder, "report.html"),
});

/** An export that is under way: a restart goes on with the same contract and the same block. */
interface Exporting {
  readonly chainId: string;
  readonly duel: string;
  readonly atBlock: number;
}

/**
 * Brings the data set up to a block. Games that had ended are copied from the last one, since nothing can change them;
 * the others are read from the node. What an interrupted run has written is kept.
 */
export async function updateDataset(
  reader: DuelReader,
  folder: string,
  wantedBlock: number,
): Promise<Manifest> {
  const files = filesIn(folder);
  const contract = { chainId: reader.chainId.toString(), duel: reader.address };
  if (existsSync(files.manifest)) refuseOther(readManifest(await readJson(files.manifest)), contract);
  const atBlock = await pinnedBlock(folder, contract, wantedBlock);
  const count = await reader.gameCount(atBlock);
  const done = await keepWholeLines(files.datasetPart);
  const progress = new Progress("exported");
  const earlier = linesOf(files.dataset);
  for (let i = 0; i < done; i++) await earlier.next();

  let fromBlock = reader.fromBlock;
  for (let ids = idsFrom(BigInt(done + 1), count); ids.length > 0; ids = idsFrom(ids.at(-1)! + 1n, count)) {
    const lines = new Map<bigint, string>();
    for (const id of ids) {
      const { value } = await earlier.next();
      if (typeof value === "string" && isOver(value)) lines.set(id, value);
    }
    const missing = ids.filter((id) => !lines.has(id));
    if (missing.length > 0) {
      const records = await exportWindow(reader, missing, fromBlock, atBlock);
      records.forEach((record, i) => lines.set(missing[i]!, canonicalJson(record as unknown as Json)));
      fromBlock = records.at(-1)!.created.block;
    }
    await appendFile(files.datasetPart, ids.map((id) => `${lines.get(id)!}\n`).join(""));
    ids.forEach(() => progress.step());
  }
  await earlier.return(undefined);
  progress.done();
  if (!existsSync(files.datasetPart)) await writeFile(files.datasetPart, "");
  const [balance, withdrawn] = await Promise.all([reader.balance(atBlock), reader.withdrawn(atBlock)]);
  const manifest: Manifest = {
    format: DATASET_FORMAT,
    ...contract,
    atBlock,
    games: Number(count),
    sha256: (await survey(files.datasetPart)).sha256,
    balance: balance?.toString() ?? null,
    withdrawn: withdrawn.toString(),
  };
  await rename(files.datasetPart, files.dataset);
  await writeWhole(files.manifest, `${canonicalJson(manifest as unknown as Json)}\n`);
  await rm(files.exporting);
  return manifest;
}

async function pinnedBlock(
  folder: string,
  contract: Omit<Exporting, "atBlock">,
  wanted: number,
): Promise<number> {
  const { exporting, datasetPart } = filesIn(folder);
  if (existsSync(exporting)) {
    const begun = (await readJson(exporting)) as Exporting;
    refuseOther(begun, contract);
    return begun.atBlock;
  }
  await rm(datasetPart, { force: true });
  await writeWhole(exporting, JSON.stringify({ ...contract, atBlock: wanted }));
  return wanted;
}

function refuseOther(
  found: { readonly chainId: string; readonly duel: string },
  wanted: { readonly chainId: string; readonly duel: string },
): void {
  if (found.chainId === wanted.chainId && found.duel === wanted.duel) return;
  throw new CannotCheck(`this folder holds an audit of ${found.duel} on chain ${found.chainId}; use another`);
}

/** A record in canonical JSON has exactly one field `ended` at its top, null while the game is open. */
function isOver(line: string): boolean {
  return (JSON.parse(line) as MatchRecord).ended !== null;
}

/** The data set as it lies in the folder, still the one that its manifest pins; pinned now if it has none. */
export async function openDataset(folder: string): Promise<Manifest> {
  const files = filesIn(folder);
  if (!existsSync(files.dataset)) {
    throw new CannotCheck(`${files.dataset} is not there: give --rpc and --duel to export it`);
  }
  const { sha256, games, first } = await survey(files.dataset);
  if (existsSync(files.manifest)) {
    const manifest = readManifest(await readJson(files.manifest));
    if (manifest.sha256 !== sha256) {
      throw new CannotCheck(`${files.dataset} has the hash ${sha256}, its manifest says ${manifest.sha256}`);
    }
    return manifest;
  }
  if (first === undefined) throw new CannotCheck(`${files.dataset} is empty`);
  const { chainId, duel } = loadLine(first, 1).game.record;
  const manifest: Manifest = {
    format: DATASET_FORMAT,
    chainId,
    duel,
    atBlock: null,
    games,
    sha256,
    balance: null,
    withdrawn: null,
  };
  await writeWhole(files.manifest, `${canonicalJson(manifest as unknown as Json)}\n`);
  return manifest;
}

/** Reads a file of records once: its hash, how many there are, and the first. */
async function survey(file: string): Promise<{ sha256: Bytes32; games: number; first: string | undefined }> {
  const hash = createHash("sha256");
  const progress = new Progress("hashed");
  let games = 0;
  let first: string | undefined;
  for await (const line of linesOf(file)) {
    hash.update(`${line}\n`);
    first ??= line;
    games++;
    progress.step();
  }
  progress.done();
  return { sha256: `0x${hash.digest("hex")}`, games, first };
}
