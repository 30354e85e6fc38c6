/** What a kind's definition and the demo's rows say of the bodies that a benchmark may send: copies and changes. Pure. */
import type { Field, Json } from "../src/kernel/field.ts";
import { isConfiguration } from "../src/kernel/field.ts";
import type { Kind } from "../src/kernel/kind.ts";
import type { JsonObject } from "../src/kernel/validate.ts";

/** A field, and the values that a row's take in turns: each change is one. */
export interface Change {
  readonly field: string;
  readonly values: readonly [Json, Json];
}

/** What might be changed of a row, the plainest first: whoever asks finds out which of them the kind's rules allow. */
export function changesOf(definition: Kind, row: JsonObject): Change[] {
  const settable = Object.entries(definition.fields).filter(
    ([name, field]) =>
      isConfiguration(field) && !field.fixed && !field.keptWhenAbsent && name !== definition.serviceUnique,
  );
  const { naturalKey } = definition;
  const types = ["text", "integer", "number", "boolean", "choice", "list"];
  const order = (name: string, field: Field) => {
    // Of teams there is nothing but the name.
    if (naturalKey.includes(name)) return types.length;
    return name === "description" ? -1 : types.indexOf(field.type);
  };
  return settable
    .sort(([a, first], [b, second]) => order(a, first) - order(b, second))
    .flatMap(([field, definedAs]) =>
      valuesOf(definedAs, row[field], naturalKey.includes(field)).map((values) => ({ field, values })),
    );
}

function valuesOf(field: Field, now: Json | undefined, isKey: boolean): (readonly [Json, Json])[] {
  switch (field.type) {
    case "text":
      if (field.format !== undefined) return [];
      if (isKey) return typeof now === "string" ? [[`${now} 2`.slice(-field.max), now]] : [];
      return [
        ["It is this.", "It is that."],
        ["this", "that"],
      ];
    case "integer":
    case "number": {
      const others = ("choices" in field ? field.choices : undefined)?.filter((choice) => choice !== now);
      if (others?.[0] !== undefined) return [[others[0], now ?? others[1] ?? null]];
      const value = typeof now === "number" ? now : field.min;
      return [value + 1 < field.max ? [value + 1, value] : [value - 1, value]];
    }
    case "boolean":
      return [[!now, Boolean(now)]];
    case "choice":
      return field.choices.flatMap((choice) => (choice === now ? [] : [[choice, now ?? null] as const]));
    case "list":
      // One of the members fewer: in another order it may be the same list.
      return Array.isArray(now) && now.length > field.min ? [[now.slice(1), now]] : [];
    default:
      return [];
  }
}

/**
 * A body for one more row like this one, with a natural key of its own.
 * @param number no other copy of the row has it
 * @param others ids of rows that a reference in the key may name instead, by kinds
 * @returns undefined where the key has nothing that could be made up
 */
export function copyOf(
  definition: Kind,
  body: JsonObject,
  number: number,
  others: (kind: string) => readonly string[],
): JsonObject | undefined {
  if (definition.naturalKey.length === 0) return body;
  for (const name of definition.naturalKey) {
    const value = anotherOf(definition.fields[name] as Field, body[name], number, others);
    if (value !== undefined) return { ...body, [name]: value };
  }
  return undefined;
}

function anotherOf(
  field: Field,
  value: Json | undefined,
  number: number,
  others: (kind: string) => readonly string[],
): Json | undefined {
  if (field.type === "reference") return others(field.to)[number];
  if (field.type === "timestamp" && typeof value === "string")
    return new Date(Date.parse(value) + number * 60_000).toISOString();
  if (field.type !== "text" || field.format === "email") return undefined;
  if (field.format === "hostname") return `bench${number}.example.com`;
  return `${value ?? "bench"}-${number}`.slice(-field.max);
}
