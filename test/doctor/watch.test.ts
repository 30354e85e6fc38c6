/** A node whose clock is wrong says so, and decides by the database's time. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PoolWatch } from "../../src/database/pool-watch.ts";
import { currentMs, currentTime, followClock } from "../../src/engine/clock.ts";
import { clockWords, DatabaseWatch } from "../../src/features/organization/doctor/watch.ts";

const hour = 3_600_000;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
/** Whose disk has room. */
const database = { pools: { onDiskFull() {} } as PoolWatch, transaction: () => expect.unreachable() };
/** The clock that all nodes have in common, which nobody sets. */
let right: () => Date;
beforeEach(() => {
  const from = Date.now() - performance.now();
  right = () => new Date(from + performance.now());
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const each of Object.values(log)) each.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  followClock(undefined);
});

it("goes by the database's time, also at a jump between two looks", async () => {
  const watch = new DatabaseWatch({ ...database, time: async () => right() }, log);
  vi.setSystemTime(right().getTime() - 3 * hour);
  expect((await watch.readiness()).notes).toEqual([
    expect.stringMatching(/^this node's clock is 10,800(\.\d)? s behind/),
  ]);
  // Who does not follow goes by its own.
  expect(Math.abs(currentMs() - Date.now())).toBeLessThan(1_000);
  await watch.followClock();
  expect(Math.abs(currentMs() - right().getTime())).toBeLessThan(1_000);
  vi.setSystemTime(right().getTime() + 24 * hour);
  expect(Math.abs(currentTime().getTime() - right().getTime())).toBeLessThan(1_000);
  await watch.readiness();
  expect(watch.aheadMs).toBeGreaterThan(23 * hour);
  expect(log.warn).toHaveBeenCalledTimes(1);
  // A clock that is right is its own.
  vi.setSystemTime(right().getTime() + 300);
  expect(await watch.readiness()).toEqual({ why: undefined, notes: [] });
  expect(currentMs()).toBe(Date.now());
  expect(log.info.mock.calls.map(([, words]) => words)).toEqual([
    expect.stringMatching(/^this node's clock is the database's again, after/),
  ]);
});

it("says nothing of a clock that nobody could compare", () => {
  expect([clockWords(undefined), clockWords(900), clockWords(-999)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(clockWords(-3 * hour)).toContain("10,800 s behind");
});
