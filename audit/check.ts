/** One line of a verdict: what was checked, and the value that the verifier computed for it. */
export interface Check {
  readonly name: string;
  readonly status: "same" | "differs" | "unchecked";
  /** What was computed; where something differs, the field with both values; where unchecked, the reason. */
  readonly detail: string;
  /** The first field that differs, such as `turns[6].damageDealt`. */
  readonly field?: string;
}

/** Thrown inside a check, and turned into its line. */
export class Difference extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(`${field}: ${message}`);
    this.field = field;
  }
}

/** A check that cannot be made, because the record lacks what it needs. */
export class Unchecked extends Error {}

export function refuseUnless(isSame: boolean, field: string, found: unknown, computed: unknown): void {
  if (!isSame) throw new Difference(field, `the record says ${String(found)}, computed ${String(computed)}`);
}

/** What a check computed, in words. Put together only when it is read: of a million games, hardly one is. */
export type Described = () => string;

class Same implements Check {
  readonly name: string;
  readonly status = "same";
  readonly #describe: Described;

  constructor(name: string, describe: Described) {
    this.name = name;
    this.#describe = describe;
  }

  get detail(): string {
    return this.#describe();
  }
}

/** Runs one check now, of what it is given; it throws what differs, or returns what it computed. */
export function check<Subject, Detail>(
  name: string,
  compute: (subject: Subject, detail: Detail) => Described,
  subject: Subject,
  detail: Detail,
): Check;
export function check<Subject>(
  name: string,
  compute: (subject: Subject) => Described,
  subject: Subject,
): Check;
export function check(name: string, compute: () => Described): Check;
export function check(
  name: string,
  compute: (subject?: unknown, detail?: unknown) => Described,
  subject?: unknown,
  detail?: unknown,
): Check {
  try {
    return new Same(name, compute(subject, detail));
  } catch (error) {
    if (error instanceof Difference) {
      return { name, status: "differs", detail: error.message, field: error.field };
    }
    if (error instanceof Unchecked) return { name, status: "unchecked", detail: error.message };
    throw error;
  }
}
