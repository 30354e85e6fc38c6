/** Filters and orders by values that are made when a row is read: a policy's freeze, a mute that has run out. */
import type { LazyRow } from "../../engine/ports/rows.ts";
import type { Json } from "../../kernel/field.ts";
import type { Findable } from "../../kernel/findable.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Asked, orderBy, textOf } from "./asked.ts";

/** The rows that pass, in order. @param texts each row as it is shown, in JSON */
export function amongRead(
  rows: readonly LazyRow[],
  texts: readonly string[],
  where: Asked["where"],
  { by, backwards }: Asked["sort"],
): readonly LazyRow[] {
  const filters = where.filter(({ field }) => field?.from === "reading");
  const found = rows
    .map((row, index) => ({ row, shown: JSON.parse(texts[index] as string) as JsonObject }))
    .filter(({ shown }) =>
      filters.every(({ field, values }) => values.includes(textOf(shown[(field as Findable).name]) ?? "")),
    );
  if (typeof by !== "object" || by.from !== "reading") return found.map(({ row }) => row);
  const order = orderBy(by);
  const ranks = order.by === "rank" ? order.ranks : undefined;
  const sign = backwards ? -1 : 1;
  // What has no value comes last, whichever way it is sorted.
  return found
    .sort((a, b) => compared(a.shown[by.name] ?? null, b.shown[by.name] ?? null, sign, ranks))
    .map(({ row }) => row);
}

function compared(a: Json, b: Json, sign: number, ranks: readonly string[] | undefined): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (ranks !== undefined) return sign * (ranks.indexOf(String(a)) - ranks.indexOf(String(b)));
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  const [first, second] = [String(a).toLowerCase(), String(b).toLowerCase()];
  return sign * (first < second ? -1 : Number(first > second));
}
