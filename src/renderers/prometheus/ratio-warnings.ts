/** What is said of the queries of a ratio together: the part and the whole. */
import type { Warning } from "../renderer.ts";
import { unitsIn } from "./event-unit.ts";
import type { Expression, Matcher, Selector } from "./promql-tree.ts";
import { type Scale, scaleOf } from "./query-scale.ts";
import type { QueryWarning } from "./query-warnings.ts";
import { baseWindow, mostOfTotal, type queryFields } from "./sli-measure.ts";

/** The queries of an SLI in which nothing is wrong, by their fields. */
export type SliQueries = Readonly<Partial<Record<(typeof queryFields)[number], Expression>>>;

type FieldWarning = QueryWarning & Pick<Warning, "field">;

const parts = ["good_query", "bad_query"] as const;

export function ratioWarnings(queries: SliQueries): FieldWarning[] {
  const { total_query: total } = queries;
  const all = total === undefined ? [] : noNumber("total_query", total);
  const ofParts = parts.flatMap((field): FieldWarning[] => {
    const part = queries[field];
    if (part === undefined) return [];
    const [always] = noNumber(field, part);
    if (always !== undefined) return [always];
    const found =
      (total && (sameAsTotal(field, part, total) ?? moreThanTotal(part, total) ?? otherUnit(part, total))) ??
      otherPart(field, part);
    return found === undefined ? [] : [{ field, ...found }];
  });
  return [...ofParts, ...all];
}

/** A query of numbers alone that count nothing. */
function noNumber(field: FieldWarning["field"], query: Expression): FieldWarning[] {
  const { times, of } = scaleOf(query);
  if (of !== undefined || (times >= 0 && Number.isFinite(times))) return [];
  const message = `always gives ${times}, which counts no events: there is no data then; write what counts them`;
  return [{ field, reason: "no_number", message }];
}

/** More of the same events than there are, or another unit: events a second, and those of five minutes. */
function otherUnit(part: Expression, total: Expression): Found {
  const [one, all] = [scaleOf(part), scaleOf(total)];
  if (one.of === undefined && all.of === undefined) {
    if (one.times <= mostOfTotal * all.times) return undefined;
    const message = `always gives ${one.times} where total_query gives ${all.times}: there is no data then; correct one of the two`;
    return { reason: "more_than_total", message };
  }
  const times = one.times / all.times;
  if (one.of === all.of) {
    if (Math.abs(times - 1) < 1e-9) return undefined;
    const message = `counts each event ${Number(times.toPrecision(4))} times, where total_query counts it once: ${times > 1 ? "there is no data where they come above all" : "their share comes out too small"}; write both with the same function, range and factor`;
    return { reason: "other_unit", message };
  }
  const [unit, ofAll] = [unitOf(part, one), unitOf(total, all)];
  if (unit === undefined || ofAll === undefined || unit === ofAll) return undefined;
  const message = `counts the events of ${seconds(unit)}, and total_query those of ${seconds(ofAll)}; write both as rate(…[${baseWindow}]), or both as increase(…[${baseWindow}])`;
  return { reason: "other_unit", message };
}

/** Of how many seconds a query counts events; undefined where it is not plain. */
function unitOf(query: Expression, { of }: Scale): number | undefined {
  const units = new Set(unitsIn(query));
  const [unit] = units;
  const plain = of === undefined || !/\b(Mul|Div)\b/.test(query.canonical(false));
  return units.size === 1 && plain ? unit : undefined;
}

function seconds(unit: number): string {
  return unit === 1 ? "one second" : `${unit} seconds`;
}

type Part = (typeof parts)[number];
type Found = QueryWarning | undefined;

function sameAsTotal(field: Part, part: Expression, total: Expression): Found {
  if (part.canonical(true) !== total.canonical(true)) return undefined;
  const [all, none] = field === "good_query" ? ["good", "bad"] : ["bad", "good"];
  return {
    reason: "same_as_total",
    message: `selects the same as total_query, so that all is ${all}, always; leave out of it what is ${none}, such as with code${field === "good_query" ? "!~" : "=~"}"5.."`,
  };
}

/** The same expression with fewer conditions takes in what the whole leaves out. */
function moreThanTotal(part: Expression, total: Expression): Found {
  if (part.canonical(false) !== total.canonical(false)) return undefined;
  const missing = total.selectors.map((whole, index) => {
    const conditions = new Set(part.selectors[index]?.matchers.map(written));
    const own = whole.matchers.map(written);
    const within = [...conditions].every((one) => own.includes(one));
    return within ? own.filter((one) => !conditions.has(one)) : undefined;
  });
  const lacking = [...new Set(missing.flat())];
  if (missing.includes(undefined) || lacking.length === 0) return undefined;
  return {
    reason: "more_than_total",
    message: `takes in more than total_query, which has ${lacking.join(", ")} and this has not: the ratio comes above 1; exchange the two, or write ${lacking.join(", ")} here too`,
  };
}

function written({ label, op, value }: Matcher): string {
  return `${label}${op}${JSON.stringify(value)}`;
}

/** What fails is counted as good, or what works as bad. */
function otherPart(field: Part, { selectors }: Expression): Found {
  const marks = selectors.map((selector) =>
    field === "good_query" ? failureIn(selector) : successIn(selector),
  );
  const [mark] = marks;
  if (mark === undefined || marks.includes(undefined)) return undefined;
  const [counts, other] = field === "good_query" ? ["fails", "bad_query"] : ["does not fail", "good_query"];
  return {
    reason: "good_and_bad_exchanged",
    message: `counts what ${counts} (${mark}); write it as ${other}, and leave ${field} empty`,
  };
}

const statusLabel = /^((http_)?(response_)?(status|status_?code|code)|http_response_status_code)$/;
/** Each alternative begins with a 5: 5.., 5\d\d, 500|503. */
const serverErrors = /^\(?5[\w.\\+*[\]-]*(\|5[\w.\\+*[\]-]*)*\)?$/;
const failing = /(^|_)(errors?|failures?|failed)(_total|_count)?$/;

function failureIn({ name, matchers }: Selector): string | undefined {
  const error = matchers.find(({ op, ...of }) => !op.startsWith("!") && isServerError(of));
  if (error !== undefined) return written(error);
  return name !== undefined && failing.test(name) ? name : undefined;
}

function successIn({ matchers }: Selector): string | undefined {
  const success = matchers.find(({ op, ...of }) => op.startsWith("!") && isServerError(of));
  return success === undefined ? undefined : written(success);
}

function isServerError({ label, value }: Pick<Matcher, "label" | "value">): boolean {
  return statusLabel.test(label) && serverErrors.test(value);
}
