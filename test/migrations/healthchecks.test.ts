/** Checks of healthchecks.io become heartbeats. */
import { describe, expect, it } from "vitest";
import { gapMinutes } from "../../src/features/migrations/cron.ts";
import { healthchecks } from "../../src/features/migrations/healthchecks.ts";
import { markdownOf } from "../../src/features/migrations/report.ts";

const check = (more: object) => ({
  name: "Backup",
  slug: "backup",
  tags: "prod db",
  desc: "",
  grace: 3_600,
  n_pings: 12,
  status: "up",
  last_ping: "2026-11-25T04:00:00+00:00",
  next_ping: null,
  manual_resume: false,
  methods: "",
  channels: "4ec5a071-2d08-4baa-898a-eb4eb3cd6941",
  ping_url: "https://hc-ping.com/never-copied",
  timeout: 86_400,
  ...more,
});

const read = (checks: readonly object[]) =>
  healthchecks.read([{ name: "checks.json", text: JSON.stringify({ checks }) }], { service: "shop" });

describe("healthchecks", () => {
  it("makes a heartbeat of each, with notes on what is paused or has a schedule, and copies no URL", () => {
    const { timeout: _, ...scheduled } = check({
      name: "Report",
      schedule: "0 9 * * mon-fri",
      tz: "Europe/Oslo",
    });
    const migration = read([
      check({}),
      check({ status: "paused", timeout: 90, grace: 30 }),
      scheduled,
      { ...scheduled, name: "Other", schedule: "Mon..Fri 12:00" },
    ]);
    expect(migration.rows.all.map(({ body }) => body)).toEqual([
      { name: "Backup", enabled: true, every_minutes: 1_440, grace_minutes: 60, service: "shop" },
      { name: "Backup 2", enabled: false, every_minutes: 2, grace_minutes: 1, service: "shop" },
      { name: "Report", enabled: true, every_minutes: 4_320, grace_minutes: 60, service: "shop" },
      { name: "Other", enabled: true, every_minutes: 1_440, grace_minutes: 60, service: "shop" },
    ]);
    const report = markdownOf(migration);
    expect(report).toContain("it is paused: the heartbeat is off");
    expect(report).toContain('"0 9 * * mon-fri" has no counterpart: every_minutes is 4320');
    expect(report).toContain("is no cron schedule that is read here");
    expect(report).toContain("its integrations are not carried over");
    expect(migration.first).toEqual([
      "Backup: the integrations of 4 checks are not carried over, and notify of nothing any more: make outbound targets of them, and routes that take the heartbeats' alerts",
    ]);
    expect(read([check({ channels: "" })]).first).toEqual([]);
    expect(report).not.toContain("never-copied");
  });

  it.each([
    ["* * * * *", "every_minutes is 1, as often as it runs"],
    ["30 4 * * *", "every_minutes is 1440, as often as it runs"],
    ["0 9,17 * * *", "every_minutes is 960, the longest time between two of its runs"],
  ])("says of the schedule %s: %s", (schedule, note) => {
    expect(markdownOf(read([check({ schedule })]))).toContain(`"${schedule}" has no counterpart: ${note}`);
  });

  it("refuses other files", () => {
    expect(() => healthchecks.read([{ name: "a.json", text: "{}" }], {})).toThrow("no checks");
  });
});

describe("the longest gap of a schedule", () => {
  it.each([
    ["* * * * *", 1],
    ["*/15 * * * *", 15],
    ["0 * * * *", 60],
    ["30 4 * * *", 1_440],
    ["0 9,17 * * *", 16 * 60],
    ["0 9-17/4 * * 1-5", (64 + 0) * 60],
    ["0 0 * * sun", 7 * 1_440],
    ["0 0 1 * *", 31 * 1_440],
    ["0 0 1 jan *", 366 * 1_440],
    ["@daily", 1_440],
    ["0 0 29 2 *", undefined],
    ["0 0 1,15 * 1", 7 * 1_440],
    ["61 * * * *", undefined],
    ["0 0 * *", undefined],
    ["*-*-* 12:00", undefined],
  ])("%s is %s minutes", (schedule, gap) => {
    expect(gapMinutes(schedule)?.longest).toBe(gap);
  });
});
