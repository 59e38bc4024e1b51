import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import type { Interface, LogDescription } from "ethers";
import { battleModeToPass } from "../../../chain/registration.ts";
import { CHARACTERS, type Kind } from "../../../sim/battle/characters.ts";
import { type GameMode, SHIPPED_MODES } from "../../../sim/duel/gameModes.ts";
import type { BattleHarness, DuelReader, MoodyFight } from "../../../types/contracts/mocks/index.ts";
import { type Arena, chain, deployArena, ethers, networkHelpers, PURSE, withToken } from "../arena.ts";
import { InvariantChecker } from "./checker.ts";
import type { AccountView, EventView, GameView, Observation } from "./observation.ts";

export type Target = "duel" | "fight" | "fighters";

/** One action of somebody's on one of the contracts. */
export interface Action {
  readonly who: HardhatEthersSigner;
  readonly target: Target;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly isAdministrative?: boolean;
}

interface KnownFighter {
  owner: string;
  readonly kind: Kind;
}

/** The most that one transaction may ask for since EIP-7825 is 2^24. */
const GAS_LIMIT = "0xf42400";
const COMMON = [1, 2, 17, 18, 33];
const MORE_PLAYERS = 2;

/** A Duel whose token has moods, and five players beside the administrator and the house. */
export async function deployWorld() {
  const arena = await deployArena();
  const token = (await ethers.deployContract("MoodyFight", [arena.admin])) as unknown as MoodyFight;
  const moody = await withToken(arena, token);
  const more = (await ethers.getSigners()).slice(5, 5 + MORE_PLAYERS);
  for (const player of more) {
    await arena.fighters.mint(player, COMMON, false);
    await arena.fighters.mint(player, COMMON, true);
    await token.transfer(player, PURSE);
  }
  for (const person of [...more, arena.admin, arena.house]) {
    await token.connect(person).approve(moody.duel, ethers.MaxUint256);
  }
  const reader = (await ethers.deployContract("DuelReader")) as unknown as DuelReader;
  const harness = (await ethers.deployContract("BattleHarness")) as unknown as BattleHarness;
  const minted: { owner: string; charId: number }[] = [];
  for (let assetId = 1; assetId <= Number(await arena.fighters.mintedCount()); assetId++) {
    const charId = Number((await arena.fighters.profileOf(assetId)) >> 16n);
    minted.push({ owner: await arena.fighters.ownerOf(assetId), charId });
  }
  return { arena: moody, more, reader, harness, minted };
}

type Deployed = Awaited<ReturnType<typeof deployWorld>>;

/** Sends actions to the chain, looks at everything after each, and lets the checker judge. */
export class World {
  /** The first five have fighters and FIGHT; then the administrator and the house. */
  readonly people: readonly HardhatEthersSigner[];
  readonly modes: GameMode[] = [...SHIPPED_MODES];
  readonly roster: KnownFighter[] = [];
  readonly checker: InvariantChecker;
  readonly history: Observation[] = [];
  readonly #deployed: Deployed;
  readonly #addresses: Record<Target, string>;
  readonly #gamesAsRead: string[] = [];
  #games: GameView[] = [];
  #modesAsRead: string[] = [];
  #donated = 0n;
  #nextSecs = 0;
  #readerAddress: string | undefined;
  nowSecs = 0;

  private constructor(deployed: Deployed, addresses: Record<Target, string>) {
    const { arena, more } = deployed;
    this.#deployed = deployed;
    this.#addresses = addresses;
    this.people = [arena.p1, arena.p2, arena.stranger, ...more, arena.admin, arena.house];
    this.checker = new InvariantChecker(this.modes);
  }

  static async from(deployed: Deployed): Promise<World> {
    const { arena } = deployed;
    const [duel, fight, fighters] = await Promise.all(
      [arena.duel, arena.fight, arena.fighters].map((contract) => contract.getAddress()),
    );
    const world = new World(deployed, { duel: duel!, fight: fight!, fighters: fighters! });
    world.nowSecs = await networkHelpers.time.latest();
    await world.#readModes();
    for (const { owner, charId } of deployed.minted) world.noteMinted(owner, [charId]);
    return world;
  }

  get arena(): Arena {
    return this.#deployed.arena;
  }

