import { bytesToHex } from "@noble/hashes/utils.js";
import type { BattleMode } from "../sim/battle/modes.ts";
import { PACKED_TURN_BYTES } from "../sim/battle/turnLog.ts";
import { InputError } from "../sim/input.ts";
import { seal, seedOf } from "../sim/sealing/commitment.ts";
import { type Check, check, Difference, refuseUnless, Unchecked } from "./check.ts";
import { compareTurns } from "./compareTurns.ts";
import { decodeEvent, type DuelEvent, eventName, type GameFought } from "./events.ts";
import type { BattleInputs } from "./explain.ts";
import { type Engine, fightOf, referenceEngine } from "./engine.ts";
import { battleTeam, readLogs, type RecordLog } from "./record.ts";

/** The terms that a transaction's log is checked under: it names its mode by number only. */
interface LogTerms {
  readonly battle: BattleMode;
  readonly winnerPctBps: number;
}

/** What a transaction's log says of one fight, as far as it says it. */
interface LoggedFight {
  readonly fought: GameFought;
  readonly events: readonly DuelEvent[];
  /** Who sent the transaction, if the text was a receipt: player 1, since only player 1 reveals. */
  readonly sender: string | null;
}

/** Reads a receipt, an answer of eth_getTransactionReceipt, a list of logs, or one log. */
export function readTransactionLog(value: unknown): LoggedFight {
  const receipt = unwrap(value, "result") ?? value;
  const found = unwrap(receipt, "logs") ?? receipt;
  const all = Array.isArray(found) ? found : [found];
  const known = all.map(onlyWhatWasEmitted).filter((log) => eventName(log as RecordLog) !== undefined);
  const logs = readLogs(known, "logs");
  const events = logs.map((log, i) => decodeEvent(log, `logs[${i}]`));
  const fights = events.filter((event) => event.name === "GameFought");
  if (fights.length !== 1)
    throw new InputError("logs", fights.length, "exactly one event GameFought of Duel");
  const fought = fights[0]!;
  refuseStrangers(logs, events, fought.gameId);
  const from = unwrap(receipt, "from");
  return { fought, events, sender: typeof from === "string" ? from.toLowerCase() : null };
}

function unwrap(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** A node adds places to a log; only what the contract emitted counts. Explorers write hex in either case. */
function onlyWhatWasEmitted(log: unknown): unknown {
  if (typeof log !== "object" || log === null)
    throw new InputError("logs", log, "a log or a receipt, as JSON");
  const { address, topics, data } = log as Record<string, unknown>;
  const lower = (text: unknown) => (typeof text === "string" ? text.toLowerCase() : text);
  if (!Array.isArray(topics)) throw new InputError("topics", topics, "a list of topics, as in a receipt");
  return { address: lower(address), topics: topics.map(lower), data: lower(data) };
}

/** All events must be of one game and one contract, each only once (a game has two deposits). */
function refuseStrangers(logs: readonly RecordLog[], events: readonly DuelEvent[], gameId: string): void {
  const counts = new Map<string, number>();
  events.forEach((event, i) => {
    if ("gameId" in event && event.gameId !== gameId) {
      throw new InputError(
        `logs[${i}] ${event.name}.gameId`,
        event.gameId,
        `game ${gameId}, that of GameFought`,
      );
    }
    if (logs[i]!.address !== logs[0]!.address) {
      throw new InputError(`logs[${i}].address`, logs[i]!.address, `one contract only, ${logs[0]!.address}`);
    }
    const count = (counts.get(event.name) ?? 0) + 1;
    counts.set(event.name, count);
    if (count > (event.name === "Deposited" ? 2 : 1)) {
      throw new InputError(`logs[${i}]`, event.name, "this event only once (doubled)");
    }
  });
  const place = (name: DuelEvent["name"]) => events.findIndex((event) => event.name === name);
  const [fought, split] = [place("GameFought"), place("PotSplit")];
  if (split >= 0 && split < fought) {
    throw new InputError(`logs[${split}]`, "PotSplit", "its place behind GameFought (out of order)");
  }
}

export function inputsOfLog({ fought }: LoggedFight, mode: BattleMode): BattleInputs {
  const teams = [battleTeam(fought.p1Team), battleTeam(fought.p2Team)] as const;
  return { mode, nonces: [fought.p1Nonce, fought.p2Nonce], teams };
}

/** The same checks as of a record, as far as a log alone can be checked. */
export function verifyLog(
  logged: LoggedFight,
  terms: LogTerms,
  engine: Engine = referenceEngine,
): readonly Check[] {
  const { fought, events } = logged;
  const { mode, nonces, teams } = inputsOfLog(logged, terms.battle);
  const seed = seedOf(...nonces);
  const battle = engine.fight(fightOf(mode, teams), seed);
  const find = <Name extends DuelEvent["name"]>(name: Name) =>
    events.find((event): event is DuelEvent & { name: Name } => event.name === name);
  return [
    check("commitment", () => {
      const assetIds = teams[0].map(({ assetId }) => assetId);
      const computed = seal(nonces[0], assetIds);
      const committed = find("GameCreated")?.teamHash;
      if (committed === undefined) {
        throw new Unchecked(`opens ${computed}; paste the log GameCreated too to compare`);
      }
      refuseUnless(committed === computed, "GameCreated.teamHash", committed, computed);
      return () => computed;
    }),
    check("seed", () => () => seed),
    check("turns", () => {
      const expected = `0x${bytesToHex(battle.turns)}`;
      compareTurns({ found: fought.turns, foundBy: "the log says", expected, expectedBy: "computed", teams });
      return () => `all 17 fields of all ${battle.turns.length / PACKED_TURN_BYTES} turns`;
    }),
    check("winner", () => {
      const p1 = find("GameCreated")?.p1 ?? logged.sender;
      const p2 = find("GameJoined")?.p2;
      const p1Won = p1 === null ? (p2 === undefined ? null : fought.winner !== p2) : fought.winner === p1;
      if (p1Won === null) {
        throw new Unchecked(`player ${battle.winner} wins; this log does not say which address that is`);
      }
      const said = p1Won ? 1 : 2;
      if (said !== battle.winner) {
        throw new Difference(
          "GameFought.winner",
          `the log says player ${said}, computed player ${battle.winner}`,
        );
      }
      return () => `player ${battle.winner}, ${fought.winner}`;
    }),
    check("payout", () => {
      const split = find("PotSplit");
      if (split === undefined) throw new Unchecked("paste the log PotSplit too");
      const pot = BigInt(split.winnerAmount) + BigInt(split.houseAmount);
      const winnerAmount = ((pot * BigInt(terms.winnerPctBps)) / 10_000n).toString();
      const isSame = split.winnerAmount === winnerAmount;
      refuseUnless(isSame, "PotSplit.winnerAmount", split.winnerAmount, winnerAmount);
      return () => `${winnerAmount} of ${pot} units to the winner`;
    }),
  ];
}
