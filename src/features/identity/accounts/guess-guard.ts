/**
 * What stands before a password: attempts are throttled, delayed where somebody guesses, and take turns, so that a crowd of
 * them neither fills the memory nor slips past the throttle while the first failures are still being computed.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../../../kernel/problem.ts";
import type { Guess, Throttle } from "./throttle.ts";

/** Hashes computed at once; each takes 32 MiB and one of the process's four worker threads. */
const atOnce = 2;
const maxWaiting = 200;
/** Attempts on slowed accounts that are being delayed. */
const maxDelayed = 500;

/**
 * Tries a password where the throttle lets it.
 * @param prove undefined where it is wrong, which is counted
 * @throws Refusal `rate_limited` while it has to wait, `unavailable` where too many try at this moment
 */
export type GuessGuard = <T>(guess: Guess, prove: () => Promise<T | undefined>) => Promise<T | undefined>;

export function createGuessGuard(throttle: Throttle): GuessGuard {
  const inTurn = createTurns(atOnce, maxWaiting);
  let delayed = 0;

  async function wait(delayMs: number): Promise<void> {
    if (delayMs === 0) return;
    if (delayed >= maxDelayed) throw tooBusy();
    delayed += 1;
    await pause(delayMs);
    delayed -= 1;
  }

  return async (guess, prove) => {
    const { delayMs } = await throttle.check(guess);
    await wait(delayMs);
    return inTurn(async () => {
      // Others may have failed while this one waited.
      const allowance = await throttle.check(guess);
      const proved = await prove();
      if (proved === undefined) await throttle.countFailure(guess, allowance);
      return proved;
    });
  };
}

/** Runs work a few at a time, first come first served; refuses when too many wait. */
function createTurns(most: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= mostWaiting) throw tooBusy();
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next(); // the turn is handed on, so the count stays
    }
  };
}

function tooBusy(): Refusal {
  return new Refusal("unavailable", "Too many people sign in at this moment; try again shortly.", {
    retryAfterSeconds: 2,
  });
}
