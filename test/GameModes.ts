import { expect } from "chai";
import type { BaseContract } from "ethers";
import classicFile from "../game/modes/default.json" with { type: "json" };
import { modeToRegister } from "../chain/registration.ts";
import { DEFAULT_MODE, type GameMode, readGameMode, SHIPPED_MODES } from "../sim/duel/gameModes.ts";
import { InputError } from "../sim/input.ts";
import type { Contracts } from "../chain/embedded.ts";
import { deployGame, ethers, networkHelpers } from "./helpers/fixture.ts";
import { LIMITS } from "./helpers/modeLimits.ts";

type Registered = ReturnType<typeof modeToRegister>;
type Battle = Registered["battle"];
type Three = [number, number, number];

const FIGHT = 10n ** 18n;
const MAX_UINT96 = 2n ** 96n - 1n;
const TIERED_FIELDS = [
  "attackValues",
  "defenseValues",
  "healthValues",
  "speedValues",
  "rangeValues",
  "comboValues",
] as const satisfies readonly (keyof Battle)[];
type TieredField = (typeof TIERED_FIELDS)[number];

interface BadMode {
  readonly title: string;
  /** The file's fields that are different from the classic mode. */
  readonly file: Record<string, unknown>;
  /** The same for the contract. */
  readonly terms?: Partial<Registered>;
  readonly battle?: Partial<Battle>;
  readonly error: string;
  readonly args: readonly unknown[];
  /** The field that the simulator's error names. */
  readonly field: string;
}

function badTerm(field: keyof Registered, value: number, min: number, max: number): BadMode {
  return {
    title: `${field} of ${value}`,
    file: { [field]: value },
    terms: { [field]: value },
    error: "GameModesOutOfRange",
    args: [field, value, min, max],
    field,
  };
}

function badRule(tank: number, damage: number, support: number): BadMode {
  return {
    title: `a team rule of ${tank}, ${damage} and ${support}`,
    file: { teamRule: { tank, damage, support } },
    terms: { teamRule: [tank, damage, support] },
    error: "GameModesOutOfRange",
    args: ["teamRule", tank + damage + support, 5, 5],
    field: "teamRule",
  };
}

function badName(name: string): BadMode {
  return {
    title: `a name of ${new TextEncoder().encode(name).length} bytes`,
    file: { name },
    terms: { name },
    error: "GameModesBadName",
    args: [name, 31],
    field: "name",
  };
}

function badStep(field: TieredField | "rangeFactors", index: number, value: number, limits: Range): BadMode {
  const list = DEFAULT_MODE.battle[field].with(index, value) as Three;
  return {
    title: `${field}[${index}] of ${value}`,
    file: { [field]: list },
    battle: { [field]: list },
    error: "BattleModeOutOfRange",
    args: [field, index, value, limits.min, limits.max],
    field: `${field}[${index}]`,
  };
}

function badOrder(field: TieredField | "rangeFactors", index: number, list: Three): BadMode {
  return {
    title: `${field} of ${list.join(", ")}`,
    file: { [field]: list },
    battle: { [field]: list },
    error: "BattleModeOutOfOrder",
    args: [field, index, list[index - 1], list[index]],
    field,
  };
}

