/** By which of a kind's fields its rows are filtered and sorted in lists, as the definition says. */
import {
  type BooleanField,
  type ChoiceField,
  type Field,
  type ItemField,
  isConfiguration,
  type Tone,
} from "./field.ts";
import type { Kind } from "./kind.ts";
import { type Sight, sightOf } from "./staleness.ts";

type Fielded = Pick<Kind, "fields">;

/** What stands in the place of any field. */
export const ownerFilter = "managed_by";
const times = { updated_at: "updated", created_at: "created" } as const;

/** A field whose value is one word or number, and where it comes from. */
export interface Findable {
  readonly name: string;
  readonly shape: ItemField;
  /** `reading`: made when the row is read, by its rule or from elsewhere; the database does not know it. */
  readonly from: "configuration" | "state" | "reading";
  /** Of a state that nobody knows once it is old: how old, and what it reads then. */
  readonly ages?: Age | undefined;
}

/** How long a state holds after it was measured, and what it reads afterwards. */
export type Age = Pick<Sight, "minutes" | "every"> & { readonly unseen: string };

const filtered: readonly ItemField["type"][] = ["choice", "boolean", "reference", "text"];
const ordered: readonly ItemField["type"][] = [
  "choice",
  "boolean",
  "text",
  "integer",
  "number",
  "timestamp",
  "date",
];

export function filterOf(definition: Fielded, name: string): Findable | undefined {
  return ofType(definition, name, filtered);
}

export function filterNames(definition: Fielded): readonly string[] {
  return [...namesOf(definition, filtered), ownerFilter];
}

/** What a kind's list is filtered by, each exactly: its natural key, and settings that are one of few values or name something. */
export function listFilters({ fields, naturalKey }: Pick<Kind, "fields" | "naturalKey">): readonly string[] {
  const others = Object.entries(fields).flatMap(([name, field]) => {
    if (field.type === "text") return field.names === undefined ? [] : [name];
    return ["choice", "boolean", "reference"].includes(field.type) ? [name] : [];
  });
  return [...new Set([...naturalKey, ...others])];
}

/** What a list takes besides. */
export const listParameters = ["managed_by", "etags", "limit", "cursor"] as const;

export function sortNames(definition: Fielded): readonly string[] {
  return [...namesOf(definition, ordered), ...Object.keys(times)];
}

/** The field that a list is sorted by; a time of the row itself is no field. */
export function sortOf(definition: Fielded, name: string): Findable | "updated" | "created" | undefined {
  if (Object.hasOwn(times, name)) return times[name as keyof typeof times];
  return ofType(definition, name, ordered);
}

function namesOf(definition: Fielded, types: readonly ItemField["type"][]): string[] {
  return Object.keys(definition.fields).filter((name) => ofType(definition, name, types) !== undefined);
}

function ofType(
  { fields }: Fielded,
  name: string,
  types: readonly ItemField["type"][],
): Findable | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined || field.type === "secret") return undefined;
  const shape = shapeOf(field);
  if (!types.includes(shape.type) || (shape.type === "text" && shape.multiline)) return undefined;
  return {
    name,
    shape,
    from: isConfiguration(field) ? "configuration" : placeOf(field),
    ages: ageOf(fields, name),
  };
}

/** Undefined for what stays as it is until it is reported anew. */
export function ageOf(fields: Kind["fields"], name: string): Age | undefined {
  const sight = sightOf(fields);
  const state = sight?.states.find((one) => one.name === name);
  if (sight === undefined || state === undefined) return undefined;
  const { minutes, every } = sight;
  return { minutes, every, unseen: state.unseen };
}

function shapeOf(field: Exclude<Field, { type: "secret" }>): ItemField {
  return field.type === "computed" ? field.shape : field;
}

function placeOf(field: Exclude<Field, ItemField>): Findable["from"] {
  return field.type === "computed" && field.from === "state" ? "state" : "reading";
}

/** Whether the field can have the value; the empty text stands for no value. */
export function isPossible({ shape }: Findable, value: string): boolean {
  if (value === "") return true;
  if (shape.type === "choice") return shape.choices.includes(value);
  return shape.type !== "boolean" || value === "true" || value === "false";
}

const severity: Readonly<Record<Tone, number>> = { bad: 0, warning: 1, quiet: 2, good: 3 };

/** The values with the worst first, where they have tones. */
export function bySeverity(
  { tones }: ChoiceField | BooleanField,
  values: readonly string[],
): readonly string[] {
  if (tones === undefined) return values;
  const of = (value: string) => severity[(tones as Readonly<Record<string, Tone>>)[value] ?? "good"];
  return [...values].sort((a, b) => of(a) - of(b));
}
