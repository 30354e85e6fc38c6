/**
 * Failed attempts to prove a password are counted, so that guessing is slow; successes are not. All nodes
 * count together. Nobody can lock an owner out from elsewhere: an account alone is never closed, only slowed.
 */
import { createHash } from "node:crypto";
import type { IRateLimiterOptions, RateLimiterAbstract } from "rate-limiter-flexible";
import { networkOf } from "../../../kernel/address.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";

const windowSeconds = 15 * 60;
const minuteSeconds = 60;

/** Failures after which attempts have to wait: those of the first three until the window of 15 minutes is over. */
export const failureLimits = {
  /** Of one account from one address. */
  pair: 10,
  /** Of any accounts from one address. */
  address: 50,
  /** Of one account from a device that its owner signed in with before. */
  device: 10,
  /** Of one account from everywhere: from here on each attempt is delayed. */
  account: 10,
  /** Of one account from everywhere in a minute, while it is slowed: addresses that failed before wait it out. */
  minute: 10,
} as const;

type Counted = keyof typeof failureLimits;

const delayStepMs = 100;
/** An owner at an address of their own waits no longer than this, however many guess. */
export const maxDelayMs = 3_000;

export interface Guess {
  readonly email: string;
  readonly address: string | undefined;
  /** A device that this account was signed in with before. */
  readonly device: string | undefined;
}

export interface Allowance {
  /** How long to wait before the password is looked at. */
  readonly delayMs: number;
  /** The device speaks for the attempt: a failure is counted for it, and for the account at this address. */
  readonly byDevice: boolean;
}

export function createThrottle(countersOf: (options: IRateLimiterOptions) => RateLimiterAbstract) {
  const counter = (keyPrefix: Counted, duration = windowSeconds) =>
    countersOf({ keyPrefix, points: failureLimits[keyPrefix], duration });
  const counters: Readonly<Record<Counted, RateLimiterAbstract>> = {
    pair: counter("pair"),
    address: counter("address"),
    device: counter("device"),
    account: counter("account"),
    minute: counter("minute", minuteSeconds),
  };

  async function failures(of: Counted, key: string) {
    const found = await counters[of].get(key);
    const count = found?.consumedPoints ?? 0;
    return { count, waitMs: found !== null && count >= failureLimits[of] ? found.msBeforeNext : 0 };
  }

  /** @throws Refusal `rate_limited` while the attempt has to wait; the same for an account that is not there */
  async function check({ email, address, device }: Guess): Promise<Allowance> {
    if (device !== undefined && (await failures("device", device)).waitMs === 0)
      return { delayMs: 0, byDevice: true };
    const { account, network, pair } = keysOf(email, address);
    const ofPair = await failures("pair", pair);
    const waits = [ofPair.waitMs, (await failures("address", network)).waitMs];
    const { count } = await failures("account", account);
    const over = count - failureLimits.account + 1;
    // An address that did not fail yet is allowed, so that the owner can sign in while others guess.
    if (over > 0 && ofPair.count > 0) waits.push((await failures("minute", account)).waitMs);
    const seconds = Math.ceil(Math.max(...waits) / 1_000);
    if (seconds > 0) throw tooMany(seconds);
    return { delayMs: Math.min(maxDelayMs, Math.max(0, over) * delayStepMs), byDevice: false };
  }

  async function countFailure({ email, address, device }: Guess, { byDevice }: Allowance): Promise<void> {
    const { account, network, pair } = keysOf(email, address);
    // Who used a device's share up has used the address's up, too: a session, or a mark, gives no second one.
    await counters.pair.penalty(pair);
    if (byDevice && device !== undefined) {
      await counters.device.penalty(device);
      return;
    }
    await counters.address.penalty(network);
    await counters.account.penalty(account);
    await counters.minute.penalty(account);
  }

  return { check: check, countFailure };
}

export type Throttle = ReturnType<typeof createThrottle>;

/** What is counted may be no account at all, so nothing of what was typed is kept. */
function keysOf(email: string, address: string | undefined) {
  const account = createHash("sha256").update(foldEmail(email)).digest("hex");
  const network = networkOf(address);
  return { account, network, pair: `${account}/${network}` };
}

function tooMany(seconds: number): Refusal {
  return new Refusal(
    "rate_limited",
    `Too many failed attempts for this account or from this address; wait ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
