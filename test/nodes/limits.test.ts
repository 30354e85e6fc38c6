/** Several nodes over one database: what one counts, all of them mind. Here a node is what counts in it. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { RateUse } from "../../src/engine/ports/rate-use.ts";
import { Limiter } from "../../src/features/identity/accounts/limiter.ts";
import {
  createFailureCounters,
  createRateUseStore,
} from "../../src/features/identity/accounts/limits-store.ts";
import { createThrottle, failureLimits } from "../../src/features/identity/accounts/throttle.ts";
import { Refusal } from "../../src/kernel/problem.ts";
import { openTestDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

const perSecond = 20;

let database: Database;
const limiters: Limiter[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await Promise.all(limiters.map((limiter) => limiter.background.stop()));
  await database.close();
});

function startLimiters(count: number, use = createRateUseStore(database)): Limiter[] {
  const started = Array.from(
    { length: count },
    () =>
      new Limiter({ perSecond, burst: perSecond * 2, message: () => "too many" }, { error: () => {} }, use),
  );
  for (const limiter of started) limiter.background.start();
  limiters.push(...started);
  return started;
}

/** A node of which can be known how often it came to an end with reporting the others, or failed to. */
function startWatched(use: RateUse = createRateUseStore(database)): {
  limiter: Limiter;
  settled: () => number;
} {
  let settled = 0;
  const [limiter] = startLimiters(1, {
    ...use,
    settle: (...reported) =>
      use.settle(...reported).finally(() => {
        settled += 1;
      }),
  }) as [Limiter];
  return { limiter, settled: () => settled };
}

/** Asks every node as often as it can for so many seconds; answers how many requests were let pass. */
async function press(nodes: readonly Limiter[], credential: string, seconds: number): Promise<number> {
  let passed = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    for (const node of nodes) if (refusalOf(() => node.take(credential)) === undefined) passed += 1;
    await pause(2);
  }
  return passed;
}

/** Asks until it is refused; answers how many were let pass: the burst, and what drained meanwhile. */
function exhaust(limiter: Limiter, credential: string): { passed: number; refusal: Refusal } {
  for (let passed = 0; ; passed += 1) {
    const refusal = refusalOf(() => limiter.take(credential));
    if (refusal !== undefined) return { passed, refusal };
  }
}

function refusalOf(work: () => void): Refusal | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return error as Refusal;
  }
}

