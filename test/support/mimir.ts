/**
 * A ruler and an Alertmanager as Mimir's documentation describes them (grafana.com/docs/mimir/latest/references/http-api,
 * "Ruler" and "Alertmanager"), with the limits that a tenant has by default. They keep what they are given, and do nothing.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parse, stringify } from "yaml";
import type { Json } from "../../src/kernel/field.ts";

// biome-ignore lint/suspicious/noExplicitAny: groups as somebody wrote them
type Group = any;

export interface MimirOptions {
  readonly maxGroups?: number;
  readonly maxRules?: number;
  /** What the Authorization header has to be. */
  readonly authorization?: string;
  /** Answers an empty list as older versions, Cortex and Loki do: with 404. */
  readonly olderList?: boolean;
  /** Whether it has no Alertmanager. */
  readonly withoutAlertmanager?: boolean;
}

export interface Mimir {
  /** With the prefix. */
  readonly url: string;
  /** The requests so far: method, path below the prefix, status. */
  readonly requests: string[];
  /** Answers a request in the ruler's place with a status, where it answers one. */
  fail: (request: string) => number | undefined;
  /** A tenant's groups by namespace. */
  groups(tenant?: string): Record<string, Group[]>;
  /** Makes a group as somebody else would. */
  put(namespace: string, group: Group, tenant?: string): void;
  /** The configuration of each tenant's Alertmanager. */
  readonly alertmanagers: Map<string, string>;
  /** The silences of each tenant, as they were posted. */
  readonly silences: Map<string, Record<string, Json>[]>;
  close(): Promise<void>;
}

const prefix = "/prometheus";

