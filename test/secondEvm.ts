import { expect } from "chai";
import { hexlify, MaxUint256, parseEther, ZeroAddress } from "ethers";
import { network } from "hardhat";
import { battleModeToPass, characterToAdd, modeToRegister } from "../chain/registration.ts";
import { CHARACTERS } from "../sim/battle/characters.ts";
import type { BattleMode } from "../sim/battle/modes.ts";
import type { Team } from "../sim/battle/stats.ts";
import { packTurns } from "../sim/battle/turnLog.ts";
import { DEFAULT_MODE, type GameMode, SHIPPED_MODES } from "../sim/duel/gameModes.ts";
import { type Bytes32, seal } from "../sim/sealing/commitment.ts";
import { SeededRandom } from "../sim/sealing/random.ts";
import { simulate } from "../sim/simulate.ts";
import { findAnvil, startAnvil } from "./helpers/anvil.ts";
import { randomCase, randomMode } from "./helpers/randomCase.ts";
import { type Deployed, type Node, RpcSession } from "./helpers/rpcSession.ts";

const BATTLES = 150;
const DUELS_A_MODE = 5;
const DAY = 86_400;
const STAKE = parseEther("3");
const seedOfTest: Bytes32 = `0x${"5e".repeat(32)}`;

/** Nobody can miss a dodge roll of 0: 1,000 turns. */
const ENDLESS: GameMode = {
  ...DEFAULT_MODE,
  name: "Endless",
  battle: { ...DEFAULT_MODE.battle, dodgeMaxRandom: 0, maxRounds: 100 },
};

/** The dearest battle there is: 1,000 turns, none dodged, each a hit that leaves everybody alive. */
const GRINDING: GameMode = {
  ...DEFAULT_MODE,
  name: "Grinding",
  battle: {
    ...DEFAULT_MODE.battle,
    dodgeMaxRandom: 65_535,
    speedValues: [1, 1, 1],
    attackValues: [1, 1, 1],
    healthValues: [65_535, 65_535, 65_535],
    maxRounds: 100,
  },
};

/** Without team rules and delays, so that teams can be drawn at random and a duel takes three blocks. */
const MODES = [...SHIPPED_MODES, ENDLESS, GRINDING].map((mode) => ({
  ...mode,
  terms: { ...mode.terms, teamRule: null, revealDelayBlocks: 0 },
}));

/** Everything on one chain, with all choices fixed. */
interface Game {
  readonly session: RpcSession;
  readonly fight: Deployed;
  readonly duel: Deployed;
  readonly simulator: Deployed;
}

describe("A second EVM: anvil beside the embedded chain", function () {
  this.timeout(600_000);
  const nodes: Node[] = [];
  let embedded: Game;
  let anvil: Game;

  before(async function () {
    const program = findAnvil();
    const reason =
      process.env.SEALED_DUEL_DEEP !== "1"
        ? "only with SEALED_DUEL_DEEP=1 (npm run test:deep): it takes a minute"
        : program === undefined
          ? "npm has no anvil for this platform, and there is none on the PATH"
          : process.argv.includes("--coverage")
            ? "coverage instruments the code, and with it the gas"
            : undefined;
    if (reason !== undefined) {
      console.log(`      skipped: ${reason}`);
      this.skip();
    }
    const { provider, close } = await network.create();
    const request: Node["request"] = ({ method, params }) =>
      provider.request({ method, params: [...params] });
    nodes.push({ request, close }, await startAnvil(program!));
    [embedded, anvil] = [await deployGame(nodes[0]!), await deployGame(nodes[1]!)];
  });

  after(async () => {
    for (const node of nodes) await node.close();
  });

  it(`fights the same ${BATTLES} battles, which are the reference's`, async () => {
    const random = new SeededRandom(seedOfTest);
    for (let i = 0; i < BATTLES; i++) {
      const mode: BattleMode = i % 2 === 0 ? MODES[(i / 2) % MODES.length]!.battle : randomMode(random);
      const one = randomCase(random, mode);
      const args = [
        battleModeToPass(mode),
        one.p1Nonce,
        one.p2Nonce,
        teamToPass(one.p1Team),
        teamToPass(one.p2Team),
      ];
      const report = await anvil.session.read(anvil.simulator, "simulate", args);
      expect(await embedded.session.read(embedded.simulator, "simulate", args)).to.equal(report);
      const expected = simulate(one);
      expect(report.includes(expected.seed.slice(2))).to.be.true;
      expect(report.includes(hexlify(packTurns(expected.turns)).slice(2))).to.be.true;
    }
  });

  it("plays the same whole duels: logs, gas, turns, balances, credits and statistics", async () => {
    for (const game of [embedded, anvil]) await playEverything(game);
    const { traces, answers } = anvil.session;
    expect(traces.every(({ status }) => status === "0x1")).to.be.true;
    expect(traces).to.deep.equal(embedded.session.traces);
    expect(answers).to.deep.equal(embedded.session.answers);
  });

  it("has fought battles of 1,000 turns on the way", () => {
    const topic = anvil.duel.abi.getEvent("GameFought")!.topicHash;
    const lengths = anvil.session.traces
      .flatMap(({ logs }) => logs)
      .filter(({ topics }) => topics[0] === topic)
      .map(({ topics, data }) => anvil.duel.abi.decodeEventLog("GameFought", data, topics).turns.length);
    expect(lengths).to.have.length(DUELS_A_MODE * MODES.length);
    // 0x, then two digits a byte and 15 bytes a turn.
    expect(lengths.filter((length) => length === 2 + 2 * 15 * 1_000)).to.have.length(2 * DUELS_A_MODE);
  });
});

