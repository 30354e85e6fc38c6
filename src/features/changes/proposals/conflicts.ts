/** Where proposals that nobody has decided on yet change the same rows differently. Pure. */
import type { RowChange } from "../../../engine/plan/differences.ts";
import { sameJson } from "../../../kernel/equal.ts";
import type { Json } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { nameOf } from "./digest.ts";

/** Another proposal, and what it was found to change. */
export interface Other {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly RowChange[];
}

/** What both change of a row and do not agree on. Without fields, one of them deletes what the other changes. */
export function conflictsOf(mine: readonly RowChange[], others: readonly Other[]): JsonObject[] {
  return others.flatMap(({ id: proposal_id, title, changes }) => {
    const theirs = new Map(changes.map((change) => [nameOf(change), change]));
    return mine.flatMap((own): JsonObject[] => {
      const other = theirs.get(nameOf(own));
      if (other === undefined) return [];
      const fields = differing(own, other);
      const goes = (own.action === "delete") !== (other.action === "delete");
      if (fields.length === 0 && !goes) return [];
      const { resource, key, id, action } = own;
      return [{ proposal_id, title, resource, key, id, mine: action, theirs: other.action, fields }];
    });
  });
}

function differing(own: RowChange, other: RowChange): JsonObject[] {
  if (own.action === "delete" || other.action === "delete") return [];
  const theirs = new Map(other.fields.map((field) => [field.path, field]));
  return own.fields.flatMap(({ path, before, after }): JsonObject[] => {
    const field = theirs.get(path);
    if (field === undefined || sameJson(field.after, after)) return [];
    return [{ path, base: before as Json, mine: after as Json, theirs: field.after as Json }];
  });
}
