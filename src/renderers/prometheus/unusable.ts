/** Why what the queries of an SLI give is no data, in words: by the record of what they give (slo-records.ts). Pure. */
import { figure } from "../../kernel/readable.ts";
import type { Sample } from "../read-back.ts";
import { figureLabel } from "./figure-label.ts";
import { idLabel } from "./slo-records.ts";

/** Of each SLO that has such samples, why. */
export function unusableReasons(samples: readonly Sample[]): ReadonlyMap<string, string> {
  const given = new Map<string, Map<string, number>>();
  for (const { metric, value } of samples) {
    const id = metric[idLabel] ?? "";
    const values = given.get(id) ?? new Map<string, number>();
    given.set(id, values.set(metric[figureLabel] ?? "", Number(value[1].replace("Inf", "Infinity"))));
  }
  return new Map([...given].map(([id, values]) => [id, reasonOf(values)]));
}

function reasonOf(values: ReadonlyMap<string, number>): string {
  for (const [field, value] of values) {
    if (Number.isNaN(value))
      return `${field} of its SLI gives NaN, which is no number: look for a division by 0, and write what counts where there is nothing.`;
    if (!Number.isFinite(value))
      return `${field} of its SLI gives an infinite number: look for a division by 0.`;
    if (value < 0 && field !== "threshold_query")
      return `${field} of its SLI gives ${figure(value)}, and there are no fewer than 0 events: correct the query.`;
  }
  const total = values.get("total_query");
  const [part, of] = [...values].find(([field]) => field !== "total_query") ?? [];
  if (total === undefined)
    return "total_query of its SLI finds no series: look whether its metric was renamed.";
  if (part === undefined || of === undefined)
    return "A recording rule that its SLI reads gives nothing: look whether it was renamed or removed. Where it gives nothing while there are no such events, write “or vector(0)” behind it.";
  return `${part} of its SLI gives ${figure(of)} where total_query gives ${figure(total)}, and no more can be good or bad than there is: correct one of the two.`;
}
