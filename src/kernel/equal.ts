import { isDeepStrictEqual } from "node:util";
import { spelledOut } from "./alternatives.ts";
import type { ItemField, Json } from "./field.ts";
import { instantOf } from "./timestamps.ts";
import { isObject } from "./validate.ts";

/** Equality of JSON values; the order of an object's keys does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return isDeepStrictEqual(a, b);
}

/**
 * The one text of a JSON value, whatever the order its keys came in: a database keeps none. As it keeps no
 * members without a value, and no half of a surrogate pair, these are written as they will be read.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  let text = "";
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member !== undefined) text += `${text === "" ? "{" : ","}${textOf(name)}:${canonicalJson(member)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** ASCII without quotes, backslashes and controls, which stands in JSON as it is. */
const plain = /^[ !#-[\]-~]*$/;

function textOf(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text.toWellFormed());
}

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
      const [one, other] = [a ?? null, b ?? null].map((value) => spelledOut(field, value));
      if (!isObject(one) || !isObject(other)) return false;
      const names = new Set([...Object.keys(one), ...Object.keys(other)]);
      return [...names].every((name) => {
        const inner = Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
        return inner === undefined
          ? sameJson(one[name], other[name])
          : sameValue(inner, one[name], other[name]);
      });
    }
    default:
      return false;
  }
}
