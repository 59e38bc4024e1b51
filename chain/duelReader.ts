import {
  Contract,
  FetchRequest,
  id as topicOf,
  isError,
  JsonRpcProvider,
  type Log,
  Network,
  toBeHex,
  ZeroAddress,
} from "ethers";
import { EVENT_TOPICS } from "../audit/events.ts";
import { FIGHTER_STATISTICS, PLAYER_STATISTICS } from "../sim/duel/statistics.ts";
import { InputError } from "../sim/input.ts";

const DUEL_ABI = [
  "function gameCount() view returns (uint256)",
  "function FIGHT() view returns (address)",
  "function FIGHTERS() view returns (address)",
  `function playerStats(address) view returns (${PLAYER_STATISTICS.map((name) => `uint256 ${name}`).join(", ")})`,
  `function fighterStats(uint256) view returns (${FIGHTER_STATISTICS.map((name) => `uint256 ${name}`).join(", ")})`,
];
const FIGHTERS_ABI = [
  "function ownerOf(uint256) view returns (address)",
  "function profileOf(uint256) view returns (uint32)",
  "event Transfer(address indexed from, address indexed to, uint256 indexed assetId)",
];
const FIGHT_ABI = ["function balanceOf(address) view returns (uint256)"];

/** A public node may be slow; one that says nothing for so long is not there. */
const TIMEOUT_MS = 60_000;
/** Ranges are halved when a node refuses them, down to this many blocks. */
const SMALLEST_RANGE = 16;

/** Something that stops a check before it began: no node, no contract, no such game. */
export class CannotCheck extends Error {}

/** Reads one Duel over JSON-RPC, and knows which of its answers mean "the node has forgotten". */
export class DuelReader {
  readonly chainId: bigint;
  readonly address: string;
  readonly fromBlock: number;
  readonly #provider: JsonRpcProvider;
  readonly #duel: Contract;
  readonly #fighters: Contract;
  readonly #fight: Contract;
  readonly #times = new Map<number, Promise<number>>();
  readonly #modeLogs = new Map<number, Promise<Log>>();

  private constructor(
    provider: JsonRpcProvider,
    chainId: bigint,
    addresses: Record<"duel" | "fighters" | "fight", string>,
    fromBlock: number,
  ) {
    this.#provider = provider;
    this.chainId = chainId;
    this.address = addresses.duel.toLowerCase();
    this.fromBlock = fromBlock;
    this.#duel = new Contract(addresses.duel, DUEL_ABI, provider);
    this.#fighters = new Contract(addresses.fighters, FIGHTERS_ABI, provider);
    this.#fight = new Contract(addresses.fight, FIGHT_ABI, provider);
  }

