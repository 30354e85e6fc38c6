/** An SLI as expressions: what is bad, and all there is. */
import { given } from "../../kernel/given.ts";
import type { RendererRows } from "../renderer.ts";
import { marked } from "./figure-label.ts";
import { type QueryProblem, queryProblem } from "./promql.ts";
import { expressionOf } from "./promql-tree.ts";

export type SliRow = RendererRows["slis"][number];

export interface Measure {
  /**
   * Both expressions give one series without labels, over this window. There is no bad one where a value is no number, is
   * infinite or negative, or where a part is more than the whole: that is no data, and never 0. Where there are bad events
   * there is a total.
   */
  bad(window: string): string;
  total(window: string): string;
  /** What the queries give as it is, by their fields: it says why there is no data. */
  readonly given: string;
  /** Whether the queries themselves take the window. */
  readonly windowed: boolean;
}

export interface MeasureProblem {
  readonly field: string;
  readonly message: string;
  readonly min_version?: string;
}

/** How long the window is that queries get where nobody gives one. */
export const baseWindow = "5m";

export const queryFields = ["good_query", "bad_query", "total_query", "threshold_query"] as const;

/** What Grafana and Sloth write where the window belongs. */
const template = /\{\{\s*\.window\s*\}\}|\$__window\b/g;

/**
 * What is wrong with an SLI's queries.
 * @param version what evaluates them; undefined for any version
 */
export function measureProblems({ configuration }: SliRow, version: string | undefined): MeasureProblem[] {
  return queryFields.flatMap((field): MeasureProblem[] => {
    const query = configuration[field];
    if (query === null) return [];
    const problem = queryFault(query, version);
    if (problem === undefined) return [];
    const { message, minVersion } = problem;
    return [{ field, message, ...given({ min_version: minVersion }) }];
  });
}

/**
 * What is wrong with one query of an SLI.
 * @param version what evaluates it; left out, any version
 */
export function queryFault(query: string, version?: string): QueryProblem | undefined {
  const shaped = columnsKept(query);
  const problem = queryProblem(shaped, version);
  const [other] = otherVariables(query);
  if (problem === undefined || other === undefined) return problem;
  const hint = `${onlyVariables}, and the query has ${other}`;
  return { ...problem, message: `${problem.message}; ${hint}` };
}

export const onlyVariables = "the only variables are {{.window}} and $__window";

/** What looks like a variable and is not one here; a group that a pattern names may be called so (label_replace). */
export function otherVariables(query: string): string[] {
  const shaped = columnsKept(query);
  const found = [...shaped.matchAll(/\$\{?([A-Za-z_]\w*)\}?|\{\{[^{}]*\}\}/g)];
  return found.flatMap(([text, group]) =>
    group !== undefined && shaped.includes(`<${group}>`) ? [] : [text],
  );
}

/** A query over the base window, which is as long as the template whose place it takes: columns stay what they are. */
export function columnsKept(query: string): string {
  return lines(query).replace(template, (found) => baseWindow.padEnd(found.length));
}

/** A query as it is sent where no window is given: over the base window. */
export function windowFilled(query: string): string {
  return lines(query).replace(template, baseWindow);
}

/** The expressions of an SLI in which nothing is wrong. */
export function measureOf({ configuration }: SliRow): Measure {
  return configuration.kind === "ratio" ? ratio(configuration) : threshold(configuration);
}

type Configuration = SliRow["configuration"];

/** A part that is as much more than the whole is one of them: counters are not read at the same moment. */
export const mostOfTotal = 1.1;
/** What is less is a negative number, and no rounded 0. */
const leastEvents = "-1e-9";

