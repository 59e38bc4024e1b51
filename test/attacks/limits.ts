import { expect } from "chai";
import { sha256, toUtf8Bytes } from "ethers";
import { modeToRegister } from "../../chain/registration.ts";
import { PACKED_TURN_BYTES } from "../../sim/battle/turnLog.ts";
import { DEFAULT_MODE, type GameMode, type GameTerms } from "../../sim/duel/gameModes.ts";
import { type Bytes32, seal } from "../../sim/sealing/commitment.ts";
import { SeededRandom } from "../../sim/sealing/random.ts";
import {
  type Arena,
  BET,
  CLASSIC,
  chain,
  DAY,
  deployArena,
  ethers,
  networkHelpers,
  NOBODY,
  P1_NONCE,
} from "../helpers/arena.ts";
import { anywhere, atLimits, type Pick, randomMode } from "../helpers/randomCase.ts";

const isDeep = process.env.SEALED_DUEL_DEEP === "1";
/** The most that one transaction may ask for since EIP-7825. */
const TRANSACTION_GAS = 2n ** 24n;

type Rules = Omit<GameMode, "name" | "description">;
const withBattle = (battle: GameMode["battle"]): Rules => ({ battle, terms: DEFAULT_MODE.terms });

describe("Attacks: limits", () => {
  describe("when a mode is valid", () => {
    const seed = process.env.SEALED_DUEL_SEED ?? String(Date.now());
    const count = isDeep ? 1_000 : 30;

    /** Any valid terms, of those under which the golden teams may play. */
    function randomTerms(random: SeededRandom, pick: Pick): GameTerms {
      const winnerPctBps = pick(random, { min: 0, max: 10_000 });
      const inactiveMinHours = pick(random, { min: 1, max: 720 });
      const minBet = random.below(2) === 0 ? 1n : BigInt(random.below(65_536)) * 10n ** 14n + 1n;
      return {
        minBet,
        maxBet: random.below(2) === 0 ? minBet : 2n ** 96n - 1n,
        winnerPctBps,
        housePctBps: 10_000 - winnerPctBps,
        inactiveHousePctBps: pick(random, { min: 0, max: 10_000 }),
        inactiveMinHours,
        cooldownSecs: DAY * pick(random, { min: 0, max: 30 }),
        teamRule: random.below(2) === 0 ? null : { tank: 2, damage: 2, support: 1 },
        revealDelayBlocks: pick(random, { min: 0, max: Math.min(255, 60 * inactiveMinHours) }),
      };
    }

    /** Creates, joins and reveals in this mode with golden fighters, at the lowest stake; the gas of the reveal. */
    async function play(arena: Arena, { battle, terms }: Rules, nonce: Bytes32) {
      const { duel, p1, p1Golden, p2, p2Golden } = arena;
      await duel.registerMode(modeToRegister({ ...DEFAULT_MODE, battle, terms }));
      const modeId = await duel.modeCount();
      await duel.connect(p1).createAndDeposit(modeId, seal(nonce, p1Golden), terms.minBet, NOBODY);
      const gameId = await duel.gameCount();
      await duel.connect(p2).depositAndJoin(gameId, sha256(nonce), p2Golden);
      if (terms.revealDelayBlocks > 1) await networkHelpers.mine(terms.revealDelayBlocks - 1);
      const sent = await duel.connect(p1).reveal(gameId, nonce, p1Golden, { gasLimit: TRANSACTION_GAS });
      const { gasUsed, logs } = (await sent.wait())!;
      const fought = logs
        .map((log) => duel.interface.parseLog(log))
        .find((log) => log?.name === "GameFought")!;
      return { gasUsed, turns: ethers.dataLength(fought.args.turns as string) / PACKED_TURN_BYTES };
    }

    it(`never reverts a valid opening in ${count} random modes of SEALED_DUEL_SEED=${seed}`, async function () {
      this.timeout(0);
      const arena = await networkHelpers.loadFixture(deployArena);
      const random = new SeededRandom(sha256(toUtf8Bytes(seed)) as Bytes32);
      for (let i = 0; i < count; i++) {
        const pick = i % 2 === 0 ? anywhere : atLimits;
        const rules = { battle: randomMode(random, pick), terms: randomTerms(random, pick) };
        const nonce = sha256(toUtf8Bytes(`${seed} ${i}`)) as Bytes32;
        const { gasUsed } = await play(arena, rules, nonce).catch((error: unknown) => {
          const { minBet, maxBet, ...terms } = rules.terms;
          const text = JSON.stringify({ ...rules.battle, ...terms, bets: `${minBet}..${maxBet}` });
          throw new Error(`mode ${i} of seed ${seed}: ${text}`, { cause: error });
        });
        expect(gasUsed < TRANSACTION_GAS).to.equal(true);
      }
    });

    it("fits the longest and costliest battle of all into one transaction, with room to spare", async () => {
      const arena = await networkHelpers.loadFixture(deployArena);
      const { gasUsed, turns } = await play(
        arena,
        withBattle({
          attackValues: [1, 1, 1],
          defenseValues: [1_000, 1_000, 1_000],
          healthValues: [65_535, 65_535, 65_535],
          speedValues: [1, 1, 1],
          rangeValues: [0, 0, 0],
          comboValues: [1_000, 1_000, 1_000],
          // Just above a half of the words: nearly every second one is thrown away, and all must be hashed.
          dodgeMaxRandom: 32_768,
          comboMaxRandom: 32_768,
          rangeFactors: [0, 0, 0],
          comboFactor: 65_535,
          maxRounds: 100,
        }),
        P1_NONCE,
      );
      expect(turns).to.equal(1_000);
      expect(gasUsed < TRANSACTION_GAS / 4n, `${gasUsed} gas`).to.equal(true);
    });

    it("fits the strongest blow of all: every number at its largest", async () => {
      const arena = await networkHelpers.loadFixture(deployArena);
      const { duel } = arena;
      await play(
        arena,
        withBattle({
          attackValues: [1_000, 1_000, 1_000],
          defenseValues: [1, 1, 1],
          healthValues: [65_535, 65_535, 65_535],
          speedValues: [1, 1, 1],
          rangeValues: [255, 255, 255],
          comboValues: [1_000, 1_000, 1_000],
          dodgeMaxRandom: 65_535,
          comboMaxRandom: 0,
          rangeFactors: [10_000, 10_000, 10_000],
          comboFactor: 65_535,
          maxRounds: 100,
        }),
        P1_NONCE,
      );
      const damages = (await duel.gameTurns(1)).map(({ damageDealt }) => damageDealt);
      expect(damages.includes(6_553_500n)).to.equal(true);
    });
  });

  describe("when there are very many open games", () => {
    const crowd = isDeep ? 10_000 : 300;
    /** A game's number may have a byte more that is not zero, and calldata costs by the byte. */
    const CALLDATA_SLACK = 64n;

    /** What each action costs now, on new games with golden fighters, undone afterwards. */
    async function costs({ duel, fight, house, p1, p1Golden, p2, p2Golden }: Arena) {
      const before = await networkHelpers.takeSnapshot();
      const list: Record<string, bigint> = {};
      const cost = async (name: string, sent: Promise<{ wait(): Promise<{ gasUsed: bigint } | null> }>) => {
        list[name] = (await (await sent).wait())!.gasUsed;
      };
      const hash = seal(P1_NONCE, p1Golden);
      await cost("createGame", duel.connect(p1).createGame(CLASSIC, hash, BET, NOBODY));
      const first = await duel.gameCount();
      await cost("deposit", duel.connect(p1).deposit(first));
      await cost("deposit by player 2", duel.connect(p2).deposit(first));
      await cost("joinGame", duel.connect(p2).joinGame(first, P1_NONCE, p2Golden));
      await cost("reveal", duel.connect(p1).reveal(first, P1_NONCE, p1Golden));
      await cost("withdrawCredit", duel.connect(house).withdrawCredit(house));
      await cost("createAndDeposit", duel.connect(p1).createAndDeposit(CLASSIC, hash, BET, NOBODY));
      await cost("cancel", duel.connect(p1).cancel(first + 1n));
      await duel.connect(p1).createAndDeposit(CLASSIC, hash, BET, NOBODY);
      const joined = duel.connect(p2).depositAndJoin(first + 2n, P1_NONCE, p2Golden);
      await cost("depositAndJoin", joined);
      await networkHelpers.time.increase(DAY);
      await cost("claimInactive", duel.connect(p2).claimInactive(first + 2n));
      const memo = ethers.toBeHex(first + 3n, 32);
      await duel.connect(p1).createGame(CLASSIC, hash, BET, NOBODY);
      await cost(
        "transferAndCall",
        fight.connect(p1)["transferAndCall(address,uint256,bytes)"](duel, BET, memo),
      );
      await before.restore();
      return list;
    }

    it(`costs no action more beside ${crowd.toLocaleString("en")} of them`, async function () {
      this.timeout(0);
      const arena = await networkHelpers.loadFixture(deployArena);
      const { duel, p1, stranger } = arena;
      const create = duel.interface.encodeFunctionData("createGame", [
        CLASSIC,
        ethers.id("one of many"),
        BET,
        NOBODY,
      ]);
      const transaction = { to: await duel.getAddress(), data: create, gas: "0x493e0" };
      const open = (from: string) =>
        chain.provider.request({ method: "eth_sendTransaction", params: [{ ...transaction, from }] });
      // One before the first look, so that the counter's slot is not new in it.
      await open(stranger.address);
      const few = await costs(arena);
      // Half of them are a stranger's, half are player 1's own.
      for (let i = 1; i < crowd; i++) await open(i % 2 === 0 ? stranger.address : p1.address);
      expect(await duel.gameCount()).to.equal(crowd);
      const many = await costs(arena);
      for (const [action, gas] of Object.entries(few)) {
        expect(many[action]! <= gas + CALLDATA_SLACK, `${action}: ${gas} and ${many[action]}`).to.equal(true);
      }
    });
  });
});
