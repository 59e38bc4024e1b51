type RefusalArgument = bigint | number | string;

/** An action that the rules do not allow, with the name and the values of the contract's error. */
export class Refusal extends Error {
  readonly errorName: string;
  readonly args: readonly RefusalArgument[];

  constructor(errorName: string, ...args: RefusalArgument[]) {
    super(`${errorName}(${args.join(", ")})`);
    this.name = "Refusal";
    this.errorName = errorName;
    this.args = args;
  }
}
