/** A choice between shapes (`exactlyOne`): which of an object's fields each are one, and what is a part of one of them. */
import type { Json, ObjectField } from "./field.ts";

type Choice = Pick<ObjectField, "fields">;

/** The fields that each are a shape. */
export function alternativesOf({ fields }: Choice): string[] {
  return Object.entries(fields).flatMap(([name, { partOf }]) => (partOf === undefined ? [name] : []));
}

/** The fields that may stand with this one. */
export function partsOf({ fields }: Choice, alternative: string): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.partOf === alternative);
}

/** The words that stand for the object alone; none of most. */
export function wordsOf({ fields, word }: Pick<ObjectField, "fields" | "word">): readonly string[] {
  const field = word === undefined ? undefined : fields[word];
  return field?.type === "choice" ? field.choices : [];
}

/** The object that a word stands for; anything else as it is. */
export function spelledOut({ word }: Pick<ObjectField, "word">, value: Json): Json {
  return word !== undefined && typeof value === "string" ? { [word]: value } : value;
}

/** What JSON Schema (2020-12) says of it: one shape, and parts only with their own. */
export function alternativesSchema(choice: Choice): object {
  const all = alternativesOf(choice);
  const parts = all.flatMap((name) => partsOf(choice, name).map((part) => [part, [name]] as const));
  if (parts.length === 0) return { minProperties: 1, maxProperties: 1 };
  const alone = all.filter((name) => partsOf(choice, name).length === 0);
  return {
    ...{ minProperties: 1, maxProperties: 1 + parts.length },
    dependentRequired: Object.fromEntries(parts),
    dependentSchemas: Object.fromEntries(alone.map((name) => [name, { maxProperties: 1 }])),
  };
}
