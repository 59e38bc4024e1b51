import type { Log } from "ethers";
import { hashOf, type Json } from "../audit/canonical.ts";
import {
  decodeEvent,
  decodeProfile,
  type DuelEvent,
  type EmittedFighter,
  EVENT_TOPICS,
  eventName,
} from "../audit/events.ts";
import {
  type Change,
  type FighterStat,
  type MatchRecord,
  type PlayerStat,
  RECORD_FORMAT,
  type RecordFighter,
  type RecordLog,
  type RecordPlayer,
  type State,
  type Step,
} from "../audit/record.ts";
import { FIGHTER_STATISTICS, PLAYER_STATISTICS } from "../sim/duel/statistics.ts";
import type { Bytes32 } from "../sim/sealing/commitment.ts";
import { CannotCheck, type DuelReader } from "./duelReader.ts";

type Events = { [Name in DuelEvent["name"]]?: DuelEvent & { name: Name } };

/** The events of one game: decoded by name, and where each stands. The second deposit stands apart. */
interface GameHistory {
  readonly events: Events;
  readonly at: { [Name in DuelEvent["name"]]?: Log };
  readonly secondDeposit: Log | undefined;
  readonly credited: Log | undefined;
  readonly logs: readonly Log[];
}

/** How many games are asked for in one question, and read at the same time. */
const EXPORT_WINDOW = 32;

/** The record of one game, as the chain stood at a block. */
export async function exportGame(reader: DuelReader, gameId: bigint, atBlock: number): Promise<MatchRecord> {
  const count = await reader.gameCount(atBlock);
  if (gameId < 1n || gameId > count) {
    throw new CannotCheck(`there is no game ${gameId}: this Duel has ${count} games`);
  }
  const logs = await reader.gameLogs([gameId], reader.fromBlock, atBlock);
  return recordOf(reader, gameId, logs, atBlock);
}

/** The records of all games, by ascending id, as the chain stood at a block. */
export async function* exportGames(reader: DuelReader, atBlock: number): AsyncGenerator<MatchRecord> {
  const count = await reader.gameCount(atBlock);
  // Games are numbered as they are created: no event of a later game is in an earlier block.
  let fromBlock = reader.fromBlock;
  for (let start = 1n; start <= count; start += BigInt(EXPORT_WINDOW)) {
    const records = await exportWindow(reader, idsFrom(start, count), fromBlock, atBlock);
    yield* records;
    fromBlock = records.at(-1)!.created.block;
  }
}

/** The ids of a window that begins here. */
export function idsFrom(start: bigint, count: bigint): bigint[] {
  const size = Math.min(EXPORT_WINDOW, Number(count - start + 1n));
  return Array.from({ length: size }, (_, i) => start + BigInt(i));
}

/** The records of a few games, read at the same time; none of them was created before `fromBlock`. */
export async function exportWindow(
  reader: DuelReader,
  ids: readonly bigint[],
  fromBlock: number,
  atBlock: number,
): Promise<MatchRecord[]> {
  const logs = await reader.gameLogs(ids, fromBlock, atBlock);
  const ofGame = (id: bigint) => logs.filter((log) => BigInt(log.topics[1]!) === id);
  return Promise.all(ids.map((id) => recordOf(reader, id, ofGame(id), atBlock)));
}