  get duelAddress(): string {
    return this.#addresses.duel;
  }

  get games(): readonly GameView[] {
    return this.#games;
  }

  get last(): Observation | undefined {
    return this.history.at(-1);
  }

  noteMinted(owner: string, charIds: readonly number[]): void {
    for (const charId of charIds) this.roster.push({ owner, kind: CHARACTERS[charId - 1]!.kind });
  }

  /** The time of the next action's block; a second after the last one if nothing is said. */
  waitUntil(secs: number): void {
    this.#nextSecs = Math.max(secs, this.nowSecs + 1);
  }

  encode(target: Target, method: string, args: readonly unknown[]): string {
    const abi: Interface = this.#deployed.arena[target].interface;
    return abi.encodeFunctionData(method, args);
  }

  /** Whether the contracts took the action. The checker has seen it, whichever. */
  async act(action: Action): Promise<boolean> {
    const { who, target, method, args, isAdministrative = false } = action;
    const transaction = { to: this.#addresses[target], data: this.encode(target, method, args) };
    const name = `${method}(${args.map(String).join(", ")}) by ${who.address}`;
    return this.#observe(name, isAdministrative, who.address, transaction, 0n);
  }

  /** Tokens that come without a word, and are nobody's. */
  async donate(who: HardhatEthersSigner, amount: bigint): Promise<boolean> {
    const data = this.encode("fight", "transfer", [this.duelAddress, amount]);
    return this.#observe(
      `a donation of ${amount}`,
      false,
      who.address,
      { to: this.#addresses.fight, data },
      amount,
    );
  }

  /** Ether that the contract has no way to refuse. */
  async forceEther(who: HardhatEthersSigner): Promise<boolean> {
    const factory = await ethers.getContractFactory("ForcedEther");
    const { data } = await factory.getDeployTransaction(this.duelAddress, { value: 1 });
    return this.#observe("forced ether", false, who.address, { data, value: "0x1" }, 0n);
  }

  async #observe(
    action: string,
    isAdministrative: boolean,
    from: string,
    transaction: Record<string, unknown>,
    donation: bigint,
  ): Promise<boolean> {
    this.nowSecs = Math.max(this.#nextSecs, this.nowSecs + 1);
    await networkHelpers.time.setNextBlockTimestamp(this.nowSecs);
    const logs = await send({ from, gas: GAS_LIMIT, ...transaction });
    const isDone = logs !== null;
    if (isDone) this.#donated += donation;
    if (isDone && isAdministrative) await this.#readModes();
    const events = (logs ?? []).flatMap((log) => this.#eventOf(log));
    const fought = events.find(({ name }) => name === "GameFought");
    const wordsTaken = fought === undefined ? null : await this.#wordsTaken(fought.args);
    const state = await this.#readState();
    const { nowSecs } = this;
    const modes = this.#modesAsRead;
    const donated = this.#donated;
    const seen = { action, isAdministrative, isDone, nowSecs, events, donated, modes, wordsTaken, ...state };
    this.history.push(seen);
    this.checker.observe(seen);
    return isDone;
  }

  #eventOf(log: RawLog): EventView[] {
    if (log.address !== this.duelAddress.toLowerCase()) return [];
    const parsed: LogDescription | null = this.#deployed.arena.duel.interface.parseLog(log);
    if (parsed === null) return [];
    const args: Record<string, unknown> = {};
    for (const [i, { name }] of parsed.fragment.inputs.entries()) {
      const value: unknown = parsed.args[i];
      args[name] = typeof value === "string" ? value.toLowerCase() : value;
    }
    return [{ name: parsed.name, args }];
  }

  async #wordsTaken({
    modeId,
    p1Nonce,
    p2Nonce,
    p1Profiles,
    p2Profiles,
  }: EventView["args"]): Promise<number> {
    const outcome = await this.#deployed.harness.fight({
      mode: battleModeToPass(this.modes[Number(modeId) - 1]!.battle),
      p1Nonce: String(p1Nonce),
      p2Nonce: String(p2Nonce),
      p1Profiles: p1Profiles as bigint,
      p2Profiles: p2Profiles as bigint,
    });
    return Number(outcome.wordsTaken);
  }

  async #readModes(): Promise<void> {
    const { duel } = this.arena;
    const count = Number(await duel.modeCount());
    this.#modesAsRead = [];
    for (let modeId = 1; modeId <= count; modeId++) {
      const data = duel.interface.encodeFunctionData("gameMode", [modeId]);
      const answer = await call(this.duelAddress, data);
      // Two words stand before the mode: where it begins, and whether it is open.
      this.#modesAsRead.push(answer.slice(2 + 2 * WORD));
    }
  }

  /** By hand and not by the ABI's decoder, which would be most of the time: all numbers stand in words of their own. */
  async #readState() {
    const { reader } = this.#deployed;
    const addresses = this.people.map(({ address }) => address);
    const args = [this.duelAddress, this.#addresses.fight, addresses, this.roster.length] as const;
    this.#readerAddress ??= await reader.getAddress();
    const data = reader.interface.encodeFunctionData("read", [args[0], args[1], [...addresses], args[3]]);
    const hex = (await call(this.#readerAddress, data)).slice(2);
    const wordAt = (i: number) => BigInt(`0x${hex.slice(i * WORD, (i + 1) * WORD)}`);
    const listAt = (head: number) => {
      const start = Number(wordAt(head)) / 32;
      return { length: Number(wordAt(start)), start: start + 1 };
    };
    const numbers = (start: number, count: number) =>
      Array.from({ length: count }, (_, i) => wordAt(start + i));

    const games = listAt(1);
    const views = Array.from({ length: games.length }, (_, i) => {
      const raw = hex.slice(
        (games.start + i * GAME_WORDS) * WORD,
        (games.start + (i + 1) * GAME_WORDS) * WORD,
      );
      const known = this.#games[i];
      if (known !== undefined && this.#gamesAsRead[i] === raw) return known;
      this.#gamesAsRead[i] = raw;
      return gameFrom(raw);
    });
    this.#games = views;
    const accounts = listAt(2);
    const byAddress = new Map<string, AccountView>();
    for (const [i, address] of addresses.entries()) {
      const start = accounts.start + i * 9;
      const [balance, credit] = [wordAt(start), wordAt(start + 1)];
      byAddress.set(address.toLowerCase(), { balance, credit, stats: numbers(start + 2, 7) });
    }
    const fighters = listAt(3);
    const records = Array.from({ length: fighters.length }, (_, i) => numbers(fighters.start + i * 7, 7));
    return { escrow: wordAt(0), games: views, accounts: byAddress, fighters: records };
  }
}

const WORD = 64;
const GAME_WORDS = 20;

function gameFrom(raw: string): GameView {
  const word = (i: number) => raw.slice(i * WORD, (i + 1) * WORD);
  const number = (i: number) => Number(`0x${word(i)}`);
  const team = (from: number) => [0, 1, 2, 3, 4].map((slot) => BigInt(`0x${word(from + slot)}`));
  return {
    state: number(0),
    modeId: number(1),
    bet: BigInt(`0x${word(2)}`),
    p1: `0x${word(3).slice(24)}`,
    p2: `0x${word(4).slice(24)}`,
    since: number(5),
    joinBlock: number(6),
    teamHash: `0x${word(7)}`,
    p1Nonce: `0x${word(8)}`,
    p2Nonce: `0x${word(9)}`,
    p1Team: team(10),
    p2Team: team(15),
  };
}

interface RawLog {
  readonly address: string;
  readonly topics: string[];
  readonly data: string;
}

/** The logs of a transaction, or null if it was refused. */
async function send(transaction: Record<string, unknown>): Promise<RawLog[] | null> {
  let hash: unknown;
  try {
    hash = await chain.provider.request({ method: "eth_sendTransaction", params: [transaction] });
  } catch (error) {
    // A refusal is an answer; anything else is a mistake of the test.
    if ((error as { data?: unknown }).data === undefined) throw error;
    return null;
  }
  const receipt = await chain.provider.request({ method: "eth_getTransactionReceipt", params: [hash] });
  return (receipt as { logs: RawLog[] }).logs;
}

async function call(to: string, data: string): Promise<string> {
  return (await chain.provider.request({ method: "eth_call", params: [{ to, data }, "latest"] })) as string;
}
