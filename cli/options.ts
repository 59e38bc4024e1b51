import type { Command } from "commander";
import { CannotCheck, DuelReader } from "../chain/duelReader.ts";
import { InputError } from "../sim/input.ts";

export interface ChainOptions {
  readonly rpc?: string;
  readonly duel?: string;
  readonly fromBlock?: string;
}

export function addChainOptions(command: Command): Command {
  return command
    .option("--rpc <url>", "JSON-RPC address of a node (default: SEALED_DUEL_RPC_URL)")
    .option("--duel <address>", "address of the Duel contract (default: SEALED_DUEL_ADDRESS)")
    .option("--from-block <number>", "the block in which the contract was deployed, or an earlier one", "0");
}

/** The node and the contract that the options or the environment name. */
export async function connect(options: ChainOptions): Promise<DuelReader> {
  const rpc = options.rpc ?? process.env.SEALED_DUEL_RPC_URL;
  const duel = options.duel ?? process.env.SEALED_DUEL_ADDRESS;
  if (!rpc) throw new CannotCheck("which node? Give --rpc URL, or set SEALED_DUEL_RPC_URL");
  if (!duel) throw new CannotCheck("which contract? Give --duel ADDRESS, or set SEALED_DUEL_ADDRESS");
  return DuelReader.connect(rpc, duel, readCount(options.fromBlock ?? "0", "--from-block"));
}

export function readCount(text: string, field: string): number {
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new InputError(field, text, "a whole number");
  return value;
}

export function readGameId(text: string): bigint {
  if (!/^[1-9][0-9]{0,76}$/.test(text)) throw new InputError("gameId", text, "a whole number from 1 on");
  return BigInt(text);
}
