import { CHARACTERS, KINDS, type Kind } from "../sim/battle/characters.ts";
import { STATS, type Stat, TIER_COUNT } from "../sim/battle/stats.ts";
import { InputError } from "../sim/input.ts";
import { MAX_ROUNDS, MAX_TURNS } from "./counters.ts";
import { revealGas } from "./gas.ts";
import { countsOf, type Tally } from "./tally.ts";

/** Something about a mode that a designer wants to move: a number from what was counted under it. */
export interface Goal {
  readonly name: string;
  readonly about: string;
  readonly unit: "share" | "turns" | "gas";
  readonly min: number;
  readonly max: number;
  /** The value from a tally; `prefix` says of which mode of a paired run. */
  measure(tally: Tally, prefix: string): number;
}

const fixedGoals: readonly Goal[] = [
  {
    name: "spread",
    about: "how far characters' win rates lie apart: their standard deviation, without the sampling noise",
    unit: "share",
    min: 0,
    max: 0.5,
    measure: (tally, prefix) => {
      const rates = ratesOf(tally, prefix, "won", "fought").filter(({ n }) => n > 0);
      const mean = rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length;
      const variance = rates.reduce((sum, { rate }) => sum + (rate - mean) ** 2, 0) / (rates.length - 1);
      const noise = rates.reduce((sum, { rate, n }) => sum + (rate * (1 - rate)) / n, 0) / rates.length;
      return Math.sqrt(Math.max(0, variance - noise));
    },
  },
  {
    name: "length",
    about: "turns of a fight, mean",
    unit: "turns",
    min: 1,
    max: MAX_TURNS,
    measure: (tally, prefix) => perFight(tally, prefix, "turnSum"),
  },
  {
    name: "first",
    about: "how often the side that attacks first wins a mirror match",
    unit: "share",
    min: 0,
    max: 1,
    measure: (tally, prefix) => {
      const [one = 0, two = 0, three = 0, four = 0] = countsOf(tally, `${prefix}mirror.ends`, 4);
      return ratio(one + four, one + two + three + four);
    },
  },
  {
    name: "caps",
    about: "fights that run into the limit of rounds",
    unit: "share",
    min: 0,
    max: 1,
    measure: (tally, prefix) =>
      ratio(countsOf(tally, `${prefix}capped`, 1)[0]!, sum(tally.counts[`${prefix}ends`] ?? [])),
  },
  {
    name: "gas",
    about: "gas of a reveal, mean, by the fitted model",
    unit: "gas",
    min: revealGas(1, 1),
    max: revealGas(MAX_TURNS, MAX_ROUNDS),
    measure: (tally, prefix) =>
      revealGas(perFight(tally, prefix, "turnSum"), perFight(tally, prefix, "roundSum")),
  },
];

const edgeOf = (stat: Stat): Goal => ({
  name: `edge:${stat}`,
  about: `win rate of fighters with ${stat} tier 3 less that of tier 1`,
  unit: "share",
  min: -1,
  max: 1,
  measure: (tally, prefix) =>
    rateWhere(tally, prefix, "won", "fought", tierIs(stat, TIER_COUNT)) -
    rateWhere(tally, prefix, "won", "fought", tierIs(stat, 1)),
});

const winsOf = (kind: Kind): Goal => ({
  name: `wins:${kind}`,
  about: `win rate of fighters of kind ${kind}`,
  unit: "share",
  min: 0,
  max: 1,
  measure: (tally, prefix) => rateWhere(tally, prefix, "won", "fought", kindIs(kind)),
});

const survivalOf = (kind: Kind): Goal => ({
  name: `survival:${kind}`,
  about: `fighters of kind ${kind} that still stand at the end`,
  unit: "share",
  min: 0,
  max: 1,
  measure: (tally, prefix) => 1 - rateWhere(tally, `${prefix}detail.`, "died", "fought", kindIs(kind)),
});

export const GOALS: readonly Goal[] = [
  ...fixedGoals,
  ...STATS.map(edgeOf),
  ...KINDS.map(winsOf),
  ...KINDS.map(survivalOf),
];

export function findGoal(name: string, field: string): Goal {
  const [family, of] = name.split(":");
  if (family === "edge" && of !== undefined && !STATS.some((stat) => stat === of)) {
    throw new InputError(`${field}: unknown stat`, of, `one of ${STATS.join(", ")}`);
  }
  const goal = GOALS.find((known) => known.name === name);
  if (goal === undefined)
    throw new InputError(field, name, `one of ${GOALS.map((one) => one.name).join(", ")}`);
  return goal;
}

/** A goal and where it should be. */
export interface Target {
  readonly goal: Goal;
  readonly low: number;
  readonly high: number;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?%?`;
const TARGET = new RegExp(`^([a-z:]+)\\s*(?:(<=|>=)\\s*(${NUMBER})|=\\s*(${NUMBER})\\.\\.(${NUMBER}))$`);

/** "length=20..30", "first<=56%", "survival:tank>=0.3". Said to be out of reach if no mode at all can have it. */
export function readTarget(text: string, field: string): Target {
  const match = TARGET.exec(text.trim());
  if (match === null) {
    throw new InputError(field, text, `a goal such as "first<=56%", "spread<=0.05" or "length=20..30"`);
  }
  const [, name, sign, bound, from, to] = match;
  const goal = findGoal(name!, field);
  const low = sign === "<=" ? goal.min : readNumber(bound ?? from!);
  const high = sign === ">=" ? goal.max : readNumber(bound ?? to!);
  if (low > goal.max || high < goal.min) {
    throw new InputError(
      field,
      text,
      `something in reach: ${name} is always ${goal.min}..${Math.round(goal.max)}`,
    );
  }
  if (low > high) throw new InputError(field, text, "the lower end first");
  return { goal, low, high };
}

function readNumber(text: string): number {
  return text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
}

const tierIs = (stat: Stat, tier: number) => (place: number) =>
  CHARACTERS[place]!.tiers[STATS.indexOf(stat)] === tier;
const kindIs = (kind: Kind) => (place: number) => CHARACTERS[place]!.kind === kind;

function perFight(tally: Tally, prefix: string, name: string): number {
  return ratio(countsOf(tally, prefix + name, 1)[0]!, sum(tally.counts[`${prefix}ends`] ?? []));
}

function ratesOf(tally: Tally, prefix: string, of: string, among: string): { rate: number; n: number }[] {
  const n = countsOf(tally, prefix + among, CHARACTERS.length);
  return countsOf(tally, prefix + of, CHARACTERS.length).map((count, i) => ({
    rate: ratio(count, n[i]!),
    n: n[i]!,
  }));
}

export function rateWhere(
  tally: Tally,
  prefix: string,
  of: string,
  among: string,
  isCounted: (place: number) => boolean,
): number {
  return ratio(countWhere(tally, prefix + of, isCounted), countWhere(tally, prefix + among, isCounted));
}

/** The sum of a list by characters, over some of them. */
export function countWhere(tally: Tally, name: string, isCounted: (place: number) => boolean): number {
  return sum(countsOf(tally, name, CHARACTERS.length).filter((_, place) => isCounted(place)));
}

const ratio = (part: number, all: number) => (all === 0 ? 0 : part / all);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
