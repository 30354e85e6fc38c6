/** An SLI as expressions: what is bad, and all there is. */
import { given } from "../../kernel/given.ts";
import type { RendererRows } from "../renderer.ts";
import { type QueryProblem, queryProblem } from "./promql.ts";

export type SliRow = RendererRows["slis"][number];

export interface Measure {
  /**
   * Both expressions give one series without labels, over this window; NaN and infinite values never count. There are
   * bad events only where there is a total.
   */
  bad(window: string): string;
  total(window: string): string;
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

function ratio({ good_query, bad_query, total_query }: Configuration): Measure {
  const all = required(total_query);
  const summed = (query: string, window: string) => finite(`sum${bracketed(query, window)}`);
  const total = (window: string) => summed(all, window);
  // No series of errors, before the first one, means that there were none.
  const none = (window: string) => `0 * (${total(window)})`;
  const windowed = [good_query, bad_query, total_query].some((query) => query !== null && holdsWindow(query));
  if (bad_query !== null)
    return {
      windowed,
      total,
      bad: (window) => `${summed(bad_query, window)} and on () ${total(window)} or ${none(window)}`,
    };
  const good = required(good_query);
  return {
    windowed,
    total,
    bad: (window) => `clamp_min((${total(window)}) - (${summed(good, window)} or ${none(window)}), 0)`,
  };
}

/** When a value is bad, by what is good. A value that is no number is neither. */
const badWhen = { lt: ">=", lte: ">", gt: "<=", gte: "<" } as const;

/**
 * Each evaluation counts each series once, as good or bad. One without a value, such as the latency of no requests,
 * counts as nothing. A window in the query is the base window: over the SLO's own, one figure would be good or bad whole.
 */
function threshold({ threshold_query, threshold_op, threshold_value }: Configuration): Measure {
  const query = bracketed(required(threshold_query), baseWindow);
  const bad = `${badWhen[required(threshold_op)]} bool ${required(threshold_value)}`;
  return {
    windowed: false,
    bad: () => `sum(${query} ${bad})`,
    total: () => `sum(${query} >= bool -Inf)`,
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

/** One NaN or infinite sample would make NaN of every sum over a window that holds it. */
function finite(expression: string): string {
  return `${expression} >= 0 < Inf`;
}

/** A field that the kind of an SLI always has. */
function required<T>(value: T | null): T {
  if (value === null) throw new Error("an SLI lacks a field that its kind requires");
  return value;
}
