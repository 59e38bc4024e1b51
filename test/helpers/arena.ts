import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { CHARACTERS } from "../../sim/battle/characters.ts";
import { fight } from "../../sim/battle/battle.ts";
import { DEFAULT_MODE, type GameMode, readGameMode, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { GAME_STATES, type GameState } from "../../sim/duel/states.ts";
import { type Bytes32, seal, seedOf } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import classicFile from "../../game/modes/default.json" with { type: "json" };
import { modeToRegister } from "../../chain/registration.ts";
import type { Contracts } from "../../chain/embedded.ts";
import { chain, deployGame, ethers, networkHelpers } from "./fixture.ts";

export type TeamIds = [bigint, bigint, bigint, bigint, bigint];

/** The whole game with people in it: each has five common and five golden fighters, FIGHT, and an allowance. */
export interface Arena extends Contracts {
  readonly admin: HardhatEthersSigner;
  readonly house: HardhatEthersSigner;
  readonly p1: HardhatEthersSigner;
  readonly p2: HardhatEthersSigner;
  readonly stranger: HardhatEthersSigner;
  readonly p1Team: TeamIds;
  readonly p2Team: TeamIds;
  readonly strangerTeam: TeamIds;
  readonly p1Golden: TeamIds;
  readonly p2Golden: TeamIds;
}

export const { ALL_DEPOSITED, ALL_JOINED, CREATED, P1_CANCELED, P1_DEPOSITED } = GAME_STATES;
export const { P1_WIN, P1_WIN_INACTIVE, P2_WIN, P2_WIN_INACTIVE } = GAME_STATES;
export const NOBODY = ethers.ZeroAddress;
export const FIGHT = 10n ** 18n;
export const BET = 100n * FIGHT;
export const PURSE = 1_000_000n * FIGHT;
export const CLASSIC = 1;
export const BLITZ = 2;
export const SIEGE = 3;
export const HOUR = 3_600;
export const DAY = 24 * HOUR;
export const P1_NONCE: Bytes32 = `0x${"11".repeat(32)}`;

/** Two tanks, two damage, one support: a team that any mode takes. */
const COMMON: number[] = [1, 2, 17, 18, 33];
const GOLDEN: number[] = [3, 4, 19, 20, 34];

export async function deployArena(): Promise<Arena> {
  const game = await deployGame();
  const [admin, house, p1, p2, stranger] = (await ethers.getSigners()) as [
    HardhatEthersSigner,
    HardhatEthersSigner,
    HardhatEthersSigner,
    HardhatEthersSigner,
    HardhatEthersSigner,
  ];
  await game.fighters.grantRole(await game.fighters.MINTER_ROLE(), admin);
  for (const player of [p1, p2, stranger]) {
    await game.fighters.mint(player, COMMON, false);
    await game.fighters.mint(player, GOLDEN, true);
    await game.fight.transfer(player, PURSE);
    await game.fight.connect(player).approve(game.duel, ethers.MaxUint256);
  }
  const teamFrom = (first: number) => [0, 1, 2, 3, 4].map((slot) => BigInt(first + slot)) as TeamIds;
  return {
    ...game,
    admin,
    house,
    p1,
    p2,
    stranger,
    p1Team: teamFrom(1),
    p1Golden: teamFrom(6),
    p2Team: teamFrom(11),
    p2Golden: teamFrom(16),
    strangerTeam: teamFrom(21),
  };
}

/** A Duel like the deployed one, for another token; players get that token and allow it. */
export async function withToken<Token extends Contracts["fight"]>(
  arena: Arena,
  token: Token,
): Promise<Arena & { fight: Token }> {
  const libraries: Record<string, string> = {};
  for (const name of ["ModeRegistry", "TurnLog"]) {
    libraries[name] = await (await ethers.deployContract(name)).getAddress();
  }
  const args = [arena.admin.address, arena.house.address, token, arena.fighters];
  const duel = (await ethers.deployContract("Duel", args, { libraries })) as unknown as Contracts["duel"];
  for (const mode of SHIPPED_MODES) await duel.registerMode(modeToRegister(mode));
  for (const player of [arena.p1, arena.p2, arena.stranger]) {
    await token.transfer(player, PURSE);
    await token.connect(player).approve(duel, ethers.MaxUint256);
  }
  return { ...arena, duel, fight: token };
}

/** The classic mode with other settings, as its file would have them. */
export function variant(fields: Record<string, unknown>): GameMode {
  return readGameMode({ ...classicFile, ...fields }, "variant");
}

/** Registers a variant of the classic mode and gives its number. */
export async function addMode({ duel }: Arena, fields: Record<string, unknown>): Promise<number> {
  await duel.registerMode(modeToRegister(variant(fields)));
  return Number(await duel.modeCount());
}

/** The fighters of a team as the simulator takes them. */
export async function fightersOf({ fighters }: Arena, team: readonly bigint[]) {
  return Promise.all(
    team.map(async (assetId) => {
      const { charId, tiers } = characterOf(await fighters.profileOf(assetId));
      return { assetId, charId, tiers };
    }),
  );
}

function characterOf(profile: bigint) {
  const charId = Number(profile >> 16n);
  return { charId, tiers: CHARACTERS[charId - 1]!.tiers };
}

/** A nonce of player 2 that lets the wanted player win. */
export async function nonceForWinner(
  arena: Arena,
  winner: 1 | 2,
  { p1Nonce = P1_NONCE, p1Team = arena.p1Team, p2Team = arena.p2Team, battle = DEFAULT_MODE.battle } = {},
): Promise<Bytes32> {
  const [first, second] = [await fightersOf(arena, p1Team), await fightersOf(arena, p2Team)];
  for (let i = 1; ; i++) {
    const nonce: Bytes32 = `0x${i.toString(16).padStart(64, "0")}`;
    const random = new SeededRandom(seedOf(p1Nonce, nonce));
    if (fight(battle, first, second, random).winner === winner) return nonce;
  }
}

interface GameOptions {
  readonly modeId?: number;
  readonly bet?: bigint;
  readonly opponent?: string;
  readonly p1Team?: TeamIds;
  readonly p2Team?: TeamIds;
  readonly p2Nonce?: Bytes32;
}

/** Creates a game and plays it up to a state; the winner of a battle is made by the choice of player 2's nonce. */
export async function playTo(arena: Arena, state: GameState, options: GameOptions = {}): Promise<bigint> {
  const { duel, p1, p2 } = arena;
  const { modeId = CLASSIC, bet = BET, opponent = NOBODY, ...teams } = options;
  const { p1Team = arena.p1Team, p2Team = arena.p2Team } = teams;
  await duel.connect(p1).createGame(modeId, seal(P1_NONCE, p1Team), bet, opponent);
  const gameId = await duel.gameCount();
  if (state === CREATED) return gameId;
  await duel.connect(p1).deposit(gameId);
  if (state === P1_DEPOSITED) return gameId;
  if (state === P1_CANCELED) {
    await duel.connect(p1).cancel(gameId);
    return gameId;
  }
  await duel.connect(p2).deposit(gameId);
  if (state === ALL_DEPOSITED) return gameId;
  if (state === P1_WIN_INACTIVE) {
    await networkHelpers.time.increase(DAY);
    await duel.connect(p1).claimInactive(gameId);
    return gameId;
  }
  const p2Nonce =
    options.p2Nonce ?? (await nonceForWinner(arena, state === P2_WIN ? 2 : 1, { p1Team, p2Team }));
  await duel.connect(p2).joinGame(gameId, p2Nonce, p2Team);
  if (state === ALL_JOINED) return gameId;
  if (state === P2_WIN_INACTIVE) {
    await networkHelpers.time.increase(DAY);
    await duel.connect(p2).claimInactive(gameId);
    return gameId;
  }
  await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
  return gameId;
}

/** The next transaction's block will have exactly this time. */
export async function nextBlockAt(secs: bigint | number): Promise<void> {
  await networkHelpers.time.setNextBlockTimestamp(secs);
}

export { chain, ethers, networkHelpers };
