import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { expect } from "chai";
import type { Interface } from "ethers";
import { modeToRegister } from "../../chain/registration.ts";
import { CHARACTERS } from "../../sim/battle/characters.ts";
import { TURN_FIELDS } from "../../sim/battle/turnLog.ts";
import { type Challenge, DuelModel, type Memo, type Moment, type Opening } from "../../sim/duel/duel.ts";
import { type GameMode, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { Refusal } from "../../sim/duel/refusal.ts";
import { FIGHTER_STATISTICS, PLAYER_STATISTICS } from "../../sim/duel/statistics.ts";
import type { BlacklistFight, DuelReader } from "../../types/contracts/mocks/index.ts";
import { type Arena, chain, deployArena, ethers, PURSE, type TeamIds, withToken } from "./arena.ts";

type ModelledArena = Arena & { readonly fight: BlacklistFight };
type Target = "duel" | "fight" | "fighters";

/** One action, said twice: to the model and to the chain. */
interface Action {
  readonly who: HardhatEthersSigner;
  readonly onModel: (at: Moment) => void;
  readonly target: Target;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** A Duel on chain, with a token that can refuse payments, beside its model. */
export async function deployModelledDuel() {
  const arena = await deployArena();
  const token = (await ethers.deployContract("BlacklistFight", [arena.admin])) as unknown as BlacklistFight;
  const reader = (await ethers.deployContract("DuelReader")) as unknown as DuelReader;
  const modelled: ModelledArena = await withToken(arena, token);
  for (const person of [arena.admin, arena.house]) {
    await token.connect(person).approve(modelled.duel, ethers.MaxUint256);
  }
  return { arena: modelled, reader };
}

/** Does every action on the model and on the chain, and holds the two against each other after each. */
export class ModelledDuel {
  readonly model: DuelModel;
  readonly people: readonly HardhatEthersSigner[];
  readonly #arena: ModelledArena;
  readonly #reader: DuelReader;
  readonly #addresses: Record<Target, string>;
  #mintedCount = 0;
  #nowSecs = 0;
  #nextSecs = 0;
  #blockNumber = 0;

  private constructor(arena: ModelledArena, reader: DuelReader, addresses: Record<Target, string>) {
    this.#arena = arena;
    this.#reader = reader;
    this.#addresses = addresses;
    this.people = [arena.p1, arena.p2, arena.stranger, arena.admin, arena.house];
    this.model = new DuelModel(addresses.duel, arena.admin.address, arena.house.address, CHARACTERS);
  }

  /** A model in the state of a fresh deployment. */
  static async beside({
    arena,
    reader,
  }: Awaited<ReturnType<typeof deployModelledDuel>>): Promise<ModelledDuel> {
    const [duel, fight, fighters] = await Promise.all(
      [arena.duel, arena.fight, arena.fighters].map((contract) => contract.getAddress()),
    );
    const pair = new ModelledDuel(arena, reader, { duel: duel!, fight: fight!, fighters: fighters! });
    await pair.#start();
    return pair;
  }

  async #start(): Promise<void> {
    const { admin, duel, fight, fighters, p1, p2, stranger } = this.#arena;
    for (const mode of SHIPPED_MODES) this.model.registerMode(admin.address, mode);
    for (const { address } of [p1, p2, stranger]) this.model.bank.give(address, PURSE);
    this.model.bank.give(admin.address, await fight.balanceOf(admin));
    this.#mintedCount = Number(await fighters.mintedCount());
    for (let assetId = 1; assetId <= this.#mintedCount; assetId++) {
      const profile = await fighters.profileOf(assetId);
      const isGolden = ((profile >> 14n) & 1n) === 1n;
      this.model.roster.mint(await fighters.ownerOf(assetId), [Number(profile >> 16n)], isGolden);
    }
    const block = (await ethers.provider.getBlock("latest"))!;
    this.#nowSecs = block.timestamp;
    this.#blockNumber = block.number;
    expect(await duel.gameCount()).to.equal(0n);
  }

  get admin(): HardhatEthersSigner {
    return this.#arena.admin;
  }

  get nowSecs(): number {
    return this.#nowSecs;
  }

  get mintedCount(): number {
    return this.#mintedCount;
  }

  /** The time of the next action's block; a second after the last one if nothing is said. */
  waitUntil(secs: number): void {
    this.#nextSecs = Math.max(secs, this.#nowSecs + 1);
  }

  // The actions

  createGame(who: HardhatEthersSigner, challenge: Challenge) {
    return this.#act({
      who,
      onModel: (at) => this.model.createGame(at, who.address, challenge),
      target: "duel",
      method: "createGame",
      args: challengeArgs(challenge),
    });
  }

  createAndDeposit(who: HardhatEthersSigner, challenge: Challenge) {
    return this.#act({
      who,
      onModel: (at) => this.model.createAndDeposit(at, who.address, challenge),
      target: "duel",
      method: "createAndDeposit",
      args: challengeArgs(challenge),
    });
  }

  deposit(who: HardhatEthersSigner, gameId: number) {
    return this.#act({
      who,
      onModel: (at) => this.model.deposit(at, who.address, gameId),
      target: "duel",
      method: "deposit",
      args: [gameId],
    });
  }

  depositAndJoin(who: HardhatEthersSigner, gameId: number, opening: Opening) {
    return this.#act({
      who,
      onModel: (at) => this.model.depositAndJoin(at, who.address, gameId, opening),
      target: "duel",
      method: "depositAndJoin",
      args: [gameId, opening.nonce, opening.team],
    });
  }

  transferAndCall(who: HardhatEthersSigner, amount: bigint, memo: Memo) {
    return this.#act({
      who,
      onModel: (at) => this.model.transferAndCall(at, who.address, amount, memo),
      target: "fight",
      method: "transferAndCall(address,uint256,bytes)",
      args: [this.#addresses.duel, amount, this.#memoBytes(memo)],
    });
  }

  joinGame(who: HardhatEthersSigner, gameId: number, opening: Opening) {
    return this.#act({
      who,
      onModel: (at) => this.model.joinGame(at, who.address, gameId, opening),
      target: "duel",
      method: "joinGame",
      args: [gameId, opening.nonce, opening.team],
    });
  }

  async reveal(who: HardhatEthersSigner, gameId: number, opening: Opening) {
    const isFought = await this.#act({
      who,
      onModel: (at) => this.model.reveal(at, who.address, gameId, opening),
      target: "duel",
      method: "reveal",
      args: [gameId, opening.nonce, opening.team],
    });
    if (isFought) await this.#compareTurns(gameId);
    return isFought;
  }

  cancel(who: HardhatEthersSigner, gameId: number) {
    return this.#act({
      who,
      onModel: (at) => this.model.cancel(at, who.address, gameId),
      target: "duel",
      method: "cancel",
      args: [gameId],
    });
  }

  claimInactive(who: HardhatEthersSigner, gameId: number) {
    return this.#act({
      who,
      onModel: (at) => this.model.claimInactive(at, who.address, gameId),
      target: "duel",
      method: "claimInactive",
      args: [gameId],
    });
  }

  withdrawCredit(who: HardhatEthersSigner, to: string) {
    return this.#act({
      who,
      onModel: () => this.model.withdrawCredit(who.address, to),
      target: "duel",
      method: "withdrawCredit",
      args: [to],
    });
  }

  registerMode(who: HardhatEthersSigner, mode: GameMode) {
    return this.#act({
      who,
      onModel: () => this.model.registerMode(who.address, mode),
      target: "duel",
      method: "registerMode",
      args: [modeToRegister(mode)],
    });
  }

  closeMode(who: HardhatEthersSigner, modeId: number) {
    return this.#act({
      who,
      onModel: () => this.model.closeMode(who.address, modeId),
      target: "duel",
      method: "closeMode",
      args: [modeId],
    });
  }

  setHouse(who: HardhatEthersSigner, house: string) {
    return this.#act({
      who,
      onModel: () => this.model.setHouse(who.address, house),
      target: "duel",
      method: "setHouse",
      args: [house],
    });
  }

  setStartsPaused(who: HardhatEthersSigner, isPaused: boolean) {
    return this.#act({
      who,
      onModel: () => this.model.setStartsPaused(who.address, isPaused),
      target: "duel",
      method: "setStartsPaused",
      args: [isPaused],
    });
  }

  async mint(to: HardhatEthersSigner, charIds: readonly number[], isGolden: boolean) {
    const isMinted = await this.#act({
      who: this.admin,
      onModel: () => this.model.roster.mint(to.address, charIds, isGolden),
      target: "fighters",
      method: "mint",
      args: [to.address, charIds, isGolden],
    });
    if (isMinted) this.#mintedCount += charIds.length;
    return isMinted;
  }

  transferFighter(who: HardhatEthersSigner, to: HardhatEthersSigner, assetId: bigint) {
    return this.#act({
      who,
      onModel: () => this.model.roster.transfer(who.address, to.address, assetId),
      target: "fighters",
      method: "transferFrom",
      args: [who.address, to.address, assetId],
    });
  }

  burnFighter(who: HardhatEthersSigner, assetId: bigint) {
    return this.#act({
      who,
      onModel: () => this.model.roster.burn(who.address, assetId),
      target: "fighters",
      method: "burn",
      args: [assetId],
    });
  }

  setRefused(account: string, isRefused: boolean) {
    return this.#act({
      who: this.admin,
      onModel: () => this.model.bank.setRefused(account, isRefused),
      target: "fight",
      method: "setRefused",
      args: [account, isRefused],
    });
  }

  // Holding the two against each other

  /** Whether the action was done; both must agree, on the error too. */
  async #act({ who, onModel, target, method, args }: Action): Promise<boolean> {
    this.#nowSecs = Math.max(this.#nextSecs, this.#nowSecs + 1);
    this.#blockNumber++;
    const at: Moment = { nowSecs: this.#nowSecs, blockNumber: this.#blockNumber };
    const expected = outcomeOf(() => onModel(at));

    await chain.networkHelpers.time.setNextBlockTimestamp(at.nowSecs);
    const abi: Interface = this.#arena[target].interface;
    const data = abi.encodeFunctionData(method, args);
    const actual = await this.#send(who.address, this.#addresses[target], data);
    expect(actual, `${method} by ${who.address} at ${at.nowSecs}`).to.equal(expected);
    await this.#compareState();
    return expected === DONE;
  }

  async #send(from: string, to: string, data: string): Promise<string> {
    try {
      await chain.provider.request({
        method: "eth_sendTransaction",
        params: [{ from, to, data, gas: GAS_LIMIT }],
      });
      return DONE;
    } catch (error) {
      return this.#nameOf((error as { data?: string }).data ?? "0x") ?? String(error);
    }
  }

  #nameOf(data: string): string | null {
    for (const target of ["duel", "fight", "fighters"] as const) {
      const parsed = this.#arena[target].interface.parseError(data);
      if (parsed !== null) return `${parsed.name}(${parsed.args.join(", ")})`;
    }
    return null;
  }

  async #compareState(): Promise<void> {
    const { model, people } = this;
    const [escrow, games, accounts, fighters] = await this.#reader.read(
      this.#addresses.duel,
      this.#addresses.fight,
      people.map(({ address }) => address),
      this.#mintedCount,
    );
    const count = (length: number) => Array.from({ length }, (_, i) => i + 1);
    expect(escrow, "escrow").to.equal(model.bank.escrow);
    expect(plain(games.map((game) => pickFields(game, GAME_FIELDS)))).to.deep.equal(
      plain(count(model.gameCount).map((gameId) => pickFields(model.game(gameId), GAME_FIELDS))),
    );
    expect(
      plain(
        accounts.map(({ balance, credit, stats }) => [
          balance,
          credit,
          ...pickFields(stats, PLAYER_STATISTICS),
        ]),
      ),
    ).to.deep.equal(
      plain(
        people.map(({ address }) => [
          model.bank.balanceOf(address),
          model.bank.creditOf(address),
          ...pickFields(model.playerStats(address), PLAYER_STATISTICS),
        ]),
      ),
    );
    expect(plain(fighters.map((stats) => pickFields(stats, FIGHTER_STATISTICS)))).to.deep.equal(
      plain(
        count(this.#mintedCount).map((assetId) =>
          pickFields(model.fighterStats(BigInt(assetId)), FIGHTER_STATISTICS),
        ),
      ),
    );
  }

  async #compareTurns(gameId: number): Promise<void> {
    const turns = await this.#arena.duel.gameTurns(gameId);
    expect(plain(turns.map((turn) => pickFields(turn, TURN_FIELDS)))).to.deep.equal(
      plain(this.model.gameTurns(gameId).map((turn) => pickFields(turn, TURN_FIELDS))),
    );
  }

  #memoBytes(memo: Memo): string {
    const { interface: duel } = this.#arena.duel;
    switch (memo.action) {
      case "deposit":
        return ethers.toBeHex(memo.gameId, 32);
      case "createAndDeposit":
        return duel.encodeFunctionData("createAndDeposit", challengeArgs(memo.challenge));
      case "depositAndJoin":
        return duel.encodeFunctionData("depositAndJoin", [
          memo.gameId,
          memo.opening.nonce,
          [...memo.opening.team] as TeamIds,
        ]);
    }
  }
}

const DONE = "done";
/** The most that one transaction may ask for since EIP-7825 is 2^24. */
const GAS_LIMIT = "0xf42400";

const GAME_FIELDS = [
  "state",
  "modeId",
  "bet",
  "p1",
  "p2",
  "since",
  "joinBlock",
  "teamHash",
  "p1Nonce",
  "p2Nonce",
  "p1Team",
  "p2Team",
] as const;
function challengeArgs({ modeId, teamHash, bet, opponent }: Challenge): [number, string, bigint, string] {
  return [modeId, teamHash, bet, opponent];
}

function outcomeOf(action: () => void): string {
  try {
    action();
    return DONE;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function pickFields<Field extends string>(
  value: Record<Field, unknown>,
  fields: readonly Field[],
): unknown[] {
  return fields.map((field) => value[field]);
}

/** Numbers of the model and bigints of the chain, both as text. */
function plain(value: unknown): unknown {
  return Array.isArray(value) || (typeof value === "object" && value !== null)
    ? Array.from(value as Iterable<unknown>, plain)
    : String(value);
}
