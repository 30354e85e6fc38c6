/** Rows as the export gets them, made from bodies as people send them, and an organization of such rows. */
import { createHash } from "node:crypto";
import type { Json } from "../../../src/kernel/field.ts";
import type { Kind } from "../../../src/kernel/kind.ts";
import { isObject, type JsonObject } from "../../../src/kernel/validate.ts";
import type { OpenSloRows, SourceRow } from "../../../src/renderers/openslo/export.ts";
import { dataSources } from "../../../src/resources/data-sources.ts";
import { slis } from "../../../src/resources/slis.ts";
import { slos } from "../../../src/resources/slos.ts";
import { judge } from "../../resources/rules.ts";

/** The bodies of creates, with natural keys as objects in the place of ids: a bundle. */
export interface Organization {
  readonly data_sources: readonly JsonObject[];
  readonly slis: readonly JsonObject[];
  readonly slos: readonly JsonObject[];
}

export const allKinds: ReadonlySet<string> = new Set(["data_sources", "slis", "slos"]);

/** The rows of the bodies. Every body has to be one that its kind's rules accept. */
export function openSloRows(
  bodies: Organization,
  secretsSet: ReadonlyMap<string, readonly string[]> = new Map(),
): OpenSloRows {
  const sources = rowsOf(dataSources, bodies.data_sources);
  return {
    dataSources: sources.map((row) => ({
      ...row,
      secretsSet: secretsSet.get(String(row.configuration.name)) ?? [],
    })) as unknown as readonly SourceRow[],
    slis: rowsOf(slis, bodies.slis) as unknown as OpenSloRows["slis"],
    slos: rowsOf(slos, bodies.slos) as unknown as OpenSloRows["slos"],
    keyOf: (_, id) => JSON.parse(texts.get(id) ?? "null"),
  };
}

function rowsOf(definition: Kind, bodies: readonly JsonObject[]) {
  return bodies.map((body) => {
    const { row, problems } = judge(definition, withIds(body));
    if (problems.length > 0) throw new Error(`${definition.kind}: ${JSON.stringify([problems, body])}`);
    const key = definition.naturalKey.map((name) => row.configuration[name]);
    return { id: idOf(key), configuration: row.configuration };
  });
}

const texts = new Map<string, string>();

/** An id that stands for a key: keys may be longer than ids are. */
export function idOf(key: Json | readonly (Json | undefined)[]): string {
  const text = JSON.stringify(key);
  const id = createHash("sha256").update(text).digest("hex");
  texts.set(id, text);
  return id;
}

/** References by ids that stand for the keys. */
function withIds(body: JsonObject): JsonObject {
  const put = ([name, value]: [string, Json]): [string, Json] =>
    name.endsWith("_id") && isObject(value) ? [name, idOf(Object.values(value))] : [name, value];
  return Object.fromEntries(Object.entries(body).map(put));
}

const prometheus = { name: "Prometheus" };

export const shop: Organization = {
  data_sources: [
    {
      name: "Prometheus",
      type: "prometheus",
      url: "https://prometheus.example.com",
      is_default: true,
      options: { "X-Scope-OrgID": "shop" },
      connector_id: { name: "Mimir EU" },
    },
    {
      name: "logs (EU)",
      type: "loki",
      url: "https://loki.example.com/eu",
      username: "reader",
      database: "eu-1",
      tls_skip_verify: true,
      timeout_ms: 30_000,
    },
  ],
  slis: [
    {
      name: "availability",
      service: "checkout",
      kind: "ratio",
      data_source_id: prometheus,
      good_query: 'sum(rate(http_requests_total{service="checkout",code!~"5.."}[5m]))',
      total_query: 'sum(rate(http_requests_total{service="checkout"}[5m]))',
      description: "Requests that were answered.\nTimeouts count as bad.",
    },
    {
      name: "latency p99",
      service: "checkout",
      kind: "threshold",
      data_source_id: prometheus,
      threshold_query:
        "histogram_quantile(0.99,\n  sum by (le) (rate(http_request_duration_seconds_bucket[5m]))\n)",
      threshold_op: "lte",
      threshold_value: 0.75,
    },
    {
      name: "Fehler",
      service: "Größen & Maße",
      kind: "ratio",
      data_source_id: { name: "logs (EU)" },
      bad_query: 'sum(count_over_time({app="sizes"} |= "error" [5m]))',
      total_query: 'sum(count_over_time({app="sizes"} [5m]))',
    },
    {
      name: "queue",
      service: "checkout",
      kind: "threshold",
      data_source_id: prometheus,
      threshold_query: "max(queue_length)",
      threshold_op: "lt",
      threshold_value: 1_000,
    },
  ],
  slos: [
    {
      name: "availability",
      service: "checkout",
      sli_id: { service: "checkout", name: "availability" },
      target_percent: 99.95,
      team_id: { name: "Payments" },
    },
    {
      name: "latency",
      service: "checkout",
      sli_id: { service: "checkout", name: "latency p99" },
      target_percent: 99,
      window_days: 7,
      at_risk_percent: 12.5,
      burn_alerts: [{ long_minutes: 90, short_minutes: 90, threshold: 2, severity: "error" }],
      enabled: false,
    },
    {
      name: "Störungen: höchstens 0,1 %",
      service: "Größen & Maße",
      sli_id: { service: "Größen & Maße", name: "Fehler" },
      target_percent: 99.9,
      burn_alerts: [],
    },
  ],
};
