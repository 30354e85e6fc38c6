import { createHash } from "node:crypto";
import type { Asker, Share as Counted, Hold } from "../../../engine/authenticator.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { RateUse, Share } from "../../../engine/ports/rate-use.ts";
import { Refusal, type RefusalDetail } from "../../../kernel/problem.ts";

/** How often nodes share what they let pass: what is used elsewhere is known this much later. */
const settleIntervalMs = 250;
/** Shared with the other nodes in one call, those that used most first. */
const maxSettled = 1_000;
const forgetIntervalMs = 60_000;

export interface Bounds {
  /** What answers call the limit; left out where none says it. */
  readonly name?: string;
  /** What drains from a bucket each second. */
  readonly perSecond: number;
  /** What a bucket holds. */
  readonly burst: number;
  /** Says to a refused caller how long to wait. */
  message(id: string, seconds: number): string;
  /** What else the refusal says. @param used what was counted and has not drained */
  detail?(used: number): RefusalDetail;
}

class Bucket implements Counted {
  bounds: Bounds;
  hash = "";
  /** Used and not drained yet, as far as this node knows. */
  level = 0;
  /** When `level` was true, on a clock that never jumps. */
  at: number;
  /** Allowed here, and not shared with the other nodes yet. */
  unshared = 0;
  /** Under way, and perhaps to be counted. */
  held = 0;

  constructor(bounds: Bounds, now: number) {
    this.bounds = bounds;
    this.at = now;
  }

  get quota(): number {
    return this.bounds.burst;
  }

  get windowSeconds(): number {
    return Math.ceil(this.bounds.burst / this.bounds.perSecond);
  }

  drain(now: number): void {
    this.level = Math.max(0, this.level - ((now - this.at) / 1_000) * this.bounds.perSecond);
    this.at = now;
  }

  left() {
    this.drain(performance.now());
    const used = this.level + this.held;
    return {
      requests: Math.max(0, Math.floor(this.bounds.burst - used)),
      seconds: Math.ceil(used / this.bounds.perSecond),
    };
  }
}

/**
 * Wrong operator tokens of one address: ten at once and ten a minute. Low enough that no token is ever found
 * this way, and an operator who mistyped waits six seconds and no more. It holds where ORGCONFIG_RATE_LIMIT is
 * off, too.
 */
export const operatorGuessBounds: Bounds = {
  name: "guesses",
  perSecond: 10 / 60,
  burst: 10,
  message: (_id, seconds) => `Too many wrong operator tokens from this address; wait ${seconds} s.`,
};

/**
 * A bucket for each id, which holds a burst and drains steadily. With `use`, nodes keep the limit together:
 * each counts by itself, so that no request waits for the database, and adds its count to the common one a
 * few times a second. What several nodes let pass too much in between is drained before the id gets more.
 */
export class Limiter {
  /** Forgets what has drained, and shares the rest with the other nodes. */
  readonly background: Periodic;
  readonly #bounds: Bounds;
  readonly #use: RateUse | undefined;
  readonly #buckets = new Map<string, Bucket>();
  #forgetAt = performance.now() + forgetIntervalMs;

  constructor(bounds: Bounds, log: Pick<Log, "error">, use?: RateUse) {
    this.#bounds = bounds;
    this.#use = use;
    this.background = new Periodic({
      name: "sharing of used limits",
      everyMs: settleIntervalMs,
      run: () => this.#tick(),
      log,
    });
  }

  /** Counts one. @param bounds of this id, where it has its own @throws 429 when the share is used up */
  take(id: string, asker?: Asker, bounds: Bounds = this.#bounds): void {
    count(this.#roomOf(id, asker, bounds), asker);
  }

  /** Holds room for one that may turn out not to count. @throws 429 when the share is used up */
  hold(id: string, asker?: Asker): Hold {
    return holdIn(this.#roomOf(id, asker, this.#bounds), asker);
  }

  /** The id's bucket, drained to this moment. */
  #bucketOf(id: string, bounds: Bounds): Bucket {
    const now = performance.now();
    let bucket = this.#buckets.get(id);
    if (bucket === undefined) {
      bucket = new Bucket(bounds, now);
      this.#buckets.set(id, bucket);
    } else bucket.drain(now);
    bucket.bounds = bounds;
    return bucket;
  }

  /** What one more would be above the burst; none, where it is no more than 0. */
  #excessOf({ level, held, bounds }: Bucket): number {
    return level + held + 1 - bounds.burst;
  }

