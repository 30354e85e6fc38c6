import { degraded, failing, healthy } from "./health.ts";
import { type Body, ref, row, type SeedRow, type Step } from "./row.ts";

const source = (type: string, name: string, url: string, more: Body, ...then: readonly Step[]) =>
  row("data_sources", { name, type, url, ...more }, ...then);
const through = (connector: string) => ({ connector_id: ref("connectors", connector) });

export const telemetryRows: readonly SeedRow[] = [
  source(
    "prometheus",
    "prometheus-shop",
    "https://prometheus.shop.tidewater.example",
    {
      username: "orgconfig",
      password: "demo-prometheus-password",
      is_default: true,
      options: { "X-Scope-OrgID": "shop" },
    },
    healthy(1),
  ),
  source(
    "prometheus",
    "prometheus-payments",
    "https://prometheus.payments.tidewater.example:9090/select/0/prometheus",
    { token: "demo-prometheus-token", timeout_ms: 30_000 },
    ...degraded(2, "throttled", "Too many samples in one query; the limit is 50,000,000."),
  ),
  source(
    "loki",
    "loki",
    "https://loki.tidewater.example",
    { token: "demo-loki-token", is_default: true, options: { tenant: "tidewater" } },
    healthy(2),
  ),
  source("tempo", "tempo", "https://tempo.tidewater.example", { is_default: true }, healthy(3)),
  source(
    "elasticsearch",
    "elasticsearch-söklogg",
    "https://es.tidewater.example:9200",
    { username: "orgconfig_läsare", password: "demo-elastic-password", database: "sokloggar-2026.*" },
    ...failing(5, "malformed_query", "No mapping found for [fråga.keyword] in order to sort on"),
  ),
  source(
    "opentelemetry",
    "otel-gateway",
    "http://otel-gateway.tidewater.example:4318",
    { tls_skip_verify: true, timeout_ms: 2_500 },
    ...failing(1, "network", "certificate has expired"),
  ),
  source(
    "cloudwatch",
    "cloudwatch-payments",
    "https://monitoring.eu-west-1.amazonaws.example",
    {
      ...through("aws-payments"),
      is_default: true,
      options: { region: "eu-west-1", "log group prefix": "/lambda/" },
    },
    ...failing(4, "assume_role_denied", "The role of aws-payments cannot be assumed."),
  ),
  source("datadog", "datadog", "https://api.datadoghq.example/api/v1", through("datadog-eu"), healthy(4)),
  source("grafana", "grafana", "https://tidewater.grafana.example", {
    ...through("grafana-cloud"),
    options: { orgId: "1" },
  }),
  source(
    "custom",
    "Lagerdatabas (Склад)",
    "https://wms.tidewater.example/query",
    {
      username: "läsare",
      database: "lager",
      timeout_ms: 60_000,
      ...through("Lagersystem – Склад №3"),
    },
    ...failing(2, "other", "The backend answered in a language that is not SQL."),
  ),
];
