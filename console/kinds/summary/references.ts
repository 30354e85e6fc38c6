/** Which rows a row points at, each once, in the order of its fields. */
import type { Field, ItemField, Json } from "../../../src/kernel/field.ts";
import { isObject, type JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";

export interface Target {
  readonly kind: string;
  readonly id: string;
}

export function targetsOf({ fields }: Pick<Definition, "fields">, row: JsonObject): readonly Target[] {
  const found = Object.entries(fields).flatMap(([name, field]) => targetsIn(field, row[name]));
  return [...new Map(found.map((target) => [`${target.kind}/${target.id}`, target])).values()];
}

function targetsIn(field: Field, value: Json | undefined): Target[] {
  if (field.type === "reference") return typeof value === "string" ? [{ kind: field.to, id: value }] : [];
  if (field.type === "list" && Array.isArray(value))
    return value.flatMap((item: Json) => targetsIn(field.items, item));
  if (field.type === "object" && isObject(value))
    return Object.entries(field.fields).flatMap(([name, inner]) => targetsIn(inner, value[name]));
  return [];
}

/** Whether rows of any kind can point at one of this kind. */
export function canBeUsed(kinds: readonly Definition[], kind: string): boolean {
  return kinds.some(({ fields }) => Object.values(fields).some((field) => pointsAt(field, kind)));
}

function pointsAt(field: Field | ItemField, kind: string): boolean {
  if (field.type === "reference") return field.to === kind;
  if (field.type === "list") return pointsAt(field.items, kind);
  return field.type === "object" && Object.values(field.fields).some((inner) => pointsAt(inner, kind));
}
