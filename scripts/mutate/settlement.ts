import { readFileSync } from "node:fs";
import { AbiCoder, concat, Interface, MaxUint256, parseEther, ZeroAddress } from "ethers";
import type { EmbeddedChain } from "../../chain/embedded.ts";
import { deployGame } from "../../chain/embedded.ts";
import { modeToRegister } from "../../chain/registration.ts";
import { DEFAULT_MODE, type GameTerms } from "../../sim/duel/gameModes.ts";
import { seal } from "../../sim/sealing/commitment.ts";
import type { Fight, Fighters } from "../../types/contracts/index.ts";
import { Dice, type FiveIds } from "../bench/arena.ts";
import { readSources, type Sources } from "../solc.ts";
import { build, link } from "./build.ts";
import type { Mutant } from "./mutants.ts";

const DUEL = "contracts/Duel.sol";
const TOKEN = "contracts/mutation/WilfulToken.sol";
const GAS = 12_000_000;
const LARGEST_BET = 2n ** 96n - 1n;
const HOUR = 3_600;

const sources = readSources(DUEL);

/** A contract told from its original by this line of the transcript. */
class Difference extends Error {}

/** The people and contracts that all mutants meet; everything but Duel itself. */
interface World {
  readonly chain: EmbeddedChain;
  readonly duelAbi: Interface;
  readonly admin: string;
  readonly house: string;
  readonly p1: string;
  readonly p2: string;
  readonly stranger: string;
  readonly fight: Fight;
  readonly fighters: Fighters;
  readonly wilfulToken: string;
  readonly libraries: Readonly<Record<string, string>>;
  readonly start: number;
}

/**
 * Plays the same duels with the original and with a mutant, and compares all that can be seen: every event, error,
 * balance, credit, statistic and game.
 */
export async function openSettlementBench(chain: EmbeddedChain) {
  const world = await prepare(chain);
  const snapshot = await chain.networkHelpers.takeSnapshot();
  const play = async (all: Sources, write: (line: string) => void): Promise<string | undefined> => {
    const compiled = build(all, DUEL, "Duel");
    if (typeof compiled === "string") return compiled;
    await new Play(world, link(compiled, world.libraries), write).everything();
    await snapshot.restore();
    return undefined;
  };
  const transcript: string[] = [];
  const problem = await play(sources, (line) => transcript.push(line));
  if (problem) throw new Error(problem);

  return async (mutant: Mutant): Promise<string | undefined> => {
    let at = 0;
    const compare = (line: string) => {
      if (line !== transcript[at++]) throw new Difference(line.split(" ")[0]);
    };
    try {
      const compileError = await play({ ...sources, [mutant.file]: mutant.source }, compare);
      return compileError === undefined ? undefined : "does not compile";
    } catch (error) {
      await snapshot.restore();
      if (error instanceof Difference) return error.message;
      return `fails: ${(error as Error).message.slice(0, 60)}`;
    }
  };
}

async function prepare(chain: EmbeddedChain): Promise<World> {
  const [admin, house, p1, p2, stranger] = await chain.ethers.getSigners();
  const { fight, fighters } = await deployGame(chain, house!.address, admin!.address);
  await fighters.grantRole(await fighters.MINTER_ROLE(), admin!.address);
  // 1..10 are player 1's, 11..20 player 2's; 5 and 15 are golden.
  for (const [player, first] of [
    [p1!, 1],
    [p2!, 16],
  ] as const) {
    const charIds = Array.from({ length: 10 }, (_, i) => first + i);
    await fighters.mint(player.address, charIds.slice(0, 4), false);
    await fighters.mint(player.address, charIds.slice(4, 5), true);
    await fighters.mint(player.address, charIds.slice(5), false);
    await fight.transfer(player.address, parseEther("1000000"));
  }
  const wilful = build(
    { [TOKEN]: readFileSync(new URL("WilfulToken.sol", import.meta.url), "utf8") },
    TOKEN,
    "WilfulToken",
  );
  if (typeof wilful === "string") throw new Error(wilful);
  const token = await new chain.ethers.ContractFactory([...wilful.abi], link(wilful, {}), admin).deploy();
  const [turnLog, modeRegistry] = [
    await chain.ethers.deployContract("TurnLog"),
    await chain.ethers.deployContract("ModeRegistry"),
  ];
  const libraries = {
    TurnLog: await turnLog.getAddress(),
    ModeRegistry: await modeRegistry.getAddress(),
  };
  return {
    chain,
    duelAbi: (await chain.ethers.getContractFactory("Duel", { libraries })).interface,
    admin: admin!.address,
    house: house!.address,
    p1: p1!.address,
    p2: p2!.address,
    stranger: stranger!.address,
    fight,
    fighters,
    wilfulToken: await token.getAddress(),
    libraries,
    start: (await chain.networkHelpers.time.latest()) + 1_000,
  };
}

