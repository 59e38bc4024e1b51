import { DEFAULT_MODE } from "../../sim/duel/gameModes.ts";

interface Json {
  [key: string]: unknown;
}

interface BadCase {
  readonly what: string;
  /** Spoils a good case, or returns another value in its place. */
  readonly change: (one: Json) => unknown;
  /** How the error begins, behind the name of the case. */
  readonly message: string;
}

const team = (one: Json, name: "p1Team" | "p2Team") => one[name] as Json[];
const withField = (field: string, value: unknown) => (one: Json) => ({ ...one, [field]: value });
const without = (field: string) => (one: Json) =>
  Object.fromEntries(Object.entries(one).filter(([key]) => key !== field));
const withFighter = (slot: number, change: Json) => (one: Json) => ({
  ...one,
  p1Team: team(one, "p1Team").map((fighter, i) => (i === slot ? { ...fighter, ...change } : fighter)),
});

/** What may be wrong with a case. All of it must be refused alike by readCase and by the command line. */
export const BAD_CASES: readonly BadCase[] = [
  {
    what: "a short nonce",
    change: withField("p1Nonce", "0x12"),
    message: '.p1Nonce: "0x12"; expected 0x and 64 hex digits (32 bytes)',
  },
  {
    what: "a missing nonce",
    change: without("p2Nonce"),
    message: ".p2Nonce: missing; expected 0x and 64 hex digits",
  },
  {
    what: "six fighters",
    change: (one) => ({
      ...one,
      p2Team: [...team(one, "p2Team"), { ...team(one, "p2Team")[0], assetId: "99" }],
    }),
    message: ".p2Team: ",
  },
  {
    what: "four fighters",
    change: (one) => ({ ...one, p1Team: team(one, "p1Team").slice(1) }),
    message: ".p1Team: ",
  },
  {
    what: "a missing team",
    change: without("p1Team"),
    message: ".p1Team: missing; expected a list of exactly 5 fighters",
  },
  {
    what: "a duplicate id inside a team",
    change: withFighter(2, { assetId: "11" }),
    message: ".p1Team[2].assetId: 11; expected five distinct asset ids (slot 0 has it already)",
  },
  {
    what: "a duplicate id in two spellings",
    change: withFighter(4, { assetId: 12 }),
    message: ".p1Team[4].assetId: 12; expected five distinct asset ids (slot 1 has it already)",
  },
  {
    what: "tier 4",
    change: withFighter(2, { tiers: [4, 1, 1, 1, 1, 1] }),
    message: ".p1Team[2].tiers[0]: 4; expected an integer 1..3",
  },
  {
    what: "tier 0",
    change: withFighter(0, { tiers: [1, 1, 1, 1, 1, 0] }),
    message: ".p1Team[0].tiers[5]: 0; expected an integer 1..3",
  },
  {
    what: "five tiers",
    change: withFighter(0, { tiers: [1, 1, 1, 1, 1] }),
    message:
      ".p1Team[0].tiers: [1,1,1,1,1]; expected a list of exactly 6 tiers: attack, defense, health, speed",
  },
  {
    what: "a character id of 65,536",
    change: withFighter(1, { charId: 65_536 }),
    message: ".p1Team[1].charId: 65536; expected an integer 0..65535",
  },
  {
    what: "an asset id beyond 256 bits",
    change: withFighter(1, { assetId: (2n ** 256n).toString() }),
    message: ".p1Team[1].assetId: ",
  },
  {
    what: "a negative asset id",
    change: withFighter(1, { assetId: -1 }),
    message: ".p1Team[1].assetId: -1; expected",
  },
  {
    what: "an asset id that a double cannot hold",
    change: withFighter(1, { assetId: 2 ** 53 }),
    message: ".p1Team[1].assetId: 9007199254740992; expected a whole number 0..2^256-1, in quotes if",
  },
  {
    what: "an asset id in hex",
    change: withFighter(1, { assetId: "0x11" }),
    message: '.p1Team[1].assetId: "0x11"; expected',
  },
  {
    what: "an asset id with a zero in front",
    change: withFighter(1, { assetId: "012" }),
    message: '.p1Team[1].assetId: "012"; expected',
  },
  {
    what: "a missing asset id",
    change: withFighter(1, { assetId: undefined }),
    message: ".p1Team[1].assetId: missing",
  },
  {
    what: "a fighter that is a number",
    change: (one) => ({ ...one, p1Team: [1, 2, 3, 4, 5] }),
    message: ".p1Team[0]: 1; expected an object",
  },
  {
    what: "an unknown field of a fighter",
    change: withFighter(3, { hp: 99 }),
    message: ".p1Team[3].hp: 99; expected no such field (known: assetId, charId, tiers)",
  },
  {
    what: "an unknown field",
    change: withField("seed", 1),
    message: ".seed: 1; expected no such field (known: mode, p1Nonce, p2Nonce, p1Team, p2Team)",
  },
  {
    what: "an unknown field with a line break in its name",
    change: withField("a\nb", 1),
    message: '["a\\nb"]: 1; expected no such field',
  },
  {
    what: "a decreasing mode",
    change: withField("mode", { ...DEFAULT_MODE.battle, attackValues: [2, 1, 4] }),
    message: ".mode.attackValues: [2,1,4]; expected values that do not decrease",
  },
  {
    what: "a mode that lacks a field",
    change: withField("mode", { ...DEFAULT_MODE.battle, maxRounds: undefined }),
    message: ".mode.maxRounds: missing; expected an integer 1..100",
  },
  {
    what: "a mode with an unknown field",
    change: withField("mode", { ...DEFAULT_MODE.battle, luck: 3 }),
    message: ".mode.luck: 3; expected no such field",
  },
  {
    what: "a mode that is null",
    change: withField("mode", null),
    message: ".mode: null; expected an object",
  },
  {
    what: "a mode by its name",
    change: withField("mode", "blitz"),
    message: '.mode: "blitz"; expected an object',
  },
  { what: "null", change: () => null, message: ": null; expected an object" },
  { what: "a text", change: () => "text", message: ': "text"; expected an object' },
];
