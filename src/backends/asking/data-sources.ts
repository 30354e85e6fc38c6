/** What is asked to test a data source, by its type, and how those are asked a query whose language is known. */
import { queryFault, windowFilled } from "../prometheus/sli-measure.ts";
import { type Exchange, get, json, type Probe, type Probes, type Settings, textOf, unlike } from "./probe.ts";
import { readSeries } from "./series.ts";
import { datadogSource } from "./vendors.ts";

/** A language in which a query can be asked. */
export interface Language {
  /** What is wrong with a query, as far as that shows without asking; undefined where nothing does. */
  problem(query: string): string | undefined;
  /** @param timeout_ms after which nobody waits for the answer any more */
  asking(query: string, timeout_ms: number): Exchange;
}

const needs = [["url"]] as const;

const prometheus: Probe = {
  needs,
  question: (settings) => get(settings, "/api/v1/query", { query: "vector(1)" }),
  read(text, settings) {
    const finding = readSeries("Prometheus")(text, settings);
    return finding.ok ? { ok: true, summary: "it evaluates queries" } : finding;
  },
};

const loki: Probe = {
  needs,
  question: (settings) => get(settings, "/loki/api/v1/labels"),
  read: json("Loki", ({ status, data = [] }) =>
    status === "success" && Array.isArray(data)
      ? { ok: true, summary: `it lists its labels; there are ${data.length} now` }
      : unlike("Loki"),
  ),
};

const tempo: Probe = {
  needs,
  question: (settings) => get(settings, "/api/search", { limit: "1" }),
  read: json("Tempo", (body) =>
    "traces" in body || "metrics" in body ? { ok: true, summary: "it searches traces" } : unlike("Tempo"),
  ),
};

const elasticsearch: Probe = {
  needs,
  question: (settings) => get(settings, "/_cluster/health"),
  read: json("Elasticsearch", ({ cluster_name, status }) => {
    if (typeof cluster_name !== "string" || typeof status !== "string") return unlike("Elasticsearch");
    const summary = `the status of the cluster ${cluster_name} is ${status}`;
    return status === "red" ? { ok: true, degraded: true, summary } : { ok: true, summary };
  }),
};

const grafana: Probe = {
  needs,
  question: (settings) => get(settings, "/api/org", {}, organizationOf(settings)),
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

export const dataSourceProbes: Probes = {
  prometheus,
  loki,
  tempo,
  elasticsearch,
  grafana,
  datadog: { ...datadogSource, needs: [["url"], ...datadogSource.needs] },
  opentelemetry: {
    untested: "OpenTelemetry's protocol is for sending, and has no call that asks for anything",
  },
  cloudwatch: {
    untested: "requests to AWS are signed with the credentials of a role, which this service has not",
  },
  custom: { untested: "how a custom backend is asked is not known here" },
};

/** What Prometheus and Loki answer to a query that they do not take, or cannot evaluate. */
const refusedQueries = { 400: "malformed_query", 422: "malformed_query" } as const;

/** By the type of the data source. */
export const languages: Readonly<Record<string, Language>> = {
  prometheus: {
    problem: (query) => queryFault(query)?.message,
    asking: (query, timeout_ms) => ({
      question: (settings) =>
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
    asking: (query) => ({
      question: (settings) =>
        get(settings, "/loki/api/v1/query", { query: windowFilled(query), limit: "100" }),
      read: readSeries("Loki"),
      kinds: refusedQueries,
    }),
  },
};
