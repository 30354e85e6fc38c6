/** A change of configuration in words. */
import type { ChangeMessage } from "../../engine/ports/deliveries.ts";
import type { FieldChange } from "../../engine/ports/rows.ts";
import type { Json } from "../../kernel/field.ts";
import { oneLine } from "../../kernel/one-line.ts";

const maxLines = 50;
const maxValue = 200;

const done = { create: "created", update: "updated", delete: "deleted" } as const;

/** Who did what to which row. */
export function changeTitle(message: ChangeMessage): string {
  const { actor, verb } = message;
  return oneLine(`${actor.name} ${done[verb]} ${rowIn(message)}`, 300);
}

/** The row that a change is of: its kind, its name where it has one, and its id; a setting is its kind. */
export function rowIn({ resource, row_id, row_name }: ChangeMessage): string {
  return row_id === resource ? resource : `${resource} ${called(row_name, row_id)}`;
}

/** What a notice calls something: by its name and id, or by its id alone where it has no name. */
export function called(name: Json | undefined, id: string): string {
  return typeof name === "string" ? `"${name}" (${id})` : id;
}

/** A line for each field; of a secret only what became of it. */
export function changeLines(changes: readonly FieldChange[]): string[] {
  const lines = changes
    .slice(0, maxLines)
    .map((change) =>
      "secret" in change
        ? `${change.field}: ${change.secret}`
        : `${change.field}: ${shown(change.before)} → ${shown(change.after)}`,
    );
  return changes.length > maxLines ? [...lines, `and ${changes.length - maxLines} more`] : lines;
}

function shown(value: Json): string {
  if (value === null) return "none";
  return oneLine(typeof value === "string" ? value : JSON.stringify(value), maxValue) || '""';
}
