/**
 * How often codes and tests are sent: nobody's phone is flooded with them, and nobody earns by having this installation send
 * text messages. All nodes count together. The refusal is the same whoever used a bound up, so that it says of nobody whether
 * they have the number.
 */
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { Refusal } from "../../../kernel/problem.ts";
import { isPhone, type WayKind } from "../../../transports/reach.ts";
import { type FailureCounters, prefixed } from "../accounts/index.ts";

const hour = 3_600;
const day = 24 * hour;

/** Messages in an hour, and in a day. */
export const sendLimits = {
  /** For one person. */
  person: [15, 50],
  /** To one address, whoever asks. */
  address: [5, 15],
  /** Text messages and calls of the whole installation. */
  phones: [200, 1_000],
} as const;

export interface WayThrottle {
  /** Counts one, before it is sent. @param address a digest of where it goes @throws Refusal `rate_limited` */
  take(userId: string, kind: WayKind, address: string): Promise<void>;
  /** Whether somebody may be asked for a way: once a day, whoever asks. Counts it. */
  mayAsk(userId: string): Promise<boolean>;
}

export function createWayThrottle(counters: FailureCounters): WayThrottle {
  const made = prefixed("ways", counters);
  const limiters = Object.entries(sendLimits).flatMap(([of, [perHour, perDay]]) => [
    { of, limiter: made({ keyPrefix: `${of}-hour`, points: perHour, duration: hour }) },
    { of, limiter: made({ keyPrefix: `${of}-day`, points: perDay, duration: day }) },
  ]);
  const asked = made({ keyPrefix: "asked", points: 1, duration: day });
  return {
    async mayAsk(userId) {
      return (await asked.penalty(userId)).consumedPoints <= asked.points;
    },
    async take(userId, kind, address) {
      const keys: Readonly<Record<string, string | undefined>> = {
        person: userId,
        address,
        phones: isPhone(kind) ? "all" : undefined,
      };
      const counted: [RateLimiterAbstract, string][] = [];
      for (const { of, limiter } of limiters) {
        const key = keys[of];
        if (key === undefined) continue;
        const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
        counted.push([limiter, key]);
        if (consumedPoints <= limiter.points) continue;
        for (const [one, its] of counted) await one.reward(its);
        const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
        throw new Refusal("rate_limited", `Too many codes and tests were asked for; wait ${seconds} s.`, {
          retryAfterSeconds: seconds,
        });
      }
    },
  };
}
