/**
 * Wrong codes are counted by account, whichever challenge they are sent to: whoever tries them has the password, and gets as
 * many challenges as they like. Six digits, of which three are right at any time, are guessed by fifty tries a day with a
 * chance of one in 7,000. Browsers that the account was signed in with before are counted for themselves.
 */
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { Refusal } from "../../../../kernel/problem.ts";
import { type FailureCounters, prefixed } from "../limits-store.ts";

/** Wrong codes in so many seconds. */
export const codeLimits = { code: [10, 15 * 60], day: [50, 24 * 3_600] } as const;

/**
 * Tries a code where the limits let it. An attempt is counted before it is looked at, so that a crowd is not faster.
 * @param prove undefined where it is wrong
 * @throws Refusal `rate_limited` while it has to wait
 */
export type CodeGuard = <T>(who: string, prove: () => Promise<T | undefined>) => Promise<T | undefined>;

export function createCodeGuard(counters: FailureCounters): CodeGuard {
  const made = prefixed("second-factor", counters);
  const limiters = Object.entries(codeLimits).map(([keyPrefix, [points, duration]]) =>
    made({ keyPrefix, points, duration }),
  );
  return async (who, prove) => {
    const counted: RateLimiterAbstract[] = [];
    const giveBack = () => Promise.all(counted.map((limiter) => limiter.reward(who)));
    for (const limiter of limiters) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(who);
      counted.push(limiter);
      if (consumedPoints <= limiter.points) continue;
      await giveBack();
      const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
      throw new Refusal("rate_limited", `Too many wrong codes for this account; wait ${seconds} s.`, {
        retryAfterSeconds: seconds,
      });
    }
    const proved = await prove();
    if (proved !== undefined) await giveBack();
    return proved;
  };
}
