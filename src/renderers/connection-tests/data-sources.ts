/** The probe of a data source, by its type, and how a query is sent to those whose language is known. */
import type { Problem } from "../../kernel/problem.ts";
import { originOf, sameOrigin } from "../../kernel/secret-addresses.ts";
import { queryFault, windowFilled } from "../prometheus/sli-measure.ts";
import { connectorProbes } from "./connectors.ts";
import { type Exchange, get, json, type Probe, type Probes, type Settings, textOf, unlike } from "./probe.ts";
import { readSeries, refusedQueries } from "./series.ts";
import { datadogApi, datadogSource } from "./vendors.ts";

/** A language of queries. */
export interface Language {
  /** What is wrong with a query, as far as that shows without sending it; undefined where nothing does. */
  problem(query: string): string | undefined;
  /** @param timeout_ms after which nobody waits for the answer any more */
  exchange(query: string, timeout_ms: number): Exchange;
}

const needs = [["url"]] as const;

const prometheus: Probe = {
  needs,
  request: (settings) => get(settings, "/api/v1/query", { query: "vector(1)" }),
  read(text, settings) {
    const finding = readSeries("Prometheus")(text, settings);
    return finding.ok ? { ok: true, summary: "it evaluates queries" } : finding;
  },
};

const loki: Probe = {
  needs,
  request: (settings) => get(settings, "/loki/api/v1/labels"),
  read: json("Loki", ({ status, data = [] }) =>
    status === "success" && Array.isArray(data)
      ? { ok: true, summary: `it lists its labels; there are ${data.length} now` }
      : unlike("Loki"),
  ),
};

const tempo: Probe = {
  needs,
  request: (settings) => get(settings, "/api/search", { limit: "1" }),
  read: json("Tempo", (body) =>
    "traces" in body || "metrics" in body ? { ok: true, summary: "it searches traces" } : unlike("Tempo"),
  ),
};

const elasticsearch: Probe = {
  needs,
  request: (settings) => get(settings, "/_cluster/health"),
  read: json("Elasticsearch", ({ cluster_name, status }) => {
    if (typeof cluster_name !== "string" || typeof status !== "string") return unlike("Elasticsearch");
    const summary = `the status of the cluster ${cluster_name} is ${status}`;
    return status === "red" ? { ok: true, degraded: true, summary } : { ok: true, summary };
  }),
};

const grafana: Probe = {
  needs,
  request: (settings) => get(settings, "/api/org", {}, organizationOf(settings)),
  read: json("Grafana", ({ id, name }) =>
    typeof id === "number" && typeof name === "string"
      ? { ok: true, summary: `the credentials are of the organization ${name}` }
      : unlike("Grafana"),
  ),
};

function organizationOf(settings: Settings): Record<string, string> {
  const id = textOf(settings, "org_id");
  return id === undefined ? {} : { "x-grafana-org-id": id };
}

/** The types of connectors whose systems speak as a data source of this type does; one of the same name does too. */
const alike: Readonly<Record<string, readonly string[]>> = { prometheus: ["mimir", "vmalert"] };

/** Members of a connector that let nobody in. */
const noCredentials = ["url", "tenant", "datasource_uid"];

/**
 * Why the credentials of a connector are not for a data source; undefined where they are. They are for the system at
 * the connector's own address: a data source that leads elsewhere would take them there. Of a type that is not known
 * here the address alone decides.
 */
export function notForSource(
  source: { readonly type: string; readonly url: string },
  connector: { readonly type: string; readonly settings: Settings },
): Problem | undefined {
  const { type, settings } = connector;
  if (Object.keys(settings).every((name) => noCredentials.includes(name))) return undefined;
  const speaking = [source.type, ...(alike[source.type] ?? [])];
  if (Object.hasOwn(connectorProbes, type) && !speaking.includes(type))
    return {
      field: "connector_id",
      message: `names a connector of type ${type}, whose credentials are not for a data source of type ${source.type}; name one of type ${speaking.join(" or ")}, or none`,
    };
  const own = connectorAddress(type, settings);
  if (own === undefined)
    return {
      field: "connector_id",
      message:
        "names a connector without config.url, and its credentials are sent to that address only; add it there",
    };
  if (!sameOrigin(own, source.url))
    return {
      field: "url",
      message: `leads to ${originOf(source.url)}, and the credentials of its connector are for ${originOf(own)}; change the one or the other, or name no connector`,
    };
  return undefined;
}

/** Where a connector's own system is; undefined where nothing says it. */
function connectorAddress(type: string, settings: Settings): string | undefined {
  if (type !== "datadog") return textOf(settings, "url");
  const api = datadogApi(settings);
  return typeof api === "string" ? api : undefined;
}

export const dataSourceProbes: Probes = {
  prometheus,
  loki,
  tempo,
  elasticsearch,
  grafana,
  datadog: { ...datadogSource, needs: [["url"], ...datadogSource.needs] },
  opentelemetry: {
    untested: "OpenTelemetry's protocol is for sending, and has no call that reads anything",
  },
  cloudwatch: {
    untested: "requests to AWS are signed with the credentials of a role, which this service has not",
  },
  custom: { untested: "the API of a custom backend is not known here" },
};

/** By the type of the data source. */
export const languages: Readonly<Record<string, Language>> = {
  prometheus: {
    problem: (query) => queryFault(query)?.message,
    exchange: (query, timeout_ms) => ({
      request: (settings) =>
        get(settings, "/api/v1/query", {
          query: windowFilled(query),
          timeout: `${timeout_ms}ms`,
          // One more than is shown; versions before 2.54 answer all.
          limit: "101",
        }),
      read: readSeries("Prometheus"),
      kinds: refusedQueries,
    }),
  },
  loki: {
    problem: () => undefined,
    exchange: (query) => ({
      request: (settings) =>
        get(settings, "/loki/api/v1/query", { query: windowFilled(query), limit: "100" }),
      read: readSeries("Loki"),
      kinds: refusedQueries,
    }),
  },
};
