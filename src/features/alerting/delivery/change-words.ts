/** A change of configuration as a reader says it, who knows rows by their names and no field by its wire name. */
import type { Registry } from "../../../engine/feature.ts";
import type { FieldChange } from "../../../engine/ports/rows.ts";
import type { Field, Json } from "../../../kernel/field.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { figure, percent } from "../../../kernel/readable.ts";
import { isObject } from "../../../kernel/validate.ts";
import { labelOf, phrase, singularOf, unitOf } from "../../../kernel/words.ts";
import { maxLines, shown } from "./change-text.ts";
import type { ChangeMessage } from "./messages.ts";

/** What a row of the organization is called; undefined for one that is gone or has no name. */
export type NameOfRow = (kind: string, id: string) => Promise<string | undefined>;

/** Of a list's names that are looked up, and characters of a value. */
const mostNames = 50;
const longest = 400;

const done = { create: "created", update: "changed", delete: "deleted" } as const;

/** `changed the alert route "Payments"`; a setting is there once, and has no name. */
export function deedOf({ verb, resource, row_id, row_name }: ChangeMessage): string {
  if (row_id === resource) return `changed the ${phrase(resource)}`;
  return `${done[verb]} the ${phrase(singularOf(resource))} ${row_name === null ? row_id : `"${row_name}"`}`;
}

/** A line for each field that changed; of a secret only what became of it. */
export async function changeWords(
  definitions: Registry,
  { resource, verb }: Pick<ChangeMessage, "resource" | "verb">,
  changes: readonly FieldChange[],
  nameOfRow: NameOfRow,
): Promise<string[]> {
  const fields = definitions[resource]?.fields ?? {};
  // What a new row leaves empty, and what a row that is gone had empty, says nothing.
  const worth = changes.filter(
    (change) =>
      "secret" in change || verb === "update" || !isNothing(change.before) || !isNothing(change.after),
  );
  const lines: string[] = [];
  for (const change of worth.slice(0, maxLines)) {
    const field = fields[change.field];
    const label = labelOf(change.field, field);
    if ("secret" in change) {
      lines.push(`${label}: ${change.secret}`);
      continue;
    }
    const before = await named(field, change.before, nameOfRow);
    const after = await named(field, change.after, nameOfRow);
    const [from, to] = [valueWords(change.field, field, before), valueWords(change.field, field, after)];
    const what = {
      create: to,
      delete: from,
      update: listMove(change.field, field, before, after) ?? `${from} → ${to}`,
    }[verb];
    lines.push(`${label}: ${what}`);
  }
  const rest = worth.length - lines.length;
  return rest > 0 ? [...lines, `and ${figure(rest)} more`] : lines;
}

function isNothing(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Rows by their names, where the value refers to some. */
async function named(field: Field | undefined, value: Json, nameOfRow: NameOfRow): Promise<Json> {
  const shape = field?.type === "list" ? field.items : field;
  if (shape?.type !== "reference") return value;
  const nameOf = async (id: Json) => (typeof id === "string" ? ((await nameOfRow(shape.to, id)) ?? id) : id);
  return Array.isArray(value) ? Promise.all(value.slice(0, mostNames).map(nameOf)) : nameOf(value);
}

/** Of lists, what came and what went. */
function listMove(name: string, field: Field | undefined, before: Json, after: Json): string | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const [was, is] = [before, after].map((list) => new Set(list.map((one) => JSON.stringify(one))));
  const came = after.filter((one) => !was?.has(JSON.stringify(one)));
  const went = before.filter((one) => !is?.has(JSON.stringify(one)));
  const parts = [
    ...(came.length > 0 ? [`added ${valueWords(name, field, came)}`] : []),
    ...(went.length > 0 ? [`removed ${valueWords(name, field, went)}`] : []),
  ];
  return parts.length === 0 ? undefined : oneLine(parts.join("; "), longest);
}

function valueWords(name: string, field: Field | undefined, value: Json): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isNothing(value)) return "none";
  if (typeof value === "number") {
    const unit = field === undefined ? undefined : unitOf(name, field);
    if (unit === "percent") return percent(value);
    return unit === undefined ? figure(value) : `${figure(value)} ${unit}`;
  }
  if (Array.isArray(value)) {
    const shape = field?.type === "list" ? field.items : undefined;
    const between = value.some((one) => typeof one === "object") ? "; " : ", ";
    return oneLine(value.map((one) => valueWords(name, shape, one)).join(between), longest);
  }
  if (isObject(value)) {
    const fields = field?.type === "object" ? field.fields : {};
    const parts = Object.entries(value)
      .filter(([, one]) => !isNothing(one))
      .map(([key, one]) => `${phrase(labelOf(key, fields[key]))} ${valueWords(key, fields[key], one)}`);
    return oneLine(parts.join(", "), longest);
  }
  return shown(value);
}
