/** The rows of a kind as they would be, in the order of lists: in the place of those that change, what they would become. */
import type { Kind } from "../../kernel/kind.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { RowMove } from "../feature.ts";
import type { StoredRow } from "../ports/rows.ts";
import { sortKeyOf } from "../row-facts.ts";

interface AnyRow {
  readonly id: string;
  readonly configuration: object;
}

/** @param asRow a stored row in the form of the others */
export function rowsAfter<R extends AnyRow>(
  definition: Kind,
  rows: readonly R[],
  changed: readonly RowMove[],
  asRow: (row: StoredRow) => R,
): readonly R[] {
  const staged = new Map(changed.filter(({ kind }) => kind === definition.kind).map((row) => [row.id, row]));
  if (staged.size === 0) return rows;
  const standing = rows.filter(({ id }) => !staged.has(id));
  const planned = [...staged.values()].flatMap(({ now }) => (now === undefined ? [] : [asRow(now)]));
  return inOrder(definition, [...standing, ...planned]);
}

/** In the order of lists. */
export function inOrder<R extends AnyRow>(definition: Kind, rows: readonly R[]): readonly R[] {
  return rows
    .map((row) => ({ row, at: sortKeyOf(definition, row.configuration as JsonObject) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ row }) => row);
}

/** The rows of a kind as they were, whichever side of the changes was read. */
export const rowsBefore: typeof rowsAfter = (definition, rows, changed, asRow) =>
  rowsAfter(
    definition,
    rows,
    changed.map((move) => ({ ...move, now: move.before })),
    asRow,
  );
