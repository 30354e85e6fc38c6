/** How long what was seen of a row holds, and what its states read afterwards. */
import type { ChoiceField, ComputedField, Fields, Json, TimestampField } from "./field.ts";
import type { Kind } from "./kind.ts";
import { noData } from "./no-data.ts";
import type { JsonObject } from "./validate.ts";
import { phrase, singularOf } from "./words.ts";

/** Figures that are older than this say nothing about now. */
export const staleAfterMinutes = 10;

/** What missing_after_minutes is where nobody said otherwise. */
export const usualMissingMinutes = 10;

/** Of a row: when each of its reported values was measured, by name. The storage keeps it under this name. */
export const measuredField = "measured_at";

/** How the rows of a kind are seen again and again. */
export interface Sight {
  /** The field that says when a row was last seen. */
  readonly field: string;
  readonly minutes: number;
  /** How often a row is looked at: the field that says it, what it is by default, and how many of its units are a minute. */
  readonly every:
    | { readonly field: string; readonly fallback: number; readonly perMinute: number }
    | undefined;
  /** The states that nobody knows once they are old, what they read then, and every value that says that nobody knows. */
  readonly states: readonly {
    readonly name: string;
    readonly unseen: string;
    readonly nothing: readonly unknown[];
  }[];
}

/** Definitions stay as they are. */
const sights = new WeakMap<Fields, Sight | null>();

/** Undefined for kinds whose rows nobody looks at again and again. */
export function sightOf(fields: Fields): Sight | undefined {
  let sight = sights.get(fields);
  if (sight === undefined) {
    sight = readSight(fields) ?? null;
    sights.set(fields, sight);
  }
  return sight ?? undefined;
}

/** When a value of a row was measured: RFC 3339, or undefined where it never was. */
export function measuredAt(row: JsonObject, name: string): string | undefined {
  const at = (row[measuredField] as JsonObject | null | undefined)?.[name];
  return typeof at === "string" ? at : undefined;
}

/** When a value of a row was measured, where that is too long ago to say anything about now. @param now milliseconds since 1970 */
export function oldValueOf(fields: Fields, row: JsonObject, name: string, now: number): string | undefined {
  const sight = sightOf(fields);
  const at = measuredAt(row, name);
  return sight !== undefined && at !== undefined && now > heldUntil(sight, row, at) ? at : undefined;
}

/**
 * What a row's states read now, where that is not what is kept: those that were last seen too long ago are unknown,
 * since then and with the reason; of those that nobody has ever seen, why. Of a state that was reported to be unknown, the
 * reason that was reported with it.
 *
 * @param row as doors show it
 */
export function presentStates(
  { fields, title }: Pick<Kind, "fields" | "title">,
  row: JsonObject,
  now: number,
): JsonObject | undefined {
  const sight = sightOf(fields);
  if (sight === undefined) return undefined;
  const present: Record<string, Json> = {};
  const what = `this ${phrase(singularOf(title))}`;
  for (const { name, unseen, nothing } of sight.states) {
    const at = measuredAt(row, name);
    const said = nothing.includes(row[name]) ? row[reasonOf(name)] : null;
    if (typeof said === "string") Object.assign(present, because(name, row[sight.field] ?? null, said));
    else if (at === undefined) Object.assign(present, because(name, null, noData.neverSeen(what)));
    else if (now > heldUntil(sight, row, at))
      Object.assign(present, { [name]: unseen, ...because(name, at, noData.notSeenSince(what, at)) });
  }
  return present;
}

/** Milliseconds since 1970 after which the row's states read something else by time alone; Infinity for never. */
export function presentUntil(fields: Fields, row: JsonObject, now: number): number {
  const sight = sightOf(fields);
  if (sight === undefined) return Number.POSITIVE_INFINITY;
  const ends = sight.states.flatMap(({ name }) => {
    const at = measuredAt(row, name);
    return at === undefined ? [] : [heldUntil(sight, row, at)];
  });
  return Math.min(...ends.filter((end) => end >= now), Number.POSITIVE_INFINITY);
}

function because(name: string, since: Json, reason: string): JsonObject {
  return { [`${name}_since`]: since, [reasonOf(name)]: reason };
}

/** What is reported of a row of which nobody knows anything now. */
export function unknownReport(fields: Fields, reason: string): JsonObject {
  const states = sightOf(fields)?.states ?? [];
  return Object.fromEntries(
    states.flatMap(({ name, nothing }) => [
      [name, nothing.at(-1) as Json],
      [reasonOf(name), reason],
    ]),
  );
}

/** The field that says why nobody knows a state. */
export function reasonOf(name: string): string {
  return `${name}_reason`;
}

type AgeField = ComputedField & {
  readonly shape: TimestampField & Required<Pick<TimestampField, "staleAfter">>;
};

function readSight(fields: Fields): Sight | undefined {
  for (const [name, field] of Object.entries(fields)) {
    if (!isAgeField(field)) continue;
    const { minutes, every } = field.shape.staleAfter;
    const interval = every === undefined ? undefined : fields[every];
    const states = Object.entries(fields).flatMap(([state, { type, ...rest }]) => {
      const shape = type === "computed" && "shape" in rest ? (rest.shape as ChoiceField) : undefined;
      if (shape?.unseen === undefined) return [];
      return [{ name: state, unseen: shape.unseen, nothing: [shape.unseen, shape.default] }];
    });
    if (every === undefined || interval?.type !== "integer")
      return { field: name, minutes, every: undefined, states };
    const perMinute = interval.unit === "seconds" ? 60 : 1;
    const fallback = Number(interval.default ?? 0);
    return { field: name, minutes, every: { field: every, fallback, perMinute }, states };
  }
  return undefined;
}

function isAgeField(field: Fields[string]): field is AgeField {
  return (
    field.type === "computed" && field.shape.type === "timestamp" && field.shape.staleAfter !== undefined
  );
}

/**
 * Until when what was seen of a row at a time says something: milliseconds since 1970. Where a row is looked at by an
 * interval of its own, that is waited for first.
 */
export function heldUntil({ minutes, every }: Sight, row: JsonObject, at: string): number {
  const interval = every === undefined ? 0 : Number(row[every.field] ?? every.fallback) / every.perMinute;
  return Date.parse(at) + (minutes + interval) * 60_000;
}
