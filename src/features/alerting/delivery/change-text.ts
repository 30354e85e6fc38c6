/** A change of configuration in words. */

import type { FieldChange } from "../../../engine/ports/rows.ts";
import type { Json } from "../../../kernel/field.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { figure, readable } from "../../../kernel/readable.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import type { ChangeMessage, PlanMessage, TestMessage } from "./messages.ts";

export const maxLines = 50;
const maxValue = 200;

const done = { create: "created", update: "updated", delete: "deleted" } as const;

/** Who did what to which row. */
export function changeTitle(message: ChangeMessage): string {
  return oneLine(`${message.actor.name} ${changeIn(message)}`, 300);
}

function changeIn(message: ChangeMessage): string {
  return `${done[message.verb]} ${rowIn(message)}`;
}

/** Who applied a plan, and how many rows of each sort it changed. */
export function planTitle({ actor, counts }: PlanMessage): string {
  const verbs = ["create", "update", "delete"] as const;
  const parts = verbs.flatMap((verb) =>
    counts[verb] === 0 ? [] : [`${figure(counts[verb])} ${done[verb]}`],
  );
  return oneLine(`${actor.name} applied a plan: ${parts.join(", ")}`, 300);
}

/** That it is a test, of what, and by whom. */
export function testTitle({ actor, notification }: TestMessage): string {
  return oneLine(
    `Test of the change notification ${notification.name}, sent by ${actor.name}: nothing was changed`,
    300,
  );
}

/**
 * A line for each change of a plan, and below it one for each field. Beyond `room` characters fields are left
 * out, then changes; the last line says how many.
 * @param written puts a line as its channel wants it
 */
export function planLines(
  { changes, more_changes, plan_id }: PlanMessage,
  room: number,
  written = (line: string) => line,
): string[] {
  const lines: string[] = [];
  let left = room;
  let listed = 0;
  for (const change of changes) {
    const title = written(oneLine(changeIn(change), 300));
    const fields = changeLines(change.changes ?? []).map((line) => `    ${written(line)}`);
    const whole = [title, ...fields];
    const block = lengthOf(whole) <= left ? whole : [`${title} …`];
    left -= lengthOf(block);
    if (left < 0) break;
    lines.push(...block);
    listed += 1;
  }
  const more = changes.length - listed + more_changes;
  if (more === 0) return lines;
  return [...lines, `and ${figure(more)} more: the audit log lists all of them under plan_id ${plan_id}`];
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** The row that a change is of: its kind, its name where it has one, and its id; a setting is its kind. */
export function rowIn({ resource, row_id, row_name }: ChangeMessage): string {
  return row_id === resource ? resource : `${resource} ${called(row_name, row_id)}`;
}

/** What a notice calls something: by its name and id, or by its id alone where it has no name. */
export function called(name: Json | undefined, id: string): string {
  return typeof name === "string" ? `"${name}" (${id})` : id;
}

/** A line for each field; of a secret only what became of it. @param called what a reader calls the field */
export function changeLines(changes: readonly FieldChange[], called = (field: string) => field): string[] {
  const lines = changes
    .slice(0, maxLines)
    .map((change) =>
      "secret" in change
        ? `${called(change.field)}: ${change.secret}`
        : `${called(change.field)}: ${shown(change.before)} → ${shown(change.after)}`,
    );
  return changes.length > maxLines ? [...lines, `and ${figure(changes.length - maxLines)} more`] : lines;
}

export function shown(value: Json): string {
  if (value === null) return "none";
  const text = typeof value === "string" ? timeOr(value) : JSON.stringify(value);
  return oneLine(text, maxValue) || '""';
}

function timeOr(text: string): string {
  const time = parseTimestamp(text);
  return time === undefined ? text : readable(time);
}