function badLimit(field: "comboFactor" | "maxRounds", value: number, min: number, max: number): BadMode {
  return {
    title: `${field} of ${value}`,
    file: { [field]: value },
    battle: { [field]: value },
    error: "BattleModeOutOfRange",
    args: [field, 0, value, min, max],
    field,
  };
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const SLOTS = [0, 1, 2];
/** What no sixteen bits hold cannot even be passed to the contract. */
const fits16Bits = (value: number) => value >= 0 && value <= 65_535;

const BAD_MODES: readonly BadMode[] = [
  badName(""),
  badName("a".repeat(32)),
  badName("é".repeat(16)),
  {
    title: "minBet of 0",
    file: { minBet: "0" },
    terms: { minBet: 0n },
    error: "GameModesOutOfRange",
    args: ["minBet", 0, 1, MAX_UINT96],
    field: "minBet",
  },
  {
    title: "maxBet below minBet",
    file: { minBet: "2", maxBet: "1.999999999999999999" },
    terms: { minBet: 2n * FIGHT, maxBet: 2n * FIGHT - 1n },
    error: "GameModesOutOfRange",
    args: ["maxBet", 2n * FIGHT - 1n, 2n * FIGHT, MAX_UINT96],
    field: "maxBet",
  },
  badTerm("winnerPctBps", 10_001, 0, 10_000),
  badTerm("housePctBps", 1_999, 2_000, 2_000),
  badTerm("housePctBps", 2_001, 2_000, 2_000),
  badTerm("inactiveHousePctBps", 10_001, 0, 10_000),
  badTerm("inactiveMinHours", 0, 1, 720),
  badTerm("inactiveMinHours", 721, 1, 720),
  badTerm("cooldownSecs", 30 * 86_400 + 1, 0, 30 * 86_400),
  badRule(1, 1, 1),
  badRule(2, 2, 2),
  badRule(0, 0, 1),
  ...TIERED_FIELDS.flatMap((field) => {
    const { min, max } = LIMITS[field];
    const outside = [min - 1, max + 1].filter(fits16Bits);
    return SLOTS.flatMap((index) => outside.map((value) => badStep(field, index, value, { min, max })));
  }),
  ...TIERED_FIELDS.flatMap((field) => [badOrder(field, 1, [5, 4, 9]), badOrder(field, 2, [4, 9, 8])]),
  ...SLOTS.map((index) => badStep("rangeFactors", index, 10_001, { min: 0, max: 10_000 })),
  badOrder("rangeFactors", 1, [5_000, 5_001, 0]),
  badOrder("rangeFactors", 2, [5_000, 4_000, 4_001]),
  badLimit("comboFactor", 9_999, 10_000, 65_535),
  badLimit("maxRounds", 0, 1, 100),
  badLimit("maxRounds", 101, 1, 100),
];

/** Values that the contract's own types cannot hold, and one negative: only a file can have them. */
const BAD_FILES: readonly [field: string, value: unknown][] = [
  ["dodgeMaxRandom", 65_536],
  ["dodgeMaxRandom", -1],
  ["comboMaxRandom", 65_536],
  ["comboMaxRandom", 1.5],
  ["comboFactor", 65_536],
  ["revealDelayBlocks", 256],
  ["minBet", "79228162514.264337593543950336"],
  ["maxBet", 5],
  ["maxBet", "1e3"],
];

/** On every bound at once. */
const EXTREMES: readonly GameMode[] = [
  readGameMode(
    {
      name: "a".repeat(31),
      dodgeMaxRandom: 65_535,
      comboMaxRandom: 65_535,
      rangeFactors: [10_000, 10_000, 10_000],
      comboFactor: 65_535,
      ...Object.fromEntries(TIERED_FIELDS.map((field) => [field, Array(3).fill(LIMITS[field].max)])),
      maxRounds: 100,
      minBet: "79228162514.264337593543950335",
      maxBet: "79228162514.264337593543950335",
      winnerPctBps: 10_000,
      housePctBps: 0,
      inactiveHousePctBps: 10_000,
      inactiveMinHours: 720,
      cooldownSecs: 30 * 86_400,
      teamRule: { tank: 0, damage: 0, support: 5 },
      revealDelayBlocks: 255,
    },
    "largest",
  ),
  readGameMode(
    {
      name: "a",
      dodgeMaxRandom: 0,
      comboMaxRandom: 0,
      rangeFactors: [0, 0, 0],
      comboFactor: 10_000,
      ...Object.fromEntries(TIERED_FIELDS.map((field) => [field, Array(3).fill(LIMITS[field].min)])),
      maxRounds: 1,
      minBet: "0.000000000000000001",
      maxBet: "0.000000000000000001",
      winnerPctBps: 0,
      housePctBps: 10_000,
      inactiveHousePctBps: 0,
      inactiveMinHours: 1,
      cooldownSecs: 0,
      teamRule: { tank: 5, damage: 0, support: 0 },
      revealDelayBlocks: 0,
    },
    "smallest",
  ),
];

/** A mode's values one by one in the order of the struct, to hold a passed one against a shown one. */
function flat(mode: Registered | Awaited<ReturnType<Contracts["duel"]["gameMode"]>>["mode"]): string[] {
  const { battle } = mode;
  return [
    mode.name,
    battle.dodgeMaxRandom,
    battle.comboMaxRandom,
    ...battle.rangeFactors,
    battle.comboFactor,
    ...TIERED_FIELDS.flatMap((field) => [...battle[field]]),
    battle.maxRounds,
    mode.minBet,
    mode.maxBet,
    mode.winnerPctBps,
    mode.housePctBps,
    mode.inactiveHousePctBps,
    mode.inactiveMinHours,
    mode.cooldownSecs,
    ...mode.teamRule,
    mode.revealDelayBlocks,
  ].map(String);
}

describe("GameModes", () => {
  let duel: Contracts["duel"];
  /** Duel by the name of its library, whose errors its own interface does not list. */
  let registry: BaseContract;
  beforeEach(async () => {
    ({ duel } = await networkHelpers.loadFixture(deployGame));
    registry = await ethers.getContractAt("ModeRegistry", await duel.getAddress());
  });

  describe("when a mode breaks a rule", () => {
    const classic = modeToRegister(DEFAULT_MODE);
    for (const { title, file, terms, battle, error, args, field } of BAD_MODES) {
      it(`is refused by the contract, which names the field: ${title}`, async () => {
        const mode = { ...classic, ...terms, battle: { ...classic.battle, ...battle } };
        await expect(duel.registerMode(mode))
          .to.be.revertedWithCustomError(registry, error)
          .withArgs(...args);
      });

      it(`is refused by the simulator, which names the field: ${title}`, () => {
        expect(() => readGameMode({ ...classicFile, ...file }, "mode"))
          .to.throw(InputError)
          .with.property("field", `mode.${field}`);
      });
    }

    for (const [field, value] of BAD_FILES) {
      it(`is refused by the simulator, which names the field: ${field} of ${JSON.stringify(value)}`, () => {
        expect(() => readGameMode({ ...classicFile, [field]: value }, "mode"))
          .to.throw(InputError)
          .with.property("field", `mode.${field}`);
      });
    }

    it("leaves no mode behind", async () => {
      await expect(duel.registerMode({ ...classic, name: "" })).to.be.revertedWithCustomError(
        duel,
        "GameModesBadName",
      );
      expect(await duel.modeCount()).to.equal(3);
    });
  });

  describe("when the game is deployed", () => {
    SHIPPED_MODES.forEach((mode, index) => {
      it(`has ${mode.name} as mode ${index + 1}, as its file has it`, async () => {
        expect(flat((await duel.gameMode(index + 1)).mode)).to.deep.equal(flat(modeToRegister(mode)));
      });

      it(`has ${mode.name} open`, async () => {
        expect((await duel.gameMode(index + 1)).isOpen).to.equal(true);
      });
    });

    for (const modeId of [0, 4]) {
      it(`has no mode ${modeId}`, async () => {
        await expect(duel.gameMode(modeId))
          .to.be.revertedWithCustomError(duel, "GameModesUnknown")
          .withArgs(modeId, 3);
      });
    }
  });

  describe("when a mode is valid to its bounds", () => {
    for (const mode of EXTREMES) {
      it(`shows every value as it was registered: ${mode.name}`, async () => {
        await duel.registerMode(modeToRegister(mode));
        expect(flat((await duel.gameMode(4)).mode)).to.deep.equal(flat(modeToRegister(mode)));
      });

      it(`tells the mode in an event: ${mode.name}`, async () => {
        await expect(duel.registerMode(modeToRegister(mode)))
          .to.emit(duel, "ModeRegistered")
          .withArgs(4, (told: Registered) => flat(told).join() === flat(modeToRegister(mode)).join());
      });

      it(`numbers it after the others: ${mode.name}`, async () => {
        expect(await duel.registerMode.staticCall(modeToRegister(mode))).to.equal(4);
      });
    }
  });
});
