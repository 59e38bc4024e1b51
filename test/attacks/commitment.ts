import { hash } from "node:crypto";
import { expect } from "chai";
import { type Bytes32, seal, sealText } from "../../sim/sealing/commitment.ts";
import {
  ALL_JOINED,
  type Arena,
  BET,
  CLASSIC,
  deployArena,
  networkHelpers,
  NOBODY,
  nonceForWinner,
  P1_NONCE,
  P1_WIN,
  P2_WIN,
  playTo,
  type TeamIds,
} from "../helpers/arena.ts";

const SWAPPED = [1, 0, 2, 3, 4] as const;
const isDeep = process.env.SEALED_DUEL_DEEP === "1";

describe("Attacks: the commitment", () => {
  let arena: Arena;
  beforeEach(async () => {
    arena = await networkHelpers.loadFixture(deployArena);
  });

  const refusesToOpen = async (gameId: bigint, nonce: string, team: TeamIds) => {
    const { duel, p1 } = arena;
    await expect(duel.connect(p1).reveal(gameId, nonce, team)).to.be.revertedWithCustomError(
      duel,
      "DuelCommitmentMismatch",
    );
  };

  it("lets player 1 not open its seal with a nonce that differs in one bit", async () => {
    const gameId = await playTo(arena, ALL_JOINED);
    for (const bit of [0n, 1n, 127n, 254n, 255n]) {
      const nonce = `0x${(BigInt(P1_NONCE) ^ (1n << bit)).toString(16).padStart(64, "0")}`;
      await refusesToOpen(gameId, nonce, arena.p1Team);
    }
  });

  it("lets player 1 not change one fighter after it has seen player 2's team", async () => {
    const gameId = await playTo(arena, ALL_JOINED);
    for (const slot of [0, 1, 2, 3, 4] as const) {
      await refusesToOpen(gameId, P1_NONCE, arena.p1Team.with(slot, arena.p1Golden[slot]) as TeamIds);
    }
  });

  it("lets player 1 not change the order after it has seen player 2's team", async () => {
    const gameId = await playTo(arena, ALL_JOINED);
    await refusesToOpen(gameId, P1_NONCE, SWAPPED.map((slot) => arena.p1Team[slot]) as TeamIds);
  });

  it("lets player 1 not open one game with the seal of another", async () => {
    const { p1Golden, p1Team } = arena;
    const [first, second] = [
      await playTo(arena, ALL_JOINED),
      await playTo(arena, ALL_JOINED, { p1Team: p1Golden }),
    ];
    await refusesToOpen(first, P1_NONCE, p1Golden);
    await refusesToOpen(second, P1_NONCE, p1Team);
  });

  describe("when somebody copies a commitment", () => {
    const copied = async () => {
      const { duel, stranger, p2, p2Golden } = arena;
      const original = await playTo(arena, ALL_JOINED);
      const { teamHash } = await duel.game(original);
      await duel.connect(stranger).createAndDeposit(CLASSIC, teamHash, BET, NOBODY);
      const copy = await duel.gameCount();
      await duel.connect(p2).depositAndJoin(copy, await nonceForWinner(arena, 2), p2Golden);
      return { original, copy };
    };

    it("cannot be opened by the copier, though the original has shown how: the fighters are not its own", async () => {
      const { duel, fighters, p1, p1Team, stranger } = arena;
      const { original, copy } = await copied();
      await duel.connect(p1).reveal(original, P1_NONCE, p1Team);
      await expect(duel.connect(stranger).reveal(copy, P1_NONCE, p1Team))
        .to.be.revertedWithCustomError(fighters, "FightersNotOwned")
        .withArgs(p1Team[0], p1.address, stranger.address);
    });

    it("does not keep the original from being opened", async () => {
      const { duel, p1, p1Team } = arena;
      const { original } = await copied();
      await duel.connect(p1).reveal(original, P1_NONCE, p1Team);
      expect((await duel.game(original)).state).to.equal(P1_WIN);
    });

    it("lets nobody but the copy's own player 1 reveal the copy", async () => {
      const { duel, p1, p1Team, stranger } = arena;
      const { copy } = await copied();
      await expect(duel.connect(p1).reveal(copy, P1_NONCE, p1Team))
        .to.be.revertedWithCustomError(duel, "DuelWrongCaller")
        .withArgs(copy, p1.address, stranger.address);
    });
  });

  it("shows why a nonce must not be used again: an opponent who knows it chooses the winner", async () => {
    const { duel, p1, p1Golden: p1Team, p2, p2Golden: p2Team } = arena;
    await playTo(arena, P1_WIN, { p1Team, p2Team });
    await duel.connect(p1).createAndDeposit(CLASSIC, seal(P1_NONCE, p1Team), BET, NOBODY);
    const gameId = await duel.gameCount();
    const chosen = await nonceForWinner(arena, 2, { p1Team, p2Team });
    await duel.connect(p2).depositAndJoin(gameId, chosen, p2Team);
    await duel.connect(p1).reveal(gameId, P1_NONCE, p1Team);
    expect((await duel.game(gameId)).state).to.equal(P2_WIN);
  });

  describe("when the boundary between nonce and ids is shifted", () => {
    const NONCE: Bytes32 = `0x${"ab".repeat(31)}12`;

    it("gives another text for every way to cut the same digits", () => {
      const texts = [
        [1n, 23n, 4n, 5n, 6n],
        [12n, 3n, 4n, 5n, 6n],
        [123n, 4n, 5n, 6n, 7n],
        [1n, 2n, 34n, 5n, 6n],
        [1n, 2n, 3n, 45n, 6n],
        [1n, 2n, 3n, 4n, 56n],
      ].map((team) => sealText(NONCE, team));
      expect(new Set(texts).size).to.equal(texts.length);
    });

    it("has the first separator always behind 64 digits, so that no digit of an id can pass for one of the nonce", () => {
      for (const nonce of [NONCE, `0x${"0".repeat(64)}`, `0x${"f".repeat(64)}`] as const) {
        expect(sealText(nonce, [1n, 2n, 3n, 4n, 5n]).indexOf(":")).to.equal(64);
      }
    });

    it("is refused by the contract: ids 13, 1 do not open a seal of 1, 31", async () => {
      const { duel, fighters, p1, p2, p2Team } = arena;
      await fighters.mint(p1, [1, 2, 3, 4, 5], true);
      const sealed: TeamIds = [1n, 31n, 2n, 3n, 4n];
      await duel.connect(p1).createAndDeposit(CLASSIC, seal(P1_NONCE, sealed), BET, NOBODY);
      const gameId = await duel.gameCount();
      await duel.connect(p2).depositAndJoin(gameId, P1_NONCE, p2Team);
      await refusesToOpen(gameId, P1_NONCE, [13n, 1n, 2n, 3n, 4n]);
      await duel.connect(p1).reveal(gameId, P1_NONCE, sealed);
      expect((await duel.game(gameId)).p1Team).to.deep.equal(sealed);
    });
  });

  describe("when a nonce is short and the inventory public", () => {
    /** Seals that anybody can read, each with a nonce of 32 bits. An attacker needs only one of them to fit. */
    const SEALS = isDeep ? 64 : 4_096;
    /** What is unknown of a nonce where the order of the team is searched for too. */
    const UNKNOWN_BITS = isDeep ? 17 : 13;
    const SECS_PER_YEAR = 31_557_600;
    /** All the machines that mine Bitcoin together, generously. */
    const HASHES_PER_SECOND_ON_EARTH = 1e22;
    /** One graphics card of 2024. */
    const HASHES_PER_SECOND_OF_A_CARD = 2e10;

    const sha256Of = (text: string) => hash("sha256", text, "hex");
    const digitsOf = (nonce: number) => nonce.toString(16).padStart(64, "0");

    function orders(ids: readonly bigint[]): bigint[][] {
      if (ids.length === 0) return [[]];
      return ids.flatMap((id) => orders(ids.filter((other) => other !== id)).map((rest) => [id, ...rest]));
    }

    /** Every nonce of so many bits from 0 on, with every team that could have been sealed, until a hash fits. */
    function search(teamHashes: ReadonlySet<string>, bits: number, teams: readonly (readonly bigint[])[]) {
      const ends = teams.map((team) => `:${team.join(",")}`);
      for (let nonce = 0; nonce < 2 ** bits; nonce++) {
        const digits = digitsOf(nonce);
        for (const [i, end] of ends.entries()) {
          const teamHash = `0x${sha256Of(digits + end)}`;
          if (teamHashes.has(teamHash)) return { nonce, team: teams[i]!, teamHash };
        }
      }
      return null;
    }

    it(`opens one of ${SEALS.toLocaleString("en")} seals of 32-bit nonces and a known team by brute force, and takes its stake`, async function () {
      this.timeout(600_000);
      const { duel, p1, p1Team, p2, p2Team } = arena;
      // 32 bits that nobody chose, all of them: a victim's hash decides.
      const secrets = Array.from({ length: SEALS }, (_, i) =>
        Number.parseInt(sha256Of(`victim ${i}`).slice(0, 8), 16),
      );
      const teamHashes = new Set<string>(secrets.map((secret) => seal(`0x${digitsOf(secret)}`, p1Team)));
      const started = performance.now();
      const { nonce, teamHash } = search(teamHashes, 32, [p1Team])!;
      const rate = (1_000 * (nonce + 1)) / (performance.now() - started);
      expect(secrets.includes(nonce)).to.equal(true);

      await duel.connect(p1).createAndDeposit(CLASSIC, teamHash, BET, NOBODY);
      const gameId = await duel.gameCount();
      const p1Nonce: Bytes32 = `0x${digitsOf(nonce)}`;
      const chosen = await nonceForWinner(arena, 2, { p1Nonce });
      await duel.connect(p2).depositAndJoin(gameId, chosen, p2Team);
      await duel.connect(p1).reveal(gameId, p1Nonce, p1Team);
      expect((await duel.game(gameId)).state).to.equal(P2_WIN);

      const hours = (bits: number) => (2 ** bits / rate / 3_600).toPrecision(2);
      console.log(
        `      found after ${nonce.toLocaleString("en")} of 2^32 nonces, ${Math.round(rate).toLocaleString("en")} a second:` +
          ` all 2^32 take ${hours(32)} hours on this core, all 2^256 ${hours(256)}`,
      );
    });

    it(`finds the order of the team too, at 120 times the cost: one seal on the chain, ${UNKNOWN_BITS} bits unknown`, async function () {
      this.timeout(300_000);
      const { duel, p1, p1Team } = arena;
      const secret = Math.floor(0.8 * 2 ** UNKNOWN_BITS);
      const team = [3, 0, 4, 1, 2].map((slot) => p1Team[slot]!);
      await duel.connect(p1).createGame(CLASSIC, seal(`0x${digitsOf(secret)}`, team), BET, NOBODY);
      const { teamHash } = await duel.game(1);
      const found = search(new Set([teamHash]), UNKNOWN_BITS, orders(p1Team));
      expect(found).to.deep.equal({ nonce: secret, team, teamHash });
    });

    it("would take one graphics card under a minute for 32 bits, and all of Earth longer than the universe for 256", () => {
      const ordersOfFive = orders([1n, 2n, 3n, 4n, 5n]).length;
      const secsFor32Bits = (2 ** 32 * ordersOfFive) / HASHES_PER_SECOND_OF_A_CARD;
      const yearsFor256Bits = 2 ** 256 / HASHES_PER_SECOND_ON_EARTH / SECS_PER_YEAR;
      expect(secsFor32Bits).to.be.below(60);
      expect(yearsFor256Bits).to.be.above(1e40);
    });
  });
});
