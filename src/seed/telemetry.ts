import { degraded, failing, healthy } from "./health.ts";
import { ref, row, type SeedRow } from "./row.ts";

export const telemetryRows: readonly SeedRow[] = [
  row(
    "data_sources",
    {
      name: "prometheus-shop",
      type: "prometheus",
      url: "https://prometheus.shop.tidewater.example",
      username: "orgconfig",
      password: "demo-prometheus-password",
      is_default: true,
      options: { "X-Scope-OrgID": "shop" },
    },
    healthy(1),
  ),
  row(
    "data_sources",
    {
      name: "prometheus-payments",
      type: "prometheus",
      url: "https://prometheus.payments.tidewater.example:9090/select/0/prometheus",
      token: "demo-prometheus-token",
      timeout_ms: 30_000,
    },
    ...degraded(2, "throttled", "Too many samples in one query; the limit is 50,000,000."),
  ),
  row(
    "data_sources",
    {
      name: "loki",
      type: "loki",
      url: "https://loki.tidewater.example",
      token: "demo-loki-token",
      is_default: true,
      options: { tenant: "tidewater" },
    },
    healthy(2),
  ),
  row(
    "data_sources",
    { name: "tempo", type: "tempo", url: "https://tempo.tidewater.example", is_default: true },
    healthy(3),
  ),
  row(
    "data_sources",
    {
      name: "elasticsearch-söklogg",
      type: "elasticsearch",
      url: "https://es.tidewater.example:9200",
      username: "orgconfig_läsare",
      password: "demo-elastic-password",
      database: "sokloggar-2026.*",
    },
    ...failing(5, "malformed_query", "No mapping found for [fråga.keyword] in order to sort on"),
  ),
  row(
    "data_sources",
    {
      name: "otel-gateway",
      type: "opentelemetry",
      url: "http://otel-gateway.tidewater.example:4318",
      tls_skip_verify: true,
      timeout_ms: 2_500,
    },
    ...failing(1, "network", "certificate has expired"),
  ),
  row(
    "data_sources",
    {
      name: "cloudwatch-payments",
      type: "cloudwatch",
      url: "https://monitoring.eu-west-1.amazonaws.example",
      connector_id: ref("connectors", "aws-payments"),
      is_default: true,
      options: { region: "eu-west-1", "log group prefix": "/lambda/" },
    },
    ...failing(4, "assume_role_denied", "The role of aws-payments cannot be assumed."),
  ),
  row(
    "data_sources",
    {
      name: "datadog",
      type: "datadog",
      url: "https://api.datadoghq.example/api/v1",
      connector_id: ref("connectors", "datadog-eu"),
    },
    healthy(4),
  ),
  row("data_sources", {
    name: "grafana",
    type: "grafana",
    url: "https://tidewater.grafana.example",
    connector_id: ref("connectors", "grafana-cloud"),
    options: { orgId: "1" },
  }),
  row(
    "data_sources",
    {
      name: "Lagerdatabas (Склад)",
      type: "custom",
      url: "https://wms.tidewater.example/query",
      username: "läsare",
      database: "lager",
      timeout_ms: 60_000,
      connector_id: ref("connectors", "Lagersystem – Склад №3"),
    },
    ...failing(2, "other", "The backend answered in a language that is not SQL."),
  ),
];
