/** Failed sign-ins are counted, so that guessing is slow; successes are not. All nodes count together. */
import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { IRateLimiterOptions, RateLimiterAbstract } from "rate-limiter-flexible";
import { foldEmail } from "../../kernel/natural-key.ts";
import { Refusal } from "../../kernel/problem.ts";

const windowSeconds = 15 * 60;
/** Failures within the window after which the account, or the address, has to wait it out. */
export const failureLimits = { account: 10, address: 50 } as const;

export function createThrottle(countersOf: (options: IRateLimiterOptions) => RateLimiterAbstract) {
  const [accounts, addresses] = (["account", "address"] as const).map((keyPrefix) =>
    countersOf({ keyPrefix, points: failureLimits[keyPrefix], duration: windowSeconds }),
  ) as [RateLimiterAbstract, RateLimiterAbstract];

  async function refuse(email: string, address: string | undefined): Promise<void> {
    const counts = [
      { limit: failureLimits.account, count: await accounts.get(accountOf(email)) },
      { limit: failureLimits.address, count: await addresses.get(networkOf(address)) },
    ];
    const waits = counts.map(({ limit, count }) =>
      count !== null && count.consumedPoints >= limit ? count.msBeforeNext : 0,
    );
    const seconds = Math.ceil(Math.max(...waits) / 1_000);
    if (seconds <= 0) return;
    throw new Refusal(
      "rate_limited",
      `Too many failed attempts for this account or from this address; wait ${seconds} s.`,
      {
        retryAfterSeconds: seconds,
      },
    );
  }

  async function countFailure(email: string, address: string | undefined): Promise<void> {
    await accounts.penalty(accountOf(email));
    await addresses.penalty(networkOf(address));
  }

  return { refuse, countFailure };
}

export type Throttle = ReturnType<typeof createThrottle>;

/** What is counted may be no account at all, so nothing of what was typed is kept. */
function accountOf(email: string): string {
  return createHash("sha256").update(foldEmail(email)).digest("hex");
}

/** An IPv6 customer holds at least a /64, so all of it counts as one address. */
function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
