/** A bundle as people write it: in YAML, without what a row has by default. */
import { stringify } from "yaml";
import { sameJson } from "../../kernel/equal.ts";
import { defaultOf, type Field, type ItemField, isConfiguration, type Json } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { kinds } from "../plans/request.ts";

/** The whole bundle. A kind that this program does not know stays as it is. */
export function yamlOf(bundle: JsonObject): string {
  const short = Object.entries(bundle).map(([kind, rows]): [string, Json] => [
    kind,
    withoutDefaults(rows, kinds.get(kind)),
  ]);
  return stringify(Object.fromEntries(short), { lineWidth: 0, aliasDuplicateObjects: false });
}

function withoutDefaults(rows: Json, definition: Kind | undefined): Json {
  if (definition === undefined) return rows;
  const shorten = (row: Json) =>
    isObject(row) ? membersWithout(row, definition.fields, keyNames(definition, row)) : row;
  return Array.isArray(rows) ? rows.map(shorten) : shorten(rows);
}

/** The members of an object, those left out that a create would fill in so. What a row is found by stays. */
function membersWithout(
  object: JsonObject,
  fields: Readonly<Record<string, Field>>,
  kept: readonly string[] = [],
): JsonObject {
  const members = Object.entries(object).flatMap(([name, value]): [string, Json][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || !isConfiguration(field) || kept.includes(name)) return [[name, value]];
    const start = defaultOf(field);
    const isDefault = !field.optional && start !== undefined && sameJson(value, start);
    return isDefault ? [] : [[name, shortened(value, field)]];
  });
  return Object.fromEntries(members);
}

/** A value, without the defaults of the objects that it is made of. */
function shortened(value: Json, field: ItemField): Json {
  if (field.type === "list" && Array.isArray(value))
    return value.map((item: Json) => shortened(item, field.items));
  if (field.type !== "object" || field.exactlyOne || !isObject(value)) return value;
  return membersWithout(value, field.fields);
}
