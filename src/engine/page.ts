/**
 * Lists that come in pages, in their one form: `limit` and `cursor` go in, `data` and `next_cursor` come out. Whatever
 * grows without end is listed so (docs/api.md).
 */

import { oldAnswer, oldForm } from "../kernel/deprecation.ts";
import { type Fields, type ItemField, integer, list, text } from "../kernel/field.ts";
import { foreignCursor, unprocessable } from "../kernel/problem.ts";
import { saidTwice } from "./input.ts";

interface Bounds {
  /** What is answered, in the plural. */
  readonly of: string;
  /** Most items of a page where its caller names no limit. */
  readonly standard: number;
  readonly most: number;
}

export const cursorField = text({
  description: "Where to go on: next_cursor of the page before, with the same filters.",
  max: 255,
  optional: true,
});

/** What a page is asked for with. */
export function pageInput({ of, standard, most }: Bounds) {
  return {
    limit: integer({
      description: `Most ${of} to answer; ${standard} where it is left out.`,
      min: 1,
      max: most,
      optional: true,
    }),
    cursor: cursorField,
  } as const satisfies Fields;
}

/** A page of items, of which `description` says the order. */
export function pageOutput(description: string, most: number, items: ItemField) {
  return { data: list({ description, max: most, items }), next_cursor: nextCursor } as const satisfies Fields;
}

export const nextCursor = text({
  description: "Give it as cursor for the next page; null at the end.",
  max: 255,
  nullable: true,
});

/** @param rows the first of all that are left: one more than `limit` where there are so many */
export function page<T>(rows: readonly T[], limit: number, numberOf: (row: T) => number) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, next_cursor: last === undefined ? null : cursorOf(numberOf(last)) };
}

/** A cursor is the number of the last item shown: newer ones have higher numbers, so they shift nothing. */
export function cursorOf(number: number): string {
  return Buffer.from(String(number)).toString("base64url");
}

/**
 * The number below which a page begins; without a cursor all are.
 * @throws Refusal `unprocessable` where the cursor is not ours
 */
export function placeBelow(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const digits = Buffer.from(cursor, "base64url").toString("latin1");
  if (/^[1-9]\d{0,15}$/.test(digits) && cursorOf(Number(digits)) === cursor) return Number(digits);
  throw foreignCursor();
}

const mostPlaces = 1_000_000_000;
const mostPages = 1_000_000;

/**
 * What asks for a page of a list that is sorted anew for each: its cursor counts the items before the page, so that a list
 * in a window can go to any page. A row that comes or goes between two pages moves those after it.
 */
export const placeInput = {
  cursor: text({
    description: "Where to go on: next_cursor of the page before, which is the number of items to pass over.",
    max: 10,
    optional: true,
  }),
  page: integer({
    description: "Which page of limit items, from 1 on.",
    min: 1,
    max: mostPages,
    optional: true,
    deprecated: oldForm("cursor"),
  }),
} as const satisfies Fields;

export const placeOutput = {
  page: integer({
    description: "Which page of limit items this begins in.",
    min: 1,
    deprecated: oldAnswer("next_cursor"),
  }),
  next_cursor: nextCursor,
} as const satisfies Fields;

interface Place {
  readonly cursor?: string | undefined;
  readonly page?: number | undefined;
  readonly limit: number;
}

/** How many items are before the page. @throws Refusal `unprocessable` where the cursor is no such number */
export function placeOf({ cursor, page = 1, limit }: Place): number {
  if (cursor === undefined) return (page - 1) * limit;
  if (/^(0|[1-9]\d*)$/.test(cursor) && Number(cursor) <= mostPlaces) return Number(cursor);
  throw foreignCursor();
}

/** @throws Refusal `unprocessable` where both are sent */
export function refuseBothPlaces({ cursor, page }: Partial<Place>): void {
  if (cursor !== undefined && page !== undefined) throw unprocessable([saidTwice("page", "cursor")]);
}

/** @param start items before the page @param shown how many of the items found are on it */
export function placesOf(start: number, shown: number, { limit, total }: { limit: number; total: number }) {
  const end = start + shown;
  return { page: Math.floor(start / limit) + 1, next_cursor: end < total && shown > 0 ? String(end) : null };
}
