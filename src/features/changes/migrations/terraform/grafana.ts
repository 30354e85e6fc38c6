/** What Grafana's resources become, by the schemas of its provider (registry.terraform.io/providers/grafana/grafana). */
import { given } from "../../../../kernel/given.ts";
import { secretWordOf } from "../../../../kernel/secret-names.ts";
import { dataSources } from "../../../../resources/data-sources.ts";
import { syntheticChecks } from "../../../../resources/synthetic-checks.ts";
import { teamMembers } from "../../../../resources/team-members.ts";
import { teams } from "../../../../resources/teams.ts";
import { secretIn } from "../address-secret.ts";
import type { Attributes } from "../attributes.ts";
import { withinBounds } from "../bounds.ts";
import { type AddRow, inviteFirst, type Mapping, type MigrationContext } from "../mapping.ts";
import { carriedLabels, pairsOf } from "../own-labels.ts";
import { quoted } from "../quoted.ts";
import type { Secret } from "../rows.ts";
import { mapContactPoint } from "./grafana-contact-points.ts";
import { muteTimingType } from "./grafana-mutes.ts";
import { mapNotificationPolicy } from "./grafana-policies.ts";
import { mapSlo } from "./grafana-slos.ts";

/** In the order in which they run: what is pointed at comes first. */
export const grafanaMappings: readonly Mapping[] = [
  { type: "grafana_team", map: mapTeam },
  { type: "grafana_data_source", ofData: true, map: mapDataSource },
  { type: "grafana_contact_point", map: mapContactPoint },
  { type: "grafana_notification_policy", map: mapNotificationPolicy },
  { type: "grafana_synthetic_monitoring_check", map: mapCheck },
  { type: "grafana_slo", map: mapSlo },
  {
    type: muteTimingType,
    map: () =>
      "its hours are mutes of the routes whose policies name it; where no policy does, it mutes nothing",
  },
  { type: "grafana_rule_group", map: mapRuleGroup },
];

/** A rule may name its contact point itself, and is then no matter of the policies. */
function mapRuleGroup(group: Attributes, _: AddRow, context: MigrationContext): string {
  for (const rule of group.blocks("rule")) {
    const name = rule.text("name") ?? "";
    for (const settings of rule.blocks("notification_settings"))
      context.first(
        `the rule ${quoted(name)} notifies the contact point ${quoted(settings.text("contact_point") ?? "")} by itself, and here its alerts take the routes: make a route that takes them, before the others`,
      );
  }
  return "alert rules stay in Grafana; this service holds where alerts go, not what raises them. What measures a promise belongs into an SLI and an SLO";
}

function mapTeam(team: Attributes, add: AddRow, { options }: MigrationContext): undefined {
  team.ignore("id", "team_id", "org_id", "team_uid");
  team.usual({ ignore_externally_synced_members: true });
  const { id } = add(teams, { name: team.text("name") ?? "" });
  const emails = team.texts("members");
  if (options.members)
    for (const email of emails) add(teamMembers, { team_id: id, email }, { labelEnd: email });
  else if (emails.length > 0) team.note("members", inviteFirst(emails));
}

/** Grafana's names of data source types, and ours. */
const dataSourceTypes = {
  prometheus: "prometheus",
  loki: "loki",
  tempo: "tempo",
  elasticsearch: "elasticsearch",
  cloudwatch: "cloudwatch",
  "grafana-datadog-datasource": "datadog",
} as const;

function mapDataSource(source: Attributes, add: AddRow): undefined {
  source.ignore("id", "uid", "org_id");
  source.usual({ access_mode: "proxy" });
  const type = source.text("type") ?? "";
  const known = Object.entries(dataSourceTypes).find(([name]) => name === type)?.[1];
  if (known === undefined) source.note("type", `"${type}" has no type of its own here; it becomes "custom"`);
  const basic = source.flag("basic_auth_enabled") === true;
  const [user, other] = ["basic_auth_username", "username"] as const;
  const username = source.text(basic ? user : other);
  source.lost(basic ? other : user, "only the user name of the sign-in that is used is kept");
  const json = source.json("json_data_encoded");
  const index = json.text("index");
  const database = source.text("database_name") ?? index;
  const settings = dataSourceSettings(json);
  const password = basic ? "basicAuthPassword" : "password";
  const secrets = source.namesInSecret("secure_json_data_encoded");
  const headers = headerNames(json);
  for (const name of secrets.filter((name) => name !== password && !headers.has(name)))
    source.note(`secure_json_data_encoded.${name}`, "has no counterpart here");
  for (const [name, header] of headers)
    if (secrets.includes(name)) source.note(`secure_json_data_encoded.${name}`, headerLost(header));
  const tenant = tenantOf(source);
  const needsPassword = secrets.includes(password);
  add(
    dataSources,
    {
      name: source.text("name") ?? "",
      type: known ?? "custom",
      url: wholeAddress(source, "url") ?? "",
      ...given({ username, database }),
      ...settings,
      ...(tenant === undefined ? {} : { options: { tenant } }),
      ...(source.flag("is_default") ? { is_default: true } : {}),
    },
    {
      secrets: needsPassword
        ? [{ field: "password", holds: `the data source's password (${password} in Grafana)` }]
        : [],
    },
  );
}

