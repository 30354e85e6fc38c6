/** Where a kind's rows hold timestamps, so that those from before one form was stored are answered in it too. */
import type { Field, ItemField, Json } from "./field.ts";
import type { Kind } from "./kind.ts";
import { inUtc } from "./timestamps.ts";
import { isObject, type JsonObject } from "./validate.ts";

type Shapes = readonly (readonly [name: string, shape: ItemField])[];
const known = new WeakMap<Kind, Shapes>();

/** The fields of a kind that are timestamps, or hold some. */
export function momentFields(definition: Kind): Shapes {
  const found = known.get(definition) ?? Object.entries(definition.fields).flatMap(named);
  known.set(definition, found);
  return found;
}

function named([name, field]: readonly [string, Field]): Shapes {
  if (field.type === "secret") return [];
  const shape = field.type === "computed" ? field.shape : field;
  return holdsMoments(shape) ? [[name, shape]] : [];
}

function holdsMoments(shape: ItemField): boolean {
  if (shape.type === "list") return holdsMoments(shape.items);
  if (shape.type === "object") return Object.values(shape.fields).some(holdsMoments);
  return shape.type === "timestamp";
}

/** A row's values with the timestamps among them in UTC; those that are not there stay away. */
export function withMomentsInUtc(definition: Kind, values: JsonObject): JsonObject {
  const moments = momentFields(definition).flatMap(([name, shape]): [string, Json][] => {
    const value = values[name];
    return value === undefined ? [] : [[name, momentsInUtc(shape, value)]];
  });
  return moments.length === 0 ? values : { ...values, ...Object.fromEntries(moments) };
}

function momentsInUtc(shape: ItemField, value: Json): Json {
  if (shape.type === "timestamp") return typeof value === "string" ? inUtc(value) : value;
  if (!holdsMoments(shape)) return value;
  if (shape.type === "list")
    return Array.isArray(value) ? value.map((item) => momentsInUtc(shape.items, item)) : value;
  if (shape.type !== "object" || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
      return [name, field === undefined ? inner : momentsInUtc(field, inner)];
    }),
  );
}