const tokenAbi = new Interface([
  "function mint(address,uint256)",
  "function setManner(uint256)",
  "function balanceOf(address) view returns (uint256)",
  "function approve(address,uint256)",
]);
const fightersAbi = new Interface(["function transferFrom(address,address,uint256)"]);

const MODES: Readonly<Record<string, Partial<GameTerms>>> = {
  odd: {
    winnerPctBps: 6_667,
    housePctBps: 3_333,
    inactiveHousePctBps: 3_333,
    inactiveMinHours: 2,
    cooldownSecs: 777,
    revealDelayBlocks: 3,
  },
  allToWinner: { winnerPctBps: 10_000, housePctBps: 0, cooldownSecs: 0 },
  allToHouse: { winnerPctBps: 0, housePctBps: 10_000, inactiveHousePctBps: 10_000, cooldownSecs: 0 },
  half: { winnerPctBps: 5_000, housePctBps: 5_000, inactiveHousePctBps: 5_000, cooldownSecs: 0 },
};
const MODE_IDS = Object.fromEntries(Object.keys(MODES).map((name, i) => [name, BigInt(i + 1)]));

class Play {
  readonly #world: World;
  readonly #code: string;
  readonly #write: (line: string) => void;
  readonly #dice = new Dice("mutation: duels");
  #now: number;
  #duel = "";
  #token = "";
  #games = 0n;

  constructor(world: World, code: string, write: (line: string) => void) {
    this.#world = world;
    this.#code = code;
    this.#write = write;
    this.#now = world.start;
  }

  async everything(): Promise<void> {
    await this.#deploy(await this.#world.fight.getAddress());
    for (const player of [this.#world.p1, this.#world.p2]) {
      await this.#send(player, this.#token, tokenAbi, "approve", [this.#duel, MaxUint256]);
    }
    await this.#battles();
    await this.#refusals();
    await this.#soldFighter();
    await this.#cancels();
    await this.#claims();
    await this.#deploy(this.#world.wilfulToken);
    await this.#payments();
    await this.#largestStakes();
  }

  async #deploy(token: string): Promise<void> {
    const { admin, house, fighters } = this.#world;
    const types = ["address", "address", "address", "address"];
    const values = [admin, house, token, await fighters.getAddress()];
    const data = concat([this.#code, AbiCoder.defaultAbiCoder().encode(types, values)]);
    const receipt = await this.#transact({ from: admin, data });
    this.#duel = (receipt as { contractAddress: string }).contractAddress;
    this.#token = token;
    this.#games = 0n;
    for (const [name, terms] of Object.entries(MODES)) {
      const mode = {
        ...DEFAULT_MODE,
        name,
        terms: { ...DEFAULT_MODE.terms, minBet: 1n, maxBet: LARGEST_BET, ...terms },
      };
      await this.#call(admin, "registerMode", [modeToRegister(mode)]);
    }
  }

  // Scenes

  async #battles(): Promise<void> {
    for (const [mode, bet] of [
      ["odd", 101n],
      ["odd", 1n],
      ["allToWinner", 7n],
      ["allToHouse", 7n],
      ["half", 12_345n],
    ] as const) {
      for (let i = 0; i < 2; i++) await this.#duelIn(mode, bet);
    }
  }

  async #duelIn(mode: string, bet: bigint, team1 = this.#team(1), team2 = this.#team(11)): Promise<void> {
    const { p1 } = this.#world;
    this.#now += 1_000;
    const [nonce, id] = await this.#joined(mode, bet, team1, team2);
    if (mode === "odd") await this.#mine(2);
    await this.#call(p1, "reveal", [id, nonce, team1]);
    await this.#show(id);
    await this.#call(p1, "reveal", [id, nonce, team1]);
  }

