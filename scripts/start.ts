/** `npm start`: a whole duel on a chain inside this process, shown turn by turn and checked by the simulator. */
import { formatEther, parseEther, type ContractTransactionResponse } from "ethers";
import pc from "picocolors";
import { build } from "../chain/build.ts";
import { deployGame, openEmbeddedChain } from "../chain/embedded.ts";
import { signPermit } from "../chain/permit.ts";
import { drawTeam, drawTurn, sideColor } from "../cli/terminal/battle.ts";
import { fight as simulateFight } from "../sim/battle/battle.ts";
import { CHARACTERS } from "../sim/battle/characters.ts";
import type { Fighter, Team } from "../sim/battle/stats.ts";
import { packTurns, TURN_FIELDS, unpackTurns } from "../sim/battle/turnLog.ts";
import { DEFAULT_MODE } from "../sim/duel/gameModes.ts";
import { generateNonce, seal, sealText, seedOf } from "../sim/sealing/commitment.ts";
import { SeededRandom } from "../sim/sealing/random.ts";

const STAKE = parseEther("100");
const DEFAULT_MODE_ID = 1;
/** Slow enough to follow on a terminal; no wait where nobody watches. */
const TURN_PAUSE_MS = process.stdout.isTTY ? 60 : 0;

const mode = DEFAULT_MODE;
const print = (text = "") => console.log(text);
const title = (text: string) => print(`\n${pc.bold(text)}`);

print(pc.bold("Sealed Duel") + pc.dim(" · two stakes, one sealed team, one fight that anybody can check"));

// The chain and the contracts.
await build(() => process.stderr.write(pc.dim("Compiling the contracts (half a minute)…\n")));
const chain = await openEmbeddedChain();
const { ethers } = chain;
const [admin, house, alice, bob] = await ethers.getSigners();
if (!admin || !house || !alice || !bob) throw new Error("the embedded chain has no accounts");
const { fight, fighters, duel } = await deployGame(chain, house.address, admin.address);
print(pc.dim(`An embedded chain is up; Duel is at ${await duel.getAddress()}`));

// Two players with money and five fighters each.
await fighters.grantRole(await fighters.MINTER_ROLE(), admin.address);
const aliceTeam = await recruit(alice.address, [1, 24, 33, 6, 21]);
const bobTeam = await recruit(bob.address, [11, 26, 37, 13, 22]);
for (const player of [alice, bob]) await fight.transfer(player.address, 10n * STAKE);

title("The teams");
print(drawTeam(1, aliceTeam, mode.battle));
print(drawTeam(2, bobTeam, mode.battle));

// Three transactions: seal, join, reveal.
title("The duel");
const aliceNonce = generateNonce();
const bobNonce = generateNonce();
const aliceIds = aliceTeam.map((fighter) => fighter.assetId);
const bobIds = bobTeam.map((fighter) => fighter.assetId);
const teamHash = seal(aliceNonce, aliceIds);
const deadline = 2n ** 64n;
const alicePermit = await signPermit(alice, fight, duel, STAKE, deadline);
const bobPermit = await signPermit(bob, fight, duel, STAKE, deadline);

const created = await mined(
  duel
    .connect(alice)
    .createAndDepositWithPermit(DEFAULT_MODE_ID, teamHash, STAKE, ethers.ZeroAddress, alicePermit),
);
print(step(1, "Alice", `stakes ${formatEther(STAKE)} FIGHT and seals a team`, created.gasUsed));
print(pc.dim(`     SHA-256("${sealText(aliceNonce, aliceIds).slice(0, 8)}…:?,?,?,?,?") = ${teamHash}`));
const gameId = await duel.gameCount();
const joined = await mined(
  duel.connect(bob).depositAndJoinWithPermit(gameId, bobNonce, fiveIds(bobIds), bobPermit),
);
print(step(2, "Bob", `stakes ${formatEther(STAKE)} FIGHT and joins with an open team`, joined.gasUsed));
const before = await balances();
const revealed = await mined(duel.connect(alice).reveal(gameId, aliceNonce, fiveIds(aliceIds)));
print(step(1, "Alice", "reveals, and the contract fights it out", revealed.gasUsed));

