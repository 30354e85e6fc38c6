/** Rows that people take for one another, because their names differ by case or by blanks at an end only. */
import { grouped } from "../../kernel/grouped.ts";
import type { Kind } from "../../kernel/kind.ts";
import { differenceOf, likeness } from "../../kernel/names.ts";
import type { Reader } from "../ports/rows.ts";
import { keyFieldsOf } from "../row-facts.ts";

export interface Named {
  readonly id: string;
  /** The encoded natural key. */
  readonly naturalKey: string;
}

/** Of rows that get their names by a write: the field, and what to write after it, by the row's id. */
export async function alikeAmong(
  reader: Reader,
  organizationId: string,
  definition: Kind,
  given: readonly Named[],
): Promise<ReadonlyMap<string, { readonly field: string; readonly message: string }>> {
  const { naturalKey, fields, kind } = definition;
  const field = naturalKey.findLast((name) => fields[name]?.type === "text");
  if (field === undefined || given.length === 0) return new Map();
  const keys = given.map((one) => one.naturalKey);
  const near = grouped(await reader.keysLike(organizationId, kind, keys), (one) =>
    likeness(definition, one.naturalKey),
  );
  return new Map(
    given.flatMap(({ id, naturalKey: own }) => {
      const other = near
        .get(likeness(definition, own))
        ?.find((one) => one.id !== id && one.naturalKey !== own)?.naturalKey;
      if (other === undefined) return [];
      const key = JSON.stringify(keyFieldsOf(definition, other));
      const message = `differs from that of the row ${key} by ${differenceOf(own, other)}, so that people take one for the other; rename one of them, unless both are meant`;
      return [[id, { field, message }] as const];
    }),
  );
}
