import { expect } from "chai";
import jStat from "jstat";
import { modeToRegister } from "../../chain/registration.ts";
import { revealGas } from "../../lab/gas.ts";
import {
  type Arena,
  Dice,
  type DuelGas,
  type FiveIds,
  openArena,
  playDuel,
} from "../../scripts/bench/arena.ts";
import { CHARACTERS, type Kind, KINDS } from "../../sim/battle/characters.ts";
import { type GameMode, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { expectNear } from "../helpers/near.ts";

const DUELS = process.env.SEALED_DUEL_DEEP ? 100 : 20;
/** Fighters of each player by kind: two teams of Siege's rule, and the half of any other. */
const OWNED: Readonly<Record<Kind, number>> = { tank: 4, damage: 4, support: 2 };

describe("The lab's gas model", function () {
  this.timeout(120_000);
  const dice = new Dice("lab gas");
  let arena: Arena;
  let owned: readonly Readonly<Record<Kind, readonly bigint[]>>[];

  before(async function () {
    arena = await openArena(dice, 0);
    owned = [await mint(0), await mint(1)];
    // Everybody fights, and both players have won: a first fight or win writes new slots.
    for (let i = 0; i < 8; i++) await play(1n, i % 2);
  });

  /** Characters of the catalogue, as the lab's teams are. */
  async function mint(side: 0 | 1): Promise<Readonly<Record<Kind, readonly bigint[]>>> {
    const { fighters } = arena.contracts;
    const entries: [Kind, bigint[]][] = [];
    for (const kind of KINDS) {
      const ofKind = CHARACTERS.filter((character) => character.kind === kind);
      const charIds = Array.from({ length: OWNED[kind] }, () => ofKind[dice.below(ofKind.length)]!.id);
      const first = (await fighters.mintedCount()) + 1n;
      await fighters.mint(arena.players[side].address, charIds, false);
      entries.push([kind, charIds.map((_, i) => first + BigInt(i))]);
    }
    return Object.fromEntries(entries) as Record<Kind, bigint[]>;
  }

  /** Two tanks, two damage and one support: any mode lets them fight. */
  function teamOf(side: 0 | 1, half = dice.below(2)): FiveIds {
    const { tank, damage, support } = owned[side]!;
    return [
      tank[2 * half]!,
      damage[2 * half]!,
      support[half]!,
      damage[2 * half + 1]!,
      tank[2 * half + 1]!,
    ] as FiveIds;
  }

  const play = (modeId: bigint, half?: number): Promise<DuelGas> =>
    playDuel(arena, dice, teamOf(0, half), teamOf(1, half), modeId);

  /** As many turns as the mode allows, nearly all of them hits, which cost more than dodges. */
  function longestOf(mode: GameMode): GameMode {
    const health = [65_535, 65_535, 65_535] as const;
    const battle = {
      ...mode.battle,
      dodgeMaxRandom: 65_535,
      speedValues: [1, 1, 1] as const,
      healthValues: health,
    };
    return { ...mode, name: `Long ${mode.name}`, battle };
  }

  for (const [number, mode] of SHIPPED_MODES.entries()) {
    it(`is within 4 % of every reveal on a chain in ${mode.name}, 2 % of their mean and 3 % of their 95th percentile`, async function () {
      const [measured, modelled]: [number[], number[]] = [[], []];
      for (let i = 0; i < DUELS; i++) {
        const { reveal, turns, rounds } = await play(BigInt(number + 1));
        expectNear(revealGas(turns, rounds) / reveal, 1, 0.04, `${turns} turns, ${reveal} gas`);
        measured.push(reveal);
        modelled.push(revealGas(turns, rounds));
      }
      expectNear(jStat.mean(modelled) / jStat.mean(measured), 1, 0.02);
      expectNear(jStat.percentile(modelled, 0.95) / jStat.percentile(measured, 0.95), 1, 0.03);
    });

    it(`is within 2 % of the worst reveal there can be in ${mode.name}`, async function () {
      const { duel } = arena.contracts;
      await duel.registerMode(modeToRegister(longestOf(mode)));
      const { reveal, turns, rounds } = await play(await duel.modeCount());
      expect(turns).to.equal(10 * mode.battle.maxRounds);
      expectNear(revealGas(turns, rounds) / reveal, 1, 0.02, `${reveal} gas`);
    });
  }
});