async function recordOf(
  reader: DuelReader,
  gameId: bigint,
  logs: readonly Log[],
  atBlock: number,
): Promise<MatchRecord> {
  const history = await readHistory(reader, logs);
  const { events, at, secondDeposit, credited } = history;
  const created = events.GameCreated;
  if (created === undefined) throw new CannotCheck(`the node has no events of game ${gameId}`);
  const step = async (log: Log | undefined): Promise<Step | null> =>
    log === undefined ? null : stepOf(reader, log);
  const modeLog = await reader.modeLog(Number(created.modeId), atBlock);
  const registered = decodeEvent(toRecordLog(modeLog), "ModeRegistered") as Events["ModeRegistered"];
  const endLog = at.GameFought ?? at.GameForfeited ?? at.GameCanceled;
  const [p1, p2] = await Promise.all([player1Of(reader, created.p1, history), player2Of(reader, history)]);
  const split = events.PotSplit;
  const winner = winnerOf(events, created.p1);
  const hasPayment =
    split !== undefined ? split.winnerAmount !== "0" : (events.GameCanceled?.refund ?? "0") !== "0";
  const unhashed: Omit<MatchRecord, "hash"> = {
    format: RECORD_FORMAT,
    chainId: reader.chainId.toString(),
    duel: reader.address,
    gameId: gameId.toString(),
    modeId: Number(created.modeId),
    mode: registered!.mode,
    state: stateOf(history, winner),
    bet: created.bet,
    opponent: created.opponent,
    teamHash: created.teamHash,
    created: await stepOf(reader, at.GameCreated!),
    p1Deposited: await step(at.Deposited),
    p2Deposited: await step(secondDeposit),
    joined: await step(at.GameJoined),
    ended: await step(endLog),
    p1,
    p2,
    turns: events.GameFought?.turns ?? null,
    winner,
    winnerAmount: split?.winnerAmount ?? null,
    houseAmount: split?.houseAmount ?? null,
    refund: events.GameCanceled?.refund ?? null,
    credited: hasPayment ? credited !== undefined : null,
    logs: [modeLog, ...history.logs].map(toRecordLog),
  };
  return { ...unhashed, hash: hashOf(unhashed as unknown as { [key: string]: Json }) };
}

async function readHistory(reader: DuelReader, ofGame: readonly Log[]): Promise<GameHistory> {
  const end = ofGame.at(-1);
  const isSettled = end !== undefined && ["PotSplit", "GameCanceled"].includes(eventName(toRecordLog(end))!);
  const credited = isSettled ? await creditAfter(reader, end) : undefined;
  const logs = credited === undefined ? ofGame : [...ofGame, credited];
  const events: Events = {};
  const at: GameHistory["at"] = {};
  let secondDeposit: Log | undefined;
  logs.forEach((log, i) => {
    const event = decodeEvent(toRecordLog(log), `logs[${i}]`);
    if (event.name === "Deposited" && at.Deposited !== undefined) secondDeposit = log;
    else Object.assign(at, { [event.name]: log });
    if (event.name !== "Deposited") Object.assign(events, { [event.name]: event });
  });
  return { events, at, secondDeposit, credited, logs };
}

/** A payment that the token refused is noted right behind the event that ended the game. */
async function creditAfter(reader: DuelReader, end: Log): Promise<Log | undefined> {
  const all = await reader.logsInBlock(end.blockNumber);
  const next = all.find((log) => log.transactionHash === end.transactionHash && log.index > end.index);
  return next?.topics[0] === EVENT_TOPICS.PaymentCredited ? next : undefined;
}

function winnerOf(events: Events, p1: string): 1 | 2 | null {
  const won = events.GameFought ?? events.GameForfeited;
  if (won === undefined) return null;
  return won.winner === p1 ? 1 : 2;
}

function stateOf({ events, at, secondDeposit }: GameHistory, winner: 1 | 2 | null): State {
  if (events.GameCanceled) return "P1_CANCELED";
  if (events.GameFought) return `P${winner!}_WIN`;
  if (events.GameForfeited) return `P${winner!}_WIN_INACTIVE`;
  if (events.GameJoined) return "ALL_JOINED";
  if (secondDeposit) return "ALL_DEPOSITED";
  return at.Deposited ? "P1_DEPOSITED" : "CREATED";
}

async function player1Of(reader: DuelReader, address: string, history: GameHistory): Promise<RecordPlayer> {
  const { events, at } = history;
  const fought = events.GameFought;
  const team = fought ? await teamOf(reader, fought.p1Team, at.GameFought!, history) : null;
  return {
    address,
    nonce: fought?.p1Nonce ?? null,
    team,
    stats: await playerChanges(reader, address, history),
  };
}

async function player2Of(reader: DuelReader, history: GameHistory): Promise<RecordPlayer | null> {
  const { events, at, secondDeposit } = history;
  if (secondDeposit === undefined) return null;
  const address = `0x${secondDeposit.topics[2]!.slice(26)}`;
  const stats = await playerChanges(reader, address, history);
  const joined = events.GameJoined;
  if (joined === undefined) return { address, nonce: null, team: null, stats };
  const shown = events.GameFought?.p2Team ?? (await profilesOf(reader, joined.team));
  const team = await teamOf(reader, shown, at.GameJoined!, history);
  return { address, nonce: joined.nonce, team, stats };
}

