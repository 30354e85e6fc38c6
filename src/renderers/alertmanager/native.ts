/**
 * Receivers with which Alertmanager itself notifies people (`metadata.deliver: native`), so that paging survives this
 * service being away. Secrets stand in files next to it; texts are Alertmanager's own templates, and of them only what the
 * route and the target say differently is set.
 */
import type { JsonObject } from "../../kernel/validate.ts";
import type { Severity, SeverityWords } from "../alerting/facts.ts";
import { apiAddress } from "../alerting/formats/opsgenie.ts";
import { eventsAddress } from "../alerting/formats/pagerduty.ts";
import { eventSeverities, priorities, vendorWord } from "../alerting/formats/severity.ts";
import type { Matcher } from "../alerting/matchers.ts";
import type { Destination, RouteRow } from "../alerting/resolve.ts";
import type { ConnectorRow } from "../assignment.ts";
import { credentialsFile } from "../named-files.ts";
import { literal } from "../prometheus/rule-file.ts";
import type { OutboundConfigRow, RendererRows } from "../renderer.ts";
import { isAlertmanager } from "./receiving-engines.ts";
import type { Unable } from "./routes.ts";

/** Whether Alertmanager itself notifies people. Mimir's has no files for the secrets. */
export function isNative(connector: ConnectorRow): boolean {
  return isAlertmanager(connector) && connector.configuration.metadata.deliver === "native";
}

/** Lists of a vendor's settings, by the name that a receiver has them under. */
export type Integrations = Readonly<Record<string, readonly JsonObject[]>>;

