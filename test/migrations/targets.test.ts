/** Who is notified after a migration: which addresses are secrets, and what becomes of Grafana's contact points and timings. */
import { describe, expect, it } from "vitest";
import { secretIn } from "../../src/features/changes/migrations/address-secret.ts";
import { afterOf } from "../../src/features/changes/migrations/after.ts";
import { alertsIn } from "../../src/features/changes/migrations/alerts.ts";
import { yamlOfMigration } from "../../src/features/changes/migrations/bundle.ts";
import type { Migration } from "../../src/features/changes/migrations/mapping.ts";
import { prove } from "../../src/features/changes/migrations/prove.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { entry, mapped, source } from "../support/migration.ts";

const hex = "0123456789abcdef".repeat(2);

describe("an address", () => {
  it.each([
    "https://u:p@hook.example.com/",
    "https://hook.example.com/?api_key=x",
    "https://api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/sendMessage",
    "https://telegram.example.com/bot123456789:secret/sendMessage",
    "https://hooks.zapier.com/hooks/catch/12345/abcdef/",
    "https://hooks.slack.com/services/x",
    "https://chat.example.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "https://chat.example.com/api/webhooks/1234/secret",
    "https://discord.com/api/webhooks/1/x",
    "https://shop.webhook.office.com/webhookb2/x",
    "https://prod-1.westeurope.logic.azure.com/workflows/x",
    `https://hook.example.com/${hex}`,
    "https://hook.example.com/v1/c2354d53d2",
    "https://hook.example.com/6f1f5d4e-0f3f-4d8a-9d65-3a5ce2c6b1f0/alerts",
    "https://chat.example.com/hooks/y7m3xq9tpbd8uk4wzc1e6ghsor",
    "https://hook.example.com/x?code=Zm9vYmFyQmF6MTIzNDU2Nzg5",
    "https://hook.example.com/x#tok=abc",
    `https://hook.example.com/x#${hex}`,
    "https://hook.example.com/token/abc123",
  ])("%s is a secret", (address) => {
    expect(secretIn(address)).toBeTypeOf("string");
  });

  it.each([
    "https://hook.example.com/",
    "https://discord.com/",
    "http://alertmanager2opsgenie.monitoring.svc.cluster.local:8080/api/v1/alerts",
    "https://hook.example.com/prometheus-alertmanager-webhook/v1alpha1/k8s-prod-eu1",
    "https://hook.example.com/AlertManagerWebhookReceiver?channel=team-payments&room=on%20call",
    "https://hook.example.com/alertmanager2opsgenie#room",
    "https://events.example.com/2026-11-27/orders/1234567890",
  ])("%s is not", (address) => {
    expect(secretIn(address)).toBeUndefined();
  });
});

const point = (name: string, integration: JsonObject) =>
  source(`grafana_contact_point.${name}`, { name, ...integration });
const proofOf = (migration: Migration) =>
  prove(
    migration.before ?? expect.fail("nothing to compare with"),
    afterOf(migration.rows),
    [],
    new Date("2026-02-11T09:13:00Z"),
  ).proof;
const policies = (policy: readonly JsonObject[], more: JsonObject = {}) =>
  source("grafana_notification_policy.p", { contact_point: "one", policy: policy as never, ...more });
const team = (value: string, more: JsonObject) => ({
  matcher: [{ label: "team", match: "=", value }],
  ...more,
});
const one = point("one", { email: [{ addresses: ["one@example.com"] }] });
const bodies = (migration: Migration, kind: string) =>
  migration.rows.all.filter(({ definition }) => definition.kind === kind).map(({ body }) => body);

const posted = { kind: "webhook", format: "alertmanager" };