export async function startMimir(options: MimirOptions = {}): Promise<Mimir> {
  const tenants = new Map<string, Map<string, Map<string, Group>>>();
  const of = (tenant: string) => {
    const found = tenants.get(tenant) ?? new Map<string, Map<string, Group>>();
    tenants.set(tenant, found);
    return found;
  };
  const alertmanagers = new Map<string, string>();
  const silences: Mimir["silences"] = new Map();
  // A request that is cut off ends this one connection.
  const server: Server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?")[0]?.replace(prefix, "") ?? "";
    const asked = `${request.method} ${path}`;
    const failed = mimir.fail(asked);
    const { status, text, location } =
      failed !== undefined
        ? { status: failed, text: "made to fail\n", location: failed < 400 ? "/elsewhere" : undefined }
        : {
            location: undefined,
            ...answer(options, of, request, path, await bodyOf(request), alertmanagers, silences),
          };
    mimir.requests.push(`${asked} ${status}`);
    response.writeHead(status, location === undefined ? {} : { location }).end(text);
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mimir: Mimir = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    requests: [],
    alertmanagers,
    silences,
    fail: () => undefined,
    groups: (tenant = "acme") =>
      Object.fromEntries([...of(tenant)].map(([name, groups]) => [name, [...groups.values()]])),
    put(namespace, group, tenant = "acme") {
      const groups = of(tenant).get(namespace) ?? new Map<string, Group>();
      of(tenant).set(namespace, groups.set(group.name, group));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mimir;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const accepted: Answer = { status: 202, text: '{"status":"success"}' };

function answer(
  options: MimirOptions,
  of: (tenant: string) => Map<string, Map<string, Group>>,
  { method, headers, url }: IncomingMessage,
  path: string,
  body: string,
  alertmanagers: Map<string, string>,
  silences: Mimir["silences"],
): Answer {
  if (options.authorization !== undefined && headers.authorization !== options.authorization)
    return { status: 401, text: "authorization required\n" };
  const tenant = headers["x-scope-orgid"];
  if (typeof tenant !== "string") return { status: 401, text: "no org id\n" };
  if (url === "/api/v1/alerts" && !options.withoutAlertmanager)
    return alertmanagerAnswer(alertmanagers, tenant, method, body);
  if (url?.startsWith("/alertmanager/api/v2/") && !options.withoutAlertmanager)
    return silencesAnswer(silences, tenant, method, url, body);
  if (!url?.startsWith(`${prefix}/`)) return { status: 404, text: "404 page not found\n" };
  if (path === "/api/v1/status/buildinfo") {
    const data = { application: "Grafana Mimir", version: "2.10.0", features: { ruler_config_api: "true" } };
    return { status: 200, text: JSON.stringify({ status: "success", data }) };
  }
  if (path === "/api/v1/query")
    return {
      status: 200,
      text: JSON.stringify({ status: "success", data: { resultType: "vector", result: [] } }),
    };
  const [, namespace, name] = /^\/config\/v1\/rules(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(path) ?? [];
  if (!path.startsWith("/config/v1/rules")) return { status: 404, text: "404 page not found\n" };
  const namespaces = of(tenant);
  if (method === "GET") return listed(namespaces, options);
  const at = decodeURIComponent(namespace ?? "");
  if (method === "POST") return stored(namespaces, at, body, options);
  return deleted(namespaces, at, name === undefined ? undefined : decodeURIComponent(name));
}

/** A tenant's Alertmanager, as much of its API as silences need. */
function silencesAnswer(
  tenants: Mimir["silences"],
  tenant: string,
  method: string | undefined,
  url: string,
  body: string,
): Answer {
  const ofTenant = tenants.get(tenant) ?? [];
  tenants.set(tenant, ofTenant);
  if (method === "GET") return { status: 200, text: JSON.stringify(ofTenant) };
  if (method === "POST") {
    const id = `silence-${ofTenant.length}`;
    ofTenant.push({ ...JSON.parse(body), id, status: { state: "active" } });
    return { status: 200, text: JSON.stringify({ silenceID: id }) };
  }
  const found = ofTenant.find(({ id }) => url.endsWith(`/silence/${id}`));
  if (found === undefined) return { status: 404, text: "" };
  found.status = { state: "expired" };
  return { status: 200, text: "" };
}

function alertmanagerAnswer(
  configs: Map<string, string>,
  tenant: string,
  method: string | undefined,
  body: string,
): Answer {
  const config = configs.get(tenant);
  switch (method) {
    case "GET":
      if (config === undefined) return { status: 404, text: "alertmanager storage object not found\n" };
      // As Go's yaml.v3 writes it.
      return {
        status: 200,
        text: stringify({ template_files: {}, alertmanager_config: config }, { indent: 4, lineWidth: 0 }),
      };
    case "POST": {
      const { alertmanager_config } = parse(body);
      const faulty = alertmanagerProblem(parse(alertmanager_config));
      if (faulty !== undefined)
        return { status: 400, text: `error validating Alertmanager config: ${faulty}\n` };
      configs.set(tenant, alertmanager_config);
      return { status: 201, text: "" };
    }
    default:
      configs.delete(tenant);
      return { status: 200, text: "" };
  }
}

/** Its validation refuses every setting that names a file (pkg/alertmanager/api.go). */
function alertmanagerProblem(config: Group): string | undefined {
  if (config?.route?.receiver === undefined) return "no route provided in config";
  const text = JSON.stringify(config);
  return /"\w+_file":/.test(text) ? "setting credentials_file in HTTP config is not allowed" : undefined;
}

function listed(
  namespaces: Map<string, Map<string, Group>>,
  { olderList }: Pick<MimirOptions, "olderList">,
): Answer {
  if (olderList && namespaces.size === 0) return { status: 404, text: "no rule groups found\n" };
  const all = Object.fromEntries([...namespaces].map(([name, groups]) => [name, [...groups.values()]]));
  // As Go's yaml.v3 writes it.
  return { status: 200, text: stringify(all, { indent: 4, lineWidth: 0 }) };
}

function stored(
  namespaces: Map<string, Map<string, Group>>,
  namespace: string,
  body: string,
  { maxGroups = 70, maxRules = 20 }: MimirOptions,
): Answer {
  const group: Group = parse(body);
  if (typeof group?.name !== "string" || !Array.isArray(group.rules))
    return { status: 400, text: "unable to decoded rule group\n" };
  const faulty = group.rules.some(
    ({ expr, record, alert }: Group) => typeof expr !== "string" || (record ?? alert) === undefined,
  );
  if (faulty) return { status: 400, text: "invalid rules configuration\n" };
  if (group.rules.length > maxRules) return exceeded("rules per rule group", maxRules, group.rules.length);
  // A group that replaces another one is counted too.
  const count = [...namespaces.values()].reduce((sum, groups) => sum + groups.size, 0) + 1;
  if (count > maxGroups) return exceeded("rule groups", maxGroups, count);
  const groups = namespaces.get(namespace) ?? new Map<string, Group>();
  namespaces.set(namespace, groups.set(group.name, inItsOwnWords(group)));
  return accepted;
}

function exceeded(what: string, limit: number, actual: number): Answer {
  return { status: 400, text: `per-user ${what} limit (limit: ${limit} actual: ${actual}) exceeded\n` };
}

function deleted(
  namespaces: Map<string, Map<string, Group>>,
  namespace: string,
  name: string | undefined,
): Answer {
  const groups = namespaces.get(namespace);
  if (name === undefined) {
    if (!namespaces.delete(namespace)) return { status: 404, text: "group namespace does not exist\n" };
    return accepted;
  }
  if (groups?.delete(name) !== true) return { status: 404, text: "group does not exist\n" };
  if (groups.size === 0) namespaces.delete(namespace);
  return accepted;
}

/** Times in the form that Prometheus prints, and nothing that is empty. */
function inItsOwnWords(group: Group): Group {
  const { interval, rules, ...rest } = group;
  return {
    ...rest,
    ...(interval === undefined ? {} : { interval: printed(interval) }),
    rules: rules.map(({ for: pending, labels = {}, annotations = {}, ...rule }: Group) => ({
      ...rule,
      ...(pending === undefined || printed(pending) === "0s" ? {} : { for: printed(pending) }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    })),
  };
}

const units = [
  ["w", 604_800],
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

function printed(time: string): string {
  const seconds = [...time.matchAll(/(\d+)([wdhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units.find(([name]) => name === unit)?.[1] ?? 0),
    0,
  );
  const [unit, length] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ["s", 1];
  return `${seconds / length}${unit}`;
}
