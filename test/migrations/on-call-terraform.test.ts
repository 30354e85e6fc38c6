/** Schedules in Terraform are read as those of the API: the same rotas, and nothing proved. */
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { mapped, source } from "../support/migration.ts";

const now = new Date("2027-02-03T10:30:00Z");
const rotaOf = ({ rows }: ReturnType<typeof mapped>) =>
  rows.all.find(({ definition }) => definition.kind === "on_call_rotas")?.body;
const handover = { every: 1, unit: "weeks", at: "09:00", weekday: "mon", day_of_month: 5 };
const turns = ["ada", "ben"].map((one) => ({ people: [`${one}@example.com`] }));
const hours = [{ days: ["mon", "tue"], start: "22:00", end: "06:30" }];

it("of PagerDuty: layers as they stand, the first the lowest", () => {
  const layer = (name: string, users: readonly string[], restriction: readonly JsonObject[]) => ({
    id: name,
    name,
    start: "2026-01-05T09:00:00+01:00",
    end: "",
    rotation_virtual_start: "2026-01-05T09:00:00+01:00",
    rotation_turn_length_seconds: 604_800,
    users,
    restriction,
  });
  const nights = [1, 2].map((start_day_of_week) => ({
    type: "weekly_restriction",
    start_day_of_week,
    start_time_of_day: "22:00:00",
    duration_seconds: 30_600,
  }));
  const migration = mapped(
    [
      source("pagerduty_user.ada", { id: "U1", email: "ada@example.com" }),
      source("data.pagerduty_user.ben", { id: "U2", email: "ben@example.com" }),
      source("pagerduty_schedule.nights", {
        id: "S1",
        name: "Nights",
        description: "Managed by Terraform",
        time_zone: "Europe/Berlin",
        teams: ["T1"],
        layer: [layer("Low", ["U1", "U2"], []), layer("High", ["U2"], nights)],
      }),
    ],
    { now },
  );
  expect(migration.first).toEqual([]);
  expect(rotaOf(migration)).toMatchObject({
    name: "Nights",
    description: "",
    rotations: [
      { name: "Low", turns, starts_on: "2026-01-05", handover },
      { name: "High", turns: [turns[1]], hours },
    ],
  });
  expect(migration.shifts).toMatchObject([
    { state: "unknown", says: expect.stringContaining("migrate pagerduty") },
  ]);
});

it("of Opsgenie: rotations with their schedule", () => {
  const migration = mapped(
    [
      source("opsgenie_user.ada", { id: "U1", username: "ada@example.com" }),
      source("opsgenie_user.ben", { id: "U2", username: "ben@example.com" }),
      source("opsgenie_team.shop", { id: "T1", name: "Shop", member: [{ id: "U1", role: "user" }] }),
      source("opsgenie_schedule.nights", {
        id: "S1",
        name: "Nights",
        timezone: "Europe/Berlin",
        enabled: true,
        owner_team_id: "T1",
      }),
      source("opsgenie_schedule_rotation.weeks", {
        id: "R1",
        schedule_id: "S1",
        name: "Weeks",
        start_date: "2026-01-05T08:00:00Z",
        type: "weekly",
        length: 1,
        participant: [
          { type: "team", id: "T1" },
          { type: "user", id: "U2" },
        ],
        time_restriction: [
          {
            type: "weekday-and-time-of-day",
            restriction: [],
            restrictions: ["monday", "tuesday"].map((start_day, index) => ({
              start_day,
              start_hour: 22,
              start_min: 0,
              end_day: index === 0 ? "tuesday" : "wednesday",
              end_hour: 6,
              end_min: 30,
            })),
          },
        ],
      }),
      source("opsgenie_schedule_rotation.lost", { id: "R2", schedule_id: "S9" }),
    ],
    { now },
  );
  expect(migration.first).toEqual([
    "opsgenie_schedule_rotation.lost: nobody is called by it: its schedule is not in the file; export it too",
  ]);
  expect(rotaOf(migration)).toMatchObject({
    rotations: [{ name: "Weeks", role: "primary", turns, handover, hours }],
  });
  expect(migration.shifts).toMatchObject([
    { state: "unknown", says: expect.stringContaining("migrate opsgenie") },
  ]);
});

it("of Grafana OnCall: shifts by their ids, people by what is read of them", () => {
  const migration = mapped(
    [
      source("data.grafana_oncall_user.ada", { id: "U1", username: "ada", email: "ada@example.com" }),
      source("grafana_oncall_on_call_shift.weeks", {
        id: "O1",
        name: "Weeks",
        type: "rolling_users",
        start: "2026-01-05T22:00:00",
        duration: 30_600,
        frequency: "weekly",
        by_day: ["MO", "TU"],
        week_start: "MO",
        rolling_users: [["U1"], ["U2"]],
        start_rotation_from_user_index: 0,
      }),
      source("grafana_oncall_schedule.nights", {
        id: "S1",
        name: "Nights",
        type: "calendar",
        time_zone: "Europe/Berlin",
        shifts: ["O1", "O2"],
      }),
      source("grafana_oncall_schedule.feed", {
        id: "S2",
        name: "Feed",
        type: "ical",
        ical_url_primary: "https://calendar.example.com/a.ics",
      }),
    ],
    { now, people: { U2: "ben@example.com" } },
  );
  expect(migration.first).toEqual([
    "grafana_oncall_schedule.nights: the shift O2 is not in the file, and its people are not on call: export it too",
    expect.stringContaining(
      "grafana_oncall_schedule.feed: nobody is called by it: its calendar is elsewhere",
    ),
  ]);
  expect(rotaOf(migration)).toMatchObject({
    timezone: "Europe/Berlin",
    rotations: [{ name: "Weeks", turns, handover: { ...handover, at: "22:00" }, hours }],
  });
});
