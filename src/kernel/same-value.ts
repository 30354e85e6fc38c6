/** Whether two values of a field mean the same, however they are written. */
import { sameJson } from "./equal.ts";
import type { ItemField, Json } from "./field.ts";
import { instantOf } from "./timestamps.ts";
import { isObject } from "./validate.ts";

/**
 * Equality by meaning: a timestamp is the instant that it names, so that another offset, or more zeros behind
 * the point, make no other value (RFC 3339 §4, §5.6). Everything else compares as JSON.
 */
export function sameValue(field: ItemField, a: Json | undefined, b: Json | undefined): boolean {
  if (sameJson(a, b)) return true;
  switch (field.type) {
    case "timestamp": {
      const [left, right] = [a, b].map((value) => (typeof value === "string" ? instantOf(value) : undefined));
      return left !== undefined && left === right;
    }
    case "list":
      return (
        Array.isArray(a) &&
        Array.isArray(b) &&
        a.length === b.length &&
        a.every((item, index) => sameValue(field.items, item, b[index]))
      );
    case "object": {
      if (!isObject(a) || !isObject(b)) return false;
      const names = new Set([...Object.keys(a), ...Object.keys(b)]);
      return [...names].every((name) => {
        const inner = Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
        return inner === undefined ? sameJson(a[name], b[name]) : sameValue(inner, a[name], b[name]);
      });
    }
    default:
      return false;
  }
}
