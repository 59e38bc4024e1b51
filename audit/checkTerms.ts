import { toFight } from "./amounts.ts";
import { type Described, Difference } from "./check.ts";
import type { Game } from "./game.ts";
import type { MatchRecord, State, Step } from "./record.ts";

const SECS_PER_HOUR = 3_600;

/** The mode keeps its own rules (PROTOCOL 4 and 6). */
export function checkMode({ mode: { settings, fault }, record: { modeId } }: Game): Described {
  if (fault !== null) throw new Difference(fault.field, fault.message.slice(fault.field.length + 2));
  const rule = settings.teamRule;
  const team =
    rule === null ? "any team" : `${rule.tank} tanks, ${rule.damage} damage, ${rule.support} support`;
  return () =>
    `${modeId} "${settings.name}" keeps its rules: ${team}, ${settings.winnerPctBps} bps to the winner`;
}

/** The bet is within the mode's bounds, and the players are whom the terms allow. */
export function checkTerms({ bet, mode: { minBet, maxBet }, record }: Game): Described {
  const { modeId, opponent, p1, p2, teamHash } = record;
  if (bet < minBet || bet > maxBet) {
    throw new Difference("bet", `the record says ${bet}, mode ${modeId} allows ${minBet}..${maxBet}`);
  }
  if (BigInt(teamHash) === 0n) throw new Difference("teamHash", "it is zero, which no game is created with");
  if (opponent === p1.address) throw new Difference("opponent", `${opponent} is player 1`);
  if (p2?.address === p1.address) throw new Difference("p2.address", `${p2.address} is player 1`);
  if (p2 !== null && opponent !== null && p2.address !== opponent) {
    throw new Difference("p2.address", `the record says ${p2.address}, only ${opponent} was invited`);
  }
  return () => `bet of ${toFight(bet)} FIGHT within ${toFight(minBet)}..${toFight(maxBet)}`;
}

const STEPS = ["created", "p1Deposited", "p2Deposited", "joined", "ended"] as const;
type StepName = (typeof STEPS)[number];

const STEPS_OF: Readonly<Record<State, readonly StepName[]>> = {
  CREATED: ["created"],
  P1_DEPOSITED: ["created", "p1Deposited"],
  ALL_DEPOSITED: ["created", "p1Deposited", "p2Deposited"],
  ALL_JOINED: ["created", "p1Deposited", "p2Deposited", "joined"],
  READY_TO_FIGHT: [],
  RESERVED: [],
  P1_WIN: STEPS,
  P2_WIN: STEPS,
  P1_CANCELED: ["created", "ended"],
  P1_WIN_INACTIVE: ["created", "p1Deposited", "p2Deposited", "ended"],
  P2_WIN_INACTIVE: STEPS,
};

/** Every step was taken, in order, and not before its time (PROTOCOL 6). */
export function checkTimes({ record, refund }: Game): Described {
  const steps = STEPS_OF[record.state];
  const isRefunded = refund !== null && refund > 0n;
  let last: readonly [StepName, Step] = ["created", record.created];
  for (const name of STEPS) {
    const step = record[name];
    const isExpected = steps.includes(name) || (isRefunded && name === "p1Deposited");
    if ((step !== null) !== isExpected) {
      const found = step === null ? "it never happened" : "it happened";
      throw new Difference(name, `the record says ${found}, which does not fit ${record.state}`);
    }
    if (step === null) continue;
    for (const unit of ["block", "time"] as const) {
      if (step[unit] < last[1][unit]) {
        const earlier = `${last[0]}.${unit} is ${last[1][unit]}`;
        throw new Difference(`${name}.${unit}`, `the record says ${step[unit]}, but ${earlier} already`);
      }
    }
    // Blocks and their times go together: one block has one time, and a later block a later or equal one.
    if (step.block === last[1].block && step.time !== last[1].time) {
      const other = `${last[1].time} (${last[0]}.time)`;
      throw new Difference(`${name}.time`, `the record says ${step.time}, the same block has ${other}`);
    }
    last = [name, step];
  }
  return describeWait(record);
}

function describeWait(record: MatchRecord): Described {
  const { state, mode, joined, p2Deposited, ended } = record;
  if (state === "P1_WIN" || state === "P2_WIN") {
    const allowedFrom = joined!.block + mode.revealDelayBlocks;
    if (ended!.block < allowedFrom) {
      throw new Difference("ended.block", `the record says ${ended!.block}, allowed from ${allowedFrom}`);
    }
    return () => `revealed in block ${ended!.block}, allowed from ${allowedFrom}`;
  }
  if (state === "P1_WIN_INACTIVE" || state === "P2_WIN_INACTIVE") {
    const since = state === "P1_WIN_INACTIVE" ? p2Deposited! : joined!;
    const allowedFrom = since.time + mode.inactiveMinHours * SECS_PER_HOUR;
    if (ended!.time < allowedFrom) {
      throw new Difference(
        "ended.time",
        `the record says ${ended!.time}, claims are good from ${allowedFrom}`,
      );
    }
    return () => `claimed at ${ended!.time}, allowed from ${allowedFrom}`;
  }
  return () => `${STEPS.filter((name) => record[name] !== null).join(", ")}, in order`;
}
