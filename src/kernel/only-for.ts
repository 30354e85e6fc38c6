/** Fields that belong to one variant of their kind (`onlyFor` in field.ts): what a form shows and what descriptions say. */
import type { Field, Json, OnlyFor } from "./field.ts";

/** The variants that the field belongs to; undefined where it belongs to all. */
export function onlyForOf(field: Field): OnlyFor | undefined {
  return field.type === "computed" ? undefined : field.onlyFor;
}

/**
 * Whether the row's variant takes the field.
 *
 * @param row the row as it is stored, or a draft of it; a draft whose variant is not chosen yet takes no such field
 */
export function appliesTo(field: Field, row: { readonly [name: string]: Json | undefined }): boolean {
  const rule = onlyForOf(field);
  return rule === undefined || rule.values.some((value) => value === row[rule.field]);
}

/** The sentence that descriptions add: "Only for kind ratio." */
export function onlyForNote(field: Field): string | undefined {
  const rule = onlyForOf(field);
  return rule === undefined ? undefined : `Only for ${rule.field} ${oneOf(rule.values)}.`;
}

function oneOf(values: readonly string[]): string {
  return values.length < 2
    ? values.join("")
    : `${values.slice(0, -1).join(", ")} or ${values.slice(-1).join("")}`;
}
