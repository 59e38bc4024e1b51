import { randomBytes } from "node:crypto";
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { parseEther, ZeroAddress } from "ethers";
import { CHARACTERS } from "../../../sim/battle/characters.ts";
import { seal, toBytes32 } from "../../../sim/sealing/commitment.ts";
import type { Contracts } from "../../../chain/embedded.ts";
import { deployGame, ethers, networkHelpers } from "../../helpers/fixture.ts";

type Five = [number, number, number, number, number];

/** Two tanks, two damage, one support: a team for every shipped mode. */
const CHARACTERS_OF_A_TEAM = (["tank", "tank", "damage", "damage", "support"] as const).map(
  (kind, slot) => CHARACTERS.filter((character) => character.kind === kind)[slot % 2]!.id,
);
const TEAMS_EACH = 6;

/** A chain with a game in every state, made by two players who have teams enough. */
export class World {
  readonly game: Contracts;
  readonly alice: HardhatEthersSigner;
  readonly bob: HardhatEthersSigner;
  /** Ids by state, and two fought games. */
  readonly ids = new Map<string, number>();
  #nextTeam = 0;

  private constructor(game: Contracts, alice: HardhatEthersSigner, bob: HardhatEthersSigner) {
    this.game = game;
    this.alice = alice;
    this.bob = bob;
  }

  static async create(): Promise<World> {
    const game = await deployGame();
    const [admin, , alice, bob] = await ethers.getSigners();
    const { fight, fighters, duel } = game;
    await fighters.grantRole(await fighters.MINTER_ROLE(), admin!.address);
    for (const player of [alice!, bob!]) {
      await fight.transfer(player.address, parseEther("10000"));
      await fight.connect(player).approve(duel, parseEther("10000"));
    }
    const world = new World(game, alice!, bob!);
    for (let i = 0; i < TEAMS_EACH; i++) {
      // The last team of each is golden: such fighters never rest.
      const golden = i === TEAMS_EACH - 1;
      await fighters.mint(alice!.address, CHARACTERS_OF_A_TEAM, golden);
      await fighters.mint(bob!.address, CHARACTERS_OF_A_TEAM, golden);
    }
    return world;
  }

  /** The asset ids of the next two fresh teams, one for each player. */
  #teams(): [Five, Five] {
    const first = 1 + 10 * this.#nextTeam++;
    const five = (from: number) => [from, from + 1, from + 2, from + 3, from + 4] as Five;
    return [five(first), five(first + 5)];
  }

  static goldenTeams(): [Five, Five] {
    const first = 1 + 10 * (TEAMS_EACH - 1);
    const five = (from: number) => [from, from + 1, from + 2, from + 3, from + 4] as Five;
    return [five(first), five(first + 5)];
  }

  /** Plays a game up to a point; returns its id and how to reveal it. */
  async play(
    upTo: "created" | "deposited" | "taken" | "joined" | "fought",
    teams = this.#teams(),
    modeId = 1,
  ) {
    const { duel } = this.game;
    const bet = parseEther("12.5");
    const nonce = toBytes32(randomBytes(32));
    const teamHash = seal(
      nonce,
      teams[0].map((id) => BigInt(id)),
    );
    await duel.connect(this.alice).createGame(modeId, teamHash, bet, ZeroAddress);
    const id = Number(await duel.gameCount());
    if (upTo === "created") return id;
    await duel.connect(this.alice).deposit(id);
    if (upTo === "deposited") return id;
    await duel.connect(this.bob).deposit(id);
    if (upTo === "taken") return id;
    await duel.connect(this.bob).joinGame(id, toBytes32(randomBytes(32)), teams[1]);
    if (upTo === "joined") return id;
    await networkHelpers.mine(5);
    await duel.connect(this.alice).reveal(id, nonce, teams[0]);
    return id;
  }

  /** One game in every state. */
  async populate(): Promise<void> {
    const { duel } = this.game;
    const { ids } = this;
    ids.set("FOUGHT", await this.play("fought"));
    ids.set("FOUGHT_GOLDEN", await this.play("fought", World.goldenTeams(), 2));
    ids.set("FOUGHT_GOLDEN_AGAIN", await this.play("fought", World.goldenTeams(), 3));
    ids.set("CANCELED_UNPAID", await this.play("created"));
    await duel.connect(this.alice).cancel(ids.get("CANCELED_UNPAID")!);
    ids.set("CANCELED", await this.play("deposited"));
    await duel.connect(this.alice).cancel(ids.get("CANCELED")!);
    ids.set("P1_WIN_INACTIVE", await this.play("taken"));
    ids.set("P2_WIN_INACTIVE", await this.play("joined", World.goldenTeams()));
    await networkHelpers.time.increase(24 * 3_600);
    await duel.connect(this.alice).claimInactive(ids.get("P1_WIN_INACTIVE")!);
    await duel.connect(this.bob).claimInactive(ids.get("P2_WIN_INACTIVE")!);
    ids.set("CREATED", await this.play("created", World.goldenTeams()));
    ids.set("P1_DEPOSITED", await this.play("deposited", World.goldenTeams()));
    ids.set("ALL_DEPOSITED", await this.play("taken", World.goldenTeams()));
    ids.set("ALL_JOINED", await this.play("joined", World.goldenTeams()));
  }
}