function ratio({ good_query, bad_query, total_query }: Configuration): Measure {
  const all = required(total_query);
  const part = required(bad_query ?? good_query);
  const total = (window: string) => `${numbered(all, window)} >= 0 < Inf`;
  const counted = (window: string) =>
    `${numbered(part, window)} >= ${leastEvents} <= ${mostOfTotal} * (${total(window)})`;
  // What is not in the part, which is never more than all: a tenth more counts as all.
  const rest = (window: string, counted: string) => `clamp_min((${total(window)}) - (${counted}), 0)`;
  // No series of errors, before the first one, means that there were none. A recording rule that is gone says nothing.
  const gone = recorded(part).map((name) => ` unless absent(${name})`);
  const none = (window: string) => `((${total(window)}) unless ${summed(part, window)}${gone.join("")})`;
  const windowed = [part, all].some(holdsWindow);
  const given = [
    marked(summed(all, baseWindow), "total_query"),
    marked(least(part, baseWindow), bad_query === null ? "good_query" : "bad_query"),
  ].join(" or ");
  return {
    ...{ windowed, total, given },
    bad: (window) =>
      bad_query === null
        ? `${rest(window, counted(window))} or ${none(window)}`
        : `clamp_min((${total(window)}) - ${rest(window, counted(window))}, 0) or 0 * ${none(window)}`,
  };
}

function summed(query: string, window: string): string {
  return `sum${bracketed(query, window)}`;
}

/** The sum, where none of the series is negative: the others would hide it. */
function numbered(query: string, window: string): string {
  if (hidesNone(query)) return summed(query, window);
  return `(${summed(query, window)} unless min${bracketed(query, window)} < ${leastEvents})`;
}

/** The same, of which a negative series is shown by itself. */
function least(query: string, window: string): string {
  if (hidesNone(query)) return summed(query, window);
  return `(min${bracketed(query, window)} < ${leastEvents} or ${summed(query, window)})`;
}

/** Whether the sum plainly shows a negative series: of one that is an aggregation, and of rates there is none. */
function hidesNone(query: string): boolean {
  const { root, text } = expressionOf(columnsKept(query));
  if (root.name === "FunctionCall") return /^(rate|increase|irate)\b/i.test(text(root));
  if (root.name !== "AggregateExpr" || root.getChild("AggregateModifier") !== null) return false;
  const called = root.getChild("AggregateOp");
  return called !== null && /^(sum|avg|min|max|count|group|quantile)$/i.test(text(called));
}

/** The recording rules that a query reads, which have a colon in their names (prometheus.io/docs/practices/rules). */
function recorded(query: string): readonly string[] {
  const names = expressionOf(columnsKept(query)).selectors.map(({ name }) => name ?? "");
  return [...new Set(names)].filter((name) => /^[a-zA-Z_:][\w:]*$/.test(name) && name.includes(":"));
}

/** When a value is bad, by what is good. */
const badWhen = { lt: ">=", lte: ">", gt: "<=", gte: "<" } as const;

/**
 * Each evaluation counts each series once, as good or bad. One whose value is no number or infinite, such as the latency
 * of no requests, counts as nothing, and there is no data where no series has one. A window in the query is the base window: over the SLO's own, one figure would be good or bad whole.
 */
function threshold({ threshold_query, threshold_op, threshold_value }: Configuration): Measure {
  const query = bracketed(required(threshold_query), baseWindow);
  const numbers = `${query} > -Inf < Inf`;
  const bad = `${badWhen[required(threshold_op)]} bool ${required(threshold_value)}`;
  return {
    windowed: false,
    bad: () => `sum(${numbers} ${bad})`,
    total: () => `count(${numbers})`,
    given: marked(`sum${query}`, "threshold_query"),
  };
}

function holdsWindow(query: string): boolean {
  return query.search(template) >= 0;
}

/** A query for a window, in brackets that no comment in it swallows. */
function bracketed(query: string, window: string): string {
  const filled = lines(query).replace(template, window).trim();
  return /[#\n]/.test(filled) ? `(\n${filled}\n)` : `(${filled})`;
}

/** Prometheus ends a comment at a carriage return too. */
function lines(query: string): string {
  return query.replace(/\r\n?/g, "\n");
}

/** A field that the kind of an SLI always has. */
function required<T>(value: T | null): T {
  if (value === null) throw new Error("an SLI lacks a field that its kind requires");
  return value;
}