async function deployGame(node: Node): Promise<Game> {
  const session = await RpcSession.open(node);
  const [admin, house, ...players] = session.accounts;
  const fight = await session.deploy("Fight", [admin]);
  const cards = await session.deploy("FighterCards");
  const fighters = await session.deploy("Fighters", [admin, cards.address]);
  const TurnLog = await session.deploy("TurnLog");
  const ModeRegistry = await session.deploy("ModeRegistry");
  const duel = await session.deploy("Duel", [admin, house, fight.address, fighters.address], {
    TurnLog,
    ModeRegistry,
  });
  const simulator = await session.deploy("BattleSimulator", [], { TurnLog });

  await session.send(admin!, fighters, "addCharacters", [CHARACTERS.map(characterToAdd)]);
  const role = await session.read(fighters, "MINTER_ROLE", []);
  await session.send(admin!, fighters, "grantRole", [role, admin]);
  // 1..20 are player 1's, 21..40 player 2's.
  for (const [i, player] of players.slice(0, 2).entries()) {
    const charIds = Array.from({ length: 20 }, (_, k) => 1 + 20 * i + k);
    await session.send(admin!, fighters, "mint", [player, charIds, false]);
    await session.send(admin!, fight, "transfer", [player, parseEther("10000")]);
    await session.send(player!, fight, "approve", [duel.address, MaxUint256]);
  }
  for (const mode of MODES) await session.send(admin!, duel, "registerMode", [modeToRegister(mode)]);
  return { session, fight, duel, simulator };
}

async function playEverything(game: Game): Promise<void> {
  const { session, duel } = game;
  const [admin, house, p1, p2] = session.accounts as [string, string, string, string];
  const random = new SeededRandom(seedOfTest);
  const bytes32 = (): Bytes32 => seal(seedOfTest, [BigInt(random.below(65_536)), BigInt(random.wordsTaken)]);
  let gameId = 0;
  const create = async (modeId: number, teamHash: string, bet: bigint) => {
    session.wait(30 * DAY);
    await session.send(p1, duel, "createAndDeposit", [modeId, teamHash, bet, ZeroAddress]);
    return ++gameId;
  };
  for (const modeId of MODES.keys()) {
    for (let i = 0; i < DUELS_A_MODE; i++) {
      const [team1, team2] = [five(random, 1), five(random, 21)];
      const nonce = bytes32();
      const id = await create(modeId + 1, seal(nonce, team1), MODES[modeId]!.terms.minBet + BigInt(i));
      await session.send(p2, duel, "depositAndJoin", [id, bytes32(), team2]);
      await session.send(p1, duel, "reveal", [id, nonce, team1]);
      await session.read(duel, "gameTurns", [id]);
      await session.read(duel, "game", [id]);
    }
  }
  // The ends without a battle.
  await session.send(p1, duel, "cancel", [await create(1, bytes32(), STAKE)]);
  const notJoined = await create(1, bytes32(), STAKE);
  await session.send(p2, duel, "deposit", [notJoined]);
  const notRevealed = await create(1, bytes32(), STAKE);
  await session.send(p2, duel, "depositAndJoin", [notRevealed, bytes32(), five(random, 21)]);
  session.wait(2 * DAY);
  await session.send(p1, duel, "claimInactive", [notJoined]);
  await session.send(p2, duel, "claimInactive", [notRevealed]);
  await session.send(house, duel, "withdrawCredit", [house]);

  for (const account of [admin, house, p1, p2, duel.address]) {
    await session.read(game.fight, "balanceOf", [account]);
    await session.read(duel, "creditOf", [account]);
    await session.read(duel, "playerStats", [account]);
  }
  for (let assetId = 1; assetId <= 40; assetId++) await session.read(duel, "fighterStats", [assetId]);
}

/** Five different ids of the twenty from the first. */
function five(random: SeededRandom, first: number): bigint[] {
  const picked = new Set<number>();
  while (picked.size < 5) picked.add(first + random.below(20));
  return [...picked].map(BigInt);
}

function teamToPass(team: Team) {
  return team.map(({ assetId, charId, tiers }) => ({ assetId, charId, tiers: [...tiers] }));
}