  /** The id's bucket, if there is room for one more in it. */
  #roomOf(id: string, asker: Asker | undefined, bounds: Bounds): Bucket {
    const bucket = this.#bucketOf(id, bounds);
    const over = this.#excessOf(bucket);
    if (over > 0) {
      note(bucket, asker, true);
      const seconds = Math.max(1, Math.ceil(over / bounds.perSecond));
      throw new Refusal("rate_limited", bounds.message(id, seconds), {
        ...bounds.detail?.(Math.ceil(bucket.level)),
        retryAfterSeconds: seconds,
      });
    }
    return bucket;
  }

  /** Forgets buckets that have drained, and shares the others. */
  async #tick(): Promise<void> {
    const now = performance.now();
    for (const [id, bucket] of this.#buckets) {
      bucket.drain(now);
      const settled = this.#use === undefined || bucket.unshared === 0;
      if (bucket.level === 0 && bucket.held === 0 && settled) this.#buckets.delete(id);
    }
    if (this.#use !== undefined) await this.#settle(this.#use, now);
  }

  async #settle(shared: RateUse, now: number): Promise<void> {
    const sharing = [...this.#buckets]
      .filter(([, { unshared }]) => unshared > 0)
      .sort(([, a], [, b]) => b.unshared - a.unshared);
    // Those beyond the bound used least, and are shared when fewer are active, or never.
    for (const [, bucket] of sharing.splice(maxSettled)) if (bucket.level === 0) bucket.unshared = 0;
    const shares = new Map<string, Share>();
    for (const [id, bucket] of sharing) {
      bucket.hash ||= createHash("sha256").update(id).digest("hex");
      shares.set(bucket.hash, { passed: bucket.unshared, perSecond: bucket.bounds.perSecond });
      bucket.unshared = 0;
    }
    if (shares.size > 0) {
      try {
        const used = await shared.settle(shares);
        for (const [, bucket] of sharing) {
          bucket.level = used.get(bucket.hash) ?? 0;
          // What was used drains too while the answer is on its way.
          bucket.at = now;
          bucket.drain(performance.now());
          bucket.level += bucket.unshared;
        }
      } catch {
        // Without the database each node keeps the limit by itself, and shares its counts later.
        for (const [, bucket] of sharing) bucket.unshared += shares.get(bucket.hash)?.passed ?? 0;
      }
    }
    if (now < this.#forgetAt) return;
    this.#forgetAt = now + forgetIntervalMs;
    await shared.forget().catch(() => {}); // the next time does as well
  }
}

function count(bucket: Bucket, asker: Asker | undefined): void {
  bucket.level += 1;
  bucket.unshared += 1;
  note(bucket, asker);
}

function note(bucket: Bucket, asker: Asker | undefined, refused = false): void {
  const { name } = bucket.bounds;
  if (name !== undefined && asker?.shares !== undefined)
    asker.shares[name] = refused ? usedUp(bucket) : bucket;
}

/** It drains on until the answer is sent, which is a refusal all the same. */
function usedUp(bucket: Bucket): Counted {
  const { quota, windowSeconds } = bucket;
  return { quota, windowSeconds, left: () => ({ ...bucket.left(), requests: 0 }) };
}

function holdIn(bucket: Bucket, asker: Asker | undefined): Hold {
  bucket.held += 1;
  return {
    count() {
      bucket.held -= 1;
      count(bucket, asker);
    },
    release() {
      bucket.held -= 1;
    },
  };
}
