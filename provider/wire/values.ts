/**
 * Values as the resources see them, plain data: null, UNKNOWN, strings, doubles, booleans, arrays (lists and
 * sets) and records (objects and maps). Every object read from Terraform has every attribute of its schema.
 *
 * Records that are read have no prototype, so that a map's key may be `__proto__` or `constructor` like any
 * other.
 */
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

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isRecord(value: Value): value is ObjectValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
