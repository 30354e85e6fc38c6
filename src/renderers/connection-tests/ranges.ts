/** The past of an SLI, asked of Prometheus or of what answers as it does: the request, and what an answer holds. */
import { stepSeconds } from "../../kernel/event-series.ts";
import type { Json } from "../../kernel/field.ts";
import { figureLabel } from "../prometheus/figure-label.ts";
import type { StepRates } from "../prometheus/measured.ts";
import { type Exchange, get, json, memberOf, unlike } from "./probe.ts";
import { refusedQueries } from "./series.ts";

/** Steps of a question, by their ends in seconds since 1970. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Asks for the rates of an SLI (range-query.ts), and puts what comes into `rates`.
 * @param first the beginning of the first step of `rates`, in seconds since 1970
 */
export function rangeExchange(query: string, range: Range, rates: StepRates, first: number): Exchange {
  return {
    request: (settings) =>
      get(settings, "/api/v1/query_range", {
        query,
        start: String(range.start),
        end: String(range.end),
        step: String(stepSeconds),
      }),
    read: json("Prometheus", ({ status, data }) => {
      const result = memberOf(data, "result");
      if (status !== "success" || memberOf(data, "resultType") !== "matrix" || !Array.isArray(result))
        return unlike("Prometheus");
      for (const one of result as readonly Json[]) put(one, rates, first);
      return { ok: true, summary: "it answered the query of the SLI" };
    }),
    kinds: refusedQueries,
  };
}

function put(series: Json, { total, bad }: StepRates, first: number): void {
  const figure = memberOf(memberOf(series, "metric"), figureLabel);
  const values = memberOf(series, "values");
  if ((figure !== "total" && figure !== "bad") || !Array.isArray(values)) return;
  const rates = figure === "total" ? total : bad;
  for (const sample of values as readonly Json[]) {
    if (!Array.isArray(sample)) continue;
    const [time, value] = [Number(sample[0]), Number(sample[1])];
    const step = Math.round((time - first) / stepSeconds) - 1;
    // Rates are neither negative nor infinite: what is, is not known.
    if (step >= 0 && step < rates.length && value >= 0 && Number.isFinite(value)) rates[step] = value;
  }
}
