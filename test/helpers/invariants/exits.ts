import { ALL_DEPOSITED, chain, CREATED, HOUR, networkHelpers, P1_DEPOSITED } from "../arena.ts";
import type { Actors } from "./actors.ts";
import { isEnded } from "./checker.ts";
import { demand } from "./observation.ts";
import type { World } from "./world.ts";

const LONGEST_WAIT_SECS = 720 * HOUR;
const HONEST = 0;
const SELECTOR_LENGTH = 10;
const BLOCKS_FOR_DEEDS = 100;

/**
 * Everybody leaves: from every open game one player alone reaches an end, whatever the token and the administrator
 * do, and no later than the longest time that a mode may have (I4). Then everybody withdraws, and nothing is left that
 * is anybody's (I1).
 */
export async function everybodyLeaves(world: World): Promise<void> {
  const personOf = (address: string) =>
    world.people.find((person) => person.address.toLowerCase() === address)!;
  world.waitUntil(world.nowSecs + LONGEST_WAIT_SECS);
  for (const [i, game] of world.games.entries()) {
    if (isEnded(game)) continue;
    const method = game.state === CREATED || game.state === P1_DEPOSITED ? "cancel" : "claimInactive";
    const who = personOf(method === "cancel" || game.state === ALL_DEPOSITED ? game.p1 : game.p2);
    const isDone = await world.act({ who, target: "duel", method, args: [i + 1] });
    demand("I4", isDone, () => `${method} cannot end game ${i + 1} in state ${game.state}`);
  }
  const admin = world.people.find(({ address }) => address === world.arena.admin.address)!;
  const [target, callback] = ["fight", "0x"] as const;
  await world.act({ who: admin, target, method: "setMood", args: [HONEST, world.duelAddress, callback] });
  for (const who of world.people) {
    await world.act({ who: admin, target, method: "setRefused", args: [who.address, false] });
    const credit = world.last!.accounts.get(who.address.toLowerCase())!.credit;
    if (credit === 0n) continue;
    const isDone = await world.act({ who, target: "duel", method: "withdrawCredit", args: [who.address] });
    demand("I4", isDone, () => `${who.address} cannot withdraw ${credit}`);
  }
  const { escrow, donated } = world.last!;
  demand("I1", escrow === donated, () => `${escrow} are left, and ${donated} were donated`);
}

/** What each player could do now, for every open game: done, or the selector of the error. */
async function possibilities(world: World, { sealed }: Actors): Promise<readonly string[]> {
  const list: string[] = [];
  const attempt = async (title: string, from: string, method: string, args: readonly unknown[]) => {
    const data = world.encode("duel", method, args);
    list.push(`${title}: ${await answer(from, world.duelAddress, data)}`);
  };
  for (const [i, game] of world.games.entries()) {
    if (isEnded(game)) continue;
    const gameId = i + 1;
    const { nonce, team } = sealed.get(gameId)!;
    await attempt(`reveal of game ${gameId}`, game.p1, "reveal", [gameId, nonce, team]);
    await attempt(`cancel of game ${gameId}`, game.p1, "cancel", [gameId]);
    await attempt(`player 1's claim of game ${gameId}`, game.p1, "claimInactive", [gameId]);
    await attempt(`player 2's claim of game ${gameId}`, game.p2, "claimInactive", [gameId]);
  }
  for (const { address } of world.people)
    await attempt(`withdrawal of ${address}`, address, "withdrawCredit", [address]);
  return list;
}

async function answer(from: string, to: string, data: string): Promise<string> {
  try {
    await chain.provider.request({
      method: "eth_call",
      params: [{ from, to, data, gas: "0xf42400" }, "latest"],
    });
    return "done";
  } catch (error) {
    return String((error as { data?: unknown }).data).slice(0, SELECTOR_LENGTH);
  }
}

/** Whatever the administrator does, everybody can do what they could (I6). */
export async function administratorStopsNobody(world: World, actors: Actors): Promise<void> {
  const { duel, admin, house } = world.arena;
  const laterSecs = world.nowSecs + 2 * HOUR;
  // Both looks are at the same second of the same block.
  const laterBlock = (await networkHelpers.time.latestBlock()) + BLOCKS_FOR_DEEDS;
  const look = async () => {
    await networkHelpers.mineUpTo(laterBlock);
    await networkHelpers.time.increaseTo(laterSecs);
    return possibilities(world, actors);
  };

  const before = await networkHelpers.takeSnapshot();
  const untouched = await look();
  await before.restore();
  const after = await networkHelpers.takeSnapshot();
  const closings = world.modes.map((_, i) => async () => {
    if ((await duel.gameMode(i + 1)).isOpen) await duel.connect(admin).closeMode(i + 1);
  });
  const deeds = [
    ...closings,
    () => duel.connect(admin).setStartsPaused(true),
    () => duel.connect(admin).setHouse(admin),
    () => duel.connect(admin).setHouse(house),
    () => duel.connect(admin).transferOwnership(house),
    () => duel.connect(house).acceptOwnership(),
  ];
  for (const deed of deeds) await deed();
  const touched = await look();
  await after.restore();
  untouched.forEach((outcome, i) => {
    const isKept = touched[i] === outcome;
    demand("I6", isKept, () => `the administrator turned "${outcome}" into "${touched[i]}"`);
  });
}
