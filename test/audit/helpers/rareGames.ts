import type { BlacklistFight } from "../../../types/contracts/mocks/index.ts";
import {
  type Arena,
  ALL_JOINED,
  deployArena,
  ethers,
  nonceForWinner,
  P1_DEPOSITED,
  P1_NONCE,
  P1_WIN,
  P2_WIN_INACTIVE,
  playTo,
  type TeamIds,
  withToken,
} from "../../helpers/arena.ts";
import { inOneBlock } from "../../helpers/oneBlock.ts";

export interface RareGames {
  readonly arena: Arena;
  readonly ids: Readonly<
    Record<"prize" | "refund" | "inactive" | "bothSides" | "sameBlock" | "sameBlockToo", bigint>
  >;
}

/** Games that hardly ever happen: payments that the token refuses, a fighter on both sides, two ends in one block. */
export async function playRareGames(): Promise<RareGames> {
  const plain = await deployArena();
  const token = (await ethers.deployContract("BlacklistFight", [plain.admin])) as unknown as BlacklistFight;
  const arena = await withToken(plain, token);
  const { duel, fighters, p1, p1Golden, p1Team, p2, p2Golden, p2Team } = arena;
  const golden = { p1Team: p1Golden, p2Team: p2Golden };

  const refund = await playTo(arena, P1_DEPOSITED);
  await token.setRefused(p1, true);
  await duel.connect(p1).cancel(refund);
  await token.setRefused(p1, false);

  const winning = { ...golden, p2Nonce: await nonceForWinner(arena, 1, golden) };
  const inactive = await whileRefused(token, p2.address, () => playTo(arena, P2_WIN_INACTIVE, winning));
  const prize = await whileRefused(token, p1.address, () => playTo(arena, P1_WIN, winning));

  const [sameBlock, sameBlockToo] = [
    await playTo(arena, ALL_JOINED, winning),
    await playTo(arena, ALL_JOINED, winning),
  ];
  const reveal = async (gameId: bigint, team: TeamIds) => ({
    who: p1,
    to: await duel.getAddress(),
    data: duel.interface.encodeFunctionData("reveal", [gameId, P1_NONCE, team]),
  });
  const good = await inOneBlock(await reveal(sameBlock, p1Golden), await reveal(sameBlockToo, p1Golden));
  if (good.includes(false)) throw new Error("a reveal has failed");

  const sold = p2Team[3];
  const mixed: TeamIds = [sold, p1Team[1], p1Team[2], p1Team[3], p1Team[4]];
  const bothSides = await playTo(arena, ALL_JOINED, { p1Team: mixed, p2Nonce: `0x${"5".repeat(64)}` });
  await fighters.connect(p2).transferFrom(p2, p1, sold);
  await duel.connect(p1).reveal(bothSides, P1_NONCE, mixed);

  return { arena, ids: { prize, refund, inactive, bothSides, sameBlock, sameBlockToo } };
}

async function whileRefused<T>(token: BlacklistFight, account: string, play: () => Promise<T>): Promise<T> {
  await token.setRefused(account, true);
  const result = await play();
  await token.setRefused(account, false);
  return result;
}
