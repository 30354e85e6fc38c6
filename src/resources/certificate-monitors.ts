import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, integer, list, text, timestamp } from "../kernel/field.ts";
import { ownLabelProblems } from "../kernel/own-labels.ts";
import {
  alertLabels,
  checkedService,
  lastError,
  owningTeam,
  reported,
  seenTime,
  statusAge,
} from "./parts.ts";

const { last_error_kind, last_error_message } = lastError();

export const certificateMonitors = defineCollection({
  kind: "certificate_monitors",
  notifies: ["update", "delete"],
  endsAlerts: true,
  asks: true,
  title: "Certificate monitors",
  group: "Reliability",
  description:
    "A certificate monitor watches the TLS certificate of a host, and warns before it expires and when it is not valid.",
  level: "admin",
  idPrefix: "cert",
  naturalKey: ["hostname", "port", "server_name"],
  listColumns: [
    "hostname",
    "status",
    "enabled",
    "alert_days_before_expiry",
    "interval_minutes",
    "timeout_ms",
    "min_tls_version",
  ],
  fields: {
    hostname: text({
      description: "The host to connect to: a name or an IP address.",
      format: "hostname",
      max: 253,
      fixed: true,
    }),
    port: integer({
      description: "The port to connect to.",
      min: 1,
      max: 65_535,
      default: 443,
      fixed: true,
      suggested: [443, 8443],
    }),
    server_name: text({
      description: "The name to ask the host for (SNI); empty asks for hostname.",
      format: "hostname",
      max: 253,
      default: "",
      fixed: true,
      section: "Advanced",
    }),
    alert_days_before_expiry: list({
      description:
        "How many days before its expiry to warn; each number warns once, an empty list never warns.",
      default: [30, 14, 7, 1],
      items: integer({ description: "A number of days.", min: 1, max: 365, unit: "days" }),
      section: "When",
    }),
    interval_minutes: integer({
      description: "The time between two checks.",
      min: 5,
      max: 10_080,
      unit: "minutes",
      suggested: [60, 360, 720, 1_440],
      default: 720,
      section: "When",
    }),
    timeout_ms: integer({
      description: "How long a check may take before the host counts as unreachable.",
      min: 1_000,
      max: 30_000,
      unit: "milliseconds",
      suggested: [5_000, 10_000, 30_000],
      default: 10_000,
      section: "Advanced",
    }),
    min_tls_version: choice({
      description: "The lowest version of TLS that the host may use.",
      choices: ["1.2", "1.3"],
      default: "1.2",
      section: "Advanced",
    }),
    service: checkedService(),
    labels: alertLabels(" A label team stands in the place of the name of its team."),
    enabled: boolean({ description: "Whether the host is checked.", default: true, switch: true }),
    team_id: owningTeam("The team that is notified; null for none."),
    status: reported(
      choice({
        description:
          "What the latest check found; unknown where that is more than 10 minutes beyond its interval ago, or never was.",
        choices: ["unknown", "valid", "expiring", "expired", "invalid", "unreachable"],
        tones: {
          unknown: "quiet",
          valid: "good",
          expiring: "warning",
          expired: "bad",
          invalid: "bad",
          unreachable: "bad",
        },
        unseen: "unknown",
        default: "unknown",
      }),
    ),
    not_after: reported(timestamp({ description: "When the certificate runs out.", nullable: true })),
    issuer: reported(text({ description: "Who issued the certificate.", nullable: true })),
    subject_alt_names: reported(
      list({
        description: "The names that the certificate is good for.",
        items: text({ description: "A name or an IP address." }),
      }),
    ),
    fingerprint_sha256: reported(
      text({ description: "The certificate's SHA-256 fingerprint in hexadecimal.", max: 95, nullable: true }),
    ),
    last_checked_at: seenTime("When the host was last checked.", "interval_minutes"),
    ...statusAge(),
    last_error_kind,
    last_error_message,
  },
  example: {
    hostname: "shop.example.com",
    alert_days_before_expiry: [21, 7, 1],
    min_tls_version: "1.3",
    team_id: exampleOf("teams"),
  },
  exampleState: {
    status: "valid",
    not_after: "2026-06-08T12:00:00.000Z",
    issuer: "Example Trust CA",
    subject_alt_names: ["shop.example.com"],
    last_checked_at: "2026-03-10T09:00:00.000Z",
  },
  check({ configuration: { labels } }) {
    return ownLabelProblems(labels);
  },
});
