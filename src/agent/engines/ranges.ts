/** Runs range queries over Prometheus' API (prometheus.io/docs/prometheus/latest/querying/api, "Range queries"). */
import { figureLabel } from "../../renderers/prometheus/figure-label.ts";
import { EngineProblem } from "../engine.ts";
import type { RangeSamples, ReadRange } from "../range-side.ts";
import type { EngineHttp } from "./http.ts";

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

export function createRanges(http: EngineHttp): ReadRange {
  return async (query, { start, end, step }, timeout_ms) => {
    // A query may be longer than an address.
    const fields = { query, start: String(start), end: String(end), step: String(step) };
    const body = {
      type: "application/x-www-form-urlencoded",
      text: new URLSearchParams(fields).toString(),
    };
    const { text } = await http.request("POST", "/api/v1/query_range", body, timeout_ms);
    const series = seriesIn(text);
    const valuesOf = (figure: string) =>
      series
        .filter(({ metric }) => metric[figureLabel] === figure)
        .flatMap(({ values }) => values.map(([time, value]) => [time, Number(value)] as const));
    return { total: valuesOf("total"), bad: valuesOf("bad") } satisfies RangeSamples;
  };
}

/** @throws EngineProblem where it is not what Prometheus answers */
function seriesIn(text: string): readonly Series[] {
  try {
    const { resultType, result } = JSON.parse(text).data;
    if (resultType === "matrix" && Array.isArray(result)) return result;
  } catch {
    // It says so below.
  }
  throw new EngineProblem("the engine did not answer a range query as Prometheus does");
}
