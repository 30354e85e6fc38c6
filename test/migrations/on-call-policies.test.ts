/** Escalation policies of other tools: the first level is a route, later ones are outbound rules. */
import { expect, it } from "vitest";
import { bundleOf } from "../../src/features/changes/migrations/bundle.ts";
import { grafanaOncall } from "../../src/features/changes/migrations/grafana-oncall.ts";
import { opsgenie } from "../../src/features/changes/migrations/opsgenie.ts";
import { pagerduty } from "../../src/features/changes/migrations/pagerduty.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import { mapped, source } from "../support/migration.ts";

const now = new Date("2027-02-03T10:30:00Z");
const file = (name: string, value: object) => ({ name: `${name}.json`, text: JSON.stringify(value) });

const schedule = (id: string, name: string) => ({
  id,
  type: "schedule",
  name,
  time_zone: "UTC",
  schedule_layers: [
    {
      id: `L${id}`,
      name: "Layer 1",
      start: "2026-01-05T09:00:00Z",
      end: null,
      rotation_virtual_start: "2026-01-05T09:00:00Z",
      rotation_turn_length_seconds: 604_800,
      users: [{ user: { id: "U1", type: "user_reference", summary: "Ada Quill" } }],
      restrictions: [],
    },
  ],
  overrides_subschedule: { name: "Overrides", rendered_schedule_entries: [] },
  final_schedule: { name: "Final Schedule", rendered_schedule_entries: [] },
});
const users = { users: [{ id: "U1", type: "user", name: "Ada Quill", email: "ada@example.com" }] };
const target = (id: string, type: string) => ({ id, type, summary: `The ${id}` });
const policy = (more: object) => ({
  id: "E1",
  type: "escalation_policy",
  name: "Shop",
  num_loops: 2,
  on_call_handoff_notifications: "if_has_services",
  escalation_rules: [
    { id: "R1", escalation_delay_in_minutes: 10, targets: [target("S1", "schedule_reference")] },
    {
      id: "R2",
      escalation_delay_in_minutes: 15,
      targets: [target("S2", "schedule_reference"), target("U1", "user_reference")],
    },
  ],
  services: [target("shop.web", "service_reference"), target("cart", "service_reference")],
  teams: [],
  ...more,
});
const matchers = ['service=~"The shop\\\\.web|The cart"'];
const again = { matchers, repeat_interval_seconds: 1_500 };

it("of PagerDuty: levels with their delays, and loops as repeats", () => {
  const files = [
    file("schedules", { schedule: schedule("S1", "First") }),
    file("second", { schedule: schedule("S2", "Second") }),
    file("users", users),
  ];
  const migration = pagerduty.read([...files, file("policies", { escalation_policies: [policy({})] })], {
    now,
  });
  const bundle = bundleOf(migration);
  expect(bundle.alert_routes).toEqual([
    { name: "Shop", matchers, destinations: [{ rota_id: { name: "First" }, role: "primary" }] },
  ]);
  expect(bundle.outbound_rules).toEqual([
    {
      name: "Shop 1 again",
      position: 0,
      rota_id: { name: "First" },
      role: "primary",
      delay_seconds: 1_500,
      repeat_count: 1,
      ...again,
    },
    {
      name: "Shop 2.1",
      position: 1,
      rota_id: { name: "Second" },
      role: "primary",
      delay_seconds: 600,
      repeat_count: 2,
      ...again,
    },
    {
      name: "Shop 2.2",
      position: 1,
      outbound_config_id: { name: "ada@example.com" },
      delay_seconds: 600,
      repeat_count: 2,
      ...again,
    },
  ]);
  expect(migration.first).toEqual([
    "escalation policy Shop: ada@example.com is mailed, and neither called nor sent a message any more",
  ]);
  const report = markdownOf(migration);
  expect(report).toContain("change matchers to what your alerts say");
  expect(report).toContain("paging by phone is not there yet");
});

it("of PagerDuty: whom no file has, and turns that are taken by alerts, are lines", () => {
  const rule = {
    id: "R1",
    escalation_delay_in_minutes: 5,
    targets: [target("S9", "schedule_reference"), target("U1", "user_reference")],
    escalation_rule_assignment_strategy: { type: "round_robin" },
  };
  const lost = policy({
    id: "E2",
    name: "Lost",
    escalation_rules: [{ ...rule, targets: [target("S9", "schedule_reference")] }],
  });
  const one = policy({ escalation_rules: [rule], num_loops: 0, services: [] });
  const migration = pagerduty.read(
    [file("policies", { escalation_policies: [one, lost] }), file("users", users)],
    { now },
  );
  expect(bundleOf(migration)).toEqual({
    alert_routes: [
      { name: "Shop", matchers: ['service="Shop"'], destinations: [{ email: "ada@example.com" }] },
    ],
  });
  expect(migration.first).toEqual([
    'escalation policy Shop: the schedule "The S9" is in no file, and whoever is on call in it is not notified: add it, and run this again',
    expect.stringContaining("ada@example.com is mailed"),
    expect.stringContaining("escalation policy Lost: the schedule"),
    "escalation policy Lost: nobody is notified by it: it names nobody whom the files have",
  ]);
  expect(markdownOf(migration)).toContain("here all of them are notified");
});

