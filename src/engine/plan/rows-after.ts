/** The rows of a kind as they would be, in the order of lists: in the place of those that change, what they would become. */
import type { Kind } from "../../kernel/kind.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { StoredRow } from "../ports/rows.ts";
import { sortKeyOf } from "../row-facts.ts";
import type { StagedRow } from "./stage.ts";

interface AnyRow {
  readonly id: string;
  readonly configuration: object;
}

/** @param asRow a stored row in the form of the others */
export function rowsAfter<R extends AnyRow>(
  definition: Kind,
  rows: readonly R[],
  changed: readonly StagedRow[],
  asRow: (row: StoredRow) => R,
): readonly R[] {
  const staged = new Map(changed.filter(({ kind }) => kind === definition.kind).map((row) => [row.id, row]));
  if (staged.size === 0) return rows;
  const standing = rows.filter(({ id }) => !staged.has(id));
  const planned = [...staged.values()].flatMap(({ now }) => (now === undefined ? [] : [asRow(now)]));
  const placed = [...standing, ...planned].map((row) => ({
    row,
    at: sortKeyOf(definition, row.configuration as JsonObject),
  }));
  return placed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ row }) => row);
}
