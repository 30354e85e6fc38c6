/**
 * Values as the resources see them, plain data: null, UNKNOWN, strings, doubles, booleans, arrays (lists and
 * sets) and records (objects and maps). Every object read from Terraform has every attribute of its schema.
 *
 * Records that are read have no prototype, so that a map's key may be `__proto__` or `constructor` like any
 * other.
 */
import type { Attribute, Attributes, AttributeType } from "./schema.ts";

/** A value that is known only after apply. */
export const UNKNOWN: unique symbol = Symbol("unknown");

export type Value = null | typeof UNKNOWN | boolean | number | string | readonly Value[] | ObjectValue;
export interface ObjectValue {
  readonly [name: string]: Value;
}

/** Whether anything in the value is unknown. */
export function hasUnknown(value: Value): boolean {
  if (value === UNKNOWN) return true;
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some(hasUnknown);
}

/** Whether two values are the same; unknown is the same as nothing, itself included. */
export function isSame(left: Value, right: Value): boolean {
  if (left === UNKNOWN || right === UNKNOWN) return false;
  if (isList(left)) {
    return isList(right) && left.length === right.length && left.every((v, i) => isSame(v, right[i] ?? null));
  }
  if (!isRecord(left)) return left === right;
  if (!isRecord(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name] ?? null, right[name] ?? null))
  );
}

/** The object with every write-only attribute null, as a plan and a state must have it. */
export function withoutWriteOnly(attributes: Attributes, value: ObjectValue): ObjectValue {
  const kept: Record<string, Value> = Object.create(null);
  for (const name in attributes) {
    const { type, writeOnly } = attributes[name] as Attribute;
    const attribute = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    kept[name] = writeOnly ? null : withoutNestedWriteOnly(type, attribute);
  }
  return kept;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isRecord(value: Value): value is ObjectValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutNestedWriteOnly(type: AttributeType, value: Value): Value {
  if (typeof type === "string" || type.kind !== "object") return value;
  switch (type.nesting) {
    case "single":
      return isRecord(value) ? withoutWriteOnly(type.attributes, value) : value;
    case "list":
      return isList(value) ? value.map((element) => nulled(type.attributes, element)) : value;
    case "map":
      return isRecord(value) ? mapRecord(value, (element) => nulled(type.attributes, element)) : value;
  }
}

/** An element of a collection of objects, which may be null or unknown itself. */
function nulled(attributes: Attributes, element: Value): Value {
  return isRecord(element) ? withoutWriteOnly(attributes, element) : element;
}

function mapRecord(record: ObjectValue, change: (element: Value) => Value): ObjectValue {
  const changed: Record<string, Value> = Object.create(null);
  for (const [key, element] of Object.entries(record)) changed[key] = change(element);
  return changed;
}
