/** What a query gave, from the answers of Prometheus' API and of those that took over its form. */
import type { Json } from "../../kernel/field.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Exchange, json, memberOf, type OneSeries, plain, quoting, unlike } from "./probe.ts";

const most = 100;
const mostLabels = 64;
const longest = 300;

/** What Prometheus and Loki answer to a query that they do not take, or cannot evaluate. */
export const refusedQueries = { 400: "malformed_query", 422: "malformed_query" } as const;

/** Reads `{status, data: {resultType, result}}`. */
export function readSeries(system: string): Exchange["read"] {
  return json(system, ({ status, data }, settings) => {
    const type = memberOf(data, "resultType");
    const result = memberOf(data, "result");
    if (status !== "success" || typeof type !== "string" || !Array.isArray(result)) return unlike(system);
    // A scalar is one value; all others are lists of series.
    const found = (type === "scalar" || type === "string" ? [{ value: result }] : result) as readonly Json[];
    const quote = quoting(settings);
    const shown = found.slice(0, most).map((one) => seriesOf(one, (value) => quote(plain(value), longest)));
    const series = { shown, truncated: found.length > most };
    return { ok: true, summary: summaryOf(found.length), series };
  });
}

function summaryOf(total: number): string {
  if (total === 0) return "it answered without any series: nothing matches now";
  if (total > most) return `it answered with more than ${most} series`;
  return total === 1 ? "it answered with one series" : `it answered with ${total} series`;
}

function seriesOf(one: Json, quote: (value: Json | undefined) => string): OneSeries {
  const labels = memberOf(one, "metric") ?? memberOf(one, "stream") ?? {};
  const values = memberOf(one, "values");
  const sample = memberOf(one, "value") ?? (Array.isArray(values) ? values.at(-1) : undefined);
  const value = Array.isArray(sample) ? sample[1] : undefined;
  return {
    labels: Object.fromEntries(
      Object.entries(labels as JsonObject)
        .slice(0, mostLabels)
        .map(([name, label]) => [quote(name), quote(label)]),
    ),
    value: value === undefined ? "a histogram" : quote(value),
  };
}
