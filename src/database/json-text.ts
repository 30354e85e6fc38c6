import type { Age } from "../kernel/findable.ts";

declare const json: unique symbol;

/** A value as JSON: what a jsonb parameter takes. The driver would send an array as PostgreSQL's own kind of array. */
export type JsonText = string & { readonly [json]: true };

export function jsonText(value: object): JsonText {
  return JSON.stringify(value) as JsonText;
}

/** Null for what does not age. */
export function ageText(age: Age | undefined): string | null {
  if (age === undefined) return null;
  const { minutes, every, unseen } = age;
  const interval =
    every === undefined ? {} : { every: every.field, fallback: every.fallback, perMinute: every.perMinute };
  return jsonText({ minutes, unseen, ...interval });
}
