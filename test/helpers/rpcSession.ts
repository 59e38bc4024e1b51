import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ContractFactory, type Interface, type InterfaceAbi } from "ethers";
import { artifacts } from "hardhat";

/** A chain, spoken to as any node is. */
export interface Node {
  request(call: { method: string; params: readonly unknown[] }): Promise<unknown>;
  close(): Promise<void>;
}

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** What a transaction left behind, as every EVM must tell it. */
export interface Trace {
  readonly step: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly logs: readonly Log[];
}

export interface Deployed {
  readonly address: string;
  readonly abi: Interface;
}

const START = 4_000_000_000;
const GAS = `0x${(2 ** 24).toString(16)}`;

/** Transactions on one chain, each in a block of its own at a time of our choice; everything that comes back is kept. */
export class RpcSession {
  readonly accounts: readonly string[];
  readonly traces: Trace[] = [];
  readonly answers: (readonly [method: string, sha256: string])[] = [];
  readonly #node: Node;
  #now = START;

  private constructor(node: Node, accounts: readonly string[]) {
    this.#node = node;
    this.accounts = accounts;
  }

  static async open(node: Node): Promise<RpcSession> {
    return new RpcSession(node, (await node.request({ method: "eth_accounts", params: [] })) as string[]);
  }

  wait(seconds: number): void {
    this.#now += seconds;
  }

  /** An empty block. */
  async mine(): Promise<void> {
    await this.#node.request({ method: "evm_setNextBlockTimestamp", params: [++this.#now] });
    await this.#node.request({ method: "evm_mine", params: [] });
  }

  async deploy(
    name: string,
    args: readonly unknown[] = [],
    libraries: Readonly<Record<string, Deployed>> = {},
  ): Promise<Deployed> {
    const artifact = await artifacts.readArtifact(name);
    let code: string = artifact.bytecode;
    for (const file of Object.values(artifact.linkReferences)) {
      for (const [library, places] of Object.entries(file)) {
        const address = libraries[library]!.address.slice(2).toLowerCase();
        for (const { start } of places) {
          const at = 2 + 2 * start;
          code = code.slice(0, at) + address + code.slice(at + 40);
        }
      }
    }
    const factory = new ContractFactory(artifact.abi as unknown as InterfaceAbi, code);
    const { data } = await factory.getDeployTransaction(...args);
    const receipt = await this.#transact(`deploy ${name}`, { from: this.accounts[0], data });
    return { address: receipt.contractAddress, abi: factory.interface };
  }

  async send(from: string, to: Deployed, method: string, args: readonly unknown[]): Promise<void> {
    const data = to.abi.encodeFunctionData(method, [...args]);
    await this.#transact(method, { from, to: to.address, data });
  }

  /** The answer as it came: decoding a thousand turns takes longer than fighting them. Its hash is kept. */
  async read(to: Deployed, method: string, args: readonly unknown[]): Promise<string> {
    const data = to.abi.encodeFunctionData(method, [...args]);
    const call = { to: to.address, data, gas: GAS };
    const answer = (await this.#node.request({ method: "eth_call", params: [call, "latest"] })) as string;
    this.answers.push([method, createHash("sha256").update(answer).digest("hex")]);
    return answer;
  }

  async #transact(step: string, transaction: object): Promise<Trace & { contractAddress: string }> {
    await this.#node.request({ method: "evm_setNextBlockTimestamp", params: [++this.#now] });
    const hash = await this.#node.request({
      method: "eth_sendTransaction",
      params: [{ ...transaction, gas: GAS }],
    });
    const receipt = await this.#receipt(hash);
    const { status, gasUsed, logs } = receipt;
    const bare = logs.map(({ address, topics, data }) => ({ address: address.toLowerCase(), topics, data }));
    this.traces.push({ step, status, gasUsed, logs: bare });
    return receipt;
  }

  async #receipt(hash: unknown): Promise<Trace & { contractAddress: string }> {
    for (let tries = 0; tries < 1_000; tries++) {
      const receipt = await this.#node.request({ method: "eth_getTransactionReceipt", params: [hash] });
      if (receipt) return receipt as Trace & { contractAddress: string };
      await sleep(10);
    }
    throw new Error(`transaction ${String(hash)} was not mined`);
  }
}
