/** Which resources a filter takes (RFC 7644 §3.4.2.2), and which attributes are answered. Pure rules. */
import { type Compare, type Filter, parse, Tester } from "scim2-parse-filter";
import type { Json } from "../../../kernel/field.ts";
import { holdsBadText, isObject, type JsonObject } from "../../../kernel/validate.ts";
import { ScimFault } from "./fault.ts";

/** Characters; a longer one is nobody's filter. */
const longestFilter = 1_000;

/** Lists of objects, whose `value` is what a filter without a sub-attribute is about. */
const lists =
  /^(emails|phoneNumbers|ims|photos|addresses|groups|entitlements|roles|x509Certificates|members)$/i;
const exact = /^(id|externalId|meta\.location)$/i;

/** @throws ScimFault 400 where it is no filter */
export function readFilter(text: string): Filter {
  if (text.length > longestFilter) throw invalidFilter(`has more than ${longestFilter} characters`);
  try {
    return parse(text);
  } catch {
    throw invalidFilter(
      'is not of the form that RFC 7644 §3.4.2.2 gives, such as userName eq "ada@example.com"',
    );
  }
}

/** The attribute, in small letters, and the text that it has to be, where the filter says nothing else. */
export function equalityOf(filter: Filter): { readonly name: string; readonly value: string } | undefined {
  if (filter.op !== "eq") return undefined;
  const { attrPath, compValue } = filter as Compare;
  // Nothing that is kept has such a value: then each is looked at, and none is found.
  if (holdsBadText(compValue)) return undefined;
  return typeof compValue === "string" ? { name: own(attrPath).toLowerCase(), value: compValue } : undefined;
}

export function matches(resource: JsonObject, filter: Filter): boolean {
  return tester.test(resource, filter);
}

/** Texts are compared without case, but for ids; `ne` is whatever is not equal, absent included. */
class ScimTester extends Tester {
  /** A list is whatever one of its entries is. */
  override attrTest(path: string[], value: unknown, op: (value: unknown) => boolean): boolean {
    return path.length === 0 && Array.isArray(value) ? value.some(op) : super.attrTest(path, value, op);
  }

  override test(resource: unknown, filter: Filter): boolean {
    if (!("attrPath" in filter)) return super.test(resource, filter as Filter);
    if (filter.op === "ne") return !this.test(resource, { ...filter, op: "eq" });
    const path = own(filter.attrPath);
    const attrPath = lists.test(path) && filter.op !== "[]" ? `${path}.value` : path;
    if (!("compValue" in filter)) return super.test(resource, { ...filter, attrPath } as Filter);
    const compValue = comparable(filter.compValue, exact.test(path));
    const folded = exact.test(path) ? resource : comparable(resource as Json, false);
    return super.test(folded, { ...filter, attrPath, compValue } as Filter);
  }
}

const tester = new ScimTester();

/** Entra writes booleans as text. */
function comparable<T>(value: T, exactly: boolean): T {
  if (exactly) return value;
  if (typeof value === "boolean") return String(value) as T;
  if (typeof value === "string") return value.toLowerCase() as T;
  if (Array.isArray(value)) return value.map((one) => comparable(one, false)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one, false)])) as T;
}

/** The path without the name of a core schema before it. */
export function own(path: string): string {
  return path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, "");
}

export interface Projection {
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

/** The resource with the attributes that were asked for; id and schemas stay. */
export function projected(resource: JsonObject, { attributes, excluded }: Projection): JsonObject {
  const wanted = attributes.length === 0 ? undefined : attributes.map((name) => own(name).toLowerCase());
  const left = excluded.map((name) => own(name).toLowerCase());
  const entries = Object.entries(resource).flatMap(([name, value]): [string, Json][] => {
    const key = name.toLowerCase();
    if (key === "id" || key === "schemas") return [[name, value]];
    if (left.includes(key) || (wanted !== undefined && !names(wanted, key))) return [];
    const parts = wanted === undefined || wanted.includes(key) ? undefined : below(wanted, key);
    return [[name, pruned(value, parts, below(left, key))]];
  });
  return Object.fromEntries(entries);
}

function names(wanted: readonly string[], key: string): boolean {
  return wanted.includes(key) || below(wanted, key).length > 0;
}

/** A part's name follows a dot; after a schema's URN a colon. */
function below(paths: readonly string[], key: string): string[] {
  return paths.flatMap((path) =>
    path.startsWith(`${key}.`) || path.startsWith(`${key}:`) ? [path.slice(key.length + 1)] : [],
  );
}

function pruned(value: Json, parts: readonly string[] | undefined, left: readonly string[]): Json {
  if (parts === undefined && left.length === 0) return value;
  if (Array.isArray(value)) return value.map((one) => pruned(one, parts, left));
  if (!isObject(value as JsonObject)) return value;
  const kept = Object.entries(value as JsonObject).filter(([name]) => {
    const key = name.toLowerCase();
    return !left.includes(key) && (parts === undefined || parts.includes(key));
  });
  return Object.fromEntries(kept);
}

function invalidFilter(what: string): ScimFault {
  return new ScimFault("bad_request", "invalidFilter", `The filter ${what}.`);
}