async function profilesOf(reader: DuelReader, assetIds: readonly number[]): Promise<EmittedFighter[]> {
  return Promise.all(
    assetIds.map(async (assetId) => {
      const profile = await reader.profileOf(assetId);
      return { assetId, ...decodeProfile(profile, `profileOf(${assetId})`) };
    }),
  );
}

/** A team with what it was judged by, at the log that showed it. */
async function teamOf(
  reader: DuelReader,
  shown: readonly EmittedFighter[],
  judged: Log,
  history: GameHistory,
): Promise<RecordFighter[]> {
  return Promise.all(
    shown.map(async (fighter): Promise<RecordFighter> => {
      const [owner, cooldownUntil, stats] = await Promise.all([
        reader.ownerBefore(fighter.assetId, judged.blockNumber, judged.index),
        cooldownBefore(reader, fighter.assetId, judged),
        fighterChanges(reader, fighter.assetId, history),
      ]);
      return { ...fighter, owner, cooldownUntil, stats };
    }),
  );
}

async function cooldownBefore(reader: DuelReader, assetId: number, judged: Log): Promise<number | null> {
  const sameBlock = await reader.logsInBlock(judged.blockNumber);
  // A state is known between blocks only: if the fighter fought earlier in this very block, nobody can say.
  if (sameBlock.some((log) => log.index < judged.index && fightersIn(log).includes(assetId))) return null;
  const stats = await reader.fighterStats(assetId, judged.blockNumber - 1);
  return stats === null ? null : Number(stats[FIGHTER_STATISTICS.indexOf("cooldownUntil")]);
}

async function fighterChanges(
  reader: DuelReader,
  assetId: number,
  { at }: GameHistory,
): Promise<RecordFighter["stats"]> {
  const end = at.GameFought;
  if (end === undefined) return null;
  const others = await otherEndsInBlock(reader, end);
  if (others.some((log) => fightersIn(log).includes(assetId))) return null;
  const states = await Promise.all(
    [end.blockNumber - 1, end.blockNumber].map((block) => reader.fighterStats(assetId, block)),
  );
  return changesOf<FighterStat>(FIGHTER_STATISTICS, states[0]!, states[1]!);
}

async function playerChanges(
  reader: DuelReader,
  player: string,
  { at }: GameHistory,
): Promise<RecordPlayer["stats"]> {
  const end = at.GameFought ?? at.GameForfeited;
  if (end === undefined) return null;
  const others = await otherEndsInBlock(reader, end);
  if (others.some((log) => log.topics.slice(2).some((topic) => topic.endsWith(player.slice(2))))) return null;
  const states = await Promise.all(
    [end.blockNumber - 1, end.blockNumber].map((block) => reader.playerStats(player, block)),
  );
  return changesOf<PlayerStat>(PLAYER_STATISTICS, states[0]!, states[1]!);
}

function changesOf<Name extends string>(
  names: readonly Name[],
  before: readonly bigint[] | null,
  after: readonly bigint[] | null,
): Record<Name, Change> | null {
  if (before === null || after === null) return null;
  const changes = names.map((name, i) => [
    name,
    { before: before[i]!.toString(), after: after[i]!.toString() },
  ]);
  return Object.fromEntries(changes) as Record<Name, Change>;
}

/** Other games that ended in the same block: their statistics cannot be told apart from this game's. */
async function otherEndsInBlock(reader: DuelReader, end: Log): Promise<Log[]> {
  const ends: string[] = [EVENT_TOPICS.GameFought, EVENT_TOPICS.GameForfeited];
  const logs = await reader.logsInBlock(end.blockNumber);
  return logs.filter((log) => log.index !== end.index && ends.includes(log.topics[0]!));
}

function fightersIn(log: Log): readonly number[] {
  if (log.topics[0] !== EVENT_TOPICS.GameFought) return [];
  const event = decodeEvent(toRecordLog(log), "GameFought");
  if (event.name !== "GameFought") return [];
  return [...event.p1Team, ...event.p2Team].map(({ assetId }) => assetId);
}

async function stepOf(reader: DuelReader, log: Log): Promise<Step> {
  const time = await reader.timeOf(log.blockNumber);
  return { block: log.blockNumber, time, transaction: log.transactionHash as Bytes32 };
}

function toRecordLog(log: Log): RecordLog {
  return { address: log.address.toLowerCase(), topics: log.topics as Bytes32[], data: log.data };
}
