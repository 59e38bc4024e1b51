import { expect } from "chai";
import * as fc from "fast-check";
import { InputError } from "../../sim/input.ts";
import { PACKED_TURN_BYTES, packTurns, TURN_FIELDS, unpackTurns } from "../../sim/battle/turnLog.ts";
import { anyTeam, anyTurns } from "../helpers/turns.ts";

describe("turn log", () => {
  it("has seventeen fields", () => expect(new Set(TURN_FIELDS).size).to.equal(17));

  it("comes back from its packed form, whatever the turns", () => {
    fc.assert(
      fc.property(
        anyTeam.chain((p1) =>
          anyTeam.chain((p2) => fc.tuple(fc.constant(p1), fc.constant(p2), anyTurns(p1, p2))),
        ),
        ([p1Team, p2Team, turns]) => {
          const packed = packTurns(turns);
          expect(packed.length).to.equal(PACKED_TURN_BYTES * turns.length);
          expect(unpackTurns(packed, p1Team, p2Team)).to.deep.equal(turns);
        },
      ),
    );
  });

  it("packs a turn as the table in TurnLog.sol says", () => {
    const [p1Team, p2Team] = teams();
    const bytes = packTurns([
      {
        round: 0x64,
        attacker: 2,
        attackerSlot: 3,
        attackerAssetId: p2Team[3]!.assetId,
        attackerCharId: 1,
        defenderSlot: 4,
        defenderAssetId: p1Team[4]!.assetId,
        defenderCharId: 1,
        defenderHpStart: 0x0102,
        randomDodge: 0x0304,
        wasDodge: false,
        randomCombo: 0x0506,
        wasCombo: true,
        damageDealt: 0x070809,
        defenderHpEnd: 0,
        wasKill: true,
        rangePenalty: 0x1d4c,
      },
    ]);
    const parts = ["64", "b8", "0102", "0304", "0506", "070809", "0000", "dd4c"];
    expect(Buffer.from(bytes).toString("hex")).to.equal(parts.join(""));
  });

  it("is empty for no turns", () => {
    expect(packTurns([])).to.have.length(0);
    expect(unpackTurns(new Uint8Array(), ...teams())).to.deep.equal([]);
  });

  it("unpacks a view into a larger buffer", () => {
    const buffer = new Uint8Array(100);
    buffer[40] = 7;
    expect(unpackTurns(buffer.subarray(40, 55), ...teams())[0]!.round).to.equal(7);
  });

  for (const length of [1, 14, 16, 29]) {
    it(`refuses ${length} bytes, which are no whole turns`, () => {
      expect(() => unpackTurns(new Uint8Array(length), ...teams())).to.throw(
        InputError,
        `turns: ${length}; expected a whole number of turns of 15 bytes`,
      );
    });
  }

  for (const slot of [5, 6, 7]) {
    it(`refuses an attacker in slot ${slot}`, () => {
      const bytes = new Uint8Array(30);
      bytes[16] = slot << 4;
      expect(() => unpackTurns(bytes, ...teams())).to.throw(
        InputError,
        `turns[1].attackerSlot: ${slot}; expected a slot 0..4`,
      );
    });

    it(`refuses a defender in slot ${slot}`, () => {
      const bytes = new Uint8Array(15);
      bytes[1] = slot << 1;
      expect(() => unpackTurns(bytes, ...teams())).to.throw(
        InputError,
        `turns[0].defenderSlot: ${slot}; expected a slot 0..4`,
      );
    });
  }
});

function teams() {
  return fc.sample(fc.tuple(anyTeam, anyTeam), { seed: 1, numRuns: 1 })[0]!;
}