/** An address that nothing can be done without; what looks like a credential in it is said. */
function wholeAddress(attributes: Attributes, name: string): string | undefined {
  const address = attributes.text(name);
  const secret = address === undefined ? undefined : secretIn(address);
  if (secret !== undefined)
    attributes.note(name, `stands in the file as it is, and may have a credential in it: ${secret}`);
  return address;
}

/** What Grafana keeps in the JSON of a data source: its keys are in camel case, and times in seconds. */
function dataSourceSettings(json: Attributes): { tls_skip_verify?: boolean; timeout_ms?: number } {
  const seconds = json.numeral("timeout");
  return {
    ...(json.flag("tlsSkipVerify") ? { tls_skip_verify: true } : {}),
    ...(seconds === undefined
      ? {}
      : {
          timeout_ms: withinBounds(dataSources, "timeout_ms", Math.round(seconds * 1_000), json, "timeout"),
        }),
  };
}

/** The header that names a tenant of Mimir, Loki or Tempo; here it is `options.tenant`. */
const tenantHeader = "x-scope-orgid";

/** The names of headers, which Grafana numbers, by the secrets that hold their values. */
function headerNames(json: Attributes): ReadonlyMap<string, string> {
  const numbered = json.names().filter((name) => /^httpHeaderName\d+$/.test(name));
  return new Map(numbered.map((name) => [name.replace("Name", "Value"), json.text(name) ?? ""]));
}

function headerLost(header: string): string {
  return header.toLowerCase() === tenantHeader
    ? `${header} is options.tenant of the data source here; Grafana keeps its value as a secret, and it is not copied: write it there`
    : `${header}: a data source here sends no headers of its own`;
}

/** The tenant, where the file shows it. */
function tenantOf(source: Attributes): string | undefined {
  const headers = source.map("http_headers");
  let tenant: string | undefined;
  for (const name of headers.names()) {
    if (name.toLowerCase() === tenantHeader) tenant = headers.open(name, headerLost(name));
    else headers.lost(name, headerLost(name));
  }
  return tenant;
}

function mapCheck(check: Attributes, add: AddRow, { everywhere }: MigrationContext): string | undefined {
  check.ignore("id", "tenant_id");
  check.usual({ alert_sensitivity: "none", basic_metrics_only: true });
  check.lost("probes", "where a check runs is said by the program that runs it, not by this service");
  const [settings] = check.blocks("settings");
  const kind = settings && checkKind(settings);
  if (settings === undefined || kind === undefined)
    return "only http, tcp, dns and TLS checks can be carried over";
  const { secrets, refused, ...details } = kind;
  if (refused !== undefined) return refused;
  const [job, target] = [check.text("job") ?? "", wholeAddress(check, "target") ?? ""];
  const alone = everywhere("grafana_synthetic_monitoring_check", "job", job).length === 1;
  const body = {
    ...details,
    name: alone ? job : `${job} (${target})`,
    target,
    ...intervalOf(check),
    ...timeoutOf(check),
    ...labelsOf(check),
    ...(check.flag("enabled") === false ? { enabled: false } : {}),
  };
  add(syntheticChecks, body, { secrets: secrets ?? [] });
  return undefined;
}

function intervalOf(check: Attributes): { interval_seconds?: number } {
  const milliseconds = check.number("frequency") ?? 60_000;
  const interval = withinBounds(
    syntheticChecks,
    "interval_seconds",
    milliseconds / 1_000,
    check,
    "frequency",
  );
  return { interval_seconds: interval };
}

function timeoutOf(check: Attributes): { timeout_ms?: number } {
  const timeout = check.number("timeout");
  if (timeout === undefined) return {};
  return { timeout_ms: withinBounds(syntheticChecks, "timeout_ms", timeout, check, "timeout") };
}

