/** Something that is done again and again, never twice at once, and no more after a stop. */
import type { Log } from "./ports/log.ts";

export interface Rounds {
  start(): void;
  /** Does a round now, where it is started. */
  soon(): void;
  /** Does one, after the one that is under way, and answers when it is done; also where it is not started. */
  now(): Promise<void>;
  /** Ends when the round that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * @param what is done, for the log where it fails, such as "the upkeep of alerts"
 * @param firstMs how long after the start the first one is done
 */
export function createRounds(
  what: string,
  round: () => Promise<void>,
  everyMs: number,
  log: Log,
  firstMs = everyMs,
): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let first: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** Asked for while one was running, which may have looked too early. */
  let again = false;
  let failing = false;

  async function runAll(): Promise<void> {
    do {
      again = false;
      try {
        await round();
        failing = false;
      } catch (err) {
        if (!failing) log.error({ err }, `${what} could not be done; it is tried again`);
        failing = true;
      }
    } while (again && timer !== undefined);
  }

  function soon(): void {
    if (timer === undefined) return;
    if (running !== undefined) {
      again = true;
      return;
    }
    running = runAll().finally(() => {
      running = undefined;
    });
  }

  return {
    start() {
      if (timer !== undefined) return;
      timer = setInterval(soon, everyMs).unref();
      first = setTimeout(soon, firstMs).unref();
    },
    soon,
    async now() {
      while (running !== undefined) await running;
      const done = round();
      running = done
        .catch(() => {}) // whoever asked hears of it
        .finally(() => {
          running = undefined;
        });
      await done;
    },
    async stop() {
      clearInterval(timer);
      clearTimeout(first);
      timer = undefined;
      await running;
    },
  };
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
