/** Opsgenie's lists: teams, and an outbound rule for each step of an escalation and whom it notifies. */
import { expect, it } from "vitest";
import { bundleOf } from "../../src/features/migrations/bundle.ts";
import { opsgenie } from "../../src/features/migrations/opsgenie.ts";
import { markdownOf } from "../../src/features/migrations/report.ts";

const files = [
  {
    data: [
      {
        id: "t1",
        name: "Shop",
        description: "Sells",
        members: [{ role: "admin", user: { id: "u1", username: "ada@example.com" } }],
      },
      { id: "t2", name: "Night" },
    ],
  },
  {
    data: [
      {
        id: "e1",
        name: "Shop escalation",
        ownerTeam: { id: "t1", name: "Shop" },
        rules: [
          {
            condition: "if-not-acked",
            notifyType: "default",
            delay: { timeAmount: 0, timeUnit: "minutes" },
            recipient: { type: "schedule", id: "s1", name: "Shop on call" },
          },
          {
            condition: "if-not-closed",
            notifyType: "default",
            delay: { timeAmount: 2, timeUnit: "hours" },
            recipient: { type: "user", id: "u2", username: "bo@example.com" },
          },
          {
            condition: "if-not-acked",
            notifyType: "all",
            delay: { timeAmount: 2, timeUnit: "days" },
            recipient: { type: "team", id: "t1", name: "Shop" },
          },
        ],
        repeat: { waitInterval: 10, count: 3, resetRecipientStates: false, closeAlertAfterAll: false },
      },
    ],
  },
  { data: [{ id: "s1", name: "Shop on call", timezone: "Europe/Oslo", rotations: [] }] },
  {
    data: [
      { id: "i1", name: "Chat", enabled: true, type: "Slack", teamId: "t1" },
      { id: "i2", name: "Prom", enabled: true, type: "Prometheus" },
    ],
  },
  { data: [{ id: "u2", username: "bo@example.com", fullName: "Bo" }] },
].map((value, index) => ({ name: `${index}.json`, text: JSON.stringify(value) }));

it("makes teams, targets and rules, and drops nobody who is notified", () => {
  const migration = opsgenie.read(files, {});
  const bundle = bundleOf(migration);
  expect(bundle.teams).toEqual([{ name: "Shop" }, { name: "Night" }]);
  expect(bundle.outbound_configs).toEqual([
    { name: "Chat", kind: "slack", enabled: true },
    { name: "Opsgenie", kind: "opsgenie" },
    { name: "bo@example.com", kind: "email", address: "bo@example.com" },
    { name: "ada@example.com", kind: "email", address: "ada@example.com" },
  ]);
  const shared = { matchers: ['team="Shop"'], repeat_count: 3, repeat_interval_seconds: 600 };
  expect(bundle.outbound_rules).toMatchObject([
    { ...shared, name: "Shop escalation 1", delay_seconds: 0, outbound_config_id: { name: "Opsgenie" } },
    {
      ...shared,
      name: "Shop escalation 2",
      delay_seconds: 7_200,
      outbound_config_id: { name: "bo@example.com" },
    },
    {
      ...shared,
      name: "Shop escalation 3",
      delay_seconds: 86_400,
      outbound_config_id: { name: "ada@example.com" },
    },
  ]);
  const report = markdownOf(migration);
  expect(report).toContain("until it ends on 5 April 2027");
  expect(report).toContain("invite ada@example.com");
  expect(report).toContain("rules[1].condition: here a rule escalates until somebody acknowledges");
  expect(report).toContain("is 172800, and 86400 seconds is the most");
  expect(report).toContain("an integration of the type Prometheus brings alerts to Opsgenie");
});

it("writes members where that is wished, and refuses other files", () => {
  expect(bundleOf(opsgenie.read(files, { members: true })).team_members).toEqual([
    { team_id: { name: "Shop" }, email: "ada@example.com" },
  ]);
  expect(() => opsgenie.read([{ name: "a.json", text: "{}" }], {})).toThrow("no list of Opsgenie");
});
