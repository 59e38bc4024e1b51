import { expect } from "chai";
import {
  type Arena,
  CLASSIC,
  deployArena,
  networkHelpers,
  nextBlockAt,
  NOBODY,
  type TeamIds,
} from "./arena.ts";
import { P1_WIN, playTo, SIEGE } from "./arena.ts";

/**
 * What a team must be, whoever shows it. `prepare` brings a game to where `player` shows a team, `show` does it; for a
 * reveal, `prepare` seals the team that will be shown.
 */
export function itJudgesTheTeam(
  action: string,
  prepare: (arena: Arena, modeId: number, team: TeamIds) => Promise<{ gameId: bigint }>,
  show: (arena: Arena, gameId: bigint, team: TeamIds) => Promise<unknown>,
  player: "p1" | "p2",
): void {
  const other = player === "p1" ? "p2" : "p1";
  const own = (arena: Arena): TeamIds => [...arena[`${player}Team`]];

  describe(`when ${action} shows a team`, () => {
    let arena: Arena;
    beforeEach(async () => {
      arena = await networkHelpers.loadFixture(deployArena);
    });

    const judged = async (team: TeamIds) => {
      const { gameId } = await prepare(arena, CLASSIC, team);
      return show(arena, gameId, team);
    };

    for (const [first, second] of [
      [0, 1],
      [0, 4],
      [3, 4],
      [1, 3],
    ] as const) {
      it(`refuses the same fighter in slots ${first} and ${second}`, async () => {
        const team = own(arena);
        team[second] = team[first];
        await expect(judged(team))
          .to.be.revertedWithCustomError(arena.duel, "DuelDuplicateFighter")
          .withArgs(team[first]);
      });
    }

    for (const slot of [0, 1, 2, 3, 4] as const) {
      it(`refuses somebody else's fighter in slot ${slot}`, async () => {
        const team = own(arena);
        const foreign = arena[`${other}Team`][slot];
        team[slot] = foreign;
        await expect(judged(team))
          .to.be.revertedWithCustomError(arena.fighters, "FightersNotOwned")
          .withArgs(foreign, arena[other].address, arena[player].address);
      });
    }

    for (const assetId of [0n, 31n, 2n ** 24n - 1n]) {
      it(`refuses fighter ${assetId}, who was never minted`, async () => {
        const team = own(arena);
        team[2] = assetId;
        await expect(judged(team))
          .to.be.revertedWithCustomError(arena.fighters, "FightersNotOwned")
          .withArgs(assetId, NOBODY, arena[player].address);
      });
    }

    it("refuses a fighter who was burned in between", async () => {
      const team = own(arena);
      const { gameId } = await prepare(arena, CLASSIC, team);
      await arena.fighters.connect(arena[player]).burn(team[4]);
      await expect(show(arena, gameId, team))
        .to.be.revertedWithCustomError(arena.fighters, "FightersNotOwned")
        .withArgs(team[4], NOBODY, arena[player].address);
    });

    it("refuses a fighter who was sold in between", async () => {
      const team = own(arena);
      const { gameId } = await prepare(arena, CLASSIC, team);
      await arena.fighters.connect(arena[player]).transferFrom(arena[player], arena.stranger, team[1]);
      await expect(show(arena, gameId, team))
        .to.be.revertedWithCustomError(arena.fighters, "FightersNotOwned")
        .withArgs(team[1], arena.stranger.address, arena[player].address);
    });

    it("takes a fighter who was bought in between", async () => {
      const team = own(arena);
      team[0] = arena.strangerTeam[0];
      const { gameId } = await prepare(arena, CLASSIC, team);
      await arena.fighters.connect(arena.stranger).transferFrom(arena.stranger, arena[player], team[0]);
      await show(arena, gameId, team);
      expect((await arena.duel.game(gameId))[`${player}Team`]).to.deep.equal(team);
    });

    it("takes a golden team that has just fought", async () => {
      const [p1Team, p2Team] = [arena.p1Golden, arena.p2Golden];
      await playTo(arena, P1_WIN, { p1Team, p2Team });
      const team = arena[`${player}Golden`];
      const { gameId } = await prepare(arena, CLASSIC, team);
      await show(arena, gameId, team);
      expect((await arena.duel.game(gameId))[`${player}Team`]).to.deep.equal(team);
    });

    it("refuses a team that breaks the mode's rule", async () => {
      const golden = arena[`${player}Golden`];
      const team: TeamIds = [own(arena)[0], own(arena)[1], golden[0], golden[2], golden[4]];
      const { gameId } = await prepare(arena, SIEGE, team);
      await networkHelpers.mine(2);
      await expect(show(arena, gameId, team))
        .to.be.revertedWithCustomError(arena.duel, "DuelTeamRuleBroken")
        .withArgs(3, 1, 1);
    });

    it("takes a team that keeps the mode's rule, in any order", async () => {
      const team = own(arena).toReversed() as TeamIds;
      const { gameId } = await prepare(arena, SIEGE, team);
      await networkHelpers.mine(2);
      await show(arena, gameId, team);
      expect((await arena.duel.game(gameId))[`${player}Team`]).to.deep.equal(team);
    });

    describe("when a fighter fought before", () => {
      let cooldownUntil: bigint;
      let gameId: bigint;
      beforeEach(async () => {
        ({ gameId } = await prepare(arena, CLASSIC, own(arena)));
        await playTo(arena, P1_WIN);
        cooldownUntil = (await arena.duel.fighterStats(own(arena)[0])).cooldownUntil;
      });

      it("refuses it one second before its cooldown ends", async () => {
        await nextBlockAt(cooldownUntil - 1n);
        await expect(show(arena, gameId, own(arena)))
          .to.be.revertedWithCustomError(arena.duel, "DuelFighterOnCooldown")
          .withArgs(own(arena)[0], cooldownUntil, cooldownUntil - 1n);
      });

      for (const secs of [0n, 1n]) {
        it(`takes it ${secs} seconds after its cooldown has ended`, async () => {
          await nextBlockAt(cooldownUntil + secs);
          await show(arena, gameId, own(arena));
          expect((await arena.duel.game(gameId))[`${player}Team`]).to.deep.equal(own(arena));
        });
      }

      it("names the first slot that needs rest", async () => {
        const rested = arena[`${player}Golden`];
        const team: TeamIds = [rested[0], rested[1], own(arena)[3], own(arena)[2], rested[4]];
        const mixed = await prepare(arena, CLASSIC, team);
        await expect(show(arena, mixed.gameId, team))
          .to.be.revertedWithCustomError(arena.duel, "DuelFighterOnCooldown")
          .withArgs(team[2], cooldownUntil, (secs: bigint) => secs < cooldownUntil);
      });
    });
  });
}
