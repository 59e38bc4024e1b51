import { InputError } from "../sim/input.ts";
import type { Json } from "./canonical.ts";
import { decodeEvent, type DuelEvent, type EmittedFighter } from "./events.ts";
import type { RecordLog, State } from "./record.ts";

/** What an event says of a field of the record. */
interface Claim {
  readonly path: string;
  readonly value: Json;
  /** The event and its field, such as `GameJoined.nonce`. */
  readonly source: string;
}

/** A history that no game can have had: logs missing, doubled, out of order, or of another game. */
export class HistoryError extends Error {}

type EventName = DuelEvent["name"];

/** Which events may follow which state (PROTOCOL 6); a settlement is two events, so it has a state in between. */
const NEXT: Readonly<Record<string, Partial<Record<EventName, true>>>> = {
  start: { ModeRegistered: true },
  mode: { GameCreated: true },
  CREATED: { Deposited: true, GameCanceled: true },
  P1_DEPOSITED: { Deposited: true, GameCanceled: true },
  ALL_DEPOSITED: { GameJoined: true, GameForfeited: true },
  ALL_JOINED: { GameFought: true, GameForfeited: true },
  settling: { PotSplit: true },
  settled: { PaymentCredited: true },
  over: {},
};

/** Fields that are null as long as no event has spoken of them. */
const SILENT_UNTIL_SAID = [
  "p1.nonce",
  "p1.team",
  "p2.nonce",
  "p2.team",
  "turns",
  "winner",
  "winnerAmount",
  "houseAmount",
  "refund",
  "credited",
];

/**
 * Replays the events of a game. Returns every field of the record that they speak of, as often as they speak of it;
 * throws if no game can have had this history.
 */
export function claimsOf(logs: readonly RecordLog[], gameId: string): Claim[] {
  return new Replay(gameId).run(logs);
}

class Replay {
  readonly #gameId: string;
  readonly #claims: Claim[] = [];
  #phase = "start";
  #state: State = "CREATED";
  #p1 = "";
  #p2 = "";
  #bet = "";

  constructor(gameId: string) {
    this.#gameId = gameId;
  }