describe("Grafana's contact points", () => {
  it("keep a place for what there is no target for: it is off, stands first, and the proof says so", () => {
    const two = point("two", {
      email: [{ addresses: ["Two, Inc <two@example.com>"] }],
      kafka: [{ token: "never-copied", chat_id: "1" }],
      newer: [{ url: "never-copied" }],
      webhook: [
        { url: `https://hook.example.com/${hex}` },
        { url: "https://hook.example.com/alerts" },
        { http_method: "POST" },
      ],
    });
    const only = point("only", { kafka: [{ token: "never-copied" }] });
    const migration = mapped([
      one,
      two,
      only,
      policies([team("a", { contact_point: "two" }), team("b", { contact_point: "only" })]),
    ]);
    expect(bodies(migration, "outbound_configs")).toEqual([
      { name: "one", kind: "email", address: "one@example.com" },
      { name: "two email", kind: "email", address: "two@example.com" },
      { ...posted, name: "two webhook", url: "https://hook.example.com/", enabled: false },
      { ...posted, name: "two webhook 2", url: "https://hook.example.com/alerts" },
      { ...posted, name: "two webhook 3", url: "https://webhook.invalid/", enabled: false },
      { name: "two kafka", kind: "webhook", url: "https://two.invalid/", enabled: false },
      { name: "two newer", kind: "webhook", url: "https://two.invalid/", enabled: false },
      { name: "only", kind: "webhook", url: "https://only.invalid/", enabled: false },
    ]);
    expect(migration.first.map((line) => line.split(" is notified")[0])).toEqual([
      'grafana_contact_point.two: the recipient "two webhook"',
      'grafana_contact_point.two: the recipient "two webhook 3"',
      'grafana_contact_point.two: the recipient "two kafka"',
      'grafana_contact_point.two: the recipient "two newer"',
      'grafana_contact_point.only: the recipient "only"',
    ]);
    const report = `${markdownOf(migration)}${yamlOfMigration(migration, "left out")}`;
    expect(report).not.toContain("never-copied");
    expect(report).not.toContain(hex);
    expect(report).toContain("webhook[1].url: stands in the file as it is");
    const { differs } = proofOf(migration);
    for (const name of ["a", "b"])
      expect(differs.find(({ labels }) => labels.team === name)?.why).toContain(
        "is notified of nothing any more",
      );
    expect(bodies(migration, "alert_routes")).toHaveLength(3);
  });

  it("of Discord, and of one word of severity, are carried over", () => {
    const migration = mapped([
      point("chat", { discord: [{ url: "https://discord.example/never-copied" }] }),
      point("talk", { telegram: [{ token: "never-copied", chat_id: "-100" }] }),
      point("room", { webex: [{ token: "never-copied", room_id: "R" }] }),
      point("space", { googlechat: [{ url: "never-copied" }] }),
      point("phone", { pushover: [{ user_key: "never-copied", api_token: "never-copied" }] }),
      point("pager", { pagerduty: [{ integration_key: "never-copied", severity: "critical" }] }),
    ]);
    expect(bodies(migration, "outbound_configs")).toEqual([
      { name: "chat", kind: "discord" },
      { name: "talk", kind: "telegram", recipient: "-100" },
      { name: "room", kind: "webex", recipient: "R" },
      { name: "space", kind: "google_chat" },
      { name: "phone", kind: "pushover" },
      {
        name: "pager",
        kind: "pagerduty",
        severity_map: { info: "critical", warning: "critical", error: "critical", critical: "critical" },
      },
    ]);
    expect(migration.first).toEqual([]);
  });

  it("that are missing, and policies that nobody can read, stand first too, each once", () => {
    const unreadable = { matcher: [{ label: "b", match: "=~", value: "(?=x)" }], contact_point: "one" };
    const gone = { contact_point: "gone" };
    const { first } = mapped([one, policies([team("a", gone), team("b", gone), unreadable])]);
    expect(first).toHaveLength(2);
    expect(first[0]).toContain('the contact point "gone" was not carried over');
    expect(first[1]).toContain('"(?=x)" is no regular expression of RE2');
  });

  it("of more mailboxes than one route has room for are several routes", () => {
    const addresses = Array.from({ length: 45 }, (_, index) => `m${index}@example.com`);
    const migration = mapped([
      point("one", { email: [{ addresses }] }),
      source("grafana_notification_policy.p", { contact_point: "one" }),
    ]);
    expect(migration.first).toEqual([]);
    const routes = bodies(migration, "alert_routes") as { destinations: unknown[]; continue?: boolean }[];
    expect(routes.map((route) => [route.destinations.length, route.continue === true])).toEqual([
      [20, true],
      [20, true],
      [5, false],
    ]);
    const proof = proofOf(migration);
    expect(proof.equal).toBe(proof.sets);
  });

  it("of a policy that takes an alert which always fires come with a note", () => {
    const watchdog = { matcher: [{ label: "alertname", match: "=~", value: "Watchdog|Info" }] };
    expect(markdownOf(mapped([one, policies([watchdog])]))).toContain("policy: its alert always fires");
  });

  it("that a rule names by itself stand first", () => {
    const rule = {
      name: "Disk",
      notification_settings: [{ contact_point: "one" }],
    };
    const { first } = mapped([one, source("grafana_rule_group.r", { name: "r", rule: [rule] })]);
    expect(first[0]).toContain('the rule "Disk" notifies the contact point "one" by itself');
  });
});

describe("timings in which alone a policy notifies", () => {
  const timing = (name: string, interval: JsonObject) =>
    source(`grafana_mute_timing.${name}`, { name, intervals: [interval] });
  const office = timing("office", {
    times: [{ start: "08:00", end: "18:00" }],
    weekdays: ["monday:friday"],
    location: "Europe/Berlin",
  });

  it("become mutes of all other hours, and the proof asks both sides", () => {
    const migration = mapped([one, office, policies([team("a", { active_timings: ["office"] })])]);
    expect(bodies(migration, "alert_mutes")).toMatchObject([
      {
        reason: "Outside of mute timing office",
        schedule: [
          { days: ["sun", "sat"], start: "00:00", end: "24:00", time_zone: "Europe/Berlin" },
          { start: "00:00", end: "08:00", time_zone: "Europe/Berlin" },
          { start: "18:00", end: "24:00", time_zone: "Europe/Berlin" },
        ],
      },
    ]);
    const proof = proofOf(migration);
    expect([proof.equal, proof.differs]).toEqual([proof.sets, []]);
    expect(entry(migration, "grafana_notification_policy.p")?.notes).toEqual([]);
  });

  it("are carried over with their months too", () => {
    const may = timing("may", { months: ["5"], times: [] });
    const migration = mapped([one, may, policies([team("a", { active_timings: ["may"] })])]);
    expect(proofOf(migration).differs).toEqual([]);
    expect(bodies(migration, "alert_mutes")).toHaveLength(1);
  });

  it("are noted where they are not in the file", () => {
    const migration = mapped([one, office, policies([team("a", { active_timings: ["office", "gone"] })])]);
    expect(bodies(migration, "alert_mutes")).toEqual([]);
    expect(markdownOf(migration)).toContain("active_timings: gone is not in the file");
  });
});

it("asks about no label whose value a rule's template makes", () => {
  const rules = {
    data: {
      groups: [{ rules: [{ type: "alerting", name: "A", labels: { team: "x", job: "{{ $labels.job }}" } }] }],
    },
  };
  expect(alertsIn({ name: "rules.json", text: JSON.stringify(rules) })).toEqual([
    { alertname: "A", team: "x" },
  ]);
});
