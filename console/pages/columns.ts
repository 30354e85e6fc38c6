/** Which of a kind's fields its list shows, and what search and order find in them. */
import type { Field, Fields, ItemField, Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { statesOf } from "../parts/tones.ts";
import { brief, labelOf, nameOf } from "../parts/words.ts";

export interface Column {
  readonly name: string;
  readonly label: string;
  readonly shape: ItemField;
  /** The column that names the row and leads to it. */
  readonly first: boolean;
  /** From which width on it has its place: the first two always have theirs. */
  readonly from: "always" | "sm" | "lg";
}

/** As many as the widest screen holds. */
const maxColumns = 7;

/** The columns that the definition names; without any, its key, its states, and what fits beside them. */
export function columnsOf(definition: Definition): readonly Column[] {
  const { fields, listColumns } = definition;
  const names = listColumns ?? [
    leadOf(definition),
    ...statesOf(fields).map(([name]) => name),
    ...Object.keys(fields).filter((name) => isShort(fields[name] as Field) && !isTold(definition, name)),
  ];
  return [...new Set(names)].slice(0, maxColumns).map((name, index) => ({
    name,
    label: labelOf(name, fields[name]),
    shape: shapeOf(fields, name),
    first: index === 0,
    from: index < 2 ? "always" : index < 4 ? "sm" : "lg",
  }));
}

/** The field by which the first column sorts; the column shows what people call the row. */
function leadOf({ fields, naturalKey, listColumns }: Definition): string {
  const [first] = listColumns ?? [];
  return first ?? (naturalKey.includes("name") ? "name" : (naturalKey[0] ?? Object.keys(fields)[0] ?? "id"));
}

/** What the row's name says already. */
function isTold({ fields, naturalKey }: Definition, name: string): boolean {
  return naturalKey.includes(name) && fields[name]?.type !== "reference";
}

function isShort(field: Field): boolean {
  switch (field.type) {
    case "text":
      return field.multiline === undefined && field.nullable === undefined;
    case "choice":
    case "boolean":
    case "reference":
    case "integer":
    case "number":
    case "timestamp":
    case "date":
      return true;
    case "computed":
      return ["timestamp", "choice"].includes(field.shape.type) || isCounted(field.shape);
    case "list":
      return true;
    case "object":
    case "map":
    case "secret":
      return false;
  }
}

function isCounted(shape: ItemField): boolean {
  return shape.type === "list" && shape.items.type === "object";
}

function shapeOf(fields: Fields, name: string): ItemField {
  const field = fields[name] as Exclude<Field, { type: "secret" }>;
  return field.type === "computed" ? field.shape : field;
}

/** The kinds that columns point at: their rows' names stand in the list in place of ids. */
export function pointedAt(columns: readonly Column[]): ReadonlySet<string> {
  const shapes = columns.map(({ shape }) => (shape.type === "list" ? shape.items : shape));
  return new Set(shapes.flatMap((shape) => (shape.type === "reference" ? [shape.to] : [])));
}

/** By id, the names of rows that others point at. */
export type Names = ReadonlyMap<string, string>;

/** A TypeID, as the service makes them (kernel/ids.ts). */
const ids = /\b[a-z_]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/** A text as a list's reader knows it. Without the ids that nobody reads: their letters are chance. */
function told(text: string, names: Names): string {
  return text.replace(ids, (id) => names.get(id) ?? "");
}

/** Rows that hold every word of a search, anywhere; an id finds its row, and those that point at it. */
export function searched(rows: readonly JsonObject[], text: string, names: Names): readonly JsonObject[] {
  const sought = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (sought.length === 0) return rows;
  return rows.filter((row) => {
    const whole = Object.values(row).map(brief).join(" ");
    const read = told(whole, names).toLowerCase();
    const held: readonly string[] = whole.match(ids) ?? [];
    return sought.every((word) => read.includes(word) || held.includes(word));
  });
}

/** `name` ascending, `-name` descending; without either the service's own order. */
export function sorted(
  definition: Definition,
  rows: readonly JsonObject[],
  by: string | undefined,
  names: Names,
): readonly JsonObject[] {
  if (by === undefined || by === "") return rows;
  const name = by.replace(/^-/, "");
  const sign = by.startsWith("-") ? -1 : 1;
  const shown = (row: JsonObject) =>
    name === leadOf(definition) ? nameOf(definition, row) : (row[name] ?? null);
  return [...rows].sort((a, b) => sign * compared(shown(a), shown(b), names));
}

function compared(a: Json, b: Json, names: Names): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return told(brief(a), names).localeCompare(told(brief(b), names), "en", { numeric: true });
}
