/**
 * What a connector's `config` and `metadata` take where it leads to an engine that this service works with itself. They
 * take these members of config and no others: a mistyped name would leave the engine unreachable without a word.
 */
import { choice, defaultLimits, secret, text } from "../kernel/field.ts";

/** The address of a program's API. */
export function address(description: string, example: string) {
  return text({ description, format: "url", max: 2_048, example });
}

export const engineMembers = {
  url: address(
    "The base address of its HTTP API, with the prefix that it is served under, if any.",
    "https://metrics.example.com",
  ),
  token: secret({ description: "Sent as Authorization: Bearer. Leave it out where a password is used." }),
  username: text({
    description: "The user of HTTP basic authentication.",
    link: "https://prometheus.io/docs/guides/basic-auth/",
  }),
  password: secret({
    description: "The password of HTTP basic authentication.",
    link: "https://prometheus.io/docs/guides/basic-auth/",
  }),
  tenant: text({
    description: "Sent as X-Scope-OrgID, where one server serves several tenants.",
    link: "https://grafana.com/docs/mimir/latest/manage/secure/authentication-and-authorization/",
  }),
};

const run_in = choice({
  description:
    "Who brings what is rendered to the engine: an agent next to it, or this service itself. Without it, an agent.",
  choices: ["agent", "service"],
});

const version = text({
  description:
    "What the engine runs; what its version cannot express is not rendered. Without it, what the agent saw.",
  format: "version",
  max: 32,
});

const engineNotes = { version, run_in };

/** The engine's own key for sending alerts, where the service writes its settings and has no key of its own. */
const intake_key = secret({
  description:
    "An API key of this service with the scope api:admin, which the engine sends alerts with. Needed where this service itself brings the settings to the engine (metadata.run_in: service).",
});

export const rulerNotes = {
  ...engineNotes,
  evaluation_interval: choice({
    description:
      "How often it evaluates the rules of SLOs and certificates. A short interval shows a breach sooner, a long one costs the engine less. Without it, 1m.",
    choices: ["10s", "15s", "30s", "1m", "2m"],
  }),
};

export const alertmanagerNotes = {
  ...engineNotes,
  deliver: choice({
    description:
      "Who notifies people of an alert: this service, to which the engine passes every alert, or natively the engine itself. Without it, orgconfig.",
    choices: ["orgconfig", "native"],
  }),
  smtp_smarthost: text({
    description: "The mail server that Alertmanager itself sends through, where it delivers natively.",
    format: "host_port",
    link: "https://prometheus.io/docs/alerting/latest/configuration/",
  }),
  smtp_from: text({
    description: "The sender of that mail.",
    format: "email",
    link: "https://prometheus.io/docs/alerting/latest/configuration/",
  }),
  smtp_username: text({
    description: "The user at that mail server. The password stands in the file secrets/smtp.",
    link: "https://prometheus.io/docs/alerting/latest/configuration/",
  }),
  secret_files: choice({
    description:
      "Says that the secrets of outbound targets stand in the files secrets/<target id> below the agent's directory, where Alertmanager delivers natively and this service does not run the agent itself.",
    choices: ["present"],
  }),
};

export const mimirNotes = {
  ...rulerNotes,
  alertmanager: choice({
    description:
      "Which Alertmanager gets the alerts of its rules: the tenant's own in Mimir, which takes the alert routes then and nothing else, or another one. Without it, another one where there is a connector of type alertmanager; else no routes are rendered.",
    choices: ["mimir", "other"],
    link: "https://grafana.com/docs/mimir/latest/references/architecture/components/alertmanager/",
  }),
};

export const blackboxNotes = {
  ...engineNotes,
  dns_resolver: text({
    description: "The name server that checks of DNS names ask. Such checks are not rendered without it.",
    format: "host_port",
    link: "https://github.com/prometheus/blackbox_exporter/blob/master/CONFIGURATION.md",
  }),
  prometheus_connector: text({
    description:
      "The name of the connector whose engine takes the alert rules of checks and certificates; needed only where there are several.",
    max: defaultLimits.name,
  }),
  secret_files: choice({
    description:
      "Says that the credentials of checks are in the files secrets/<check id> below the agent's directory, where this service does not run the agent itself.",
    choices: ["present"],
  }),
};

export const alertmanagerMembers = {
  ...engineMembers,
  intake_key,
  smtp_password: secret({
    description:
      "The password of metadata.smtp_username, where Alertmanager delivers natively and this service itself brings the settings to it. It is sent to the metadata.smtp_smarthost that config was saved with; for another server, save config again.",
    link: "https://prometheus.io/docs/alerting/latest/configuration/",
  }),
};

export const mimirMembers = {
  ...engineMembers,
  intake_key,
  datasource_uid: text({
    description:
      "Where Grafana from 12 on takes the rules, at /api/convert/prometheus: the UID of the data source that they ask.",
    max: 40,
    link: "https://grafana.com/docs/grafana/latest/alerting/alerting-rules/alerting-migration/migration-api/",
  }),
};
