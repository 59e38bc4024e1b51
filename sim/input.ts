/** Bad input, told in one line: which field, what was found there, and what was expected. */
export class InputError extends Error {
  readonly field: string;

  constructor(field: string, value: unknown, expected: string) {
    super(`${field}: ${describe(value)}; expected ${expected}`);
    this.name = "InputError";
    this.field = field;
  }
}

const LONGEST_SHOWN = 80;

function describe(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "bigint") return value.toString();
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}… (${text.length} characters)`;
}

export function readObject(value: unknown, field: string, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InputError(field, value, "an object");
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      throw new InputError(
        `${field}${accessor(key)}`,
        (value as Record<string, unknown>)[key],
        `no such field (known: ${known.join(", ")})`,
      );
    }
  }
  return value as Record<string, unknown>;
}

/** A key as it stands behind its object. Quoted unless it is plain: a stranger's key may hold anything, line breaks too. */
function accessor(key: string): string {
  return /^[\w$]{1,40}$/.test(key) ? `.${key}` : `[${describe(key)}]`;
}

export function readInteger(value: unknown, field: string, min: number, max: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    throw new InputError(field, value, `an integer ${min}..${max}`);
  }
  return value;
}

export function readBoolean(value: unknown, field: string): boolean {
  if (typeof value !== "boolean") throw new InputError(field, value, "true or false");
  return value;
}

export function readText(value: unknown, field: string, maxLength: number): string {
  if (typeof value !== "string" || value.length === 0 || value.length > maxLength) {
    throw new InputError(field, value, `a text of 1..${maxLength} characters`);
  }
  return value;
}

export function readList(value: unknown, field: string, length: number, of: string): unknown[] {
  if (!Array.isArray(value) || value.length !== length) {
    throw new InputError(field, value, `a list of exactly ${length} ${of}`);
  }
  return value;
}

/** A whole number too large for a double: a decimal string, or a JSON number that is exact. */
export function readBigInteger(value: unknown, field: string, max: bigint, expected: string): bigint {
  const isExact =
    typeof value === "bigint" ||
    (typeof value === "number" && Number.isSafeInteger(value)) ||
    (typeof value === "string" && /^(0|[1-9][0-9]{0,77})$/.test(value));
  if (!isExact) throw new InputError(field, value, expected);
  const integer = BigInt(value);
  if (integer < 0n || integer > max) throw new InputError(field, value, expected);
  return integer;
}
