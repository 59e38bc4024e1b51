import { AbiCoder, MaxUint256, parseEther } from "ethers";
import { signPermit } from "../../chain/permit.ts";
import { characterToAdd, modeToRegister } from "../../chain/registration.ts";
import { CHARACTERS } from "../../sim/battle/characters.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { seal } from "../../sim/sealing/commitment.ts";
import { type Arena, DEFAULT_MODE_ID, Dice, gasOf, openArena, STAKE, teamOf } from "./arena.ts";

/** What an action costs the first time somebody does it, and when everything it touches was used before. */
export interface ActionGas {
  readonly cold: number;
  readonly warm: number;
}

const DAY_SECS = 86_400;
const FOREVER = 2n ** 64n;

/**
 * The gas of every public action, exactly. All choices are fixed, so each run gives the same numbers; the battle is the
 * same one both times.
 */
export async function measureActions(): Promise<Record<string, ActionGas>> {
  const costs = new Map<string, number[]>();
  const note = async (action: string, sent: Parameters<typeof gasOf>[0]) => {
    const list = costs.get(action) ?? [];
    costs.set(action, [...list, await gasOf(sent)]);
  };
  const arena = await openArena(new Dice("gas snapshot"), 5);
  await everyAction(arena, note);
  // On a living contract somebody's stake is always waiting. Once more to finish warming up, then the one that counts.
  await openStandingGame(arena);
  for (let round = 0; round < 2; round++) await everyAction(arena, note);
  return Object.fromEntries(
    [...costs].map(([action, list]) => [action, { cold: list[0]!, warm: list.at(-1)! }] as const),
  );
}

async function openStandingGame(arena: Arena): Promise<void> {
  const [p1, p2] = arena.players;
  const { teamHash } = secrets(arena);
  await arena.contracts.duel.connect(p1).createAndDeposit(DEFAULT_MODE_ID, teamHash, STAKE, p2.address);
}

type Note = (action: string, sent: Parameters<typeof gasOf>[0]) => Promise<void>;

async function everyAction(arena: Arena, note: Note): Promise<void> {
  await duelByAllowance(arena, note);
  await duelInSingleSteps(arena, note);
  await duelWithPermit(arena, note);
  await duelByTransfer(arena, note);
  await endsWithoutBattle(arena, note);
  await administration(arena, note);
  await tokens(arena, note);
}

/** The same seeds every time, so that the same battle is fought cold and warm. */
function secrets(arena: Arena) {
  const dice = new Dice("gas snapshot battle");
  const p1Team = teamOf(arena, 0, [0, 1, 2, 3, 4]);
  const p2Team = teamOf(arena, 1, [0, 1, 2, 3, 4]);
  const [p1Nonce, p2Nonce] = [dice.bytes32(), dice.bytes32()];
  return { p1Team, p2Team, p1Nonce, p2Nonce, teamHash: seal(p1Nonce, p1Team) };
}

async function rest(arena: Arena): Promise<void> {
  await arena.chain.networkHelpers.time.increase(DAY_SECS);
}

async function duelByAllowance(arena: Arena, note: Note): Promise<void> {
  const { duel } = arena.contracts;
  const [p1, p2] = arena.players;
  const { p1Team, p2Team, p1Nonce, p2Nonce, teamHash } = secrets(arena);
  const zero = arena.chain.ethers.ZeroAddress;
  await rest(arena);
  await note(
    "Duel.createAndDeposit",
    duel.connect(p1).createAndDeposit(DEFAULT_MODE_ID, teamHash, STAKE, zero),
  );
  const gameId = await duel.gameCount();
  await note("Duel.depositAndJoin", duel.connect(p2).depositAndJoin(gameId, p2Nonce, p2Team));
  await note("Duel.reveal", duel.connect(p1).reveal(gameId, p1Nonce, p1Team));
}

async function duelInSingleSteps(arena: Arena, note: Note): Promise<void> {
  const { duel } = arena.contracts;
  const [p1, p2] = arena.players;
  const { p1Team, p2Team, p1Nonce, p2Nonce, teamHash } = secrets(arena);
  await rest(arena);
  await note("Duel.createGame", duel.connect(p1).createGame(DEFAULT_MODE_ID, teamHash, STAKE, p2.address));
  const gameId = await duel.gameCount();
  await note("Duel.deposit (player 1)", duel.connect(p1).deposit(gameId));
  await note("Duel.deposit (player 2)", duel.connect(p2).deposit(gameId));
  await note("Duel.joinGame", duel.connect(p2).joinGame(gameId, p2Nonce, p2Team));
  await duel.connect(p1).reveal(gameId, p1Nonce, p1Team);
}

