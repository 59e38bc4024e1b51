import { expect } from "chai";
import * as fc from "fast-check";
import { network } from "hardhat";
import type { Team } from "../../sim/battle/stats.ts";
import { packTurns, TURN_FIELDS } from "../../sim/battle/turnLog.ts";
import type { TurnLog } from "../../types/contracts/index.ts";
import { anyTeam, anyTurns } from "../helpers/turns.ts";

type Ten<T> = [T, T, T, T, T, T, T, T, T, T];

const idsOf = (...teams: Team[]) => teams.flat().map(({ assetId }) => assetId) as Ten<bigint>;
const charsOf = (...teams: Team[]) => teams.flat().map(({ charId }) => charId) as Ten<number>;

describe("TurnLog", function () {
  this.timeout(60_000);

  let turnLog: TurnLog;
  before(async () => {
    const { ethers } = await network.create();
    turnLog = (await ethers.deployContract("TurnLog")) as unknown as TurnLog;
  });

  it("unpacks all seventeen fields as they were packed, whatever the turns", async () => {
    const logs = anyTeam.chain((p1) =>
      anyTeam.chain((p2) => fc.tuple(fc.constant(p1), fc.constant(p2), anyTurns(p1, p2))),
    );
    await fc.assert(
      fc.asyncProperty(logs, async ([p1Team, p2Team, turns]) => {
        const found = await turnLog.unpack(packTurns(turns), idsOf(p1Team, p2Team), charsOf(p1Team, p2Team));
        const expected = turns.map((turn) =>
          TURN_FIELDS.map((field) => (typeof turn[field] === "number" ? BigInt(turn[field]) : turn[field])),
        );
        expect(found.map((turn) => [...turn])).to.deep.equal(expected);
      }),
    );
  });

  it("has the fields in the document's order and by their names", () => {
    const { outputs } = turnLog.interface.getFunction("unpack");
    expect(outputs[0]!.arrayChildren!.components!.map(({ name }) => name)).to.deep.equal(TURN_FIELDS);
  });
});
