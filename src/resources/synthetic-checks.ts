import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, integer, list, map, secret, text } from "../kernel/field.ts";
import { formatOf } from "../kernel/format.ts";
import { ownLabelProblems } from "../kernel/own-labels.ts";
import type { Problem } from "../kernel/problem.ts";
import {
  alertLabels,
  charted,
  checkedService,
  failureCount,
  lastError,
  nameField,
  seenTime,
  statusAge,
} from "./parts.ts";

/** No answer is waited for longer, whatever the check. */
const maxTimeout = 60_000;

const http = { field: "kind", values: ["http"] };

export const syntheticChecks = defineCollection({
  kind: "synthetic_checks",
  notifies: ["update", "delete"],
  endsAlerts: true,
  asks: true,
  title: "Synthetic checks",
  group: "Reliability",
  description:
    "A synthetic check asks an endpoint from outside at an interval. Status page components and SLOs can use its results.",
  level: "admin",
  idPrefix: "chk",
  naturalKey: ["name"],
  listColumns: ["name", "status", "enabled", "kind", "target", "interval_seconds", "timeout_ms"],
  fields: {
    name: nameField(),
    kind: choice({
      description:
        "What is checked: a web page (http), an open port (tcp), a name (dns) or a TLS handshake (tls).",
      choices: ["http", "tcp", "dns", "tls"],
      fixed: true,
    }),
    target: text({
      description:
        "The target: a URL without credentials for http, host:port for tcp, a name for dns, and for tls a host, with :port where it is not 443.",
      example: "https://www.example.com/health",
    }),
    interval_seconds: integer({
      description: "How often it asks.",
      min: 10,
      max: 86_400,
      unit: "seconds",
      suggested: [30, 60, 300, 900],
      default: 60,
      section: "When",
    }),
    timeout_ms: integer({
      description: "How long it waits for the answer.",
      min: 100,
      max: maxTimeout,
      unit: "milliseconds",
      suggested: [5_000, 10_000, 30_000],
      default: 10_000,
      section: "Advanced",
    }),
    method: choice({
      description: "The method of an http check.",
      choices: ["GET", "HEAD", "POST"],
      default: "GET",
      onlyFor: http,
    }),
    headers: map({
      description: "Headers that an http check sends, by name. What is secret belongs in auth_header.",
      onlyFor: http,
      section: "Advanced",
    }),
    body: text({
      description: "The body that an http check posts.",
      nullable: true,
      multiline: true,
      onlyFor: http,
      section: "Advanced",
    }),
    expected_statuses: list({
      description: "The HTTP statuses that count as up; empty takes every 2xx and 3xx.",
      items: integer({ description: "A status.", min: 100, max: 599 }),
      onlyFor: http,
    }),
    body_contains: text({
      description: "Text that the answer's body must hold.",
      nullable: true,
      onlyFor: http,
    }),
    failure_threshold: integer({
      description: "How many failures in a row make it down.",
      min: 1,
      max: 10,
      unit: "failures",
      default: 2,
      section: "When",
    }),
    degraded_ms: integer({
      description: "An answer slower than this counts as degraded; null never counts.",
      min: 1,
      max: maxTimeout,
      unit: "milliseconds",
      suggested: [500, 1_000, 2_000],
      nullable: true,
      section: "When",
    }),
    service: checkedService(),
    labels: alertLabels(),
    enabled: boolean({ description: "Whether it asks.", default: true, switch: true }),
    muted: boolean({
      description: "Whether it is muted: its results are shown, and its failures alert nobody.",
      default: false,
      tones: { true: "warning" },
    }),
    auth_header: secret({
      description:
        "The value of the Authorization header that an http check sends. It is sent to the target that it was saved with; for another server, save it again.",
      sentTo: "target",
      onlyFor: http,
      section: "Access",
    }),
    status: charted(
      choice({
        description: "What it last saw.",
        choices: ["unknown", "up", "degraded", "down"],
        tones: { unknown: "quiet", up: "good", degraded: "warning", down: "bad" },
        unseen: "unknown",
        default: "unknown",
      }),
      "What it last saw; unknown where that is more than 10 minutes beyond its interval ago, or never was.",
    ),
    last_checked_at: seenTime("When it last asked.", "interval_seconds"),
    ...statusAge(),
    last_latency_ms: charted(
      integer({
        description: "How long the last answer took.",
        min: 0,
        unit: "milliseconds",
        nullable: true,
      }),
    ),
    consecutive_failures: failureCount(),
    ...lastFailure(),
  },
  example: {
    name: "Checkout answers",
    kind: "http",
    target: "https://shop.example.com/checkout/health",
    expected_statuses: [200],
  },
  exampleState: { status: "up", last_checked_at: "2026-03-10T09:29:00.000Z", last_latency_ms: 182 },
  check({ configuration: { kind, target, headers, labels } }, before) {
    // What the row holds already stays, although a rule that came later would refuse it.
    const problem = target === before?.configuration.target ? undefined : targetProblem(kind, target);
    return [
      ...(problem === undefined ? [] : [{ field: "target", message: problem }]),
      ...headerProblems(headers),
      ...ownLabelProblems(labels),
    ];
  },
});

/** A check's failure has no time of its own: it is last_checked_at. */
function lastFailure() {
  const { last_error_kind, last_error_message } = lastError();
  return { last_error_kind, last_error_message };
}

function targetProblem(kind: "http" | "tcp" | "dns" | "tls", target: string): string | undefined {
  const host = splitHost(target);
  switch (kind) {
    case "http":
      return formatOf("url").check(target, ["auth_header"]);
    case "tcp":
      return host?.port !== undefined ? undefined : "must be host:port, such as db.example.com:5432";
    case "tls":
      return host !== undefined ? undefined : "must be a host, or host:port, such as www.example.com:8443";
    case "dns":
      // Names such as _dmarc.example.com are no host names, and worth a check.
      return /^[^\s/:@]{1,253}$/u.test(target)
        ? undefined
        : "must be a name to look up, such as www.example.com";
  }
}

/** Takes `host`, `host:port` and `[IPv6]:port` apart; undefined when it is neither. */
function splitHost(target: string): { readonly port: number | undefined } | undefined {
  const form = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:\s]+))(?::([0-9]{1,5}))?$/u.exec(target);
  const host = form?.[1] ?? form?.[2];
  if (form === null || host === undefined || formatOf("hostname").check(host) !== undefined) return undefined;
  const port = form[3] === undefined ? undefined : Number(form[3]);
  return port === undefined || (port >= 1 && port <= 65_535) ? { port } : undefined;
}

/** What would break out of its header, or is no header at all (RFC 9110 §5.1, §5.5). */
function headerProblems(headers: Readonly<Record<string, string>>): Problem[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const field = `headers.${name}`;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      return [{ field, message: "is not the name of an HTTP header" }];
    return /^[\t\x20-\x7e\x80-\u{10ffff}]*$/u.test(value)
      ? []
      : [{ field, message: "must not hold line breaks or other control characters" }];
  });
}