  async #joined(mode: string, bet: bigint, team1: FiveIds, team2: FiveIds): Promise<[`0x${string}`, bigint]> {
    const { p1, p2 } = this.#world;
    const nonce = this.#dice.bytes32();
    const create = [MODE_IDS[mode], seal(nonce, team1), bet, ZeroAddress];
    await this.#call(p1, "createAndDeposit", create);
    const id = ++this.#games;
    await this.#call(p2, "depositAndJoin", [id, this.#dice.bytes32(), team2]);
    return [nonce, id];
  }

  async #refusals(): Promise<void> {
    const { p1, p2, stranger } = this.#world;
    const [team1, team2] = [this.#team(1), this.#team(11)];
    this.#now += 1_000;
    const [nonce, id] = await this.#joined("odd", 50n, team1, team2);
    await this.#call(p1, "reveal", [id, nonce, team1]);
    await this.#mine(1);
    // Two blocks after the join are too few, three are enough: see the end of this scene.
    await this.#call(p2, "reveal", [id, nonce, team1]);
    await this.#call(stranger, "reveal", [99n, nonce, team1]);
    await this.#call(p1, "reveal", [id, this.#dice.bytes32(), team1]);
    await this.#call(p1, "reveal", [id, nonce, team1.toReversed()]);
    await this.#call(p1, "cancel", [id]);
    await this.#call(p1, "claimInactive", [id]);
    await this.#call(p1, "reveal", [id, nonce, team1]);
    // On cooldown now, but for the golden ones.
    await this.#joined("odd", 50n, team1, team2);
    const rested = this.#team(6);
    this.#now += 1_000;
    const [again, other] = await this.#joined("odd", 50n, rested, this.#team(16));
    await this.#mine(1);
    await this.#call(p1, "reveal", [other, again, rested]);
    await this.#call(p1, "reveal", [other, again, rested]);
    await this.#show(other);
  }

  async #soldFighter(): Promise<void> {
    const { p1, p2, fighters } = this.#world;
    this.#now += 2_000;
    const team1: FiveIds = [1n, 2n, 3n, 4n, 20n];
    const [nonce, id] = await this.#joined("half", 10n, team1, [20n, 11n, 12n, 13n, 14n]);
    await this.#call(p1, "reveal", [id, nonce, team1]);
    await this.#send(p2, await fighters.getAddress(), fightersAbi, "transferFrom", [p2, p1, 20n]);
    await this.#call(p1, "reveal", [id, nonce, team1]);
    await this.#show(id);
    await this.#send(p1, await fighters.getAddress(), fightersAbi, "transferFrom", [p1, p2, 20n]);
  }

  async #cancels(): Promise<void> {
    const { p1, p2 } = this.#world;
    const hash = this.#dice.bytes32();
    await this.#call(p1, "createGame", [1n, hash, 9n, ZeroAddress]);
    const unpaid = ++this.#games;
    await this.#call(p2, "cancel", [unpaid]);
    await this.#call(p1, "cancel", [unpaid]);
    await this.#show(unpaid);
    await this.#call(p1, "cancel", [unpaid]);
    await this.#call(p1, "cancel", [999n]);
    await this.#call(p1, "createAndDeposit", [1n, hash, 9n, ZeroAddress]);
    const paid = ++this.#games;
    await this.#call(p2, "cancel", [paid]);
    // Too little for the payment's full share of gas: nothing happens. A payment must not end as a credit by that.
    for (const gas of [60_000, 150_000, 190_000]) await this.#call(p1, "cancel", [paid], gas);
    await this.#call(p1, "cancel", [paid]);
    await this.#show(paid);
    await this.#call(p1, "createAndDeposit", [1n, hash, 1n, ZeroAddress]);
    await this.#call(p1, "cancel", [++this.#games]);
    await this.#show(this.#games);
    await this.#call(p1, "createAndDeposit", [1n, hash, 9n, ZeroAddress]);
    const taken = ++this.#games;
    await this.#call(p2, "deposit", [taken]);
    await this.#call(p1, "cancel", [taken]);
  }

  async #claims(): Promise<void> {
    const { p1, p2, stranger } = this.#world;
    for (const [mode, hours] of [
      ["odd", 2],
      ["allToWinner", 24],
      ["allToHouse", 24],
      ["half", 24],
    ] as const) {
      this.#now += 1_000;
      await this.#call(p1, "createAndDeposit", [MODE_IDS[mode], this.#dice.bytes32(), 55n, ZeroAddress]);
      const id = ++this.#games;
      await this.#call(p1, "claimInactive", [id]);
      await this.#call(p2, "deposit", [id]);
      await this.#claim(id, p1, [p2, stranger], hours);
      this.#now += 1_000;
      const [nonce, joined] = await this.#joined(mode, 55n, this.#team(1), this.#team(11));
      await this.#claim(joined, p2, [p1, stranger], hours);
      await this.#call(p1, "reveal", [joined, nonce, this.#team(1)]);
    }
    await this.#call(p1, "claimInactive", [999n]);
  }

  async #claim(id: bigint, by: string, others: readonly string[], hours: number): Promise<void> {
    const due = this.#now + hours * HOUR;
    this.#now = due - 2;
    await this.#call(by, "claimInactive", [id]); // one second too early
    const snapshot = await this.#world.chain.networkHelpers.takeSnapshot();
    await this.#call(by, "claimInactive", [id]); // at the very second
    await this.#show(id);
    await this.#call(by, "claimInactive", [id]);
    await snapshot.restore();
    for (const other of others) await this.#call(other, "claimInactive", [id]);
    await this.#call(by, "claimInactive", [id]);
    await this.#show(id);
  }

  async #payments(): Promise<void> {
    const { admin, p1, p2, chain } = this.#world;
    for (const player of [p1, p2]) {
      await this.#send(admin, this.#token, tokenAbi, "mint", [player, 2n ** 100n]);
    }
    for (let manner = 0; manner <= 9; manner++) {
      await this.#send(admin, this.#token, tokenAbi, "setManner", [manner]);
      await this.#call(p1, "createAndDeposit", [1n, this.#dice.bytes32(), 33n, ZeroAddress]);
      await this.#call(p1, "cancel", [++this.#games]);
      await this.#show(this.#games);
    }
    await this.#duelIn("half", 21n);
    await this.#call(p1, "createAndDeposit", [1n, this.#dice.bytes32(), 33n, ZeroAddress]);
    await this.#call(p1, "createAndDeposit", [1n, this.#dice.bytes32(), 33n, ZeroAddress]);
    // A token that is no more, or that does nothing: a call of it succeeds and says nothing.
    const code = await chain.provider.request({ method: "eth_getCode", params: [this.#token, "latest"] });
    for (const other of ["0x", "0x00"]) {
      await chain.provider.request({ method: "hardhat_setCode", params: [this.#token, other] });
      await this.#call(p1, "cancel", [++this.#games]);
    }
    await chain.provider.request({ method: "hardhat_setCode", params: [this.#token, code] });
    await this.#send(admin, this.#token, tokenAbi, "setManner", [0n]);
    await this.#show(this.#games);
  }

  async #largestStakes(): Promise<void> {
    const { admin, house } = this.#world;
    await this.#call(house, "withdrawCredit", [house]);
    // The house's own slot is exactly full, then more than full.
    for (const mode of ["half", "half", "allToHouse", "odd"]) await this.#duelIn(mode, LARGEST_BET);
    await this.#call(house, "withdrawCredit", [house]);
    await this.#call(admin, "setHouse", [admin]);
    await this.#duelIn("half", 3n);
  }

  // Steps

  /** Five fighters of a player's ten. */
  #team(first: number): FiveIds {
    return [0, 1, 2, 3, 4].map((i) => BigInt(first + i)) as FiveIds;
  }

  async #mine(blocks: number): Promise<void> {
    await this.#world.chain.networkHelpers.mine(blocks);
    this.#now = Math.max(this.#now, await this.#world.chain.networkHelpers.time.latest());
  }

  async #call(from: string, method: string, args: readonly unknown[], gas = GAS): Promise<void> {
    await this.#send(from, this.#duel, this.#world.duelAbi, method, args, gas);
  }

  async #send(from: string, to: string, abi: Interface, method: string, args: readonly unknown[], gas = GAS) {
    const data = abi.encodeFunctionData(method, [...args]);
    const result = await this.#transact({ from, to, data }, gas);
    const told =
      typeof result === "string"
        ? result
        : JSON.stringify(result.logs.map(({ address, topics, data: d }) => [address, topics, d]));
    this.#write(`${method} ${told}`);
  }

  /** The receipt, or what the revert says. Each transaction has its second. */
  async #transact(transaction: object, gas = GAS): Promise<Receipt | string> {
    const { provider, networkHelpers } = this.#world.chain;
    await networkHelpers.time.setNextBlockTimestamp(++this.#now);
    try {
      const hash = await provider.request({
        method: "eth_sendTransaction",
        params: [{ ...transaction, gas: `0x${gas.toString(16)}` }],
      });
      return (await provider.request({ method: "eth_getTransactionReceipt", params: [hash] })) as Receipt;
    } catch (error) {
      return refusal(this.#world.duelAbi, error);
    }
  }

  /** All that anybody can read about a game and those who played it. */
  async #show(id: bigint): Promise<void> {
    const { p1, p2, house, admin, stranger } = this.#world;
    for (const account of [p1, p2, house, admin, stranger, this.#duel]) {
      await this.#read(this.#token, tokenAbi, "balanceOf", [account]);
      await this.#read(this.#duel, this.#world.duelAbi, "creditOf", [account]);
      await this.#read(this.#duel, this.#world.duelAbi, "playerStats", [account]);
    }
    for (let fighter = 1; fighter <= 20; fighter++) {
      await this.#read(this.#duel, this.#world.duelAbi, "fighterStats", [fighter]);
    }
    await this.#read(this.#duel, this.#world.duelAbi, "game", [id]);
    await this.#read(this.#duel, this.#world.duelAbi, "gameTurns", [id]);
  }

  async #read(to: string, abi: Interface, method: string, args: readonly unknown[]): Promise<void> {
    const data = abi.encodeFunctionData(method, [...args]);
    const { provider } = this.#world.chain;
    const answer = await provider
      .request({ method: "eth_call", params: [{ to, data, gas: `0x${GAS.toString(16)}` }] })
      .catch((error: unknown) => refusal(this.#world.duelAbi, error));
    this.#write(`${method} ${String(answer)}`);
  }
}

interface Receipt {
  readonly contractAddress: string;
  readonly logs: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
}

/** What a revert says; of too little gas only how much was needed, since what was left is nobody's promise. */
function refusal(duelAbi: Interface, error: unknown): string {
  const { data } = error as { data?: unknown };
  const text = typeof data === "string" ? data : ((data as { data?: string } | undefined)?.data ?? "0x");
  const parsed = text.length < 10 ? null : duelAbi.parseError(text);
  if (parsed?.name === "DuelTooLittleGas") return `DuelTooLittleGas ${parsed.args.needed}`;
  return parsed ? `${parsed.name} ${parsed.args.join(" ")}` : `revert ${text.slice(0, 138)}`;
}
