/** Lines in the log about what the service needs: one at each change of its state, and none in between. */
import { counted } from "../kernel/readable.ts";
import { currentTime } from "./clock.ts";
import type { Log } from "./ports/log.ts";

export class LoggedState {
  readonly #log: Log;
  #bad: string | undefined;
  #from = 0;
  #since = "";
  #known = false;

  constructor(log: Log) {
    this.#log = log;
  }

  get isGood(): boolean | undefined {
    return this.#known ? this.#bad === undefined : undefined;
  }

  /** @param bad what is wrong, in whichever words it is known by; undefined where nothing is */
  is(bad: string | undefined, words: string, again: string, details: object = {}): void {
    const before = this.#bad;
    this.#known = true;
    if (before === bad) return;
    this.#bad = bad;
    if (bad === undefined) {
      const seconds = Math.round((performance.now() - this.#from) / 1_000);
      const since = this.#since;
      this.#log.info({ ...details, seconds, since }, `${again}, after ${counted(seconds, "second")}`);
      return;
    }
    if (before === undefined) {
      this.#from = performance.now();
      this.#since = currentTime().toISOString();
    }
    this.#log.warn({ ...details, since: this.#since }, words);
  }
}

/** The states of several things, by their names. What is in order is not kept. */
export class LoggedStates {
  readonly #log: Log;
  readonly #bad = new Map<string, LoggedState>();
  readonly #most: number;

  /** @param most things that are wrong at a time; of more, the longest known are forgotten */
  constructor(log: Log, most = 1_000) {
    this.#log = log;
    this.#most = most;
  }

  /** The same as of one. */
  is(name: string, ...[bad, words, again, details]: Parameters<LoggedState["is"]>): void {
    const state = this.#bad.get(name) ?? new LoggedState(this.#log);
    if (bad === undefined) this.#bad.delete(name);
    else this.#bad.set(name, state);
    for (const oldest of this.#bad.keys()) {
      if (this.#bad.size <= this.#most) break;
      this.#bad.delete(oldest);
    }
    state.is(bad, words, again, details);
  }
}