// The fight, as the chain logged it.
const [fought] = await duel.queryFilter(duel.filters.GameFought(gameId));
const [split] = await duel.queryFilter(duel.filters.PotSplit(gameId));
if (!fought || !split) throw new Error("the reveal logged no fight");
const packed = ethers.getBytes(fought.args.turns);
const turns = unpackTurns(packed, aliceTeam, bobTeam);
title(`The fight, ${turns.length} turns`);
for (const turn of turns) {
  const defenders = turn.attacker === 1 ? bobTeam : aliceTeam;
  print(drawTurn(turn, mode.battle, defenders[turn.defenderSlot]!));
  if (TURN_PAUSE_MS > 0) await new Promise((resolve) => setTimeout(resolve, TURN_PAUSE_MS));
}

// The same fight again, from the inputs alone.
title("The check");
const seed = seedOf(aliceNonce, bobNonce);
const simulated = simulateFight(mode.battle, aliceTeam, bobTeam, new SeededRandom(seed));
const winner = fought.args.winner === alice.address ? 1 : 2;
const after = await balances();
const pot = 2n * STAKE;
const checks: [string, boolean][] = [
  ["the sealed hash opens to Alice's nonce and team", seal(aliceNonce, aliceIds) === teamHash],
  [
    `${turns.length} turns × ${TURN_FIELDS.length} fields equal the simulator's`,
    ethers.hexlify(packTurns(simulated.turns)) === fought.args.turns,
  ],
  ["the contract recomputes the same turns from state", await stateAgrees()],
  [`the simulator says player ${simulated.winner} wins`, simulated.winner === winner],
  ["the pot is split to the last unit", split.args.winnerAmount + split.args.houseAmount === pot],
  [
    "the winner was paid, the house credited",
    split.args.winnerAmount === after[winner - 1]! - before[winner - 1]! &&
      (await duel.creditOf(house.address)) === split.args.houseAmount,
  ],
];
for (const [claim, holds] of checks) print(`  ${holds ? pc.green("✔") : pc.red("✘")} ${claim}`);

title("The verdict");
const name = winner === 1 ? "Alice" : "Bob";
const [p1Alive, p2Alive] = simulated.alive;
print(
  `  ${sideColor(winner)(pc.bold(`${name} wins`))}, ${p1Alive} to ${p2Alive} standing after ${simulated.rounds} rounds`,
);
print(
  `  ${name} gets ${formatEther(split.args.winnerAmount)} FIGHT, the house ${formatEther(split.args.houseAmount)}`,
);
const total = created.gasUsed + joined.gasUsed + revealed.gasUsed;
print(
  `  gas: ${gas(created.gasUsed)} to seal, ${gas(joined.gasUsed)} to join, ${gas(revealed.gasUsed)} to fight; ${gas(total)} in all`,
);
print(pc.dim("  (a first duel pays for new storage; what later ones cost is in docs/PERFORMANCE.md)"));
print(pc.dim(`  seed ${seed}`));

if (checks.some(([, holds]) => !holds)) {
  print(pc.red("\nThe chain and the simulator disagree: please report this fight."));
  process.exitCode = 1;
}

/** Five fighters for a player, and what the simulator must know of them. */
async function recruit(owner: string, charIds: number[]): Promise<Team> {
  const firstAssetId = (await fighters.mintedCount()) + 1n;
  await fighters.mint(owner, charIds, false);
  return charIds.map((charId, slot): Fighter => {
    return { assetId: firstAssetId + BigInt(slot), charId, tiers: CHARACTERS[charId - 1]!.tiers };
  });
}

async function mined(sent: Promise<ContractTransactionResponse>) {
  const receipt = await (await sent).wait();
  if (!receipt) throw new Error("the transaction was not mined");
  return receipt;
}

async function balances(): Promise<bigint[]> {
  return Promise.all([alice!, bob!].map((player) => fight.balanceOf(player.address)));
}

/** Whether gameTurns, which reads no log, tells the same story field by field. */
async function stateAgrees(): Promise<boolean> {
  const fromState = await duel.gameTurns(gameId);
  return (
    fromState.length === turns.length &&
    turns.every((turn, i) =>
      TURN_FIELDS.every((field) => BigInt(turn[field]) === BigInt(fromState[i]![field])),
    )
  );
}

function fiveIds(ids: readonly bigint[]): [bigint, bigint, bigint, bigint, bigint] {
  const [a, b, c, d, e] = ids;
  return [a!, b!, c!, d!, e!];
}

function step(player: 1 | 2, who: string, what: string, gasUsed: bigint): string {
  return `  ${sideColor(player)(who.padEnd(6))}${what} ${pc.dim(`(${gas(gasUsed)} gas)`)}`;
}

function gas(amount: bigint): string {
  return amount.toLocaleString("en-US");
}
