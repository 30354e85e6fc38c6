/** What becomes of an alert by rows alone. */
import { describe, expect, it } from "vitest";
import { completed } from "../../src/engine/render.ts";
import { createOutcomes, type DecidingRows } from "../../src/features/alerting/alerts/outcome.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { muteTimes } from "../../src/kernel/mute-times.ts";
import type { ConfigurationOf } from "../../src/kernel/row-types.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { type Labels, usualWords } from "../../src/renderers/alerting/facts.ts";
import { createInhibiting } from "../../src/renderers/alerting/inhibitions.ts";
import { titleOf } from "../../src/renderers/alerting/own-alerts.ts";
import { stepsOf } from "../../src/renderers/alerting/steps.ts";
import { alertInhibitions } from "../../src/resources/alert-inhibitions.ts";
import { alertRoutes } from "../../src/resources/alert-routes.ts";
import { outboundConfigs } from "../../src/resources/outbound-configs.ts";
import { outboundRules } from "../../src/resources/outbound-rules.ts";

/** A Friday at noon. */
const noon = new Date("2026-03-06T12:00:00Z");

function row<D extends Kind>(definition: D, id: string, fields: JsonObject) {
  return { id, configuration: completed(definition, fields) as ConfigurationOf<D> };
}

const pager = row(outboundConfigs, "pager", { name: "Pager", kind: "pagerduty" });
const off = row(outboundConfigs, "off", { name: "Off", kind: "slack", enabled: false });
const lead = row(outboundConfigs, "lead", { name: "Lead", kind: "slack" });

const rows: DecidingRows = {
  routes: [
    row(alertRoutes, "checkout", {
      name: "Checkout",
      position: 1,
      matchers: ['service="checkout"'],
      destinations: [{ outbound_config_id: "pager" }, { outbound_config_id: "off" }],
    }),
    row(alertRoutes, "all", {
      name: "All",
      position: 2,
      matchers: [],
      destinations: [{ email: "all@example.com" }],
    }),
  ],
  rules: [
    row(outboundRules, "escalate", {
      name: "Escalate",
      position: 1,
      outbound_config_id: "lead",
      min_severity: "critical",
      matchers: [],
      delay_seconds: 900,
      repeat_count: 1,
      repeat_interval_seconds: 600,
    }),
  ],
  targets: new Map([pager, off, lead].map((target) => [target.id, target])),
  inhibitions: [
    row(alertInhibitions, "burns", {
      name: "Burns",
      source_matchers: ['severity="critical"'],
      target_matchers: ['severity="warning"'],
      equal: ["service"],
    }),
  ],
  words: usualWords,
  ownRoutes: new Map(),
  ...{ rotas: new Map(), members: null },
  deserted: new Set(),
  mutes: [],
};

function outcomeOf(
  labels: Record<string, string>,
  minutes = 0,
  given: Partial<DecidingRows> = {},
  open = new Map(),
) {
  const circumstances = { opened: noon, unacknowledgedSeconds: minutes * 60, open };
  return atOnce(createOutcomes({ ...rows, ...given })({ labels }, circumstances));
}

const critical = { service: "checkout", severity: "critical" };