async function duelWithPermit(arena: Arena, note: Note): Promise<void> {
  const { duel, fight } = arena.contracts;
  const [p1, p2] = arena.players;
  const { p1Team, p2Team, p1Nonce, p2Nonce, teamHash } = secrets(arena);
  const zero = arena.chain.ethers.ZeroAddress;
  await rest(arena);
  const p1Permit = await signPermit(p1, fight, duel, STAKE, FOREVER);
  await note(
    "Duel.createAndDepositWithPermit",
    duel.connect(p1).createAndDepositWithPermit(DEFAULT_MODE_ID, teamHash, STAKE, zero, p1Permit),
  );
  const gameId = await duel.gameCount();
  const p2Permit = await signPermit(p2, fight, duel, STAKE, FOREVER);
  await note(
    "Duel.depositAndJoinWithPermit",
    duel.connect(p2).depositAndJoinWithPermit(gameId, p2Nonce, p2Team, p2Permit),
  );
  await duel.connect(p1).reveal(gameId, p1Nonce, p1Team);

  await duel.connect(p1).createGame(DEFAULT_MODE_ID, teamHash, STAKE, zero);
  const secondId = await duel.gameCount();
  const depositPermit = await signPermit(p1, fight, duel, STAKE, FOREVER);
  await note("Duel.depositWithPermit", duel.connect(p1).depositWithPermit(secondId, depositPermit));
  await duel.connect(p1).cancel(secondId);
  // A permit replaced the standing allowance.
  for (const player of arena.players)
    await fight.connect(player).approve(await duel.getAddress(), MaxUint256);
}

async function duelByTransfer(arena: Arena, note: Note): Promise<void> {
  const { duel, fight } = arena.contracts;
  const [p1, p2] = arena.players;
  const { p1Team, p2Team, p1Nonce, p2Nonce, teamHash } = secrets(arena);
  const zero = arena.chain.ethers.ZeroAddress;
  const address = await duel.getAddress();
  const send = (player: typeof p1, memo: string) =>
    fight.connect(player)["transferAndCall(address,uint256,bytes)"](address, STAKE, memo);
  await rest(arena);
  const create = duel.interface.encodeFunctionData("createAndDeposit", [
    DEFAULT_MODE_ID,
    teamHash,
    STAKE,
    zero,
  ]);
  await note("Fight.transferAndCall (create and deposit)", send(p1, create));
  const gameId = await duel.gameCount();
  const join = duel.interface.encodeFunctionData("depositAndJoin", [gameId, p2Nonce, p2Team]);
  await note("Fight.transferAndCall (deposit and join)", send(p2, join));
  await duel.connect(p1).reveal(gameId, p1Nonce, p1Team);

  await duel.connect(p1).createGame(DEFAULT_MODE_ID, teamHash, STAKE, zero);
  const secondId = await duel.gameCount();
  const memo = AbiCoder.defaultAbiCoder().encode(["uint256"], [secondId]);
  await note("Fight.transferAndCall (deposit)", send(p1, memo));
  await duel.connect(p1).cancel(secondId);
}

async function endsWithoutBattle(arena: Arena, note: Note): Promise<void> {
  const { duel } = arena.contracts;
  const [p1, p2] = arena.players;
  const { p2Team, p2Nonce, teamHash } = secrets(arena);
  const zero = arena.chain.ethers.ZeroAddress;
  const create = async () => {
    await duel.connect(p1).createAndDeposit(DEFAULT_MODE_ID, teamHash, STAKE, zero);
    return duel.gameCount();
  };
  await rest(arena);
  await note("Duel.cancel", duel.connect(p1).cancel(await create()));
  const withheld = await create();
  await duel.connect(p2).depositAndJoin(withheld, p2Nonce, p2Team);
  const abandoned = await create();
  await duel.connect(p2).deposit(abandoned);
  await rest(arena);
  await note("Duel.claimInactive (no reveal)", duel.connect(p2).claimInactive(withheld));
  await note("Duel.claimInactive (no join)", duel.connect(p1).claimInactive(abandoned));
  await note("Duel.withdrawCredit", duel.connect(arena.house).withdrawCredit(arena.house.address));
}

async function administration(arena: Arena, note: Note): Promise<void> {
  const { duel, fighters } = arena.contracts;
  const [stranger] = arena.strangers;
  await note("Duel.registerMode", duel.registerMode(modeToRegister({ ...DEFAULT_MODE, name: "Snapshot" })));
  await note("Duel.closeMode", duel.closeMode(await duel.modeCount()));
  await note("Duel.setStartsPaused", duel.setStartsPaused(true));
  await duel.setStartsPaused(false);
  await note("Duel.setHouse", duel.setHouse(stranger!.address));
  await duel.setHouse(arena.house.address);
  await note("Fighters.addCharacters (one)", fighters.addCharacters([characterToAdd(CHARACTERS[0]!)]));
}

async function tokens(arena: Arena, note: Note): Promise<void> {
  const { fight, fighters } = arena.contracts;
  const [p1] = arena.players;
  const [stranger] = arena.strangers;
  await note("Fighters.mint (five)", fighters.mint(stranger!.address, [1, 2, 3, 4, 5], false));
  const assetId = await fighters.mintedCount();
  await note(
    "Fighters.transferFrom",
    fighters.connect(stranger!).transferFrom(stranger!.address, p1.address, assetId),
  );
  await note("Fighters.burn", fighters.connect(p1).burn(assetId));
  await note("Fight.transfer", fight.connect(p1).transfer(stranger!.address, parseEther("1")));
}
