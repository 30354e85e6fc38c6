/** The rows of a kind as they would be, in the order of lists: in the place of those that change, what they would become. */
import { sameJson } from "../../kernel/equal.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { RowMove } from "../feature.ts";
import type { StoredRow } from "../ports/rows.ts";
import { completed } from "../render.ts";
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

/**
 * The rows of a kind on one side of the changes, each with every setting.
 * @param as `rowsAfter` or `rowsBefore`
 */
export function completedSide<D extends Kind>(
  as: typeof rowsAfter,
  definition: D,
  rows: Iterable<CompletedRow<D>>,
  moves: readonly RowMove[],
): readonly CompletedRow<D>[] {
  return as<CompletedRow<D>>(definition, [...rows], moves, ({ id, configuration }) => ({
    id,
    configuration: completed(definition, configuration),
  }));
}

interface CompletedRow<D extends Kind> {
  readonly id: string;
  readonly configuration: ConfigurationOf<D>;
}

/** Whether the change is one of these fields; a field that one side lacks is null there. */
export function changesAny({ before, now }: RowMove, fields: readonly string[]): boolean {
  return fields.some(
    (name) => !sameJson(before?.configuration[name] ?? null, now?.configuration[name] ?? null),
  );
}
