/** What was asked of a list, and where the database keeps what it is found and sorted by. */

import type { Json } from "../../kernel/field.ts";
import { bySeverity, type Findable } from "../../kernel/findable.ts";
import type { FieldPlace, RowOrder } from "./port.ts";

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
