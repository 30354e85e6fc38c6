/** How statements are given how long a state holds: `aged` and `shown_value` of the schema read it. */
import type { Age } from "../kernel/findable.ts";
import { jsonText } from "./json-text.ts";

/** Null for what does not age. */
export function ageText(age: Age | undefined): string | null {
  if (age === undefined) return null;
  const { minutes, every, unseen } = age;
  const interval =
    every === undefined ? {} : { every: every.field, fallback: every.fallback, perMinute: every.perMinute };
  return jsonText({ minutes, unseen, ...interval });
}
