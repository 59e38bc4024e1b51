import { compile, type Message, quote, readSources, type Sources } from "../solc.ts";

export interface Claim {
  /** What was to be shown, such as "Assertion violation check", and of which code. */
  readonly text: string;
  readonly verdict: "proved" | "refuted" | "undecided";
  readonly detail: string;
}

/** "… check is safe!": the one message that is good news. */
const PROVED = "9576";

/**
 * Has the compiler's model checker look at one contract: every assertion, and every operation on the way that could
 * overflow or divide by zero. Without a timeout, since the solver's own steps are limited.
 */
export function checkContract(sources: Sources, file: string, contract: string): readonly Claim[] {
  const output = compile(sources, {
    modelChecker: {
      engine: "chc",
      solvers: ["z3"],
      contracts: { [file]: [contract] },
      targets: ["assert", "overflow", "underflow", "divByZero"],
      showProvedSafe: true,
      showUnproved: true,
      showUnsupported: true,
    },
  });
  const claims = (output.errors ?? []).map((message) => judge(sources, message));
  return [...claims, ...forgottenAssertions(sources[file]!, claims)];
}

export function checkFile(file: string): readonly Claim[] {
  const contract = /([^/]+)\.sol$/.exec(file)![1]!;
  return checkContract(readSources(file), file, contract);
}

/** Whatever is not plainly proved counts against the proof: also a warning that something is not supported. */
function judge(sources: Sources, message: Message): Claim {
  const text = quote(sources, message).replaceAll(/\s+/g, " ");
  const detail = message.message;
  if (message.errorCode === PROVED) return { text, verdict: "proved", detail };
  return { text, verdict: /\bhappens here\b/.test(detail) ? "refuted" : "undecided", detail };
}

/** Should the checker be off, or skip a function, it would be silent about its assertions. */
function forgottenAssertions(source: string, claims: readonly Claim[]): Claim[] {
  const stated = source.match(/\bassert\(/g)?.length ?? 0;
  const told = claims.filter(({ text }) => text.startsWith("assert(")).length;
  if (stated === told) return [];
  const detail = `${stated} assertions are stated, the checker has told of ${told}`;
  return [{ text: "assert", verdict: "undecided", detail }];
}
