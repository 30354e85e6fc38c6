import type { JsonObject } from "../../kernel/validate.ts";

/** These members only; null where there is none. */
export function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
}
