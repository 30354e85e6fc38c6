/** Queries of counters, as rates. */
import { parser } from "@prometheus-io/lezer-promql";

/** Where the window belongs, as Sloth and Grafana write it; with one, a query takes a range already. */
const template = /\[\s*(\{\{\s*\.window\s*\}\}|\$\{?__?\w+\}?)/;

/**
 * A query of Prometheus over counters as one over their rates: each selector gets rate(…[5m]) around it. A query that
 * takes ranges itself stays as it is. Undefined where it cannot be read, or moves its selectors in time.
 */
export function ratesOf(query: string): string | undefined {
  if (template.test(query)) return query;
  const selectors: { readonly from: number; readonly to: number }[] = [];
  let [ranges, foreign] = [false, false];
  parser.parse(query).iterate({
    enter({ type, name, from, to }) {
      if (type.isError || name === "OffsetExpr" || name === "StepInvariantExpr") foreign = true;
      if (name === "MatrixSelector" || name === "SubqueryExpr") ranges = true;
      if (name === "VectorSelector") selectors.push({ from, to });
    },
  });
  if (ranges) return query;
  if (foreign || selectors.length === 0) return undefined;
  return selectors
    .reverse()
    .reduce(
      (text, { from, to }) => `${text.slice(0, from)}rate(${text.slice(from, to)}[5m])${text.slice(to)}`,
      query,
    );
}