/** The service that a label names, and the other labels, which stand on its alerts. */
function labelsOf(check: Attributes) {
  const labels = check.map("labels");
  const pairs = pairsOf(labels);
  const service = labels.text("service") ?? labels.text("service_name");
  const others = pairs.filter(([name]) => name !== "service" && name !== "service_name");
  return { ...given({ service }), ...carriedLabels(others, check, "labels") };
}

interface CheckKind {
  readonly kind: "http" | "tcp" | "dns" | "tls";
  readonly secrets?: readonly Secret[];
  /** Why this one cannot be carried over. */
  readonly refused?: string;
  readonly method?: "GET" | "HEAD" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expected_statuses?: readonly number[];
  readonly body_contains?: string;
}

function checkKind(settings: Attributes): CheckKind | undefined {
  const [[http], [tcp], [dns]] = [settings.blocks("http"), settings.blocks("tcp"), settings.blocks("dns")];
  if (http !== undefined) return httpCheck(http);
  if (tcp !== undefined) {
    tcp.usual({ ip_version: "V4" });
    return { kind: tcp.flag("tls") ? "tls" : "tcp" };
  }
  if (dns === undefined) return undefined;
  dns.usual({ ip_version: "V4", record_type: "A", server: "8.8.8.8", port: 53, protocol: "UDP" });
  return { kind: "dns" };
}

const methods = ["GET", "HEAD", "POST"] as const;

function httpCheck(http: Attributes): CheckKind {
  http.usual({ ip_version: "V4" });
  const wanted = http.text("method") ?? "GET";
  const method = methods.find((known) => known === wanted);
  if (method === undefined)
    return { kind: "http", refused: `its method is ${wanted}, and a check here uses GET, HEAD or POST` };
  const body = http.text("body");
  if (body !== undefined && method !== "POST") http.note("body", "is sent with POST only");
  const statuses = http.numbers("valid_status_codes").sort((a, b) => a - b);
  if (statuses.length === 0)
    http.note("valid_status_codes", "Grafana takes 2xx where nothing is set, and this service 3xx as well");
  const contains = containedText(http);
  return {
    kind: "http",
    method,
    ...headersOf(http),
    ...(body === undefined || method !== "POST" ? {} : { body }),
    ...(statuses.length === 0 ? {} : { expected_statuses: statuses }),
    ...given({ body_contains: contains }),
  };
}

/** A body that must match plain text must contain it: Grafana's expressions may match anywhere. */
function containedText(http: Attributes): string | undefined {
  const name = "fail_if_body_not_matches_regexp";
  const [pattern, ...more] = http.texts(name);
  if (pattern === undefined) return undefined;
  const plain = pattern.replace(/^\.\*|\.\*$/g, "");
  if (more.length === 0 && /^[^\\^$.|?*+()[\]{}]+$/.test(plain)) return plain;
  http.note(name, "only one text that the body must hold can be carried over");
  return undefined;
}

/** What signs in is a secret here. */
function headersOf(http: Attributes): { headers: Record<string, string>; secrets: Secret[] } {
  const pairs = headerLines(http);
  const isAuthorization = (name: string) => name.toLowerCase() === "authorization";
  const open = pairs.filter(([name]) => secretWordOf(name) === undefined);
  for (const [name] of pairs) {
    if (secretWordOf(name) !== undefined && !isAuthorization(name))
      http.note(
        `headers.${name}`,
        "looks like a secret, and is not copied; only Authorization can be one here",
      );
  }
  const authorized = pairs.some(([name]) => isAuthorization(name));
  const token = http.hasSecret("bearer_token");
  const basic = http.hasSecret("basic_auth");
  const holds = token
    ? "the Authorization header: Bearer, a space and the token"
    : basic
      ? "the Authorization header: Basic, a space and user:password in base64"
      : "the Authorization header";
  return {
    headers: Object.fromEntries(open),
    secrets: authorized || token || basic ? [{ field: "auth_header", holds }] : [],
  };
}

/** Names and values of headers in the form `Name: value`. A check here has each name once, in whatever case. */
function headerLines(http: Attributes): [string, string][] {
  const names = new Set<string>();
  return http.texts("headers").flatMap((line, index): [string, string][] => {
    const [, name, value] = /^\s*([^\s:]+)\s*:(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      http.note(`headers[${index}]`, "does not have the form `Name: value`, and is left out");
      return [];
    }
    if (names.has(name.toLowerCase())) {
      http.note(`headers[${index}]`, `"${name}" is there already; a check here sends each header once`);
      return [];
    }
    names.add(name.toLowerCase());
    return [[name, value.trim()]];
  });
}