  run(logs: readonly RecordLog[]): Claim[] {
    logs.forEach((log, i) => this.#take(log, `logs[${i}]`));
    if (this.#phase === "start" || this.#phase === "mode" || this.#phase === "settling") {
      throw new HistoryError(
        `logs: the list ends after ${logs.length} events; expected ${this.#expected()} next`,
      );
    }
    const all = "the events together";
    this.#claim("state", this.#state, all);
    const hasPayment = this.#claims.some(
      ({ path, value }) => (path === "winnerAmount" || path === "refund") && value !== "0",
    );
    if (this.#phase === "settled") this.#claim("credited", hasPayment ? false : null, all);
    for (const path of SILENT_UNTIL_SAID) {
      const isSaid = this.#claims.some((claim) => claim.path === path || claim.path.startsWith(`${path}[`));
      const isOfNobody = path.startsWith("p2.") && this.#p2 === "";
      if (!isSaid && !isOfNobody) this.#claim(path, null, all);
    }
    if (this.#p2 === "") this.#claim("p2", null, all);
    return this.#claims;
  }

  #expected(): string {
    return Object.keys(NEXT[this.#phase]!).join(" or ") || "nothing";
  }

  #claim(path: string, value: Json, source: string): void {
    this.#claims.push({ path, value, source });
  }

  #take(log: RecordLog, field: string): void {
    const event = decodeEvent(log, field);
    if (NEXT[this.#phase]![event.name] === undefined) {
      throw new HistoryError(
        `${field}: ${event.name}; expected ${this.#expected()} (cut, doubled or out of order)`,
      );
    }
    if ("gameId" in event && event.gameId !== this.#gameId) {
      throw new HistoryError(
        `gameId: the record says ${this.#gameId}, ${field} (${event.name}.gameId) says ${event.gameId}`,
      );
    }
    this.#claim("duel", log.address, `${field}.address`);
    this.#apply(event, field);
  }

  #apply(event: DuelEvent, field: string): void {
    const claim = (path: string, value: Json, of: string) => this.#claim(path, value, `${event.name}.${of}`);
    switch (event.name) {
      case "ModeRegistered":
        claim("modeId", Number(event.modeId), "modeId");
        for (const [key, value] of Object.entries(event.mode))
          claim(`mode.${key}`, value as Json, `mode.${key}`);
        this.#phase = "mode";
        break;
      case "GameCreated":
        claim("p1.address", event.p1, "p1");
        claim("modeId", Number(event.modeId), "modeId");
        claim("teamHash", event.teamHash, "teamHash");
        claim("bet", event.bet, "bet");
        claim("opponent", event.opponent, "opponent");
        this.#p1 = event.p1;
        this.#bet = event.bet;
        this.#enter("CREATED");
        break;
      case "Deposited": {
        const isFirst = this.#phase === "CREATED";
        claim(isFirst ? "p1.address" : "p2.address", event.player, "player");
        claim("bet", event.amount, "amount");
        if (!isFirst) this.#p2 = event.player;
        this.#enter(isFirst ? "P1_DEPOSITED" : "ALL_DEPOSITED");
        break;
      }
      case "GameJoined":
        claim("p2.address", event.p2, "p2");
        claim("p2.nonce", event.nonce, "nonce");
        event.team.forEach((assetId, slot) => claim(`p2.team[${slot}].assetId`, assetId, `team[${slot}]`));
        this.#enter("ALL_JOINED");
        break;
      case "GameFought": {
        const winner = this.#winner(event, field);
        claim("modeId", Number(event.modeId), "modeId");
        claim("p1.nonce", event.p1Nonce, "p1Nonce");
        claim("p2.nonce", event.p2Nonce, "p2Nonce");
        this.#claimTeam(1, event.p1Team);
        this.#claimTeam(2, event.p2Team);
        claim("turns", event.turns, "turns");
        claim("winner", winner, "winner");
        this.#state = winner === 1 ? "P1_WIN" : "P2_WIN";
        this.#phase = "settling";
        break;
      }
      case "GameForfeited": {
        const winner = this.#winner(event, field);
        const expected = this.#phase === "ALL_DEPOSITED" ? 1 : 2;
        if (winner !== expected) {
          throw new HistoryError(
            `${field} GameForfeited.winner: player ${winner}; expected player ${expected}, who was waiting`,
          );
        }
        claim("winner", winner, "winner");
        this.#state = winner === 1 ? "P1_WIN_INACTIVE" : "P2_WIN_INACTIVE";
        this.#phase = "settling";
        break;
      }
      case "PotSplit":
        claim("winnerAmount", event.winnerAmount, "winnerAmount");
        claim("houseAmount", event.houseAmount, "houseAmount");
        this.#phase = "settled";
        break;
      case "GameCanceled":
        claim("refund", event.refund, "refund");
        if (this.#phase === "CREATED") this.#claim("refund", "0", "a game without a deposit");
        else this.#claim("refund", this.#bet, "the deposit of player 1");
        this.#state = "P1_CANCELED";
        this.#phase = "settled";
        break;
      case "PaymentCredited": {
        const isRefund = this.#state === "P1_CANCELED";
        const isOfP1 = isRefund || this.#state === "P1_WIN" || this.#state === "P1_WIN_INACTIVE";
        claim(isOfP1 ? "p1.address" : "p2.address", event.account, "account");
        claim(isRefund ? "refund" : "winnerAmount", event.amount, "amount");
        claim("credited", true, "account");
        this.#phase = "over";
        break;
      }
    }
  }

  #enter(state: State): void {
    this.#state = state;
    this.#phase = state;
  }

  #claimTeam(player: 1 | 2, team: readonly EmittedFighter[]): void {
    team.forEach(({ assetId, tiers, ...profile }, slot) => {
      const path = `p${player}.team[${slot}]`;
      this.#claim(`${path}.assetId`, assetId, `GameFought.teams[${slot + 5 * (player - 1)}]`);
      const source = `GameFought.p${player}Profiles[${slot}]`;
      for (const [key, value] of Object.entries(profile)) this.#claim(`${path}.${key}`, value, source);
      tiers.forEach((tier, stat) => this.#claim(`${path}.tiers[${stat}]`, tier, source));
    });
  }

  /** Winner and loser must be the two players, one each. */
  #winner({ name, winner, loser }: { name: string; winner: string; loser: string }, field: string): 1 | 2 {
    const players = [this.#p1, this.#p2];
    if (!players.includes(winner))
      throw new InputError(`${field} ${name}.winner`, winner, players.join(" or "));
    const other = winner === this.#p1 ? this.#p2 : this.#p1;
    if (loser !== other) throw new InputError(`${field} ${name}.loser`, loser, other);
    return winner === this.#p1 ? 1 : 2;
  }
}
