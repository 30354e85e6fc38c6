import { isDeepStrictEqual } from "node:util";
import type { Json } from "./field.ts";

/** Equality of JSON values; the order of an object's keys does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return isDeepStrictEqual(a, b);
}