/** Everything that one route's destinations come to; what one of them cannot be is the whole route's refusal. */
export function nativeIntegrations(
  { configuration }: RouteRow,
  rows: RendererRows,
  connector: ConnectorRow,
): Integrations | Unable {
  const found = new Map<string, JsonObject[]>();
  for (const [index, destination] of configuration.destinations.entries()) {
    const integrations = integrationsOf(destination, configuration.severity_override, rows, connector);
    if ("message" in integrations)
      return { ...integrations, field: `destinations[${index}].${integrations.field}` };
    for (const [name, settings] of integrations.list) found.set(name, [...(found.get(name) ?? []), settings]);
  }
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

const pagers = ["opsgenie_configs", "pagerduty_configs"];

/** The same without pagers; undefined where there are none among them. */
export function withoutPagers(integrations: Integrations): Integrations | undefined {
  const others = Object.entries(integrations).filter(([name]) => !pagers.includes(name));
  return others.length === Object.keys(integrations).length ? undefined : Object.fromEntries(others);
}

/** Takes alerts of severity none, by any of its words and in any case. */
export function noneMatcher(words: SeverityWords): Matcher {
  const none = [...words].flatMap(([word, meaning]) => (meaning === "none" ? [word] : []));
  const quoted = none.map((word) => word.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&"));
  return { name: "severity", op: "=~", value: `(?i)(${quoted.join("|")})` };
}

interface List {
  readonly list: readonly (readonly [name: string, settings: JsonObject])[];
}

type Override = Severity | null;

function integrationsOf(
  { team_id, outbound_config_id, email, rota_id }: Destination,
  override: Override,
  rows: RendererRows,
  connector: ConnectorRow,
): List | Unable {
  if (email !== undefined && email !== null) return mail("email", [email], override, {}, connector);
  if (team_id !== undefined && team_id !== null) {
    const members = rows.teamMembers.filter(({ configuration }) => configuration.team_id === team_id);
    const addresses = members.map(({ configuration }) => configuration.email);
    return addresses.length === 0 ? { list: [] } : mail("team_id", addresses, override, {}, connector);
  }
  if (rota_id !== undefined && rota_id !== null) {
    const name = JSON.stringify(connector.configuration.name);
    const message = `Alertmanager itself does not know who is on call: take the rota out of the route, or set metadata.deliver of the connector ${name} to orgconfig`;
    return { field: "rota_id", message };
  }
  const target = rows.outboundConfigs.find(({ id }) => id === outbound_config_id);
  if (target?.configuration.enabled !== true) return { list: [] };
  return ofTarget(target, override, connector, rows.severityWords);
}

function ofTarget(
  target: OutboundConfigRow,
  override: Override,
  connector: ConnectorRow,
  words: SeverityWords,
): List | Unable {
  const { id, configuration } = target;
  const { kind, name, url, address, severity_map } = configuration;
  const field = "outbound_config_id";
  const file = credentialsFile(id);
  if (kind === "email") return mail(field, [address ?? ""], override, severity_map, connector);
  const make = vendors[kind];
  if (make === undefined)
    return {
      field,
      message: `Alertmanager itself cannot send to ${JSON.stringify(name)}, which is of the kind ${kind}: take it out of the route, or set metadata.deliver of the connector ${JSON.stringify(connector.configuration.name)} to orgconfig`,
    };
  return secretUnable(target, connector) ?? { list: [make({ file, url, override, severity_map, words })] };
}

interface Settings {
  /** Where the secret stands. */
  readonly file: string;
  readonly url: string | null;
  readonly override: Override;
  readonly severity_map: Readonly<Record<string, string>>;
  readonly words: SeverityWords;
}

/** The kinds of targets that Alertmanager 0.25 and later can send to with their secrets in files. */
const vendors: Readonly<Record<string, (settings: Settings) => readonly [string, JsonObject]>> = {
  pagerduty: ({ file, url, override, severity_map, words }) => [
    "pagerduty_configs",
    {
      routing_key_file: file,
      ...(url === null ? {} : { url: eventsAddress(url) }),
      send_resolved: true,
      // The Events API takes these four words and no others.
      severity: severityTemplate(override, words, (severity) =>
        vendorWord(eventSeverities, severity, severity_map),
      ),
    },
  ],
  opsgenie: ({ file, url, override, severity_map, words }) => [
    "opsgenie_configs",
    {
      api_key_file: file,
      ...(url === null ? {} : { api_url: apiAddress(url).href }),
      send_resolved: true,
      priority: severityTemplate(override, words, (severity) =>
        vendorWord(priorities, severity, severity_map),
      ),
    },
  ],
  slack: ({ file, url, override, severity_map, words }) => [
    "slack_configs",
    {
      ...(url === null ? { api_url_file: file } : { api_url: url }),
      send_resolved: true,
      ...(override === null && Object.keys(severity_map).length === 0
        ? {}
        : { pretext: severityTemplate(override, words, (severity) => severity_map[severity] ?? severity) }),
    },
  ],
};

/**
 * The word for a group's severity, as `severityOf` reads it. Where it has none, or several, that for critical: a page
 * too many does less harm.
 */
function severityTemplate(
  override: Override,
  words: SeverityWords,
  wordFor: (severity: Severity) => string,
): string {
  if (override !== null) return literal(wordFor(override));
  const cases = (["info", "error", "critical"] as const).map((severity) => {
    const meaning = [...words].flatMap(([word, meant]) => (meant === severity ? [word] : []));
    const listedWords = [...(severity === "critical" ? [""] : []), ...meaning];
    const listed = listedWords.map((word) => JSON.stringify(word)).join(" ");
    return `if eq (toLower .CommonLabels.severity) ${listed} }}${literal(wordFor(severity))}{{ else `;
  });
  return `{{ ${cases.join("")}}}${literal(wordFor("warning"))}{{ end }}`;
}

function secretUnable(
  { configuration: { name, kind, url }, secretProblem }: OutboundConfigRow,
  { configuration: { name: connector, metadata } }: ConnectorRow,
): Unable | undefined {
  // A Slack webhook's secret is its address.
  if (kind === "slack" && url !== null) return undefined;
  const field = "outbound_config_id";
  if (secretProblem !== undefined)
    return { field, message: `the secret of the target ${JSON.stringify(name)} ${secretProblem}` };
  if (metadata.run_in === "service" || metadata.secret_files === "present") return undefined;
  return {
    field,
    message: `secrets do not stand in rendered files: set metadata.run_in of the connector ${JSON.stringify(connector)} to service, or write that of ${JSON.stringify(name)} into the file secrets/<id of the target> below the agent's directory and set metadata.secret_files to present`,
  };
}

/** Alertmanager needs a mail server of its own for it. */
function mail(
  field: string,
  addresses: readonly string[],
  override: Override,
  severity_map: Readonly<Record<string, string>>,
  { configuration: { name, metadata }, mailWithheld }: ConnectorRow,
): List | Unable {
  const { smtp_smarthost, smtp_from, smtp_username } = metadata;
  if (smtp_smarthost === undefined || smtp_from === undefined)
    return {
      field,
      message: `Alertmanager needs a mail server: set metadata.smtp_smarthost and metadata.smtp_from of the connector ${JSON.stringify(name)}`,
    };
  if (mailWithheld !== undefined && smtp_username !== undefined && metadata.run_in === "service")
    return {
      field,
      message: `config.smtp_password of the connector ${JSON.stringify(name)} ${mailWithheld}`,
    };
  const word = override === null ? undefined : (severity_map[override] ?? override);
  const subject = `[${literal(word ?? "")}] {{ template "email.default.subject" . }}`;
  return {
    list: addresses.map((to) => [
      "email_configs",
      {
        to: literal(to),
        send_resolved: true,
        ...(word === undefined ? {} : { headers: { Subject: subject } }),
      },
    ]),
  };
}

/** The file of the mail server's password, among those of the secrets. */
export const mailPassword = "smtp";

/** What all mail is sent with. */
export function mailSettings({ configuration: { metadata }, mailWithheld }: ConnectorRow): JsonObject {
  const { smtp_smarthost, smtp_from, smtp_username } = metadata;
  if (smtp_smarthost === undefined || smtp_from === undefined) return {};
  return {
    smtp_smarthost,
    smtp_from,
    ...(smtp_username === undefined || (mailWithheld !== undefined && metadata.run_in === "service")
      ? {}
      : {
          smtp_auth_username: smtp_username,
          smtp_auth_password_file: credentialsFile(mailPassword),
        }),
  };
}
