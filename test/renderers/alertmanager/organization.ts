/** An organization whose alerts go to many places, and the engines that take its routes. */

import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Target } from "../../../src/renderers/renderer.ts";
import { type RowBodies, rendererRows, target } from "../rows.ts";

export const alertmanagerTarget: Target = { ...target, connectorId: "conn_alertmanager", version: "0.27" };
export const mimirTarget: Target = { ...target, connectorId: "conn_mimir", version: "2.10" };

export function connectorOf(type: string, metadata: Readonly<Record<string, string>> = {}): JsonObject {
  return { name: `The ${type}`, type: "observability", connector_type: type, metadata };
}

export const natively = {
  deliver: "native",
  secret_files: "present",
  smtp_smarthost: "mail.example.com:587",
  smtp_from: "alerts@example.com",
  smtp_username: "alertmanager",
};

/** Everything that routes can say, and that every way of delivery can express. */
export const everything = {
  teams: { team_payments: { name: "Payments" }, team_empty: { name: "Nobody yet" } },
  teamMembers: {
    tmem_ada: { team_id: "team_payments", email: "ada@example.com" },
    tmem_bob: { team_id: "team_payments", email: "bob@example.com" },
  },
  outboundConfigs: {
    outc_pager: { name: "pager", kind: "pagerduty", severity_map: { error: "warning" }, secret: "key" },
    outc_genie: {
      name: "genie",
      kind: "opsgenie",
      url: "https://api.eu.opsgenie.com/",
      severity_map: { critical: "P2", info: "none of theirs" },
      secret: "key",
    },
    outc_chat: {
      name: "chat",
      kind: "slack",
      severity_map: { critical: 'down {{ "!" }}' },
      secret: "https://hooks.slack.com/services/T/B/1",
    },
    outc_proxied: { name: "proxied chat", kind: "slack", url: "https://proxy.example.com/chat" },
    outc_box: { name: "box", kind: "email", address: "desk@example.com", severity_map: { error: "E1" } },
    outc_off: { name: "off", kind: "webhook", url: "https://hooks.example.com/", enabled: false },
  },
  alertRoutes: {
    route_audit: {
      name: "audit",
      position: 0,
      continue: true,
      matchers: ['team=""', "severity!=info"],
      destinations: [{ email: "audit@example.com" }, { outbound_config_id: "outc_chat" }],
      group_by: ["..."],
      group_wait_seconds: 0,
    },
    route_checkout: {
      name: "checkout",
      position: 1,
      matchers: ['severity="critical"', 'service=~"checkout|cart"', String.raw`path!~"/\\d+\"\n,}{"`],
      destinations: [{ team_id: "team_payments" }, { outbound_config_id: "outc_pager" }],
      group_by: ["service", "alertname", "service"],
      group_wait_seconds: 10,
      group_interval_seconds: 60,
      repeat_interval_seconds: 2_592_000,
      severity_override: "error",
    },
    route_named: {
      name: "named",
      position: 2,
      matchers: [String.raw`host=~"(?<letter>[a-z(?<])\\(?<x\\Q(?<\\E"`],
      destinations: [
        { outbound_config_id: "outc_genie" },
        { outbound_config_id: "outc_proxied" },
        { outbound_config_id: "outc_off" },
        { team_id: "team_empty" },
      ],
    },
    route_box: {
      name: "box",
      position: 2,
      matchers: ["severity=~.+"],
      destinations: [{ outbound_config_id: "outc_box" }],
      severity_override: "error",
    },
    route_off: {
      name: "off",
      position: 3,
      enabled: false,
      matchers: ["severity=info"],
      destinations: [{ email: "nobody@example.com" }],
    },
  },
} as const satisfies RowBodies;

/** An SLO with burn alerts, so that there may be alerts of them. */
export const oneSlo = {
  slis: {
    sli_1: {
      name: "errors",
      service: "checkout",
      kind: "ratio",
      data_source_id: "ds_1",
      good_query: "good",
      total_query: "all",
    },
  },
  slos: { slo_1: { name: "errors", service: "checkout", sli_id: "sli_1", target_percent: 99.9 } },
} as const satisfies RowBodies;

export function organization(bodies: RowBodies, metadata: Readonly<Record<string, string>> = {}) {
  return rendererRows({
    ...bodies,
    connectors: {
      conn_alertmanager: connectorOf("alertmanager", metadata),
      conn_mimir: connectorOf("mimir", { alertmanager: "mimir" }),
    },
  });
}
