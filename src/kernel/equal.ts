import { isDeepStrictEqual } from "node:util";
import type { Json } from "./field.ts";
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
