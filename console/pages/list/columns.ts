/** Which of a kind's fields its list shows. */
import type { Field, Fields, ItemField } from "../../../src/kernel/field.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { statesOf } from "../../parts/tones.ts";
import { labelOf } from "../../parts/words.ts";

export interface Column {
  readonly name: string;
  readonly label: string;
  readonly shape: ItemField;
  /** The column that names the row and leads to it. */
  readonly first: boolean;
  /** From which width on it has its place: the first two always have theirs. */
  readonly from: "always" | "sm" | "md" | "lg";
}

/** As many as the widest screen holds. */
const maxColumns = 7;

/** The columns that were chosen, or those that the definition names; without any, its key, its states, and what fits. */
export function columnsOf(definition: Definition, chosen?: readonly string[]): readonly Column[] {
  const { fields, listColumns } = definition;
  const usual = listColumns ?? [
    leadOf(definition),
    ...statesOf(fields).map(([name]) => name),
    ...Object.keys(fields).filter((name) => isShort(fields[name] as Field) && !isInName(definition, name)),
  ];
  const known = new Set(allNames(definition));
  const own = chosen?.filter((name) => known.has(name)) ?? [];
  if (own.length > 0)
    return [...new Set([leadOf(definition), ...own])].map((name, index) => ({
      ...column(definition, name, index),
      // Somebody wants to see them: where they do not fit, the table scrolls.
      from: index < 2 ? "always" : "sm",
    }));
  return [...new Set(usual)].slice(0, maxColumns).map((name, index) => column(definition, name, index));
}

/** Every field that a list can show, the usual ones first. */
export function allColumns(definition: Definition): readonly Column[] {
  return allNames(definition).map((name, index) => column(definition, name, index));
}

function allNames({ fields, listColumns, ...definition }: Definition): readonly string[] {
  const lead = leadOf({ fields, listColumns, ...definition } as Definition);
  const rest = Object.keys(fields).filter((name) => isListed(fields[name] as Field));
  return [...new Set([lead, ...(listColumns ?? []), ...rest])];
}

/** Long texts have no place in a line, and secrets none at all. */
function isListed(field: Field): boolean {
  if (field.type === "secret") return false;
  const shape = field.type === "computed" ? field.shape : field;
  return shape.type !== "object" && !(shape.type === "text" && shape.multiline);
}

function column({ fields }: Definition, name: string, index: number): Column {
  return {
    name,
    label: labelOf(name, fields[name]),
    shape: shapeOf(fields, name),
    first: index === 0,
    from: index < 2 ? "always" : index < 4 ? "sm" : index < 5 ? "md" : "lg",
  };
}

/** The field by which the first column sorts; the column shows what people call the row. */
function leadOf({ fields, naturalKey, listColumns }: Definition): string {
  const [first] = listColumns ?? [];
  const key = naturalKey.includes("name")
    ? "name"
    : (naturalKey.find((name) => fields[name]?.type !== "reference") ?? naturalKey[0]);
  return first ?? key ?? Object.keys(fields)[0] ?? "id";
}

/** What the row's name says already. */
function isInName({ fields, naturalKey }: Definition, name: string): boolean {
  return naturalKey.includes(name) && fields[name]?.type !== "reference";
}

function isShort(field: Field): boolean {
  if (field.type === "text") return field.multiline === undefined && field.nullable === undefined;
  if (field.type === "computed")
    return ["timestamp", "choice"].includes(field.shape.type) || isCounted(field.shape);
  return !["object", "map", "secret"].includes(field.type);
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
