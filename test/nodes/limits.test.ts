/** Several nodes over one database: what one counts, all of them mind. Here a node is what counts in it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createThrottle, failureLimits } from "../../src/capabilities/identity/throttle.ts";
import { Refusal } from "../../src/kernel/problem.ts";
import type { Database } from "../../src/storage/database.ts";
import { createFailureCounters, createRateUse } from "../../src/storage/limits.ts";
import { createRateLimit, type Limiter } from "../../src/surfaces/http/rate-limit.ts";
import { openTestDatabase } from "../support/database.ts";

const perSecond = 20;

let database: Database;
const limiters: Limiter[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  for (const limiter of limiters) limiter.stop();
  await database.close();
});

function startLimiters(count: number, use = createRateUse(database)): Limiter[] {
  const started = Array.from({ length: count }, () => createRateLimit(perSecond, use));
  limiters.push(...started);
  return started;
}

/** Asks every node as often as it can for so many seconds; answers how many requests were let pass. */
async function press(nodes: readonly Limiter[], credential: string, seconds: number): Promise<number> {
  let passed = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    for (const { take } of nodes) if (refusalOf(() => take(credential)) === undefined) passed += 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return passed;
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
  it("is one limit on three nodes", { timeout: 30_000 }, async () => {
    const nodes = startLimiters(3);
    // Each lets its burst pass before it has heard of the others; they pay for it before they get more.
    const burst = await press(nodes, "shared", 1);
    expect(burst).toBeGreaterThanOrEqual(perSecond * 2);
    const owed = performance.now();
    while (nodes.some(({ take }) => refusalOf(() => take("shared")) !== undefined))
      await new Promise((resolve) => setTimeout(resolve, 10));
    const waited = (performance.now() - owed) / 1_000;
    expect(burst - waited * perSecond).toBeLessThan(perSecond * 4);
    const began = performance.now();
    const passed = await press(nodes, "shared", 6);
    const seconds = (performance.now() - began) / 1_000;
    console.log(
      `rate limit: ${burst} in the first second; then ${(passed / seconds).toFixed(1)} a second through three nodes, of ${perSecond}`,
    );
    // Three nodes by themselves would let pass three times the limit.
    expect(passed / seconds).toBeLessThan(perSecond * 1.5);
    expect(passed / seconds).toBeGreaterThan(perSecond * 0.5);
  });

  it("reaches a node that has heard nothing of the credential, within a second", async () => {
    const [first, second] = startLimiters(2) as [Limiter, Limiter];
    for (let count = 0; count < perSecond * 2; count += 1) first.take("moved");
    expect(refusalOf(() => first.take("moved"))?.detail.retryAfterSeconds).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 400));
    second.take("moved"); // this it cannot know yet
    await new Promise((resolve) => setTimeout(resolve, 400));
    let passed = 0;
    while (refusalOf(() => second.take("moved")) === undefined) passed += 1;
    // 0.8 s have drained; had it not heard of the first node's burst, 40 would have passed but one.
    expect(passed).toBeLessThan(perSecond * 1.5);
    expect(passed).toBeGreaterThan(0);
  });

  it("is each credential's own", async () => {
    const [first, second] = startLimiters(2) as [Limiter, Limiter];
    for (let count = 0; count < perSecond * 2; count += 1) first.take("one");
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (let count = 0; count < perSecond * 2; count += 1) second.take("another");
    expect(refusalOf(() => second.take("another"))).toBeDefined();
  });

  it("is kept by each node alone while the database is away, and told later", async () => {
    const told: number[] = [];
    let away = true;
    const [limiter] = startLimiters(1, {
      async settle(passed) {
        if (away) throw new Error("away");
        told.push(...passed.values());
        return new Map([...passed.keys()].map((hash) => [hash, 0]));
      },
      async forget() {},
    }) as [Limiter];
    for (let count = 0; count < perSecond * 2; count += 1) limiter.take("alone");
    expect(refusalOf(() => limiter.take("alone"))).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(told).toEqual([]);
    away = false;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(told).toEqual([perSecond * 2]);
  });

  it("keeps nothing of the credential but its hash", async () => {
    const [limiter] = startLimiters(1) as [Limiter];
    limiter.take("Bearer a-secret");
    await new Promise((resolve) => setTimeout(resolve, 600));
    const rows = await database.query<{ row: string }>(
      { name: "test-rate-use", text: "SELECT rate_use::text AS row FROM rate_use" },
      [],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("a-secret");
  });
});

describe("failed attempts to sign in", () => {
  it("count on every node", async () => {
    const [first, second] = [0, 1].map(() => createThrottle(createFailureCounters(database))) as [
      ReturnType<typeof createThrottle>,
      ReturnType<typeof createThrottle>,
    ];
    for (let count = 0; count < failureLimits.account; count += 1) {
      await (count % 2 === 0 ? first : second).refuse("ada@example.com", "192.0.2.1");
      await (count % 2 === 0 ? first : second).countFailure("ada@example.com", "192.0.2.1");
    }
    for (const throttle of [first, second]) {
      await expect(throttle.refuse("Ada@Example.com", "198.51.100.1")).rejects.toMatchObject({
        code: "rate_limited",
      });
      await throttle.refuse("grace@example.com", "192.0.2.1");
    }
    const fresh = createThrottle(createFailureCounters(database));
    await expect(fresh.refuse("ada@example.com", "192.0.2.1")).rejects.toMatchObject({
      code: "rate_limited",
    });
    const [kept] = await database.query<{ rows: string }>(
      { name: "test-failures", text: "SELECT string_agg(f::text, ' ') AS rows FROM sign_in_failures AS f" },
      [],
    );
    expect(kept?.rows).toContain("address:192.0.2.1");
    expect(kept?.rows).not.toContain("ada");
  });
});