describe("the rate limit", () => {
  it("is one limit on three nodes", async () => {
    const nodes = startLimiters(3);
    const began = performance.now();
    const secondsSince = (from: number) => (performance.now() - from) / 1_000;
    // Each lets its burst pass before it knows of the others; they pay for it before they get more.
    let passed = nodes.reduce((sum, node) => sum + exhaust(node, "shared").passed, 0);
    expect(passed).toBeGreaterThanOrEqual(3 * perSecond * 2);
    const passes = (limiter: Limiter) => {
      if (refusalOf(() => limiter.take("shared")) !== undefined) return false;
      passed += 1;
      return true;
    };
    const settleUp = async () => {
      while (!nodes.every(passes)) await pause(10);
    };
    passed += await press(nodes, "shared", 1);
    await settleUp();
    const burst = passed;
    expect(burst - secondsSince(began) * perSecond).toBeLessThan(perSecond * 4);
    const pressed = performance.now();
    passed = await press(nodes, "shared", 6);
    await settleUp();
    const seconds = secondsSince(pressed);
    console.log(
      `rate limit: ${burst} at first; then ${(passed / seconds).toFixed(1)} a second through three nodes, of ${perSecond}`,
    );
    // Three nodes by themselves would let pass three times the limit.
    expect(passed / seconds).toBeLessThan(perSecond * 1.5);
    expect(passed / seconds).toBeGreaterThan(perSecond * 0.5);
  });

  it("reaches a node that has received nothing of the credential, as soon as that reports its own", async () => {
    const [first, second] = [startWatched(), startWatched()];
    const began = performance.now();
    const { passed: burst, refusal } = exhaust(first.limiter, "moved");
    expect(refusal.detail.retryAfterSeconds).toBe(1);
    await until(() => first.settled() > 0);
    second.limiter.take("moved"); // this it cannot know yet
    await until(() => second.settled() > 0);
    await pause(1); // what it received is put down after that
    const { passed } = exhaust(second.limiter, "moved");
    const drained = ((performance.now() - began) / 1_000) * perSecond;
    // Had it not learnt of the first node's burst, all of its own would have passed next to what drained.
    expect(burst + 1 + passed - drained).toBeLessThan(perSecond * 2.5);
    await until(() => refusalOf(() => second.limiter.take("moved")) === undefined);
  });

  it("is each credential's own", async () => {
    const [first, second] = [startWatched(), startWatched()];
    exhaust(first.limiter, "one");
    await until(() => first.settled() > 0);
    expect(exhaust(second.limiter, "another").passed).toBeGreaterThanOrEqual(perSecond * 2);
  });

  it("is kept by each node alone while the database is away, and reported later", async () => {
    const reported: number[] = [];
    let away = true;
    const { limiter, settled } = startWatched({
      async settle(shares) {
        if (away) throw new Error("away");
        reported.push(...[...shares.values()].map((share) => share.passed));
        return new Map([...shares.keys()].map((hash) => [hash, 0]));
      },
      async forget() {},
    });
    const { passed } = exhaust(limiter, "alone");
    expect(passed).toBeGreaterThanOrEqual(perSecond * 2);
    await until(() => settled() > 1);
    expect(reported).toEqual([]);
    away = false;
    await until(() => reported.length > 0);
    expect(reported).toEqual([passed]);
  });

  it("keeps nothing of the credential but its hash", async () => {
    const [limiter] = startLimiters(1) as [Limiter];
    limiter.take("Bearer a-secret");
    const hash = createHash("sha256").update("Bearer a-secret").digest("hex");
    let kept = "";
    await until(async () => {
      const rows = await database.queryText<{ row: string }>(
        { name: "test-rate-use", text: "SELECT rate_use::text AS row FROM rate_use" },
        [],
      );
      kept = JSON.stringify(rows);
      return kept.includes(hash);
    });
    expect(kept).not.toContain("a-secret");
  });
});

describe("failed attempts to sign in", () => {
  const guess = (address: string, email = "ada@example.com", device?: string) => ({ email, address, device });

  it("count on every node", async () => {
    const [first, second] = [0, 1].map(() => createThrottle(createFailureCounters(database))) as [
      ReturnType<typeof createThrottle>,
      ReturnType<typeof createThrottle>,
    ];
    for (let count = 0; count < failureLimits.pair; count += 1) {
      const node = count % 2 === 0 ? first : second;
      await node.countFailure(guess("192.0.2.1"), await node.check(guess("192.0.2.1")));
    }
    for (const throttle of [first, second]) {
      await expect(throttle.check(guess("192.0.2.1", "Ada@Example.com"))).rejects.toMatchObject({
        code: "rate_limited",
      });
      // Elsewhere the account is slowed, and a known device notices nothing.
      expect((await throttle.check(guess("198.51.100.1"))).delayMs).toBeGreaterThan(0);
      expect((await throttle.check(guess("192.0.2.1", "ada@example.com", "device"))).delayMs).toBe(0);
      expect((await throttle.check(guess("192.0.2.1", "grace@example.com"))).delayMs).toBe(0);
    }
    const fresh = createThrottle(createFailureCounters(database));
    await expect(fresh.check(guess("192.0.2.1"))).rejects.toMatchObject({ code: "rate_limited" });
    const [kept] = await database.queryText<{ rows: string }>(
      { name: "test-failures", text: "SELECT string_agg(f::text, ' ') AS rows FROM sign_in_failures AS f" },
      [],
    );
    expect(kept?.rows).toContain("address:192.0.2.1");
    expect(kept?.rows).not.toContain("ada");
  });
});