describe("the outcome of an alert", () => {
  it("has who is notified, without targets that are off, and the steps of rules as time goes on", () => {
    const places = (minutes: number) =>
      outcomeOf(critical, minutes).sent.map(({ destination, atSeconds }) => [
        destination.outbound_config_id,
        atSeconds,
      ]);
    expect(places(14)).toEqual([["pager", 30]]);
    expect(places(15)).toEqual([
      ["pager", 30],
      ["lead", 900],
    ]);
    // One repeat, and no more.
    expect(places(600).map(([, at]) => at)).toEqual([30, 900, 1_500]);
  });

  it("pages nobody for an alert of severity none, unless its route gives it another one", () => {
    const none = { service: "checkout", severity: "none" };
    expect(outcomeOf(none).sent).toEqual([]);
    const [route, ...others] = rows.routes as [(typeof rows.routes)[0], ...typeof rows.routes];
    const louder = {
      ...route,
      configuration: { ...route.configuration, severity_override: "error" as const },
    };
    expect(outcomeOf(none, 0, { routes: [louder, ...others] }).sent).toHaveLength(1);
  });

  it("says which mute and which open alert keep it back, and then sends nothing", () => {
    const mute = (routeIds: readonly string[]) => ({
      id: "mute",
      pattern: null,
      matchers: ['service="checkout"'],
      routeIds,
      reason: "",
      times: muteTimes(
        { starts_at: noon.toISOString(), duration_minutes: 60, schedule: [], until: null },
        undefined,
      ),
    });
    const everywhere = outcomeOf(critical, 0, { mutes: [mute([])] });
    expect(everywhere).toMatchObject({ mutedBy: [{ id: "mute" }], sent: [] });
    const ofRoute = outcomeOf(critical, 15, { mutes: [mute(["checkout"])] });
    expect(ofRoute).toMatchObject({ mutedBy: [], routeMutes: [{ id: "mute" }] });
    expect(ofRoute.sent.map(({ destination }) => destination)).toEqual([{ outbound_config_id: "lead" }]);

    const { sourceKeys } = atOnce(createInhibiting(rows.inhibitions)(critical));
    const open = new Map(sourceKeys.map((key) => [key, "alert_1"]));
    const warning = { ...critical, severity: "warning" };
    const inhibited = outcomeOf(warning, 0, {}, open);
    expect(inhibited).toMatchObject({
      inhibitedBy: { rule: { id: "burns" }, sourceId: "alert_1" },
      sent: [],
    });
    expect(outcomeOf({ ...warning, service: "cart" }, 0, {}, open).inhibitedBy).toBeUndefined();
  });

  it("sends what a mute kept back when the mute ends in time, and holds a step while one that began later holds", () => {
    const mute = (from: number, minutes: number, routeIds: readonly string[] = []) => ({
      ...{ id: `mute ${from}`, pattern: null, matchers: ['service="checkout"'], routeIds, reason: "" },
      times: muteTimes(
        {
          starts_at: new Date(noon.getTime() + from * 60_000).toISOString(),
          ...{ duration_minutes: minutes, schedule: [], until: null },
        },
        undefined,
      ),
    });
    const minutes = (until: number, ...mutes: ReturnType<typeof mute>[]) =>
      outcomeOf(critical, until, { mutes }).sent.map(({ destination, atSeconds }) => [
        destination.outbound_config_id,
        atSeconds / 60,
      ]);
    expect(minutes(29, mute(-10, 40))).toEqual([]);
    expect(minutes(50, mute(-10, 40))).toEqual([
      ["pager", 30],
      ["lead", 45],
    ]);
    expect(minutes(60, mute(10, 20))).toEqual([
      ["pager", 0.5],
      ["lead", 30],
      ["lead", 40],
    ]);
    expect(minutes(16, mute(-10, 20, ["checkout"]))).toEqual([
      ["pager", 10],
      ["lead", 15],
    ]);
  });

  it("sends nothing to a team without members", () => {
    const all = row(alertRoutes, "all", { name: "All", matchers: [], destinations: [{ team_id: "team" }] });
    const given = { routes: [all], rules: [] };
    expect(outcomeOf(critical, 0, given).sent).toHaveLength(1);
    expect(outcomeOf(critical, 0, { ...given, deserted: new Set(["team"]) }).sent).toEqual([]);
  });

  it("goes the own way of the heartbeat whose alert it is, at once, and not of another row that only says so", () => {
    const own = row(alertRoutes, "beat_1", {
      ...{ name: "backup", matchers: [], group_wait_seconds: 0 },
      destinations: [{ outbound_config_id: "lead" }],
    });
    const ownRoutes = new Map([["beat_1", own]]);
    const sentOf = (labels: Labels, raisedBy?: string) => {
      const opened = { opened: noon, unacknowledgedSeconds: 0, open: new Map() };
      const outcome = atOnce(createOutcomes({ ...rows, ownRoutes })({ labels, raisedBy }, opened));
      return outcome.sent.map(({ destination, atSeconds }) => [destination.outbound_config_id, atSeconds]);
    };
    const missing = { ...critical, alertname: "HeartbeatMissing", heartbeat: "backup" };
    for (const raiser of [undefined, "beat_1"]) expect(sentOf(missing, raiser)).toEqual([["lead", 0]]);
    expect(sentOf({ ...missing, drill: "drill_1" }, "drill_1")).toEqual([["lead", 0]]);
    expect(sentOf({ ...missing, heartbeat: "other" })).toEqual([["pager", 0]]);
    expect(sentOf({ ...missing, heartbeat: "other" }, "beat_2")).toEqual([["pager", 0]]);
    // An engine raises one that is called so.
    expect(sentOf(missing, "conn_1")).toEqual([["pager", 30]]);
    expect(sentOf({ ...missing, drill: "drill_1" }, "conn_1")).toEqual([["pager", 30]]);
    expect(sentOf(critical, "conn_1")).toEqual([["pager", 30]]);
    expect(sentOf({ ...critical, heartbeat: "backup" })).toEqual([["pager", 30]]);
  });

  it("is not muted by the name of a heartbeat's alert where an engine raises it", () => {
    const labels = { ...critical, alertname: "HeartbeatMissing", heartbeat: "backup" };
    expect(titleOf({ labels })).toBe("backup sent no signal in time");
    expect(titleOf({ labels, raisedBy: "beat_1" })).toBe("backup sent no signal in time");
    expect(titleOf({ labels, raisedBy: "conn_1" })).toBe("HeartbeatMissing");
  });

  it("has steps wait for the rule's hours", () => {
    const hours = { timezone: "UTC", days: ["mon" as const], start: "08:00", end: "10:00" };
    const [{ configuration }] = rows.rules as [(typeof rows.rules)[0]];
    const weekly = { ...configuration, active_hours: hours, repeat_count: 0 };
    const week = new Date(noon.getTime() + 7 * 24 * 3_600_000);
    expect(stepsOf(weekly, noon, week)).toEqual([{ step: 1, at: new Date("2026-03-09T08:00:00Z") }]);
    expect(stepsOf(weekly, noon, new Date("2026-03-09T07:59:00Z"))).toEqual([]);
  });
});
