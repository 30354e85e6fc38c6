import { createHash } from "node:crypto";
import type { RateUse } from "../../engine/ports/rate-use.ts";
import { Refusal } from "../../kernel/problem.ts";

/** Throws 429 when a credential has used up its share. */
export type RateLimit = (credential: string) => void;

/** How often nodes tell each other what they let pass: what is used elsewhere is known this much later. */
const settleIntervalMs = 250;
/** Told of at once, those that used most first. */
const maxSettled = 1_000;
const forgetIntervalMs = 60_000;

export interface Limiter {
  readonly take: RateLimit;
  stop(): void;
}

interface Bucket {
  hash: string;
  /** Used and not drained yet, as far as this node knows. */
  level: number;
  /** When `level` was true, on a clock that never jumps. */
  at: number;
  /** Let pass here, and not told to the other nodes yet. */
  untold: number;
}

/**
 * `perSecond` requests a second per credential, and bursts of twice that: a bucket that holds two seconds'
 * worth and drains steadily. With `use`, nodes keep the limit together: each counts by itself, so that no
 * request waits for the database, and adds its count to the common one a few times a second. What several
 * nodes let pass too much in between is drained before the credential gets more.
 * `off` never refuses.
 */
export function createRateLimit(perSecond: number | "off", use?: RateUse): Limiter {
  return perSecond === "off" ? { take: () => {}, stop: () => {} } : createBuckets(perSecond, use);
}

function createBuckets(perSecond: number, use: RateUse | undefined): Limiter {
  const most = perSecond * 2;
  const buckets = new Map<string, Bucket>();
  let settling = false;
  let forgetAt = performance.now() + forgetIntervalMs;

  function drain(bucket: Bucket, now: number): void {
    bucket.level = Math.max(0, bucket.level - ((now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
  }

  function take(credential: string): void {
    const now = performance.now();
    let bucket = buckets.get(credential);
    if (bucket === undefined) {
      bucket = { hash: "", level: 0, at: now, untold: 0 };
      buckets.set(credential, bucket);
    } else drain(bucket, now);
    if (bucket.level + 1 > most) {
      const seconds = Math.max(1, Math.ceil((bucket.level + 1 - most) / perSecond));
      throw new Refusal(
        "rate_limited",
        `This credential may make ${perSecond} requests a second; wait ${seconds} s and go on slower.`,
        { retryAfterSeconds: seconds },
      );
    }
    bucket.level += 1;
    bucket.untold += 1;
  }

  /** Lets go of what has drained, and tells of the rest. */
  function tick(): void {
    const now = performance.now();
    for (const [credential, bucket] of buckets) {
      drain(bucket, now);
      if (bucket.level === 0 && (use === undefined || bucket.untold === 0)) buckets.delete(credential);
    }
    if (use !== undefined && !settling) {
      settling = true;
      void settle(use, now).finally(() => {
        settling = false;
      });
    }
  }

  async function settle(shared: RateUse, now: number): Promise<void> {
    const telling = [...buckets]
      .filter(([, { untold }]) => untold > 0)
      .sort(([, a], [, b]) => b.untold - a.untold);
    // Those beyond the bound used least, and are told of when fewer are active, or never.
    for (const [, bucket] of telling.splice(maxSettled)) if (bucket.level === 0) bucket.untold = 0;
    const told = new Map<string, number>();
    for (const [credential, bucket] of telling) {
      bucket.hash ||= createHash("sha256").update(credential).digest("hex");
      told.set(bucket.hash, bucket.untold);
      bucket.untold = 0;
    }
    if (told.size > 0) {
      try {
        const used = await shared.settle(told, perSecond);
        for (const [, bucket] of telling) {
          bucket.level = (used.get(bucket.hash) ?? 0) + bucket.untold;
          bucket.at = performance.now();
        }
      } catch {
        // Without the database each node keeps the limit by itself, and tells of it later.
        for (const [, bucket] of telling) bucket.untold += told.get(bucket.hash) ?? 0;
      }
    }
    if (now < forgetAt) return;
    forgetAt = now + forgetIntervalMs;
    await shared.forget().catch(() => {}); // the next time does as well
  }

  const timer = setInterval(tick, settleIntervalMs).unref();
  return { take, stop: () => clearInterval(timer) };
}
