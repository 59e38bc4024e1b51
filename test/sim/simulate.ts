import { readFileSync } from "node:fs";
import { expect } from "chai";
import blitz from "../../game/modes/blitz.json" with { type: "json" };
import { TURN_FIELDS } from "../../sim/battle/turnLog.ts";
import { DEFAULT_MODE, SHIPPED_MODES } from "../../sim/duel/gameModes.ts";
import { InputError } from "../../sim/input.ts";
import { seal } from "../../sim/sealing/commitment.ts";
import { readCase, reportToJson, simulate } from "../../sim/simulate.ts";
import { BAD_CASES } from "../helpers/badCases.ts";

const example = JSON.parse(
  readFileSync(new URL("../../docs/example-case.json", import.meta.url), "utf8"),
) as Record<string, unknown> & { p1Team: Record<string, unknown>[]; p2Team: Record<string, unknown>[] };
const one = readCase(example, "case");

const withFirstId = (assetId: unknown) =>
  readCase({ ...example, p1Team: [{ ...example.p1Team[0], assetId }, ...example.p1Team.slice(1)] }, "case");

describe("simulate: reading a case", () => {
  it("takes the default mode when none is named", () => expect(one.mode).to.deep.equal(DEFAULT_MODE.battle));

  it("takes the battle's settings alone as a mode", () => {
    expect(readCase({ ...example, mode: SHIPPED_MODES[2]!.battle }, "case").mode).to.deep.equal(
      SHIPPED_MODES[2]!.battle,
    );
  });

  it("takes a whole mode file as a mode", () => {
    expect(readCase({ ...example, mode: blitz }, "case").mode).to.deep.equal(SHIPPED_MODES[1]!.battle);
  });

  it("takes an asset id as a number or as decimal text", () => {
    expect(withFirstId(7).p1Team[0]!.assetId).to.equal(7n);
    expect(withFirstId("7").p1Team[0]!.assetId).to.equal(7n);
    expect(withFirstId(Number.MAX_SAFE_INTEGER).p1Team[0]!.assetId).to.equal(2n ** 53n - 1n);
    expect(withFirstId((2n ** 256n - 1n).toString()).p1Team[0]!.assetId).to.equal(2n ** 256n - 1n);
  });

  it("lets a fighter stand in both teams, for it may have been sold in between", () => {
    expect(readCase({ ...example, p2Team: example.p1Team }, "case").p2Team).to.deep.equal(one.p1Team);
  });

  for (const { what, change, message } of BAD_CASES) {
    it(`refuses ${what} in one line that names the field`, () => {
      const bad = change(structuredClone(example));
      expect(() => readCase(bad, "cases[3]"))
        .to.throw(InputError)
        .with.property("message")
        .that.satisfies((text: string) => text.startsWith(`cases[3]${message}`) && !/[\r\n]/.test(text));
    });
  }
});

describe("simulate: the report", () => {
  const report = simulate(one);

  it("has the hash of player 1's team under its nonce", () => {
    expect(report.teamHash).to.equal(seal(one.p1Nonce, [11n, 12n, 13n, 14n, 15n]));
  });

  it("is the same every time", () => expect(simulate(one)).to.deep.equal(report));

  it("has its fields in order as JSON", () => {
    expect(Object.keys(reportToJson(report))).to.deep.equal([
      "teamHash",
      "seed",
      "firstAttacker",
      "winner",
      "rounds",
      "alive",
      "turns",
    ]);
  });

  it("has the seventeen fields of each turn in order as JSON", () => {
    const { turns } = reportToJson(report);
    expect(turns).to.have.length.above(5);
    for (const turn of turns) expect(Object.keys(turn)).to.deep.equal(TURN_FIELDS);
  });

  it("has asset ids as text and flags as true or false", () => {
    const [turn] = reportToJson(report).turns;
    expect(turn!.attackerAssetId)
      .to.be.a("string")
      .that.matches(/^[0-9]+$/);
    expect(turn!.defenderAssetId)
      .to.be.a("string")
      .that.matches(/^[0-9]+$/);
    for (const flag of ["wasDodge", "wasCombo", "wasKill"] as const) expect(turn![flag]).to.be.a("boolean");
  });
});
