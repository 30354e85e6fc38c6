/** What the values of an SLI's records are, so that events can be counted from them. */
import { durationMs } from "./duration.ts";
import { type Expression, expressionOf } from "./promql-tree.ts";
import { columnsKept, type SliRow } from "./sli-measure.ts";

/**
 * Events a second (`rate`), events of so many seconds (`increase`), or as many as each evaluation sees: of a threshold
 * the series that are beyond it, of other queries their values, which may count an event several times.
 */
export type EventUnit =
  | { readonly unit: "each"; readonly counted: boolean }
  | { readonly unit: "seconds"; readonly seconds: number };

/** @param sli one in whose queries nothing is wrong */
export function eventUnit({ configuration }: SliRow): EventUnit {
  const { kind, bad_query, good_query } = configuration;
  if (kind === "threshold") return { unit: "each", counted: true };
  const found = unitsIn(expressionOf(columnsKept(bad_query ?? good_query ?? "")));
  const [unit] = found;
  return unit === undefined || found.some((other) => other !== unit)
    ? { unit: "each", counted: false }
    : { unit: "seconds", seconds: unit };
}

/** Of each function over a range that gives events: of how many seconds. */
export function unitsIn({ root, text }: Expression): readonly number[] {
  const units: number[] = [];
  root.cursor().iterate(({ node }) => {
    if (node.name !== "FunctionCall") return;
    const name = text(node).split("(", 1)[0]?.trim().toLowerCase();
    if (name === "rate" || name === "irate") units.push(1);
    const range = /\[\s*([0-9a-z]+)\s*\]/.exec(text(node))?.[1];
    if (name === "increase" && range !== undefined) units.push(durationMs(range) / 1_000);
  });
  return units;
}
