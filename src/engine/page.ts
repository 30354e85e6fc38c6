/**
 * Lists that come in pages, in their one form: `limit` and `cursor` go in, `data` and `next_cursor` come out. Whatever
 * grows without end is listed so (docs/api.md).
 */
import { type Fields, type ItemField, integer, list, text } from "../kernel/field.ts";
import { foreignCursor } from "../kernel/problem.ts";

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
