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

const bodies = ({ rows }: ReturnType<typeof mapped>, kind: string) =>
  rows.all.flatMap(({ definition, body }) => (definition.kind === kind ? [body] : []));

it("of Opsgenie: escalations as the API's, each step a rule", () => {
  const step = (type: string, id: string, delay: number) => ({
    condition: "if-not-acked",
    notify_type: "default",
    delay,
    recipient: [{ type, id }],
  });
  const migration = mapped(
    [
      source("opsgenie_user.ada", { id: "U1", username: "ada@example.com" }),
      source("opsgenie_team.shop", { id: "T1", name: "Shop", member: [{ id: "U1", role: "user" }] }),
      source("opsgenie_schedule.nights", { id: "S1", name: "Nights", timezone: "UTC", enabled: true }),
      source("opsgenie_schedule_rotation.weeks", {
        ...{ id: "R1", schedule_id: "S1", name: "Weeks", start_date: "2026-01-05T08:00:00Z" },
        ...{ type: "weekly", length: 1, participant: [{ type: "user", id: "U1" }] },
      }),
      source("opsgenie_escalation.shop", {
        ...{ id: "E1", name: "Shop", owner_team_id: "T1" },
        rules: [step("schedule", "S1", 0), step("team", "T1", 5), step("user", "U1", 10)],
        repeat: [{ count: 2, wait_interval: 10, reset_recipient_states: true }],
      }),
    ],
    { now },
  );
  const rules = bodies(migration, "outbound_rules");
  const shared = { matchers: ['team="Shop"'], repeat_count: 2, repeat_interval_seconds: 600 };
  expect(rules).toMatchObject([
    { name: "Shop 1", role: "primary", delay_seconds: 0, ...shared },
    { name: "Shop 2", delay_seconds: 300, ...shared },
    { name: "Shop 3", delay_seconds: 600, ...shared },
  ]);
  expect(bodies(migration, "outbound_configs")).toMatchObject([{ name: "ada@example.com", kind: "email" }]);
});

it("of Grafana OnCall: escalation chains with their steps and routes, in the order of their positions", () => {
  const step = (position: number, more: object) =>
    source(`grafana_oncall_escalation.s${position}`, {
      ...{ id: `P${position}`, escalation_chain_id: "C1", position },
      ...more,
    });
  const migration = mapped(
    [
      source("data.grafana_oncall_user.ada", { id: "U1", username: "ada", email: "ada@example.com" }),
      source("grafana_oncall_escalation_chain.shop", { id: "C1", name: "Shop" }),
      step(1, { type: "wait", duration: 300 }),
      step(0, { type: "notify_persons", persons_to_notify: ["U1"], important: false }),
      step(2, { type: "notify_on_call_from_schedule", notify_on_call_from_schedule: "S1" }),
      source("grafana_oncall_on_call_shift.days", {
        ...{ id: "O1", name: "Days", type: "rolling_users", start: "2026-01-05T09:00:00", duration: 86_400 },
        ...{ frequency: "daily", rolling_users: [["U1"]], start_rotation_from_user_index: 0 },
      }),
      source("grafana_oncall_schedule.days", {
        ...{ id: "S1", name: "Days", type: "calendar", time_zone: "UTC", shifts: ["O1"] },
      }),
      source("grafana_oncall_route.shop", {
        ...{ id: "X1", integration_id: "I1", escalation_chain_id: "C1", position: 0 },
        routing_regex: "{{ payload.shop }}",
      }),
      source("grafana_oncall_escalation.lost", {
        id: "P9",
        escalation_chain_id: "C9",
        position: 0,
        type: "wait",
      }),
    ],
    { now },
  );
  expect(bodies(migration, "alert_routes")).toMatchObject([
    { name: "Shop", matchers: ['escalation_chain="Shop"'], destinations: [{ email: "ada@example.com" }] },
  ]);
  expect(bodies(migration, "outbound_rules")).toMatchObject([
    { name: "Shop 2", role: "primary", delay_seconds: 300 },
  ]);
  expect(migration.first).toContain(
    "grafana_oncall_escalation.lost: nobody is notified by it: its escalation chain is not in the file; export it too",
  );
});
