const EVERY_MS = 1_000;

/** Says on standard error how far a long job is, about once a second. */
export class Progress {
  readonly #what: string;
  readonly #started = Date.now();
  #told = Date.now();
  #count = 0;

  constructor(what: string) {
    this.#what = what;
  }

  step(): void {
    this.#count++;
    if (Date.now() - this.#told >= EVERY_MS) this.#tell();
  }

  done(): void {
    this.#tell();
  }

  #tell(): void {
    this.#told = Date.now();
    const seconds = (this.#told - this.#started) / 1_000;
    const rate = seconds > 0 ? `, ${Math.round(this.#count / seconds)} a second` : "";
    process.stderr.write(`${this.#what}: ${this.#count} games${rate}\n`);
  }
}
