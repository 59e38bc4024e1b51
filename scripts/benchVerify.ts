// How many games a second one core checks, once they are loaded, beside raw SHA-256 of 36 bytes in the same run.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { referenceEngine } from "../audit/engine.ts";
import { battleTeam, readRecord } from "../audit/record.ts";
import { verifyRecord } from "../audit/verify.ts";
import { seedOf } from "../sim/sealing/commitment.ts";
import { syntheticRecords } from "../test/audit/helpers/synthetic.ts";

const GAMES = 2_000;
const records = [...syntheticRecords(GAMES)];

function perSecond(count: number, run: () => void): number {
  run(); // Once to warm up.
  const started = performance.now();
  run();
  return count / ((performance.now() - started) / 1_000);
}

const HASHES = 500_000;
const input = new Uint8Array(36);
const hashes = perSecond(HASHES, () => {
  for (let i = 0; i < HASHES; i++) {
    input[0] = i & 255;
    sha256(input);
  }
});

const loaded = records.map(({ mode, p1, p2, turns, winner }) => ({
  mode,
  teams: [battleTeam(p1.team!), battleTeam(p2!.team!)] as const,
  nonces: [p1.nonce!, p2!.nonce!] as const,
  turns,
  winner,
}));
const battles = perSecond(GAMES, () => {
  for (const { mode, teams, nonces, turns, winner } of loaded) {
    const battle = referenceEngine(mode, ...teams, seedOf(...nonces));
    if (battle.winner !== winner || `0x${bytesToHex(battle.turns)}` !== turns) throw new Error("differs");
  }
});
const verified = perSecond(GAMES, () => records.forEach((record) => verifyRecord(record)));
const hashed = perSecond(GAMES, () =>
  records.forEach((record) => verifyRecord(record, referenceEngine, record.hash)),
);
const parsed = perSecond(GAMES, () => records.forEach((record) => readRecord(structuredClone(record))));

const show = (what: string, rate: number) =>
  console.log(
    `${what.padEnd(44)} ${Math.round(rate).toLocaleString("en")} a second, ${(rate / hashes).toFixed(4)} of raw SHA-256`,
  );
show("raw SHA-256 of 36 bytes", hashes);
show("battles recomputed and compared (reference)", battles);
show("records verified, every check", verified);
show("the same, hashed natively beforehand", hashed);
show("records read", parsed);
