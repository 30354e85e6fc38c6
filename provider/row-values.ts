/** Rows between the service's JSON and Terraform's values. Everything follows from the definition. */

import { spelledOut } from "../src/kernel/alternatives.ts";
import { sameValue } from "../src/kernel/equal.ts";
import {
  defaultOf,
  type Field,
  type Fields,
  type ItemField,
  isConfiguration,
  type Json,
} from "../src/kernel/field.ts";
import { fieldsOf, type Kind } from "../src/kernel/kind.ts";
import { kept } from "../src/kernel/names.ts";
import { foldEmail, foldsCase } from "../src/kernel/natural-key.ts";
import { argumentName, secretArguments } from "../src/kernel/terraform.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import { isList, isRecord, isSame, type ObjectValue, UNKNOWN, type Value } from "./wire/values.ts";

/** What follows from a kind alone is worked out once: a refresh asks for it thousands of times. */
export function perKind<T>(derive: (definition: Kind) => T): (definition: Kind) => T {
  const known = new WeakMap<Kind, T>();
  return (definition) => {
    const found = known.get(definition);
    if (found !== undefined) return found;
    const made = derive(definition);
    known.set(definition, made);
    return made;
  };
}

export const allFields = perKind((definition) => Object.entries(fieldsOf(definition)));

/** The fields that a configuration sets, secrets apart. */
export const settableFields = perKind(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]): [string, ItemField][] =>
    isConfiguration(field) ? [[name, field]] : [],
  ),
);

export const secretNames = perKind(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]) => (field.type === "secret" ? [name] : [])),
);

/** Of a computed attribute and its value before an answer. */
export type Stays = (field: Exclude<Field, { type: "secret" }>, before: Value) => boolean;

/**
 * Where nobody changed the row's settings, what moves by itself (figures, health, members) is no change that a
 * refresh should find (docs/decisions/0010).
 */
export const whatMovesByItself: Stays = (field) => field.type === "computed" && field.routine;

/** Terraform takes nothing else from an apply. What was moved meanwhile is for the next read to find. */
export const whatWasPlanned: Stays = (field, planned) =>
  (field.type === "computed" || field.keptWhenAbsent === true) && planned !== UNKNOWN;

/**
 * The state that an answer makes. `before` is what was planned, or the state until now: a value that means
 * the same stays spelled as it was there, and the versions of secrets are only there.
 *
 * `stays` says of an attribute whether it stays as `before` has it, whatever the answer says.
 */
export function stateOf(
  definition: Kind,
  body: JsonObject,
  before: ObjectValue | null,
  stays: Stays = () => false,
): ObjectValue {
  const entries = allFields(definition).flatMap(([name, field]): [string, Value][] => {
    if (field.type === "secret") {
      const { version, set } = secretArguments(name);
      return [
        [version, before?.[version] ?? null],
        [set, body[set] === true],
      ];
    }
    const argument = argumentName(name);
    const kept = before?.[argument] ?? null;
    if (before !== null && stays(field, kept)) return [[argument, kept]];
    const value = asFieldValue(field, body[name]);
    return [[argument, meansTheSame(definition, name, kept, value) ? kept : value]];
  });
  return {
    ...(definition.shape === "setting" ? { id: definition.kind } : {}),
    ...Object.fromEntries(entries),
  };
}

/**
 * Whether two values of a field are one: to the service, where case does not count in an address, a timestamp is the
 * instant at any depth, what an object leaves out is its default and blanks at the ends of a name change no row; and to
 * Terraform, which brings every text to Unicode's composed form.
 */
export function meansTheSame(definition: Kind, name: string, left: Value, right: Value): boolean {
  if (isSame(left, right)) return true;
  const field = definition.fields[name];
  if (field === undefined || !isConfiguration(field)) return isSame(composed(left), composed(right));
  const folds = foldsCase(definition, name) && definition.naturalKey.includes(name);
  const folded = (value: Value) => (folds && typeof value === "string" ? foldEmail(value) : value);
  // Null itself stays null: what a row has not yet is not its default.
  const form = (value: Value) =>
    value === null ? null : completed(field, composed(folded(kept(field, value as Json) as Value)));
  const one = form(left);
  const other = form(right);
  return isSame(one, other) || sameValue(field, one as Json, other as Json);
}

/** The value with defaults where nothing is written, inside objects too. A null item of a list stays for validation to find. */
export function completed(field: ItemField, value: Value): Value {
  if (value === null) {
    const start = field.optional ? undefined : defaultOf(field);
    return start === undefined ? null : asValue(field, start);
  }
  if (field.type === "list" && isList(value)) {
    return value.map((item) => (item === null ? null : completed(field.items, item)));
  }
  if (field.type !== "object" || !isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(field.fields).map(([name, inner]) => [name, completed(inner, value[name] ?? null)]),
  );
}

function composed(value: Value): Value {
  if (typeof value === "string") return value.normalize("NFC");
  if (isList(value)) return value.map(composed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.normalize("NFC"), composed(inner)]),
  );
}

export function asFieldValue(field: Field, json: Json | undefined): Value {
  if (field.type === "secret") return null;
  return asValue(field.type === "computed" ? field.shape : field, json);
}

/** A value as Terraform has it: what an object leaves out is null there. */
export function asValue(field: ItemField, json: Json | undefined): Value {
  if (json === undefined || json === null) return null;
  if (field.type === "list" && Array.isArray(json)) return json.map((item) => asValue(field.items, item));
  if (field.type === "object" && isObject(spelledOut(field, json))) {
    const value = spelledOut(field, json) as JsonObject;
    return Object.fromEntries(
      Object.entries(field.fields).map(([name, inner]) => [name, asValue(inner, value[name])]),
    );
  }
  return json as Value;
}

/** The body of a create or update: every settable field, as it was planned. */
export function bodyOf(definition: Kind, planned: ObjectValue): JsonObject {
  return Object.fromEntries(
    settableFields(definition).flatMap(([name, field]) => {
      const value = planned[argumentName(name)] ?? null;
      // What only the service knows is left out.
      return field.keptWhenAbsent && value === UNKNOWN ? [] : [[name, jsonOf(field, value)]];
    }),
  );
}

/** A value as the service has it: what may stay away from an object and is null, stays away. */
export function jsonOf(field: ItemField, value: Value): Json {
  if (value === UNKNOWN) throw new Error("a value that is still unknown was to be sent");
  if (value === null) return null;
  if (field.type === "list" && isList(value)) return value.map((item) => jsonOf(field.items, item));
  if (field.type === "object" && isRecord(value)) return objectJson(field.fields, value);
  if (field.type === "map" && isRecord(value)) return Object.fromEntries(Object.entries(value)) as JsonObject;
  return value as Json;
}

function objectJson(fields: Fields, value: ObjectValue): JsonObject {
  const entries = Object.entries(fields as Readonly<Record<string, ItemField>>);
  return Object.fromEntries(
    entries.flatMap(([name, inner]): [string, Json][] => {
      const member = value[name] ?? null;
      // Terraform has one null for what is left out and for what is null: the first, where there are both.
      const isLeftOut = member === null && (inner.optional === true || !inner.nullable);
      return isLeftOut ? [] : [[name, jsonOf(inner, member)]];
    }),
  );
}
