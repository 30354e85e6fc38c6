/** What a query gave, from the answers of Prometheus' API and of those that took over its form. */
import type { Json } from "../../kernel/field.ts";
import { oneLine } from "../../kernel/one-line.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Exchange, json, memberOf, type OneSeries, plain, unlike } from "./probe.ts";

const most = 100;
const mostLabels = 64;
const longest = 300;

/** Reads `{status, data: {resultType, result}}`. */
export function readSeries(system: string): Exchange["read"] {
  return json(system, ({ status, data }) => {
    const type = memberOf(data, "resultType");
    const result = memberOf(data, "result");
    if (status !== "success" || typeof type !== "string" || !Array.isArray(result)) return unlike(system);
    // A scalar is one value; all others are lists of series.
    const found = (type === "scalar" || type === "string" ? [{ value: result }] : result) as readonly Json[];
    const series = { shown: found.slice(0, most).map(seriesOf), truncated: found.length > most };
    return { ok: true, summary: summaryOf(found.length), series };
  });
}

function summaryOf(total: number): string {
  if (total === 0) return "it answered without any series: nothing matches now";
  if (total > most) return `it answered with more than ${most} series`;
  return total === 1 ? "it answered with one series" : `it answered with ${total} series`;
}

function seriesOf(one: Json): OneSeries {
  const labels = memberOf(one, "metric") ?? memberOf(one, "stream") ?? {};
  const values = memberOf(one, "values");
  const sample = memberOf(one, "value") ?? (Array.isArray(values) ? values.at(-1) : undefined);
  const value = Array.isArray(sample) ? sample[1] : undefined;
  return {
    labels: Object.fromEntries(
      Object.entries(labels as JsonObject)
        .slice(0, mostLabels)
        .map(([name, label]) => [oneLine(name, longest), oneLine(plain(label), longest)]),
    ),
    value: value === undefined ? "a histogram" : oneLine(plain(value), longest),
  };
}
