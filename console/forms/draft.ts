/** What somebody has changed in a form and not saved: the fields that differ from the row, and no others. */
import { defaultOf, type Fields, isConfiguration, type Json } from "../../src/kernel/field.ts";
import { appliesTo } from "../../src/kernel/members.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

export type Draft = JsonObject;

/** The draft with one field set; what is again as it was leaves it. */
export function withField(
  draft: Draft,
  row: JsonObject | undefined,
  name: string,
  value: Json | undefined,
): Draft {
  const { [name]: _, ...rest } = draft;
  if (value === undefined) return rest;
  return row !== undefined && sameValue(row[name] ?? null, value) ? rest : { ...rest, [name]: value };
}

/** The row as it would be: what is left out of a new one gets its default. */
export function wholeOf(fields: Fields, row: JsonObject, draft: Draft): JsonObject {
  const defaults = Object.entries(fields).flatMap(([name, field]): [string, Json][] => {
    const start = isConfiguration(field) ? defaultOf(field) : undefined;
    return start === undefined ? [] : [[name, start]];
  });
  return { ...Object.fromEntries(defaults), ...row, ...draft };
}

/**
 * The values that the row's variant takes, which are all that is sent. The others are kept: they are there again when
 * their variant is.
 */
export function applicable(fields: Fields, values: Draft, whole: JsonObject): Draft {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields[name];
      return field === undefined || appliesTo(field, whole);
    }),
  );
}

/** A field where my draft and the row as it is now disagree. */
export interface Disagreement {
  readonly name: string;
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
  /** I left it alone, and somebody else changed it. */
  readonly theirsOnly: boolean;
}

export function disagreements(
  fields: Fields,
  base: JsonObject,
  draft: Draft,
  current: JsonObject,
): Disagreement[] {
  return Object.entries(fields).flatMap(([name, field]): Disagreement[] => {
    if (field.type === "computed" || field.type === "secret") return [];
    const was = base[name] ?? null;
    const theirs = current[name] ?? null;
    const mine = draft[name] ?? was;
    const moved = !sameValue(was, theirs);
    if (!(name in draft)) return moved ? [{ name, base: was, mine: was, theirs, theirsOnly: true }] : [];
    return sameValue(mine, theirs) ? [] : [{ name, base: was, mine, theirs, theirsOnly: false }];
  });
}

/** Values are compared as JSON with sorted keys: the order of an object's members says nothing. */
export function sameValue(a: Json, b: Json): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}
