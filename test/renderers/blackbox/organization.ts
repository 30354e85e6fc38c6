/** An organization whose checks and certificate monitors have everything that renderers distinguish. */

import { blackboxRenderer } from "../../../src/renderers/blackbox/index.ts";
import type { RendererRows, Target, TargetGroup } from "../../../src/renderers/renderer.ts";
import { onePrometheus, type RowBodies, rendererRows } from "../rows.ts";

export const blackbox = {
  connectorId: "conn_blackbox",
  version: "0.23",
  seenVersions: new Map<string, string>(),
  publicUrl: "https://orgconfig.example.com",
};
export const prometheus = { ...blackbox, connectorId: "conn_prometheus", version: "2.42" };

const exporter = { name: "Blackbox", type: "observability", connector_type: "blackbox_exporter" };

/** One Prometheus and one exporter, which may ask a name server and has the checks' credentials. */
export const connectors = {
  ...onePrometheus.connectors,
  conn_blackbox: { ...exporter, metadata: { dns_resolver: "192.0.2.53:53", secret_files: "present" } },
} as const;

/** The same without anything in the exporter's metadata. */
export const plainConnectors = { ...onePrometheus.connectors, conn_blackbox: exporter } as const;

export function organization(bodies: RowBodies): RendererRows {
  return rendererRows({ connectors, ...bodies });
}

export const everything: RowBodies = {
  teams: { team_web: { name: "Web {{ shop }}" } },
  syntheticChecks: {
    chk_front: { name: "front page", kind: "http", target: "https://shop.example.com/", degraded_ms: 1_200 },
    chk_same: { name: "same shape", kind: "http", target: "https://www.example.com/?a=b&c=%C3%A5" },
    chk_pay: {
      name: 'a "payment" {{ goes }} through',
      service: "pay {{ ment }}",
      kind: "http",
      target: "https://api.example.com/payments",
      method: "POST",
      headers: { "Content-Type": "application/json", authorization: "not this one", "X-Check": "åäö\u0085" },
      body: '{\n  "amount": "1.00"\n}\n',
      expected_statuses: [202, 200, 201],
      body_contains: '"state": "authorised" (a+b)',
      interval_seconds: 300,
      timeout_ms: 30_000,
      failure_threshold: 1,
      auth_header: "Bearer test-token",
    },
    chk_database: {
      name: "database",
      kind: "tcp",
      target: "[2001:db8::5]:5432",
      interval_seconds: 10,
      failure_threshold: 10,
      muted: true,
    },
    chk_name: { name: "mail policy", kind: "dns", target: "_dmarc.example.com", interval_seconds: 86_400 },
    chk_edge: {
      name: "edge",
      kind: "tls",
      target: "edge.example.com",
      degraded_ms: 250,
      failure_threshold: 3,
    },
    chk_off: { name: "off", kind: "tcp", target: "off.example.com:1", enabled: false },
  },
  certificateMonitors: {
    cert_shop: { hostname: "shop.example.com", service: "shop", team_id: "team_web" },
    cert_named: {
      hostname: "2001:db8::7",
      port: 8443,
      server_name: "api.example.com",
      alert_days_before_expiry: [3, 60, 3],
      min_tls_version: "1.3",
    },
    cert_quiet: { hostname: "192.0.2.7", alert_days_before_expiry: [] },
    cert_off: { hostname: "off.example.com", enabled: false },
  },
};

/** The targets of an exporter that has every module. */
export function allTargets(rows: RendererRows, target: Target): readonly TargetGroup[] {
  return blackboxRenderer.discovery.targets(rows, target).map(({ group }) => group);
}
