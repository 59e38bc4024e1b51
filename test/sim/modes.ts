import { expect } from "chai";
import { BATTLE_MODE_FIELDS, readBattleMode } from "../../sim/battle/modes.ts";
import { InputError } from "../../sim/input.ts";
import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";
import { BEYOND_LIMITS, OUT_OF_ORDER, WITHIN_LIMITS, withValue } from "../helpers/modeLimits.ts";

const mode = DEFAULT_MODE.battle;
const messageOf = (value: unknown): string => {
  try {
    readBattleMode(value, "mode");
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "accepted";
};

describe("battle modes: limits", () => {
  for (const { field, index, value } of WITHIN_LIMITS) {
    it(`accept ${value} as ${nameOf(field, index)}`, () => {
      expect(messageOf(withValue(mode, field, index, value))).to.equal("accepted");
    });
  }

  for (const { field, index, value, min, max } of BEYOND_LIMITS) {
    it(`refuse ${value} as ${nameOf(field, index)}, and say why`, () => {
      const message = `mode.${nameOf(field, index)}: ${value}; expected an integer ${min}..${max}`;
      expect(messageOf(withValue(mode, field, index, value))).to.equal(message);
    });
  }

  for (const { field, values, rule } of OUT_OF_ORDER) {
    it(`refuse [${values.join(", ")}] as ${field}: its values do ${rule}`, () => {
      const message = `mode.${field}: [${values.join(",")}]; expected values that do ${rule}`;
      expect(messageOf({ ...mode, [field]: values })).to.equal(message);
    });
  }
});

describe("battle modes: shape", () => {
  for (const field of BATTLE_MODE_FIELDS) {
    it(`refuse a mode without ${field}`, () => {
      const { [field]: _, ...rest } = mode;
      expect(messageOf(rest)).to.match(new RegExp(`^mode\\.${field}: missing; expected `));
    });

    it(`refuse a text as ${field}`, () => {
      expect(messageOf({ ...mode, [field]: "10" })).to.match(new RegExp(`^mode\\.${field}: "10"; expected `));
    });
  }

  for (const [what, value] of Object.entries({
    "a fraction": 1.5,
    "not a number": NaN,
    infinity: Infinity,
    null: null,
  })) {
    it(`refuse ${what}`, () => {
      expect(messageOf({ ...mode, comboFactor: value })).to.match(/^mode\.comboFactor: /);
      expect(messageOf(withValue(mode, "healthValues", 1, value as number))).to.match(
        /^mode\.healthValues\[1\]: /,
      );
    });
  }

  it("refuse two or four values", () => {
    const expected = "expected a list of exactly 3 integers 1..1000";
    expect(messageOf({ ...mode, attackValues: [1, 2] })).to.equal(`mode.attackValues: [1,2]; ${expected}`);
    expect(messageOf({ ...mode, attackValues: [1, 2, 3, 4] })).to.equal(
      `mode.attackValues: [1,2,3,4]; ${expected}`,
    );
  });

  it("refuse an unknown field", () => {
    expect(messageOf({ ...mode, attckValues: [1, 2, 4] })).to.match(
      /^mode\.attckValues: \[1,2,4\]; expected no such/,
    );
  });

  it("refuse anything but an object", () => {
    for (const value of [null, [], "default", 1])
      expect(messageOf(value)).to.match(/^mode: .*; expected an object$/);
  });

  it("keep every value", () => expect(readBattleMode(mode, "mode")).to.deep.equal(mode));
});

function nameOf(field: string, index: number | undefined): string {
  return index === undefined ? field : `${field}[${index}]`;
}
