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
const FREE_MODES = [...SHIPPED_MODES, ENDLESS, GRINDING].map((mode) => ({
  ...mode,
  terms: { ...mode.terms, teamRule: null, revealDelayBlocks: 0 },
}));
/** As it is shipped, with its team rule and its delay. */
const SIEGE = SHIPPED_MODES.find(({ name }) => name === "Siege")!;
const MODES = [...FREE_MODES, SIEGE];
const SIEGE_ID = MODES.length;
/** Two tanks, two damage, one support. */
const SIEGE_TEAM = [1, 2, 17, 18, 33];

/** Everything on one chain, with all choices fixed. */
interface Game {
  readonly session: RpcSession;
  readonly fight: Deployed;
  readonly fighters: Deployed;
  readonly duel: Deployed;
  /** A token that can refuse a recipient, and a duel for it. */
  readonly refusing: Deployed;
  readonly refusingDuel: Deployed;
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
      const mode: BattleMode =
        i % 2 === 0 ? FREE_MODES[(i / 2) % FREE_MODES.length]!.battle : randomMode(random);
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

  /** What anvil's duels have told by this event. */
  const eventsOf = (name: string) => {
    const { abi } = anvil.duel;
    return anvil.session.traces
      .flatMap(({ logs }) => logs)
      .filter(({ topics }) => topics[0] === abi.getEvent(name)!.topicHash)
      .map(({ topics, data }) => abi.decodeEventLog(name, data, topics));
  };

  it("has fought battles of 1,000 turns on the way", () => {
    const lengths = eventsOf("GameFought").map(({ turns }) => turns.length);
    // 0x, then two digits a byte and 15 bytes a turn.
    expect(lengths.filter((length) => length === 2 + 2 * 15 * 1_000)).to.have.length(2 * DUELS_A_MODE);
  });

