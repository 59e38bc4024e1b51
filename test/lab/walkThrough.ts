import { expect } from "chai";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modeToRegister } from "../../chain/registration.ts";
import { fight } from "../../sim/battle/battle.ts";
import { packTurns } from "../../sim/battle/turnLog.ts";
import { readGameMode } from "../../sim/duel/gameModes.ts";
import { type Bytes32, seedOf } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import { deployArena, ethers, fightersOf, P1_NONCE, P1_WIN, playTo } from "../helpers/arena.ts";
import { ended, startDuel } from "../helpers/labCommand.ts";

const P2_NONCE: Bytes32 = `0x${"22".repeat(32)}`;

describe("The walk through docs/LAB.md", function () {
  this.timeout(120_000);
  let folder: string;

  before(function () {
    folder = mkdtempSync(join(tmpdir(), "duel-walk-"));
  });
  after(function () {
    rmSync(folder, { recursive: true });
  });

  it('leads from "tanks never die" to a registered mode, in which a duel is fought as simulated', async function () {
    const wanted = ["--goal", "survival:tank<=40%", "length=25..40"];
    const free = ["--vary", "defenseValues", "attackValues", "healthValues", "--name", "Classic Sharp"];
    // Fewer fights than on the page, so that it takes seconds.
    const size = ["--step-fights", "2048", "--fights", "16384", "--out", "tuned"];
    const tuned = await ended(startDuel(folder, ["lab", "tune", "default", ...wanted, ...free, ...size]));
    expect(tuned.code, tuned.err).to.equal(0);

    const file: unknown = JSON.parse(readFileSync(join(folder, "tuned", "default-tuned.json"), "utf8"));
    const mode = readGameMode(file, "default-tuned.json");
    const arena = await deployArena();
    await arena.duel.connect(arena.admin).registerMode(modeToRegister(mode));
    const modeId = await arena.duel.modeCount();
    const { mode: registered, isOpen } = await arena.duel.gameMode(modeId);
    expect(isOpen).to.equal(true);
    expect(registered.name).to.equal("Classic Sharp");
    expect(registered.battle.healthValues.map(Number)).to.deep.equal(mode.battle.healthValues);

    const gameId = await playTo(arena, P1_WIN, { modeId: Number(modeId), p2Nonce: P2_NONCE });
    const [fought] = await arena.duel.queryFilter(arena.duel.filters.GameFought(gameId));
    const [p1Team, p2Team] = [await fightersOf(arena, arena.p1Team), await fightersOf(arena, arena.p2Team)];
    const simulated = fight(mode.battle, p1Team, p2Team, new SeededRandom(seedOf(P1_NONCE, P2_NONCE)));
    expect(fought!.args.turns).to.equal(ethers.hexlify(packTurns(simulated.turns)));
    const loser = simulated.winner === 1 ? arena.p2 : arena.p1;
    expect(fought!.args.loser).to.equal(loser.address);
  });
});
