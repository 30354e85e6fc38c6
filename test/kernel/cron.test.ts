/** Schedules of cron: which are read, and when they run by the clock of a zone. */
import { describe, expect, it } from "vitest";
import { cronProblem, nextRun } from "../../src/kernel/cron.ts";

const hour = 3_600_000;

describe("the next run", () => {
  it.each([
    ["23 hours later in spring", "2026-03-28T01:00:00Z", 23],
    ["24 hours later on other days", "2026-07-01T00:00:00Z", 24],
    ["25 hours later in autumn", "2026-10-24T00:00:00Z", 25],
  ])("of a daily job in Berlin is %s", (_, run, hours) => {
    const before = new Date(Date.parse(run) - 1);
    const daily = { cron: "0 4 * * *", time_zone: "Europe/Berlin" };
    const first = nextRun(daily, before);
    expect((nextRun(daily, first).getTime() - first.getTime()) / hour).toBe(hours);
  });

  it.each([
    ["0 9 * * MON#1", "2026-02-02T09:00:00.000Z"],
    ["0 9 * * 5L", "2026-01-30T09:00:00.000Z"],
    ["0 9 L * *", "2026-01-31T09:00:00.000Z"],
    ["0 0 29 2 *", "2028-02-29T00:00:00.000Z"],
    ["0 0 13 * 5", "2026-01-13T00:00:00.000Z"],
  ])("of %s is %s", (cron, at) => {
    expect(nextRun({ cron, time_zone: "UTC" }, new Date("2026-01-10T00:00:00Z")).toISOString()).toBe(at);
  });
});

it.each([
  "",
  "* * * *",
  "0 0 * * * *",
  "61 0 * * *",
  "0 0 30 2 *",
  "0 0 31 4,6 *",
  "0 0 15W * *",
  "H 0 * * *",
  "@daily",
])("%s is no schedule", (cron) =>
  expect(cronProblem(cron)).toContain("must be a schedule of cron with five fields"),
);
