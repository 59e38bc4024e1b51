import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { chain, networkHelpers } from "./arena.ts";

interface Rival {
  readonly who: HardhatEthersSigner;
  readonly to: string;
  readonly data: string;
}

const GWEI = 10n ** 9n;

/**
 * Puts transactions into one block in this order, which is that of their fees, and says which of them were good. A
 * transaction that fails stays in its block, as it would on a real chain.
 */
export async function inOneBlock(...rivals: readonly Rival[]): Promise<readonly boolean[]> {
  await chain.provider.request({ method: "evm_setAutomine", params: [false] });
  try {
    const hashes: unknown[] = [];
    for (const [i, { who, to, data }] of rivals.entries()) {
      const fee = BigInt(100 - i) * GWEI;
      const transaction = {
        from: who.address,
        to,
        data,
        gas: "0x2dc6c0",
        maxFeePerGas: `0x${(fee + 100n * GWEI).toString(16)}`,
        maxPriorityFeePerGas: `0x${fee.toString(16)}`,
      };
      hashes.push(await chain.provider.request({ method: "eth_sendTransaction", params: [transaction] }));
    }
    await networkHelpers.mine(1);
    const receipts = await Promise.all(
      hashes.map((hash) => chain.provider.request({ method: "eth_getTransactionReceipt", params: [hash] })),
    );
    const mined = receipts as { status: string; blockNumber: string; transactionIndex: string }[];
    const isOrdered = mined.every(
      ({ blockNumber, transactionIndex }, i) =>
        blockNumber === mined[0]!.blockNumber && Number(transactionIndex) === i,
    );
    if (!isOrdered) throw new Error("the transactions are not in one block, or not in their order");
    return mined.map(({ status }) => status === "0x1");
  } finally {
    await chain.provider.request({ method: "evm_setAutomine", params: [true] });
  }
}
