import { expect } from "chai";
import {
  ALL_DEPOSITED,
  type Arena,
  chain,
  DAY,
  deployArena,
  ethers,
  networkHelpers,
  P1_NONCE,
  playTo,
} from "../helpers/arena.ts";

describe("Attacks: whoever makes the block", () => {
  /** What a block's maker can choose or wait for. */
  const influences: Record<string, (arena: Arena) => Promise<unknown>> = {
    "another time": () => networkHelpers.time.increase(7 * DAY),
    "another block number": () => networkHelpers.mine(300),
    "another coinbase": ({ stranger }) => networkHelpers.setCoinbase(stranger.address),
    "another prevrandao": () => networkHelpers.setPrevRandao(2n ** 255n + 12_345n),
    "another base fee": () => networkHelpers.setNextBlockBaseFeePerGas(10n ** 11n),
    "another block hash": ({ admin, stranger }) => admin.sendTransaction({ to: stranger, value: 1 }),
    "another gas limit": () =>
      chain.provider.request({ method: "evm_setBlockGasLimit", params: ["0x1c9c380"] }),
  };

  async function turns(influence: (arena: Arena) => Promise<unknown>) {
    const arena = await networkHelpers.loadFixture(deployArena);
    const { duel, p1, p1Team, p2, p2Team } = arena;
    const gameId = await playTo(arena, ALL_DEPOSITED);
    await influence(arena);
    await duel.connect(p2).joinGame(gameId, ethers.id("any nonce"), p2Team);
    await influence(arena);
    await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
    const [fought] = await duel.queryFilter(duel.filters.GameFought(gameId));
    return fought!.args.turns;
  }

  for (const [title, influence] of Object.entries(influences)) {
    it(`changes nothing of a battle by ${title}`, async () => {
      const undisturbed = await turns(async () => {});
      expect(await turns(influence)).to.equal(undisturbed);
    });
  }
});
