import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { getBytes, keccak256, MaxUint256, parseEther, toUtf8Bytes } from "ethers";
import type { ContractTransactionResponse } from "ethers";
import { type Contracts, deployGame, type EmbeddedChain, openEmbeddedChain } from "../../chain/embedded.ts";
import { PACKED_TURN_BYTES } from "../../sim/battle/turnLog.ts";
import { seal } from "../../sim/sealing/commitment.ts";

/** Random numbers for a measurement that must come out the same each time: a label, hashed with a counter. */
export class Dice {
  readonly #label: string;
  #rolls = 0;

  constructor(label: string) {
    this.#label = label;
  }

  bytes32(): `0x${string}` {
    return keccak256(toUtf8Bytes(`${this.#label}/${this.#rolls++}`)) as `0x${string}`;
  }

  below(n: number): number {
    return Number(BigInt(this.bytes32()) % BigInt(n));
  }

  tier(): number {
    return 1 + this.below(3);
  }

  /** Five different numbers below n. */
  five(n: number): number[] {
    const picked = new Set<number>();
    while (picked.size < 5) picked.add(this.below(n));
    return [...picked];
  }
}

export type FiveIds = [bigint, bigint, bigint, bigint, bigint];

/** A game with two players who have money, allowances and fighters of random tiers. */
export interface Arena {
  readonly chain: EmbeddedChain;
  readonly contracts: Contracts;
  readonly admin: HardhatEthersSigner;
  readonly house: HardhatEthersSigner;
  readonly players: readonly [HardhatEthersSigner, HardhatEthersSigner];
  readonly strangers: readonly HardhatEthersSigner[];
  /** Asset ids of each player's fighters. */
  readonly fighters: readonly [readonly bigint[], readonly bigint[]];
}

export const STAKE = parseEther("100");
export const DEFAULT_MODE_ID = 1n;
const COOLDOWN_SECS = 86_400;
const MINT_AT_ONCE = 25;

export async function openArena(dice: Dice, fightersEach: number): Promise<Arena> {
  const chain = await openEmbeddedChain();
  const [admin, house, p1, p2, ...strangers] = await chain.ethers.getSigners();
  const contracts = await deployGame(chain, house!.address, admin!.address);
  const { fight, fighters, duel } = contracts;
  await fighters.grantRole(await fighters.MINTER_ROLE(), admin!.address);

  const players = [p1!, p2!] as const;
  const ids: [bigint[], bigint[]] = [[], []];
  for (const [side, player] of players.entries()) {
    for (let i = 0; i < fightersEach; i += MINT_AT_ONCE) {
      const charIds = await addCharactersOfRandomTiers(
        contracts,
        dice,
        Math.min(MINT_AT_ONCE, fightersEach - i),
      );
      const firstId = (await fighters.mintedCount()) + 1n;
      await fighters.mint(player.address, charIds, false);
      ids[side]!.push(...charIds.map((_, k) => firstId + BigInt(k)));
    }
    await fight.transfer(player.address, parseEther("1000000"));
    await fight.connect(player).approve(await duel.getAddress(), MaxUint256);
  }
  return { chain, contracts, admin: admin!, house: house!, players, strangers, fighters: ids };
}

async function addCharactersOfRandomTiers(
  contracts: Contracts,
  dice: Dice,
  count: number,
): Promise<bigint[]> {
  const first = (await contracts.fighters.characterCount()) + 1n;
  const sixTiers = (): [number, number, number, number, number, number] => [
    dice.tier(),
    dice.tier(),
    dice.tier(),
    dice.tier(),
    dice.tier(),
    dice.tier(),
  ];
  const characters = Array.from({ length: count }, (_, i) => ({
    name: `Random ${first + BigInt(i)}`,
    kind: 0,
    tiers: sixTiers(),
  }));
  await contracts.fighters.addCharacters(characters);
  return characters.map((_, i) => first + BigInt(i));
}

export async function gasOf(sent: Promise<ContractTransactionResponse>): Promise<number> {
  const receipt = await (await sent).wait();
  if (!receipt) throw new Error("the transaction was not mined");
  return Number(receipt.gasUsed);
}

export interface DuelGas {
  readonly createAndDeposit: number;
  readonly depositAndJoin: number;
  readonly reveal: number;
  readonly turns: number;
  readonly rounds: number;
}

export function teamOf(arena: Arena, side: 0 | 1, indices: readonly number[]): FiveIds {
  return indices.map((index) => arena.fighters[side][index]!) as FiveIds;
}

/** A whole duel in three transactions, after everybody's rest, and what each cost. */
export async function playDuel(
  arena: Arena,
  dice: Dice,
  p1Team: FiveIds,
  p2Team: FiveIds,
  modeId: bigint = DEFAULT_MODE_ID,
): Promise<DuelGas> {
  const { duel } = arena.contracts;
  const [p1, p2] = arena.players;
  const [p1Nonce, p2Nonce] = [dice.bytes32(), dice.bytes32()];
  await arena.chain.networkHelpers.time.increase(COOLDOWN_SECS);
  const zero = arena.chain.ethers.ZeroAddress;
  const createAndDeposit = await gasOf(
    duel.connect(p1).createAndDeposit(modeId, seal(p1Nonce, p1Team), STAKE, zero),
  );
  const gameId = await duel.gameCount();
  const depositAndJoin = await gasOf(duel.connect(p2).depositAndJoin(gameId, p2Nonce, p2Team));
  // A mode may make player 1 wait some blocks; the reveal is then in the first that it may be in.
  const { revealDelayBlocks } = (await duel.gameMode(modeId)).mode;
  if (revealDelayBlocks > 1n) await arena.chain.networkHelpers.mine(revealDelayBlocks - 1n);
  const reveal = await gasOf(duel.connect(p1).reveal(gameId, p1Nonce, p1Team));
  const [fought] = await duel.queryFilter(duel.filters.GameFought(gameId), -1);
  const log = getBytes(fought!.args.turns);
  const turns = log.length / PACKED_TURN_BYTES;
  // A turn begins with its round.
  const rounds = log.at(-PACKED_TURN_BYTES)!;
  return { createAndDeposit, depositAndJoin, reveal, turns, rounds };
}
