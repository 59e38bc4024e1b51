import { expect } from "chai";
import { fight } from "../../sim/battle/battle.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import {
  afterLoss,
  afterWin,
  type FighterStatistics,
  FIGHTER_STATISTICS,
  NEW_FIGHTER,
  NEW_PLAYER,
  PLAYER_STATISTICS,
  type PlayerStatistics,
  tallyOf,
  withTally,
} from "../../sim/duel/statistics.ts";
import { type Bytes32, seedOf } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import {
  addMode,
  ALL_JOINED,
  type Arena,
  BET,
  DAY,
  deployArena,
  ethers,
  fightersOf,
  networkHelpers,
  nonceForWinner,
  P1_NONCE,
  P1_WIN,
  P2_WIN,
  playTo,
  type TeamIds,
} from "../helpers/arena.ts";

const WON = (2n * BET * 8n) / 10n;
const asText = <Field extends string>(stats: Record<Field, unknown>, fields: readonly Field[]) =>
  fields.map((field) => `${field} ${String(stats[field])}`);
const playerText = (stats: Record<keyof PlayerStatistics, unknown>) => asText(stats, PLAYER_STATISTICS);
const fighterText = (stats: Record<keyof FighterStatistics, unknown>) => asText(stats, FIGHTER_STATISTICS);

async function turnsOf(arena: Arena, p2Nonce: Bytes32, p1Team: TeamIds, p2Team: TeamIds) {
  const random = new SeededRandom(seedOf(P1_NONCE, p2Nonce));
  const [p1Fighters, p2Fighters] = [await fightersOf(arena, p1Team), await fightersOf(arena, p2Team)];
  return fight(DEFAULT_MODE.battle, p1Fighters, p2Fighters, random).turns;
}

