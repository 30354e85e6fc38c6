/** Filters and orders by values that are made when a row is read: a policy's freeze, a mute that has run out. */
import type { Json } from "../../kernel/field.ts";
import type { Findable } from "../../kernel/findable.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type ListRequest, orderBy, textOf } from "./query.ts";

/** Rows that are looked at one after the other: of each that passes no more is kept than it is sorted by. */
export function createAmongRead(where: ListRequest["where"], { by, backwards }: ListRequest["sort"]) {
  const filters = where.filter(({ field }) => field?.from === "reading");
  const sorted = typeof by === "object" && by.from === "reading" ? by : undefined;
  const found: { readonly id: string; readonly value: Json }[] = [];
  return {
    /** @param text the row as it is shown, in JSON */
    look(id: string, text: string): void {
      const shown = JSON.parse(text) as JsonObject;
      const passes = filters.every(({ field, values }) =>
        values.includes(textOf(shown[(field as Findable).name]) ?? ""),
      );
      if (passes) found.push({ id, value: sorted === undefined ? null : (shown[sorted.name] ?? null) });
    },
    /** Those that pass, in order. */
    ids(): readonly string[] {
      if (sorted === undefined) return found.map(({ id }) => id);
      const order = orderBy(sorted);
      const ranks = order.by === "rank" ? order.ranks : undefined;
      const sign = backwards ? -1 : 1;
      // What has no value comes last, whichever way it is sorted.
      return found.sort((a, b) => compared(a.value, b.value, sign, ranks)).map(({ id }) => id);
    },
  };
}

function compared(a: Json, b: Json, sign: number, ranks: readonly string[] | undefined): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (ranks !== undefined) return sign * (ranks.indexOf(String(a)) - ranks.indexOf(String(b)));
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  const [first, second] = [String(a).toLowerCase(), String(b).toLowerCase()];
  return sign * (first < second ? -1 : Number(first > second));
}
