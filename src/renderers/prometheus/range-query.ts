/** The figures of an SLI that nobody measures yet, as one query for a range of time. */
import { marked } from "./figure-label.ts";
import { measureOf, type SliRow } from "./sli-measure.ts";
import { badExpression, totalExpression } from "./slo-rules.ts";

/**
 * All events and the bad ones, on average over the five minutes before each step, as records of the rules would have it:
 * what is kept of SLOs is the same.
 * @param sli one in whose queries nothing is wrong
 * @param interval how often the connector evaluates rules, such as 1m
 */
export function rangeQuery(sli: SliRow, interval: string): string {
  const measure = measureOf(sli);
  const mean = (expression: string) => `avg_over_time((\n${expression}\n)[5m:${interval}])`;
  const total = marked(mean(totalExpression(measure)), "total");
  return `${total} or ${marked(mean(badExpression(measure)), "bad")}`;
}
