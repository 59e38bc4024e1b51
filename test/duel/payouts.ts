import { expect } from "chai";
import { battlePayout, inactivePayout } from "../../sim/duel/payouts.ts";
import {
  addMode,
  ALL_DEPOSITED,
  type Arena,
  BET,
  DAY,
  deployArena,
  ethers,
  networkHelpers,
  nonceForWinner,
  P1_NONCE,
  P1_WIN,
  P2_WIN,
  playTo,
  ALL_JOINED,
} from "../helpers/arena.ts";

const PENNY = "0.000000000000000001";

/** Worked out by hand: pot = 2 bets, winner = floor(pot × bps / 10,000), house = the rest. */
const BATTLES = [
  { bet: 1n, winnerPctBps: 8_000, winnerAmount: 1n, houseAmount: 1n },
  { bet: 1n, winnerPctBps: 3_333, winnerAmount: 0n, houseAmount: 2n },
  { bet: 7n, winnerPctBps: 3_333, winnerAmount: 4n, houseAmount: 10n },
  { bet: 5_000n, winnerPctBps: 3_333, winnerAmount: 3_333n, houseAmount: 6_667n },
  { bet: 3n, winnerPctBps: 9_999, winnerAmount: 5n, houseAmount: 1n },
  { bet: 4_999n, winnerPctBps: 1, winnerAmount: 0n, houseAmount: 9_998n },
  { bet: 9n, winnerPctBps: 10_000, winnerAmount: 18n, houseAmount: 0n },
  { bet: 9n, winnerPctBps: 0, winnerAmount: 0n, houseAmount: 18n },
  {
    bet: 123_456_789_012_345_678_901n,
    winnerPctBps: 8_000,
    winnerAmount: 197_530_862_419_753_086_241n,
    houseAmount: 49_382_715_604_938_271_561n,
  },
] as const;

/** Here it is the house's part that is rounded down. */
const FORFEITS = [
  { bet: 1n, inactiveHousePctBps: 0, winnerAmount: 2n, houseAmount: 0n },
  { bet: 1n, inactiveHousePctBps: 3_333, winnerAmount: 2n, houseAmount: 0n },
  { bet: 7n, inactiveHousePctBps: 3_333, winnerAmount: 10n, houseAmount: 4n },
  { bet: 9n, inactiveHousePctBps: 10_000, winnerAmount: 0n, houseAmount: 18n },
] as const;

describe("Duel: payouts", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  for (const { bet, winnerPctBps, winnerAmount, houseAmount } of BATTLES) {
    describe(`when ${bet} units were bet and the winner gets ${winnerPctBps} basis points`, () => {
      const prepare = async () => {
        const terms = { name: "Share", minBet: PENNY, winnerPctBps, housePctBps: 10_000 - winnerPctBps };
        return playTo(arena, ALL_JOINED, { modeId: await addMode(arena, terms), bet });
      };
      const reveal = (gameId: bigint) => arena.duel.connect(arena.p1).reveal(gameId, P1_NONCE, arena.p1Team);

      it("pays the winner and keeps the rest, to the last unit", async () => {
        const { duel, fight, house, p1, p2 } = arena;
        const gameId = await prepare();
        await expect(reveal(gameId)).to.changeTokenBalances(
          ethers,
          fight,
          [p1, p2, house, duel],
          [winnerAmount, 0, 0, -winnerAmount],
        );
      });

      it("credits the house instead of sending", async () => {
        await reveal(await prepare());
        expect(await arena.duel.creditOf(arena.house)).to.equal(houseAmount);
      });

      it("tells the split", async () => {
        const gameId = await prepare();
        await expect(reveal(gameId))
          .to.emit(arena.duel, "PotSplit")
          .withArgs(gameId, winnerAmount, houseAmount);
      });

      it("is split the same by the model", () => {
        expect(battlePayout(bet, { winnerPctBps })).to.deep.equal({ winnerAmount, houseAmount });
      });
    });
  }

  for (const { bet, inactiveHousePctBps, winnerAmount, houseAmount } of FORFEITS) {
    describe(`when ${bet} units were bet and idleness pays the house ${inactiveHousePctBps} basis points`, () => {
      const prepare = async () => {
        const modeId = await addMode(arena, { name: "Idle", minBet: PENNY, inactiveHousePctBps });
        const gameId = await playTo(arena, ALL_DEPOSITED, { modeId, bet });
        await networkHelpers.time.increase(DAY);
        return gameId;
      };
      const claim = (gameId: bigint) => arena.duel.connect(arena.p1).claimInactive(gameId);

      it("pays the winner and keeps the rest, to the last unit", async () => {
        const { duel, fight, house, p1, p2 } = arena;
        const gameId = await prepare();
        await expect(claim(gameId)).to.changeTokenBalances(
          ethers,
          fight,
          [p1, p2, house, duel],
          [winnerAmount, 0, 0, -winnerAmount],
        );
      });

      it("credits the house instead of sending", async () => {
        await claim(await prepare());
        expect(await arena.duel.creditOf(arena.house)).to.equal(houseAmount);
      });

      it("is split the same by the model", () => {
        expect(inactivePayout(bet, { inactiveHousePctBps })).to.deep.equal({ winnerAmount, houseAmount });
      });
    });
  }

  describe("when player 2 wins", () => {
    it("pays player 2", async () => {
      const { duel, fight, p1, p1Team, p2 } = arena;
      const gameId = await playTo(arena, ALL_JOINED, { p2Nonce: await nonceForWinner(arena, 2) });
      await expect(duel.connect(p1).reveal(gameId, P1_NONCE, p1Team)).to.changeTokenBalances(
        ethers,
        fight,
        [p1, p2, duel],
        [0, (2n * BET * 8n) / 10n, (-2n * BET * 8n) / 10n],
      );
    });
  });

  describe("when many games have ended", () => {
    it("holds exactly what it owes", async () => {
      const { duel, fight, house } = arena;
      const golden = { p1Team: arena.p1Golden, p2Team: arena.p2Golden };
      for (const state of [P1_WIN, P2_WIN, P1_WIN] as const) await playTo(arena, state, golden);
      expect(await fight.balanceOf(duel)).to.equal(await duel.creditOf(house));
    });
  });
});
