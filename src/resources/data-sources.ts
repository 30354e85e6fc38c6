import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, integer, map, reference, secret, text } from "../kernel/field.ts";
import { healthFields, nameField } from "./parts.ts";

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