  it("has fought with a team rule and a delay, with one fighter on both sides, and credited refused payments", () => {
    expect(eventsOf("GameFought")).to.have.length(DUELS_A_MODE * FREE_MODES.length + 3);
    const siege = eventsOf("GameCreated").filter(({ modeId }) => Number(modeId) === SIEGE_ID);
    expect(siege).to.have.length(1);
    const [, p2] = anvil.session.accounts.slice(2);
    const sold = anvil.session.traces.filter(({ step }) => step === "transferFrom");
    expect(sold.map(({ logs }) => BigInt(logs[0]!.topics[1]!))).to.deep.equal([BigInt(p2!)]);
    expect(eventsOf("PaymentCredited")).to.have.length(2);
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
  const refusing = await session.deploy("BlacklistFight", [admin]);
  const deployDuel = (token: Deployed) =>
    session.deploy("Duel", [admin, house, token.address, fighters.address], { TurnLog, ModeRegistry });
  const [duel, refusingDuel] = [await deployDuel(fight), await deployDuel(refusing)];
  const simulator = await session.deploy("BattleSimulator", [], { TurnLog });

  await session.send(admin!, fighters, "addCharacters", [CHARACTERS.map(characterToAdd)]);
  const role = await session.read(fighters, "MINTER_ROLE", []);
  await session.send(admin!, fighters, "grantRole", [role, admin]);
  // 1..20 are player 1's, 21..40 player 2's, and a team for the siege each: 41..45 and 46..50.
  for (const [i, player] of players.slice(0, 2).entries()) {
    const charIds = Array.from({ length: 20 }, (_, k) => 1 + 20 * i + k);
    await session.send(admin!, fighters, "mint", [player, charIds, false]);
    for (const [token, { address }] of [
      [fight, duel],
      [refusing, refusingDuel],
    ] as const) {
      await session.send(admin!, token, "transfer", [player, parseEther("10000")]);
      await session.send(player!, token, "approve", [address, MaxUint256]);
    }
  }
  for (const player of players.slice(0, 2)) {
    await session.send(admin!, fighters, "mint", [player, SIEGE_TEAM, false]);
  }
  for (const mode of MODES) await session.send(admin!, duel, "registerMode", [modeToRegister(mode)]);
  await session.send(admin!, refusingDuel, "registerMode", [modeToRegister(FREE_MODES[0]!)]);
  return { session, fight, fighters, duel, refusing, refusingDuel, simulator };
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
  for (const modeId of FREE_MODES.keys()) {
    for (let i = 0; i < DUELS_A_MODE; i++) {
      const [team1, team2] = [five(random, 1), five(random, 21)];
      const nonce = bytes32();
      const id = await create(modeId + 1, seal(nonce, team1), FREE_MODES[modeId]!.terms.minBet + BigInt(i));
      await session.send(p2, duel, "depositAndJoin", [id, bytes32(), team2]);
      await session.send(p1, duel, "reveal", [id, nonce, team1]);
      await session.read(duel, "gameTurns", [id]);
      await session.read(duel, "game", [id]);
    }
  }
  await playSiege(game, await create(SIEGE_ID, seal(seedOfTest, ids(41)), SIEGE.terms.minBet));
  // A fighter that fights for player 2, and is sold meanwhile to player 1, who has sealed it.
  const both = [1n, 2n, 3n, 4n, 25n];
  const twice = await create(1, seal(seedOfTest, both), STAKE);
  await session.send(p2, duel, "depositAndJoin", [twice, bytes32(), ids(21)]);
  await session.send(p2, game.fighters, "transferFrom", [p2, p1, 25]);
  await session.send(p1, duel, "reveal", [twice, seedOfTest, both]);
  await playRefused(game, bytes32());
  // The ends without a battle.
  await session.send(p1, duel, "cancel", [await create(1, bytes32(), STAKE)]);
  const notJoined = await create(1, bytes32(), STAKE);
  await session.send(p2, duel, "deposit", [notJoined]);
  const notRevealed = await create(1, bytes32(), STAKE);
  await session.send(p2, duel, "depositAndJoin", [notRevealed, bytes32(), ids(31)]);
  session.wait(2 * DAY);
  await session.send(p1, duel, "claimInactive", [notJoined]);
  await session.send(p2, duel, "claimInactive", [notRevealed]);
  await session.send(house, duel, "withdrawCredit", [house]);

  for (const account of [admin, house, p1, p2, duel.address]) {
    await session.read(game.fight, "balanceOf", [account]);
    await session.read(duel, "creditOf", [account]);
    await session.read(duel, "playerStats", [account]);
  }
  for (let assetId = 1; assetId <= 50; assetId++) await session.read(duel, "fighterStats", [assetId]);
}

async function playSiege({ session, duel }: Game, id: number): Promise<void> {
  const [p1, p2] = session.accounts.slice(2) as [string, string];
  await session.send(p2, duel, "depositAndJoin", [id, seedOfTest, ids(46)]);
  // The join's block counts: the reveal is in the second one after it.
  await session.mine();
  await session.send(p1, duel, "reveal", [id, seedOfTest, ids(41)]);
  await session.read(duel, "gameTurns", [id]);
  await session.read(duel, "game", [id]);
}

/** A winner and a canceller whom the token refuses; the latter is paid later. */
async function playRefused({ session, refusing, refusingDuel }: Game, nonce: Bytes32): Promise<void> {
  const [admin, , p1, p2] = session.accounts as [string, string, string, string];
  session.wait(30 * DAY);
  const team = ids(6);
  await session.send(p1, refusingDuel, "createAndDeposit", [1, seal(nonce, team), STAKE, ZeroAddress]);
  await session.send(p2, refusingDuel, "depositAndJoin", [1, seedOfTest, ids(26)]);
  await session.send(p1, refusingDuel, "createAndDeposit", [1, seal(nonce, team), STAKE, ZeroAddress]);
  for (const player of [p1, p2]) await session.send(admin, refusing, "setRefused", [player, true]);
  await session.send(p1, refusingDuel, "reveal", [1, nonce, team]);
  await session.send(p1, refusingDuel, "cancel", [2]);
  for (const player of [p1, p2]) await session.read(refusingDuel, "creditOf", [player]);
  await session.send(admin, refusing, "setRefused", [p1, false]);
  await session.send(p1, refusingDuel, "withdrawCredit", [p1]);
  for (const player of [p1, p2]) await session.read(refusing, "balanceOf", [player]);
}

const ids = (first: number) => [0, 1, 2, 3, 4].map((i) => BigInt(first + i));

/** Five different ids of the twenty from the first. */
function five(random: SeededRandom, first: number): bigint[] {
  const picked = new Set<number>();
  while (picked.size < 5) picked.add(first + random.below(20));
  return [...picked].map(BigInt);
}

function teamToPass(team: Team) {
  return team.map(({ assetId, charId, tiers }) => ({ assetId, charId, tiers: [...tiers] }));
}
