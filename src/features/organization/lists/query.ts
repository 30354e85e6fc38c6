/** What was asked of a list, and where the database keeps what it is found and sorted by. */

import type { Json } from "../../../kernel/field.ts";
import { bySeverity, type Findable } from "../../../kernel/findable.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { FieldPlace, RowOrder } from "./store.ts";

/** Where the database keeps it. */
export function placeIn({ name, shape, from, ages }: Findable): FieldPlace {
  const start = "default" in shape ? shape.default : undefined;
  return { name, inState: from === "state", fallback: textOf(start), ages };
}

/** A value as the database writes it. */
export function textOf(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}

/** How the field sorts: states by severity, choices as the definition names them, all else by its value. */
export function orderBy(found: Findable): RowOrder {
  const { shape } = found;
  const field = placeIn(found);
  if (shape.type === "choice") return { by: "rank", field, ranks: bySeverity(shape, shape.choices) };
  if (shape.type === "boolean") return { by: "rank", field, ranks: bySeverity(shape, ["false", "true"]) };
  return { by: shape.type === "integer" || shape.type === "number" ? "number" : "text", field };
}

/** What was asked, with the fields that it names. A filter without a field is about the owner. */
export interface ListRequest {
  readonly where: readonly { readonly field: Findable | undefined; readonly values: readonly string[] }[];
  readonly sort: {
    readonly by: Findable | "updated" | "created" | undefined;
    readonly backwards: boolean;
  };
}

/**
 * Filters and orders by values that are made when a row is read: a policy's freeze, a mute that has run out. Rows are
 * looked at one after the other: of each that passes no more is kept than it is sorted by.
 */
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