describe("Duel: statistics", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  describe("when nobody has played", () => {
    it("shows a player's zeros", async () => {
      expect(playerText(await arena.duel.playerStats(arena.p1))).to.deep.equal(playerText(NEW_PLAYER));
    });

    it("shows a fighter's zeros", async () => {
      expect(fighterText(await arena.duel.fighterStats(1))).to.deep.equal(fighterText(NEW_FIGHTER));
    });
  });

  for (const [winner, loser, state] of [
    ["p1", "p2", P1_WIN],
    ["p2", "p1", P2_WIN],
  ] as const) {
    describe(`when ${winner} has won`, () => {
      let foughtAt: number;
      beforeEach(async () => {
        await playTo(arena, state);
        foughtAt = await networkHelpers.time.latest();
      });

      it("counts a duel entered and won, the stake and the prize of the winner", async () => {
        expect(playerText(await arena.duel.playerStats(arena[winner]))).to.deep.equal(
          playerText({
            duelsEntered: 1,
            duelsWon: 1,
            duelsLost: 0,
            duelsForfeited: 0,
            fightSpent: BET,
            fightWon: WON,
            lastDuel: foughtAt,
          }),
        );
      });

      it("counts a duel entered and lost and the stake of the loser", async () => {
        expect(playerText(await arena.duel.playerStats(arena[loser]))).to.deep.equal(
          playerText({
            duelsEntered: 1,
            duelsWon: 0,
            duelsLost: 1,
            duelsForfeited: 0,
            fightSpent: BET,
            fightWon: 0n,
            lastDuel: foughtAt,
          }),
        );
      });

      it("adds a second battle to the first", async () => {
        await playTo(arena, state, { p1Team: arena.p1Golden, p2Team: arena.p2Golden, bet: 3n * BET });
        const now = await networkHelpers.time.latest();
        const once = afterWin(NEW_PLAYER, BET, WON, foughtAt);
        expect(playerText(await arena.duel.playerStats(arena[winner]))).to.deep.equal(
          playerText(afterWin(once, 3n * BET, 3n * WON, now)),
        );
      });

      it("counts a win after a loss beside it", async () => {
        const [p1Team, p2Team] = [arena.p1Golden, arena.p2Golden];
        await playTo(arena, state === P1_WIN ? P2_WIN : P1_WIN, { p1Team, p2Team });
        const now = await networkHelpers.time.latest();
        const once = afterLoss(NEW_PLAYER, BET, foughtAt);
        expect(playerText(await arena.duel.playerStats(arena[loser]))).to.deep.equal(
          playerText(afterWin(once, BET, WON, now)),
        );
      });
    });
  }

  describe("when fighters have fought", () => {
    it("gives each what its turns add up to, and its rest", async () => {
      const { duel, p1Team, p2Team } = arena;
      const p2Nonce = await nonceForWinner(arena, 1);
      await playTo(arena, P1_WIN, { p2Nonce });
      const cooldownUntil = (await networkHelpers.time.latest()) + DAY;
      const turns = await turnsOf(arena, p2Nonce, p1Team, p2Team);
      const expected = [1, 2].flatMap((player) =>
        [0, 1, 2, 3, 4].map((slot) =>
          fighterText(withTally(NEW_FIGHTER, tallyOf(turns, player as 1 | 2, slot), cooldownUntil)),
        ),
      );
      const actual = await Promise.all([...p1Team, ...p2Team].map((assetId) => duel.fighterStats(assetId)));
      expect(actual.map(fighterText)).to.deep.equal(expected);
    });

    it("counts every kill as somebody's death, and every hit as somebody's wound", async () => {
      const { duel, p1Team, p2Team } = arena;
      await playTo(arena, P2_WIN);
      const stats = await Promise.all([...p1Team, ...p2Team].map((assetId) => duel.fighterStats(assetId)));
      const sum = (field: keyof FighterStatistics) => stats.reduce((total, one) => total + one[field], 0n);
      expect([sum("killCount"), sum("damageDealt")]).to.deep.equal([
        sum("deathCount"),
        sum("damageReceived"),
      ]);
    });

    it("lets golden fighters go on without rest", async () => {
      const { duel, p1Golden: p1Team, p2Golden: p2Team } = arena;
      await playTo(arena, P1_WIN, { p1Team, p2Team });
      const stats = await Promise.all([...p1Team, ...p2Team].map((assetId) => duel.fighterStats(assetId)));
      expect(stats.every(({ cooldownUntil }) => cooldownUntil === 0n)).to.equal(true);
    });

    for (const cooldownSecs of [0, 1, 30 * DAY]) {
      it(`lets the others rest ${cooldownSecs} seconds if the mode says so`, async () => {
        const modeId = await addMode(arena, { name: "Rest", cooldownSecs });
        await playTo(arena, P1_WIN, { modeId });
        const now = await networkHelpers.time.latest();
        expect((await arena.duel.fighterStats(arena.p1Team[0])).cooldownUntil).to.equal(now + cooldownSecs);
      });
    }

    it("never makes a rest shorter, when the fighter waited in two games", async () => {
      const { duel, p1, p1Golden: p1Team, p2Team } = arena;
      const long = await playTo(arena, ALL_JOINED, {
        p1Team,
        modeId: await addMode(arena, { name: "Long rest", cooldownSecs: 30 * DAY }),
      });
      const short = await playTo(arena, ALL_JOINED, {
        p1Team,
        modeId: await addMode(arena, { name: "Short rest", cooldownSecs: 1 }),
      });
      await duel.connect(p1).reveal(long, P1_NONCE, p1Team);
      const restUntil = (await networkHelpers.time.latest()) + 30 * DAY;
      await duel.connect(p1).reveal(short, P1_NONCE, p1Team);
      expect((await duel.fighterStats(p2Team[0])).cooldownUntil).to.equal(restUntil);
    });

    it("keeps a burned fighter's statistics", async () => {
      const { duel, fighters, p1, p1Team } = arena;
      await playTo(arena, P1_WIN);
      const before = fighterText(await duel.fighterStats(p1Team[0]));
      await fighters.connect(p1).burn(p1Team[0]);
      expect(fighterText(await duel.fighterStats(p1Team[0]))).to.deep.equal(before);
    });
  });

  describe("when the same fighter stands on both sides, because it was sold after the join", () => {
    it("counts what it did on both", async () => {
      const { duel, fighters, p1, p1Team, p2, p2Team } = arena;
      const sold = p2Team[3];
      const mixed: TeamIds = [sold, p1Team[1], p1Team[2], p1Team[3], p1Team[4]];
      const p2Nonce: Bytes32 = `0x${"5".repeat(64)}`;
      const gameId = await playTo(arena, ALL_JOINED, { p1Team: mixed, p2Nonce });
      await fighters.connect(p2).transferFrom(p2, p1, sold);
      await duel.connect(p1).reveal(gameId, P1_NONCE, mixed);

      const turns = await turnsOf(arena, p2Nonce, mixed, p2Team);
      const cooldownUntil = (await networkHelpers.time.latest()) + DAY;
      const asP1 = withTally(NEW_FIGHTER, tallyOf(turns, 1, 0), cooldownUntil);
      const asBoth = withTally(asP1, tallyOf(turns, 2, 3), cooldownUntil);
      expect(fighterText(await duel.fighterStats(sold))).to.deep.equal(fighterText(asBoth));
    });
  });

  describe("when a counter is at its largest value", () => {
    /** Where Duel keeps players and fighters. */
    const PLAYERS_SLOT = 7n;
    const FIGHTERS_SLOT = 8n;
    const slotOf = (key: string | bigint, mapping: bigint) =>
      ethers.keccak256(
        ethers.AbiCoder.defaultAbiCoder().encode(["uint256", "uint256"], [BigInt(key), mapping]),
      );
    const write = async (slot: string, value: bigint) =>
      networkHelpers.setStorageAt(await arena.duel.getAddress(), slot, value);

    const LARGEST = {
      killCount: 2 ** 23 - 1,
      deathCount: 2 ** 23 - 1,
      damageDealt: 2 ** 42 - 1,
      damageReceived: 2 ** 42 - 1,
      dodgeCount: 2 ** 24 - 1,
      comboCount: 2 ** 24 - 1,
      cooldownUntil: 0,
    };

    for (const below of [0, 1, 5]) {
      it(`leaves a fighter's counters there from ${below} below, and reveals all the same`, async () => {
        const { duel, fighters, p1Team, p2Team } = arena;
        const p2Nonce = await nonceForWinner(arena, 1);
        const start = Object.fromEntries(
          Object.entries(LARGEST).map(([field, largest]) => [field, Math.max(0, largest - below)]),
        ) as unknown as FighterStatistics;
        for (const assetId of [...p1Team, ...p2Team]) {
          const record =
            (await fighters.profileOf(assetId)) |
            (BigInt(start.killCount) << 72n) |
            (BigInt(start.deathCount) << 96n) |
            (BigInt(start.damageDealt) << 120n) |
            (BigInt(start.damageReceived) << 163n) |
            (BigInt(start.dodgeCount) << 206n) |
            (BigInt(start.comboCount) << 231n);
          await write(slotOf(assetId, FIGHTERS_SLOT), record);
        }
        expect(fighterText(await duel.fighterStats(p1Team[0]))).to.deep.equal(fighterText(start));

        await playTo(arena, P1_WIN, { p2Nonce });
        const cooldownUntil = (await networkHelpers.time.latest()) + DAY;
        const turns = await turnsOf(arena, p2Nonce, p1Team, p2Team);
        const actual = await Promise.all(p1Team.map((assetId) => duel.fighterStats(assetId)));
        expect(actual.map(fighterText)).to.deep.equal(
          p1Team.map((_, slot) => fighterText(withTally(start, tallyOf(turns, 1, slot), cooldownUntil))),
        );
      });
    }

    it("leaves what a player spent there, and reveals all the same", async () => {
      const { duel, p1 } = arena;
      await write(slotOf(p1.address, PLAYERS_SLOT), (2n ** 96n - 2n) << 136n);
      expect((await duel.playerStats(p1)).fightSpent).to.equal(2n ** 96n - 2n);
      await playTo(arena, P1_WIN);
      expect((await duel.playerStats(p1)).fightSpent).to.equal(2n ** 96n - 1n);
    });
  });
});
