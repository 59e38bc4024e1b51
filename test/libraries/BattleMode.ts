import { expect } from "chai";
import { network } from "hardhat";
import { battleModeToPass } from "../../chain/registration.ts";
import { BATTLE_MODE_FIELDS, type BattleMode } from "../../sim/battle/modes.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import type { BattleSimulator } from "../../types/contracts/index.ts";
import { BEYOND_LIMITS, OUT_OF_ORDER, WITHIN_LIMITS, withValue } from "../helpers/modeLimits.ts";

const WORD_DIGITS = 64;
const SELECTOR_DIGITS = "0x12345678".length;
const NONCE = `0x${"00".repeat(32)}`;
type Fighter = BattleSimulator.FighterStruct;
const fighter: Fighter = { assetId: 1, charId: 1, tiers: [1, 1, 1, 1, 1, 1] };
const team: [Fighter, Fighter, Fighter, Fighter, Fighter] = [fighter, fighter, fighter, fighter, fighter];

describe("BattleMode", function () {
  this.timeout(60_000);

  let simulator: BattleSimulator;
  let close: () => Promise<void>;
  let call: (data: string) => Promise<string>;
  before(async () => {
    const connection = await network.create();
    const { ethers } = connection;
    const turnLog = await ethers.deployContract("TurnLog");
    simulator = (await ethers.deployContract("BattleSimulator", [], {
      libraries: { TurnLog: await turnLog.getAddress() },
    })) as unknown as BattleSimulator;
    const to = await simulator.getAddress();
    call = (data) => ethers.provider.call({ to, data });
    close = () => connection.close();
  });
  after(() => close());

  /** What a battle in this mode ends with: "fought", the contract's error with its values, or a bare "reverted". */
  async function verdictOn(mode: BattleMode): Promise<unknown[]> {
    const valid = battleModeToPass(DEFAULT_MODE.battle);
    const data = simulator.interface.encodeFunctionData("simulate", [valid, NONCE, NONCE, team, team]);
    // Written into the call by hand, for ethers would not let numbers beyond their type through.
    const words = BATTLE_MODE_FIELDS.flatMap((field) => mode[field])
      .map(toWord)
      .join("");
    const patched = data.slice(0, SELECTOR_DIGITS) + words + data.slice(SELECTOR_DIGITS + words.length);
    try {
      await call(patched);
      return ["fought"];
    } catch (error) {
      const { data: reverted } = error as { data?: string };
      if (reverted === undefined) throw error; // it did not come from the contract
      if (reverted === "0x") return ["reverted"];
      const reason = simulator.interface.parseError(reverted)!;
      return [reason.name, ...reason.args];
    }
  }

  for (const { field, index, value } of WITHIN_LIMITS) {
    it(`accepts ${value} as ${field}${index === undefined ? "" : `[${index}]`}`, async () => {
      expect(await verdictOn(withValue(DEFAULT_MODE.battle, field, index, value))).to.deep.equal(["fought"]);
    });
  }

  for (const { field, index, value, min, max } of BEYOND_LIMITS) {
    const isBeyondType = value < 0 || value > (field === "maxRounds" ? 255 : 65_535);
    it(`refuses ${value} as ${field}${index === undefined ? "" : `[${index}]`}`, async () => {
      const expected = isBeyondType
        ? ["reverted"]
        : ["BattleModeOutOfRange", field, ...[index ?? 0, value, min, max].map(BigInt)];
      expect(await verdictOn(withValue(DEFAULT_MODE.battle, field, index, value))).to.deep.equal(expected);
    });
  }

  for (const { field, values, index } of OUT_OF_ORDER) {
    it(`refuses [${values.join(", ")}] as ${field}, which is out of order`, async () => {
      const expected = [
        "BattleModeOutOfOrder",
        field,
        ...[index, values[index - 1]!, values[index]!].map(BigInt),
      ];
      expect(await verdictOn({ ...DEFAULT_MODE.battle, [field]: values })).to.deep.equal(expected);
    });
  }
});

/** A number as a word of a call; a negative one as two's complement. */
function toWord(value: number): string {
  return BigInt.asUintN(256, BigInt(value)).toString(16).padStart(WORD_DIGITS, "0");
}
