/** Checks of healthchecks.io become heartbeats. */
import { describe, expect, it } from "vitest";
import { healthchecks } from "../../src/features/changes/migrations/healthchecks.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";

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
      {
        name: "Report",
        enabled: true,
        schedule: { cron: "0 9 * * mon-fri", time_zone: "Europe/Oslo" },
        grace_minutes: 60,
        service: "shop",
      },
      { name: "Other", enabled: false, every_minutes: 1_440, grace_minutes: 60, service: "shop" },
    ]);
    const report = markdownOf(migration);
    expect(report).toContain("it is paused: the heartbeat is off");
    expect(report).toContain("its integrations are not carried over");
    expect(migration.first).toEqual([
      "Backup: the integrations of 4 checks are not carried over, and notify of nothing any more: make outbound targets of them, and routes that take the heartbeats' alerts",
      expect.stringMatching(/^Other: "Mon..Fri 12:00" in Europe.Oslo is no schedule.*switched off/),
    ]);
    expect(read([check({ channels: "" })]).first).toEqual([]);
    expect(report).not.toContain("never-copied");
  });

  it.each([
    ["0 9 * * MON#1", "0 9 * * MON#1"],
    ["0 9 * * 5L", "0 9 * * 5L"],
    ["0 9 L * *", "0 9 L * *"],
    ["0 0 29 2 *", "0 0 29 2 *"],
    [" */15 * * * * ", "*/15 * * * *"],
    ["@daily", "0 0 * * *"],
  ])("carries the schedule %s over", (schedule, cron) => {
    const { rows, first } = read([check({ schedule, tz: "Europe/Berlin", channels: "" })]);
    expect(rows.all[0]?.body).toMatchObject({
      enabled: true,
      schedule: { cron, time_zone: "Europe/Berlin" },
    });
    expect(first).toEqual([]);
  });

  it.each(["61 * * * *", "0 0 30 2 *", "0 0 15W * *", "*-*-* 12:00", "H H * * *", "0 0 * * * *"])(
    "leaves one whose schedule is %s switched off, and says so first",
    (schedule) => {
      const { rows, first } = read([check({ schedule, tz: "UTC", channels: "" })]);
      expect(rows.all[0]?.body).toMatchObject({ enabled: false });
      expect(first.join()).toContain(`"${schedule}" in UTC is no schedule that is read here`);
    },
  );

  it("notes what is filtered by the text of a signal", () => {
    const filters = { start_kw: "begin", success_kw: "done", failure_kw: "error", filter_subject: true };
    const report = markdownOf(read([check(filters)]));
    for (const name of Object.keys(filters)) expect(report).toContain(`${name}`);
    expect(report).toContain("signals are not distinguished by their text here");
    expect(markdownOf(read([check({ start_kw: "", filter_subject: false })]))).not.toContain("by their text");
  });

  it("refuses other files", () => {
    expect(() => healthchecks.read([{ name: "a.json", text: "{}" }], {})).toThrow("no checks");
  });
});