  static async connect(url: string, address: string, fromBlock: number): Promise<DuelReader> {
    if (!/^https?:\/\//.test(url)) throw new InputError("--rpc", url, "an http or https address");
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new InputError("--duel", address, "an address");
    const request = new FetchRequest(url);
    request.timeout = TIMEOUT_MS;
    const probe = new JsonRpcProvider(request);
    const chainId = await probe._detectNetwork().then(
      (network) => network.chainId,
      (error: unknown) => {
        throw new CannotCheck(`the node at ${url} does not answer: ${reasonOf(error)}`);
      },
    );
    probe.destroy();
    const provider = new JsonRpcProvider(request, chainId, { staticNetwork: Network.from(chainId) });
    const duel = new Contract(address, DUEL_ABI, provider);
    try {
      const [fight, fighters] = (await Promise.all([duel.FIGHT!(), duel.FIGHTERS!()])) as [string, string];
      return new DuelReader(provider, chainId, { duel: address, fight, fighters }, fromBlock);
    } catch (error) {
      provider.destroy();
      throw new CannotCheck(`there is no Duel at ${address} on chain ${chainId}: ${reasonOf(error)}`);
    }
  }

  close(): void {
    this.#provider.destroy();
  }

  headBlock(): Promise<number> {
    return this.#provider.getBlockNumber();
  }

  /** How many games there were at a block; as of now, if the node has forgotten. */
  async gameCount(block: number): Promise<bigint> {
    const then = await this.#past(async () => (await this.#duel.gameCount!({ blockTag: block })) as bigint);
    return then ?? ((await this.#duel.gameCount!()) as bigint);
  }

  async balance(block: number): Promise<bigint | null> {
    return this.#past(
      async () => (await this.#fight.balanceOf!(this.address, { blockTag: block })) as bigint,
    );
  }

  /** All FIGHT that was ever withdrawn from credits, up to a block. */
  async withdrawn(block: number): Promise<bigint> {
    const topics = [topicOf("CreditWithdrawn(address,address,uint256)")];
    const logs = await this.#logs(this.address, topics, this.fromBlock, block);
    return logs.reduce((sum, log) => sum + BigInt(log.data), 0n);
  }

  timeOf(block: number): Promise<number> {
    const known = this.#times.get(block);
    if (known !== undefined) return known;
    const asked = this.#provider.getBlock(block).then((found) => {
      if (found === null) throw new CannotCheck(`the node has no block ${block}`);
      return found.timestamp;
    });
    this.#times.set(block, asked);
    return asked;
  }

  /** All events of these games, oldest first. */
  gameLogs(gameIds: readonly bigint[], fromBlock: number, toBlock: number): Promise<Log[]> {
    const { ModeRegistered: _, PaymentCredited: __, ...ofGames } = EVENT_TOPICS;
    const ids = gameIds.map((id) => toBeHex(id, 32));
    return this.#logs(this.address, [Object.values(ofGames), ids], fromBlock, toBlock);
  }

  /** All events of Duel in one block, of whatever game. */
  logsInBlock(block: number): Promise<Log[]> {
    return this.#logs(this.address, [], block, block);
  }

  modeLog(modeId: number, toBlock: number): Promise<Log> {
    const known = this.#modeLogs.get(modeId);
    if (known !== undefined) return known;
    const topics = [EVENT_TOPICS.ModeRegistered, toBeHex(modeId, 32)];
    const asked = this.#logs(this.address, topics, this.fromBlock, toBlock).then((logs) => {
      if (logs[0] === undefined) throw new CannotCheck(`the node has no registration of mode ${modeId}`);
      return logs[0];
    });
    this.#modeLogs.set(modeId, asked);
    return asked;
  }

  async profileOf(assetId: number): Promise<number> {
    return Number((await this.#fighters.profileOf!(assetId)) as bigint);
  }

  /** Who had a fighter just before the log with this index in this block; null if the node has forgotten. */
  async ownerBefore(assetId: number, block: number, logIndex: number): Promise<string | null> {
    const moved = this.#fighters.interface.getEvent("Transfer")!.topicHash;
    const topics = [moved, null, null, toBeHex(assetId, 32)];
    const transfers = await this.#logs(this.#fighters.target as string, topics, block, block);
    const last = transfers.findLast((log) => log.index < logIndex);
    if (last !== undefined) return `0x${last.topics[2]!.slice(26)}`;
    return this.#past(async () => {
      const owner = (await this.#fighters.ownerOf!(assetId, { blockTag: block - 1 })) as string;
      return owner.toLowerCase();
    }, ZeroAddress);
  }

  async fighterStats(assetId: number, block: number): Promise<readonly bigint[] | null> {
    return this.#past(async () => (await this.#duel.fighterStats!(assetId, { blockTag: block })) as bigint[]);
  }

  async playerStats(player: string, block: number): Promise<readonly bigint[] | null> {
    return this.#past(async () => (await this.#duel.playerStats!(player, { blockTag: block })) as bigint[]);
  }

  /** An answer about the past: null if the node has no state that old, `reverted` if the contract said no. */
  async #past<T>(ask: () => Promise<T>, reverted: T | null = null): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!isError(error, "CALL_EXCEPTION")) throw error;
      // A contract that reverts says why; a node without the state has nothing to say.
      return error.data === null ? null : reverted;
    }
  }

  /** Nodes limit how many blocks one question may span, each in its own words: ask for halves until one answers. */
  async #logs(
    address: string,
    topics: (string | string[] | null)[],
    fromBlock: number,
    toBlock: number,
  ): Promise<Log[]> {
    try {
      return await this.#provider.getLogs({ address, topics, fromBlock, toBlock });
    } catch (error) {
      if (toBlock - fromBlock < SMALLEST_RANGE || isUnreachable(error)) throw error;
      const middle = Math.floor((fromBlock + toBlock) / 2);
      const earlier = await this.#logs(address, topics, fromBlock, middle);
      return [...earlier, ...(await this.#logs(address, topics, middle + 1, toBlock))];
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return isError(error, "NETWORK_ERROR") || (error as { code?: unknown }).code === "ECONNREFUSED";
}

/** The short reason inside an error of ethers or of the network. */
export function reasonOf(error: unknown): string {
  const { shortMessage, code, message } = error as { shortMessage?: string; code?: string; message?: string };
  return shortMessage || message || code || String(error);
}
