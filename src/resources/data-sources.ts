import { boolean, choice, integer, map, reference, secret, text } from "../kernel/field.ts";
import { defineCollection } from "../kernel/resource.ts";
import { healthFields, nameField } from "./parts.ts";

export const dataSources = defineCollection({
  kind: "data_sources",
  title: "Data sources",
  group: "Reliability",
  description:
    "A telemetry backend that can be queried: where it is, and how to get in. SLIs and investigations read their figures from it.",
  level: "admin",
  idPrefix: "ds",
  naturalKey: ["name"],
  listColumns: ["name", "health_status", "type", "url", "tls_skip_verify", "timeout_ms", "is_default"],
  oneDefault: { field: "is_default", per: ["type"] },
  fields: {
    name: nameField(),
    type: choice({
      description: "What answers the queries, and so the language they are written in.",
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
      description: "The user to sign in as, beside password; null signs in as none.",
      nullable: true,
    }),
    password: secret({ description: "The password that goes with username." }),
    token: secret({ description: "A bearer token, for a backend that takes one in place of a password." }),
    database: text({
      description: "The database or index to query; null takes the backend's own choice.",
      nullable: true,
    }),
    tls_skip_verify: boolean({
      description:
        "Whether a certificate that does not hold is accepted. It leaves the connection open to eavesdroppers.",
      default: false,
    }),
    timeout_ms: integer({
      description: "How long a query may take.",
      min: 100,
      max: 60_000,
      unit: "milliseconds",
      default: 10_000,
    }),
    is_default: boolean({
      description:
        "Whether queries that name no source of this type go here. One a type: setting it takes the place from the one that held it.",
      default: false,
    }),
    options: map({ description: "Settings of the backend's own, such as a tenant or an organization's id." }),
    connector_id: reference({
      description: "The connector whose credentials get in; null uses those given here.",
      to: "connectors",
      nullable: true,
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
