import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Hold, RequestLimit } from "../../engine/authenticator.ts";
import { Periodic } from "../../engine/periodic.ts";
import type { Log } from "../../engine/ports/log.ts";
import type { RateUse } from "../../engine/ports/rate-use.ts";
import { networkOf } from "../../kernel/address.ts";
import { Refusal } from "../../kernel/problem.ts";

/** How often nodes share what they let pass: what is used elsewhere is known this much later. */
const settleIntervalMs = 250;
/** Shared with the other nodes in one call, those that used most first. */
const maxSettled = 1_000;
const forgetIntervalMs = 60_000;
/** Credentials whose id is remembered, so that the limit is asked before the database. */
const maxRemembered = 10_000;

export interface Bounds {
  /** What drains from a bucket each second. */
  readonly perSecond: number;
  /** What a bucket holds. */
  readonly burst: number;
  /** Says to a refused caller how long to wait. */
  message(id: string, seconds: number): string;
}

interface Bucket {
  hash: string;
  /** Used and not drained yet, as far as this node knows. */
  level: number;
  /** When `level` was true, on a clock that never jumps. */
  at: number;
  /** Allowed here, and not shared with the other nodes yet. */
  unshared: number;
  /** Under way, and perhaps to be counted. */
  held: number;
}

/**
 * Wrong operator tokens of one address: ten at once and ten a minute. Low enough that no token is ever found
 * this way, and an operator who mistyped waits six seconds and no more. It holds where ORGCONFIG_RATE_LIMIT is
 * off, too.
 */
export const operatorGuessBounds: Bounds = {
  perSecond: 10 / 60,
  burst: 10,
  message: (_id, seconds) => `Too many wrong operator tokens from this address; wait ${seconds} s.`,
};

/**
 * The limit on requests: `perSecond` a second for each credential, or for an address that shows none, and
 * bursts of twice that. `off` never refuses. With `use`, nodes keep it together.
 */
export function createRequestLimit(
  perSecond: number | "off",
  log: Pick<Log, "error">,
  use?: RateUse,
): RequestLimit & { readonly background: readonly Periodic[] } {
  if (perSecond === "off") return unlimited;
  const message = (id: string, seconds: number) =>
    `This ${id.startsWith("address/") ? "address without a valid credential" : "credential"} may make ${perSecond} requests a second; wait ${seconds} s and slow down.`;
  return new CredentialLimit(new Limiter({ perSecond, burst: perSecond * 2, message }, log, use));
}

class CredentialLimit implements RequestLimit {
  readonly background: readonly Periodic[];
  readonly #limiter: Limiter;
  readonly #ids = new LRUCache<string, string>({ max: maxRemembered });

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
    this.background = [limiter.background];
  }

  anonymous(address: string | undefined): void {
    this.#limiter.take(ofAddress(address));
  }

  known(id: string): void {
    this.#limiter.take(id);
  }

  async lookUp<T extends { readonly id: string }>(
    kind: "key" | "token" | "session" | "heartbeat" | "scim",
    secret: Buffer,
    address: string | undefined,
    find: () => Promise<T | undefined>,
    uncounted = false,
  ): Promise<T | undefined> {
    const remembered = secret.toString("latin1");
    const before = this.#ids.get(remembered);
    if (before !== undefined) {
      if (!uncounted) this.#limiter.take(before);
      const found = await find();
      if (found !== undefined) return found;
      this.#ids.delete(remembered); // it was revoked, or has ended
      this.#limiter.take(ofAddress(address));
      return undefined;
    }
    // Held meanwhile, so that a crowd of guesses that comes at once is not looked up either.
    const place = this.#limiter.hold(ofAddress(address));
    const found = await find().catch((error) => {
      place.release();
      throw error;
    });
    if (found === undefined) {
      place.count();
      return undefined;
    }
    place.release();
    const id = `${kind}/${found.id}`;
    this.#ids.set(remembered, id);
    if (!uncounted) this.#limiter.take(id);
    return found;
  }
}

function ofAddress(address: string | undefined): string {
  return `address/${networkOf(address)}`;
}

const unlimited: RequestLimit & { readonly background: readonly Periodic[] } = {
  anonymous: () => {},
  known: () => {},
  lookUp: (_kind, _secret, _address, find) => find(),
  background: [],
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

  /** Counts one. @throws 429 when the share is used up */
  take(id: string): void {
    count(this.#roomOf(id));
  }

  /** Holds room for one that may turn out not to count. @throws 429 when the share is used up */
  hold(id: string): Hold {
    return holdIn(this.#roomOf(id));
  }

  #drain(bucket: Bucket, now: number): void {
    bucket.level = Math.max(0, bucket.level - ((now - bucket.at) / 1_000) * this.#bounds.perSecond);
    bucket.at = now;
  }

  /** The id's bucket, drained to this moment. */
  #bucketOf(id: string): Bucket {
    const now = performance.now();
    let bucket = this.#buckets.get(id);
    if (bucket === undefined) {
      bucket = { hash: "", level: 0, at: now, unshared: 0, held: 0 };
      this.#buckets.set(id, bucket);
    } else this.#drain(bucket, now);
    return bucket;
  }

  /** What one more would be above the burst; none, where it is no more than 0. */
  #excessOf({ level, held }: Bucket): number {
    return level + held + 1 - this.#bounds.burst;
  }

  /** The id's bucket, if there is room for one more in it. */
  #roomOf(id: string): Bucket {
    const bucket = this.#bucketOf(id);
    const over = this.#excessOf(bucket);
    if (over > 0) {
      const seconds = Math.max(1, Math.ceil(over / this.#bounds.perSecond));
      throw new Refusal("rate_limited", this.#bounds.message(id, seconds), { retryAfterSeconds: seconds });
    }
    return bucket;
  }

  /** Forgets buckets that have drained, and shares the others. */
  async #tick(): Promise<void> {
    const now = performance.now();
    for (const [id, bucket] of this.#buckets) {
      this.#drain(bucket, now);
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
    const shares = new Map<string, number>();
    for (const [id, bucket] of sharing) {
      bucket.hash ||= createHash("sha256").update(id).digest("hex");
      shares.set(bucket.hash, bucket.unshared);
      bucket.unshared = 0;
    }
    if (shares.size > 0) {
      try {
        const used = await shared.settle(shares, this.#bounds.perSecond);
        for (const [, bucket] of sharing) {
          bucket.level = used.get(bucket.hash) ?? 0;
          // What was used drains too while the answer is on its way.
          bucket.at = now;
          this.#drain(bucket, performance.now());
          bucket.level += bucket.unshared;
        }
      } catch {
        // Without the database each node keeps the limit by itself, and shares its counts later.
        for (const [, bucket] of sharing) bucket.unshared += shares.get(bucket.hash) ?? 0;
      }
    }
    if (now < this.#forgetAt) return;
    this.#forgetAt = now + forgetIntervalMs;
    await shared.forget().catch(() => {}); // the next time does as well
  }
}

function count(bucket: Bucket): void {
  bucket.level += 1;
  bucket.unshared += 1;
}

function holdIn(bucket: Bucket): Hold {
  bucket.held += 1;
  return {
    count() {
      bucket.held -= 1;
      count(bucket);
    },
    release() {
      bucket.held -= 1;
    },
  };
}
