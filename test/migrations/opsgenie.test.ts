/** Opsgenie's lists: teams, and an outbound rule for each step of an escalation and whom it notifies. */
import { expect, it } from "vitest";
import { bundleOf } from "../../src/features/changes/migrations/bundle.ts";
import { opsgenie } from "../../src/features/changes/migrations/opsgenie.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";

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
      { id: "e2", name: "Ops_esc", rules: [] },
    ],
  },
  { data: [{ id: "s1", name: "Shop on call", timezone: "Europe/Oslo" }] },
  {
    data: [
      { id: "i1", name: "Chat", enabled: true, type: "Slack", teamId: "t1" },
      { id: "i2", name: "Prom", enabled: true, type: "Prometheus" },
      { id: "i3", name: "Hook", enabled: true, type: "Webhook" },
      { id: "i4", name: "Open", enabled: true, type: "Webhook", url: "https://hook.example.com/alerts" },
      { id: "i5", name: "Off", enabled: false, type: "Webhook" },
      { id: "i6", name: "Desk", enabled: true, type: "ServiceNowV3" },
      { id: "i7", name: "Topic", enabled: true, type: "AmazonSnsOutgoing" },
    ],
  },
  { data: [{ id: "u2", username: "bo@example.com", fullName: "Bo" }] },
].map((value, index) => ({ name: `${index}.json`, text: JSON.stringify(value) }));

it("makes teams, targets and rules, and drops nobody who is notified", () => {
  const migration = opsgenie.read(files, {});
  const bundle = bundleOf(migration);
  expect(bundle.teams).toEqual([{ name: "Shop" }, { name: "Night" }]);
  expect(bundle.outbound_configs).toEqual([
    { name: "Chat", kind: "slack" },
    { name: "Hook", kind: "webhook", url: "https://webhook.invalid/", enabled: false },
    { name: "Open", kind: "webhook", url: "https://hook.example.com/alerts" },
    { name: "Off", kind: "webhook", url: "https://webhook.invalid/", enabled: false },
    { name: "Desk", kind: "servicenow", url: "https://servicenow.invalid/", enabled: false },
    { name: "Topic", kind: "webhook", url: "https://topic.invalid/", enabled: false },
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

it("begins with who is called, or notified, of nothing any more", () => {
  const { first } = opsgenie.read(files, {});
  expect(first.map((line) => line.slice(0, 78))).toEqual([
    'integration Hook: the recipient "Hook" is notified of nothing any more: its ad',
    'integration Desk: the recipient "Desk" is notified of nothing any more: its ad',
    'integration Topic: the recipient "Topic" is notified of nothing any more: ther',
    "schedule Shop on call: nobody is called by it: its rotations are not in the li",
    "escalation Shop escalation: Shop on call is reached through Opsgenie until it ",
    "escalation Shop escalation: bo@example.com is mailed, and neither called nor s",
    "escalation Shop escalation: ada@example.com is mailed, and neither called nor ",
  ]);
  expect(first[0]).toContain("is not in the list of integrations (GET /v2/integrations/{id} answers it)");
  expect(markdownOf(opsgenie.read(files, {}))).toContain(
    "Ops_esc`: it has no rules, so that it notifies nobody.",
  );
});

it("takes what a list says, and an answer about one of it alone, as one", () => {
  const answer = (data: object) => ({ name: "one.json", text: JSON.stringify({ data }) });
  const hook = { name: "Hook", enabled: true, type: "Webhook", url: "https://hook.example.com/own" };
  const migration = opsgenie.read(
    [...files, answer(hook), answer({ id: "t2", name: "Night", members: [] })],
    {},
  );
  const bundle = bundleOf(migration);
  expect(bundle.outbound_configs).toContainEqual({ name: "Hook", kind: "webhook", url: hook.url });
  expect(bundle.teams).toHaveLength(2);
  expect(migration.first.join()).not.toContain('"Hook"');
});

it("writes members where that is wished, and refuses other files", () => {
  expect(bundleOf(opsgenie.read(files, { members: true })).team_members).toEqual([
    { team_id: { name: "Shop" }, email: "ada@example.com" },
  ]);
  expect(() => opsgenie.read([{ name: "a.json", text: "{}" }], {})).toThrow("no list of Opsgenie");
});
