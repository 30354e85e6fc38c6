import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, integer, map, reference, secret, text, type Variant } from "../kernel/field.ts";
import { healthFields, nameField } from "./parts.ts";

/** How most of them are reached. */
function reached(
  title: string,
  help: string,
  link: string,
  asks: readonly ("token" | "username" | "password" | "connector_id" | "database")[],
): Variant {
  const fields = Object.fromEntries(asks.map((name) => [name, { asked: true } as const]));
  return { title, help, link, fields: { url: { title: "Address", asked: true, needs: ["url"] }, ...fields } };
}

const variants = {
  prometheus: reached(
    "Prometheus",
    "SLIs are measured on the metrics of Prometheus, or of Mimir, Thanos and VictoriaMetrics, which answer the same queries. It needs the address, and a token where the server wants one.",
    "https://prometheus.io/docs/prometheus/latest/querying/api/",
    ["token"],
  ),
  loki: reached(
    "Grafana Loki",
    "Investigations read logs from Loki. It needs the address, and a token where the server wants one.",
    "https://grafana.com/docs/loki/latest/reference/loki-http-api/",
    ["token"],
  ),
  tempo: reached(
    "Grafana Tempo",
    "Investigations read traces from Tempo. It needs the address, and a token where the server wants one.",
    "https://grafana.com/docs/tempo/latest/api_docs/",
    ["token"],
  ),
  elasticsearch: reached(
    "Elasticsearch",
    "Investigations read logs from Elasticsearch. It needs the address, and a user with a password.",
    "https://www.elastic.co/docs/api/doc/elasticsearch/",
    ["username", "password", "database"],
  ),
  opentelemetry: reached(
    "OpenTelemetry",
    "Names a collector of OpenTelemetry data. It needs the address; the connection cannot be tested, because the protocol only sends.",
    "https://opentelemetry.io/docs/specs/otlp/",
    ["token"],
  ),
  cloudwatch: reached(
    "Amazon CloudWatch",
    "Investigations read metrics and logs from CloudWatch. It needs the address of the region, and a connector to your AWS account.",
    "https://docs.aws.amazon.com/general/latest/gr/cw_region.html",
    ["connector_id"],
  ),
  datadog: reached(
    "Datadog",
    "Investigations read metrics from Datadog. It needs the address of your site's API, and a connector with your keys.",
    "https://docs.datadoghq.com/getting_started/site/",
    ["connector_id"],
  ),
  grafana: reached(
    "Grafana",
    "Investigations read dashboards from Grafana. It needs the address, and the token of a service account.",
    "https://grafana.com/docs/grafana/latest/administration/service-accounts/",
    ["token"],
  ),
  custom: {
    title: "Another backend",
    help: "Any other place that keeps telemetry. It needs the address; the connection cannot be tested.",
    fields: { url: { title: "Address", asked: true, needs: ["url"] } },
  },
} satisfies Readonly<Record<string, Variant>>;

export const dataSources = defineCollection({
  kind: "data_sources",
  title: "Data sources",
  group: "Reliability",
  description:
    "A data source is a telemetry backend that can be queried: its address and credentials. SLIs and investigations read from it.",
  level: "admin",
  idPrefix: "ds",
  naturalKey: ["name"],
  listColumns: ["name", "health_status", "type", "url", "tls_skip_verify", "timeout_ms", "is_default"],
  oneDefault: { field: "is_default", per: ["type"] },
  fields: {
    name: nameField(),
    type: choice({
      description: "The backend's type, which decides the query language.",
      choices: [
        "prometheus",
        "loki",
        "tempo",
        "elasticsearch",
        "opentelemetry",
        "cloudwatch",
        "datadog",
        "grafana",
        "custom",
      ],
      variants,
      fixed: true,
    }),
    url: text({ description: "The address that queries go to.", format: "url" }),
    username: text({
      description: "The user name that goes with password; null for none.",
      nullable: true,
      section: "Access",
    }),
    password: secret({
      description:
        "The password that goes with username. It is sent to the url that it was saved with; for another server, save it again.",
      sentTo: "url",
      section: "Access",
    }),
    token: secret({
      description:
        "A bearer token, for a backend that takes one in place of a password. It is sent to the url that it was saved with; for another server, save it again.",
      sentTo: "url",
      section: "Access",
    }),
    database: text({
      description: "The database or index to query; null uses the backend's default.",
      nullable: true,
      onlyFor: { field: "type", values: ["elasticsearch", "custom"] },
    }),
    tls_skip_verify: boolean({
      description: "Whether an invalid TLS certificate is accepted. Others can then read the connection.",
      default: false,
      section: "Advanced",
    }),
    timeout_ms: integer({
      description: "How long a query may take.",
      min: 100,
      max: 60_000,
      unit: "milliseconds",
      suggested: [5_000, 10_000, 30_000],
      default: 10_000,
      section: "Advanced",
    }),
    is_default: boolean({
      description:
        "Whether queries that name no source of this type use this one. One per type: setting it replaces the previous default.",
      default: false,
    }),
    options: map({
      description:
        "Settings of the backend's own. tenant is sent as X-Scope-OrgID, and org_id to a Grafana as X-Grafana-Org-Id.",
      section: "Advanced",
    }),
    connector_id: reference({
      description:
        "The connector whose credentials are used; null uses the ones given here. They are sent only where url leads to the server of the connector's own address.",
      to: "connectors",
      nullable: true,
      section: "Access",
    }),
    ...healthFields,
  },
  example: {
    name: "Prometheus",
    type: "prometheus",
    url: "https://prometheus.example.com",
    is_default: true,
  },
  exampleState: { health_status: "healthy", last_success_at: "2026-03-10T09:00:00.000Z" },
});
