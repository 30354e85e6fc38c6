/** The names of rows: what a new one loses at its ends, and which of them people take for one another. */
import type { Field, Fields, Json } from "./field.ts";
import type { Kind } from "./kind.ts";
import { decodeNaturalKey, keyTexts } from "./natural-key.ts";
import type { JsonObject } from "./validate.ts";

const blank = /\p{Zs}/u;

/** The text without blanks at its ends. Control characters stay, for validation to name. */
function withoutEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && blank.test(text.charAt(from))) from += 1;
  while (to > from && blank.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * The value as a row would keep it: a name without blanks at its ends, any other value as it is.
 * @param stands what the row has: a name from before stays as it is written there
 */
export function kept(field: Field | undefined, value: Json, stands?: Json): Json {
  if (field?.type !== "text" || !field.trimmed || typeof value !== "string" || value === stands) return value;
  return withoutEnds(value);
}

/** The same of every field of a body. */
export function withKeptNames(fields: Fields, body: JsonObject): JsonObject {
  return hasBlankEnds(fields, body)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          kept(Object.hasOwn(fields, name) ? fields[name] : undefined, value),
        ]),
      )
    : body;
}

/** Whether a name of the body has blanks at its ends. */
export function hasBlankEnds(fields: Fields, body: JsonObject): boolean {
  return Object.entries(body).some(
    ([name, value]) => Object.hasOwn(fields, name) && kept(fields[name], value) !== value,
  );
}

/** Natural keys that have the same are taken for one another: names without their case and blanks at their ends. */
export function likeness(definition: Pick<Kind, "fields" | "naturalKey" | "otherKey">, key: string): string {
  const texts = keyTexts(definition, key);
  if (texts.length !== decodeNaturalKey(key).length) return key;
  return JSON.stringify(
    texts.map(([name, part]) =>
      definition.fields[name]?.type === "text" ? withoutEnds(part).toLowerCase() : part,
    ),
  );
}

/** How two such keys differ, as people say it. */
export function differenceOf(one: string, other: string): string {
  if (one.toLowerCase() === other.toLowerCase()) return "case only";
  return withoutEach(one) === withoutEach(other) ? "blanks at an end only" : "case and blanks at an end only";
}

function withoutEach(key: string): string {
  return JSON.stringify(decodeNaturalKey(key).map(withoutEnds));
}
