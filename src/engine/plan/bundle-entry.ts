/** Rows as a bundle says them: the body of the kind's POST, with natural keys in the place of ids. */
import { type Field, type ItemField, isConfiguration, type Json } from "../../kernel/field.ts";
import type { Resource } from "../../kernel/resource.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { completed } from "../render.ts";

/** The natural key of a row as an object; undefined where the row is not known or has none, and its id stays. */
export type KeyOf = (kind: string, id: string) => JsonObject | undefined;

/** Whether bundles may name rows of the kind: whoever may write a row or save the setting may do so by a bundle. */
export function isBundled({ shape, verbs }: Resource): boolean {
  return verbs.includes(shape === "setting" ? "update" : "create");
}

/**
 * What a bundle says about a row: every field of its configuration, defaults too, so that it means the same to a
 * later version. Secrets are never in it.
 */
export function entryOf(resource: Resource, configuration: JsonObject, keyOf: KeyOf): JsonObject {
  const whole: JsonObject = completed(resource, configuration);
  const names = Object.keys(resource.fields).filter((name) =>
    isConfiguration(resource.fields[name] as Field),
  );
  return keyed(resource, names, whole, keyOf);
}

/**
 * The row's own natural key, its values as they stand in the row; a part that refers to another row is that row's
 * key. Empty for a setting. A part that is null stays null: such a row cannot be found by its key.
 */
export function naturalKeyObject(resource: Resource, configuration: JsonObject, keyOf: KeyOf): JsonObject {
  return keyed(resource, resource.naturalKey, configuration, keyOf);
}

function keyed(
  { fields }: Resource,
  names: readonly string[],
  configuration: JsonObject,
  keyOf: KeyOf,
): JsonObject {
  return Object.fromEntries(
    names.map((name) => [name, keyedValue(fields[name] as ItemField, configuration[name] ?? null, keyOf)]),
  );
}

function keyedValue(field: ItemField, value: Json, keyOf: KeyOf): Json {
  if (field.type === "reference" && typeof value === "string") return keyOf(field.to, value) ?? value;
  if (field.type === "list" && Array.isArray(value)) {
    return value.map((item: Json) => keyedValue(field.items, item, keyOf));
  }
  if (field.type === "object" && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const known = field.fields[name];
        return [name, known === undefined ? inner : keyedValue(known, inner, keyOf)];
      }),
    );
  }
  return value;
}
