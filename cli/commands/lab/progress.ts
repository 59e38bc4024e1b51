/** Lines of progress on stderr: one that is written over on a terminal, one every few seconds elsewhere. */
export class Progress {
  readonly #name: string;
  readonly #started = performance.now();
  #lastShown = -Infinity;
  #doneBefore = 0;

  constructor(name: string) {
    this.#name = name;
  }

  show(done: number, all: number, isFromCheckpoint: boolean): void {
    if (isFromCheckpoint) this.#doneBefore = done;
    const now = performance.now();
    const isTerminal = process.stderr.isTTY === true;
    const isLast = done === all;
    if (!isLast && now - this.#lastShown < (isTerminal ? 100 : 5_000)) return;
    if (!isTerminal && this.#lastShown === -Infinity && !isLast) {
      // A log file needs no line that says nothing is done yet.
      this.#lastShown = now;
      if (this.#doneBefore === 0) return;
    }
    this.#lastShown = now;
    const share = Math.floor((100 * done) / all);
    const left = this.#secondsLeft(done, all, now);
    const line = `${this.#name}: ${share} %${left === null || isLast ? "" : `, about ${timeText(left)} left`}`;
    process.stderr.write(isTerminal ? `\r\x1b[K${line}${isLast ? "\n" : ""}` : `${line}\n`);
  }

  #secondsLeft(done: number, all: number, now: number): number | null {
    const doneNow = done - this.#doneBefore;
    if (doneNow <= 0) return null;
    return ((now - this.#started) / 1_000 / doneNow) * (all - done);
  }
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
