/** What is said of a single query of an SLI that Prometheus takes. */
import type { SyntaxNode } from "@lezer/common";
import type { Warning } from "../renderer.ts";
import { numberValue } from "./promql-literals.ts";
import { type Expression, operandsOf, type Selector } from "./promql-tree.ts";
import { childrenOf } from "./promql-types.ts";
import { baseWindow } from "./sli-measure.ts";

/** What a rule finds in one query: the field is the query's own. */
export type QueryWarning = Pick<Warning, "reason" | "message">;

/** Names that counters have by convention (prometheus.io/docs/practices/naming); recorded rates have a colon. */
const counterName = /^[^:]*_(total|count|bucket)$/;

/** They ask whether series are there, and not how far they have counted. */
const takesAnyValue = /^(count|group|absent|timestamp)$/;

/** Counters that are looked at as they stand, which only grow. */
export function rateWarnings({ selectors, text }: Expression): QueryWarning[] {
  // The difference to an earlier time is an increase, written by hand.
  const namesOf = (isMoved: boolean) =>
    new Set(selectors.flatMap(({ name, moved }) => (moved === isMoved ? [name] : [])));
  const [moved, present] = [namesOf(true), namesOf(false)];
  const raw = selectors.filter(
    ({ node, name }) =>
      name !== undefined &&
      counterName.test(name) &&
      !(moved.has(name) && present.has(name)) &&
      isValueOf(node, text),
  );
  return [...new Map(raw.map((selector) => [selector.text, selector])).values()].map(rateWarning);
}

function rateWarning({ name, text }: Selector): QueryWarning {
  return {
    reason: "no_rate",
    message: `looks at ${name} as it stands, which is a counter by its name and only grows until its program restarts; write rate(${text}[${baseWindow}])`,
  };
}

/** Whether the values of a selector count as they stand: no range is taken of them. */
function isValueOf(node: SyntaxNode, text: Expression["text"]): boolean {
  for (let above = node.parent; above !== null; above = above.parent) {
    if (above.name === "MatrixSelector" || above.name === "SubqueryExpr") return false;
    const called = above.getChild("FunctionIdentifier") ?? above.getChild("AggregateOp");
    if (called !== null && takesAnyValue.test(text(called).toLowerCase())) return false;
  }
  return true;
}

/** The longest range in a query that still shows what happens now, in seconds. */
const longestRange = 3_600;

/** They give what happened in a range as one number. What else looks back, such as last_over_time, bridges gaps. */
const measuring =
  /^(rate|irate|increase|delta|idelta|deriv|(avg|sum|count|quantile|stddev|stdvar)_over_time)$/;

/** Ranges as long as an SLO's window: the rules take that window by themselves. */
export function longRangeWarnings({ root, text }: Expression): QueryWarning[] {
  const found = new Map<string, QueryWarning>();
  root.cursor().iterate(({ node }) => {
    if (node.name !== "FunctionCall") return;
    const called = node.getChild("FunctionIdentifier");
    if (called === null || !measuring.test(text(called))) return;
    for (const argument of operandsOf(node)) {
      const range = rangeOf(argument, text);
      if (range === undefined || (numberValue(range) ?? 0) <= longestRange) continue;
      const message = `looks ${range} back with ${text(called)} at each evaluation, and the SLO's own window comes on top: what happens now hardly shows; write [${baseWindow}], or [{{.window}}]`;
      found.set(`${text(called)}[${range}]`, { reason: "long_range", message });
    }
  });
  return [...found.values()];
}

function rangeOf(node: SyntaxNode, text: Expression["text"]): string | undefined {
  if (node.name === "OffsetExpr" || node.name === "StepInvariantExpr") {
    const [inner] = operandsOf(node);
    return inner === undefined ? undefined : rangeOf(inner, text);
  }
  if (node.name !== "MatrixSelector" && node.name !== "SubqueryExpr") return undefined;
  const duration = node.getChild("DurationExpr")?.firstChild;
  return duration ? text(duration) : undefined;
}

/**
 * Aggregations that give a series of each value of a label: an SLO is one figure over all of them.
 * @param each what becomes of the series
 */
export function groupingWarnings({ root, text }: Expression, each: string): QueryWarning[] {
  const found = new Map<string, string>();
  collectGroupings(root, text, new Set(), found);
  return [...found].map(([clause, remedy]) => ({
    reason: "merged_series",
    message: `gives a series of each group ${clause}, ${each} in one figure of the SLO; ${remedy}, or make an SLI of each with a label matcher`,
  }));
}

/**
 * @param used labels that a function above consumes
 * @param found by the clause, what to write in its place
 */
function collectGroupings(
  node: SyntaxNode,
  text: Expression["text"],
  used: ReadonlySet<string>,
  found: Map<string, string>,
): void {
  if (node.name === "AggregateExpr") {
    const modifier = node.getChild("AggregateModifier");
    const list = modifier?.getChild("GroupingLabels");
    if (!modifier || !list) return;
    const labels = childrenOf(list).map(text);
    const without = modifier.getChild("Without") !== null;
    const kept = labels.filter((label) => used.has(label));
    if (!without && kept.length === labels.length) return;
    const whole = without ? [...used] : kept;
    const clause = text(modifier);
    found.set(clause, whole.length > 0 ? `write by (${whole.join(", ")})` : `leave out ${clause}`);
    return;
  }
  if (node.name === "FunctionCall") {
    const called = node.getChild("FunctionIdentifier");
    const name = called === null ? "" : text(called);
    // They give one value, or none.
    if (/^(scalar|vector|absent|absent_over_time)$/.test(name)) return;
    const inner =
      name === "histogram_quantile" || name === "histogram_fraction" ? new Set([...used, "le"]) : used;
    for (const operand of operandsOf(node)) collectGroupings(operand, text, inner, found);
    return;
  }
  if (node.name === "BinaryExpr") {
    // A comparison or a set operation only picks from the left side.
    const [left, right] = operandsOf(node);
    const picks = ["And", "Unless"].some((name) => node.getChild(name) !== null);
    if (left !== undefined) collectGroupings(left, text, used, found);
    if (right !== undefined && !picks) collectGroupings(right, text, used, found);
    return;
  }
  for (const operand of operandsOf(node)) collectGroupings(operand, text, used, found);
}