it("of PagerDuty's Terraform: the same, with the services that name the policy", () => {
  const { schedule_layers: _, ...named } = schedule("S1", "First");
  const migration = mapped(
    [
      source("pagerduty_user.ada", { id: "U1", email: "ada@example.com" }),
      source("pagerduty_schedule.first", {
        id: "S1",
        name: named.name,
        time_zone: "UTC",
        layer: [
          {
            name: "Layer 1",
            start: "2026-01-05T09:00:00Z",
            end: "",
            rotation_virtual_start: "2026-01-05T09:00:00Z",
            rotation_turn_length_seconds: 604_800,
            users: ["U1"],
            restriction: [],
          },
        ],
      }),
      source("pagerduty_service.web", { id: "V1", name: "web", escalation_policy: "E1" }),
      source("pagerduty_escalation_policy.shop", {
        id: "E1",
        name: "Shop",
        num_loops: 0,
        rule: [
          { id: "R1", escalation_delay_in_minutes: 10, target: [{ id: "S1", type: "schedule_reference" }] },
        ],
      }),
    ],
    { now },
  );
  expect(bundleOf(migration).alert_routes).toEqual([
    {
      name: "Shop",
      matchers: ['service="web"'],
      destinations: [{ rota_id: { name: "First" }, role: "primary" }],
    },
  ]);
});

it("of Opsgenie: a step that names a schedule goes to each role of its rota", () => {
  const rotation = (id: string, name: string) => ({
    id,
    name,
    startDate: "2026-01-05T08:00:00Z",
    type: "weekly",
    length: 1,
    participants: [{ type: "user", id: "u1", username: "ada@example.com" }],
  });
  const rule = {
    condition: "if-not-acked",
    notifyType: "default",
    delay: { timeAmount: 5, timeUnit: "minutes" },
    recipient: { type: "schedule", id: "s1", name: "Nights" },
  };
  const migration = opsgenie.read(
    [
      file("schedules", {
        data: [
          {
            id: "s1",
            name: "Nights",
            timezone: "UTC",
            enabled: true,
            rotations: [rotation("r1", "A"), rotation("r2", "B")],
          },
        ],
      }),
      file("escalations", {
        data: [{ id: "e1", name: "Late", ownerTeam: { id: "t1", name: "Shop" }, rules: [rule] }],
      }),
    ],
    { now },
  );
  expect(migration.first).toEqual([]);
  expect(bundleOf(migration).outbound_rules).toMatchObject(
    ["primary", "primary-2"].map((role, index) => ({
      name: `Late 1.${index + 1}`,
      rota_id: { name: "Nights" },
      role,
      delay_seconds: 300,
    })),
  );
  expect(markdownOf(migration)).toContain("paging by phone is not there yet");
});

it("of Grafana OnCall: steps of a chain, with waits as delays", () => {
  const results = (name: string, all: readonly object[]) =>
    file(name, { count: all.length, next: null, results: all });
  const step = (position: number, type: string, more: object = {}) => ({
    id: `E${position}`,
    escalation_chain_id: "F1",
    position,
    type,
    ...more,
  });
  const shift = {
    id: "O1",
    name: "Weeks",
    type: "rolling_users",
    level: 0,
    start: "2026-01-05T09:00:00",
    duration: 604_800,
    frequency: "weekly",
    interval: 1,
    rolling_users: [["U1"]],
  };
  const migration = grafanaOncall.read(
    [
      results("schedules", [
        { id: "S1", name: "Nights", type: "web", time_zone: "UTC", on_call_now: [], shifts: ["O1"] },
      ]),
      results("shifts", [shift]),
      results("users", [{ id: "U1", email: "ada@example.com", username: "ada" }]),
      results("chains", [{ id: "F1", name: "Shop", team_id: null }]),
      results("steps", [
        step(2, "notify_persons", { persons_to_notify: ["U1"], important: true }),
        step(0, "notify_on_call_from_schedule", { notify_on_call_from_schedule: "S1" }),
        step(1, "wait", { duration: 300 }),
        step(3, "notify_whole_channel"),
        step(4, "wait", { duration: 900 }),
        step(5, "repeat_escalation"),
      ]),
      results("routes", [
        { id: "R1", integration_id: "C1", escalation_chain_id: "F1", routing_regex: "shop", position: 0 },
      ]),
    ],
    { now },
  );
  const matchers = ['escalation_chain="Shop"'];
  const again = { matchers, repeat_interval_seconds: 1_200 };
  expect(bundleOf(migration)).toMatchObject({
    alert_routes: [
      { name: "Shop", matchers, destinations: [{ rota_id: { name: "Nights" }, role: "primary" }] },
    ],
    outbound_rules: [
      { name: "Shop 1 again", rota_id: { name: "Nights" }, delay_seconds: 1_200, repeat_count: 4, ...again },
      {
        name: "Shop 2",
        outbound_config_id: { name: "ada@example.com" },
        delay_seconds: 300,
        repeat_count: 5,
        ...again,
      },
    ],
  });
  expect(migration.first).toEqual([
    "escalation chain Shop: its step notify_whole_channel notifies a channel of Slack: make an outbound target of it, and a rule",
    "escalation chain Shop: ada@example.com is mailed, and neither called nor sent a message any more",
  ]);
  expect(markdownOf(migration)).toContain("chose it by routes (shop), which look into whole alerts");
});
