/** Work that is done again and again: never twice at once, and no more after a stop. */
import { AsyncResource } from "node:async_hooks";
import type { Log } from "./ports/log.ts";
import { traced } from "./ports/tracing.ts";

export interface PeriodicOptions {
  /** What is done, as the log and the metrics name it, such as "escalation of alerts". */
  readonly name: string;
  readonly everyMs: number;
  /** How long after the start the first run begins; as long as between two where it is left out. */
  readonly firstMs?: number;
  /** How long a run that is woken waits, so that what is added in a moment is done together. */
  readonly gatherMs?: number;
  readonly run: () => Promise<unknown>;
  readonly log: Pick<Log, "error">;
}

/** One run at a time. What fails is logged once, by its name, and tried again until it passes. */
export class Periodic {
  /** Called at the end of every run, with the seconds that it took. */
  onRun: (seconds: number, failed: boolean) => void = () => {};
  readonly #options: PeriodicOptions;
  /** A run belongs to nobody who woke it, such as work within a transaction that is not over yet. */
  readonly #own = new AsyncResource("Periodic");
  #timer: NodeJS.Timeout | undefined;
  #first: NodeJS.Timeout | undefined;
  #woken: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Woken while one was running, which may have looked too early. */
  #again = false;
  #failing = false;

  constructor(options: PeriodicOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** Whether it runs by itself. */
  get isStarted(): boolean {
    return this.#timer !== undefined;
  }

  start(): void {
    if (this.#timer !== undefined) return;
    const { everyMs, firstMs = everyMs } = this.#options;
    // A run that takes longer than its interval is not followed by another at once: only who wakes it needs that.
    this.#timer = setInterval(() => {
      if (this.#running === undefined) this.#begin();
    }, everyMs).unref();
    if (firstMs === 0) this.#begin();
    else if (firstMs !== everyMs) this.#first = setTimeout(() => this.#begin(), firstMs).unref();
  }

  /** Runs soon, where it is started. Costs next to nothing. */
  wake(): void {
    const { gatherMs } = this.#options;
    if (this.#timer === undefined) return;
    if (gatherMs === undefined) {
      this.#begin();
      return;
    }
    this.#woken ??= setTimeout(() => {
      this.#woken = undefined;
      this.#begin();
    }, gatherMs).unref();
  }

  /** Runs after the run that is under way, also where it is not started. @throws what the run throws */
  async now(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    const run = this.#measured();
    this.#running = run
      .catch(() => {}) // thrown below
      .finally(() => {
        this.#running = undefined;
        if (this.#again) this.wake();
      });
    await run;
  }

  /** Ends when the run that is under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#first);
    clearTimeout(this.#woken);
    this.#timer = undefined;
    this.#woken = undefined;
    await this.#running;
  }

  #begin(): void {
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    this.#running = this.#own
      .runInAsyncScope(() => this.#runAll())
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #runAll(): Promise<void> {
    do {
      this.#again = false;
      await this.#attempt();
    } while (this.#again && this.#timer !== undefined);
  }

  async #attempt(): Promise<void> {
    try {
      await this.#measured();
      this.#failing = false;
    } catch (err) {
      if (!this.#failing) this.#options.log.error({ err }, `${this.name} failed; it is tried again`);
      this.#failing = true;
    }
  }

  async #measured(): Promise<void> {
    const from = performance.now();
    const ended = (failed: boolean) => this.onRun((performance.now() - from) / 1_000, failed);
    await traced({ of: "task", name: this.name }, this.#options.run).catch((error) => {
      ended(true);
      throw error;
    });
    ended(false);
  }
}

/**
 * Does one after the other, and those behind one that fails as well: what one organization has stored must not hold up
 * the others. @throws the first failure, when all were tried
 */
export async function eachOnItsOwn<T>(ones: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of ones) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
