/** Organizations drawn at random: valid rows of every kind, with references between them, through the API. */
import { defaultOf, type Field, type Fields, type ItemField, type Json } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";
import { definitionsByKind } from "../../src/service.ts";
import { type ContractTenant, collections, settings } from "../support/contract.ts";
import type { Draw } from "../support/property.ts";
import { steady } from "../support/sample-rules.ts";
import { nextSerial } from "../support/samples.ts";
import type { Send } from "../support/service.ts";
import type { Bundle } from "./support.ts";

export interface DrawnRow {
  readonly definition: Kind;
  readonly id: string;
  /** The row as its POST or PUT answered it. */
  readonly body: JsonObject;
}

export type Growing = Pick<ContractTenant, "config" | "samples">;

/** Rows by kind, as GET answers them. */
export type Rows = Readonly<Record<string, readonly JsonObject[]>>;

const creatable = collections.filter(({ verbs }) => verbs.includes("create"));
const savable = settings.filter(({ verbs }) => verbs.includes("update"));

/** Names that have gone wrong elsewhere: beyond ASCII, beyond 16 bits, and what URLs, JSON and SQL read otherwise. */
const names = [
  "Zoë’s team",
  "日本語 チーム",
  "🚒 on call",
  "a/b?c#d%20e",
  `quote"back\\slash`,
  "İstanbul ß",
  "__proto__",
  "null",
  "1e3",
  "%_'; --",
];

/**
 * Fills an organization: each setting saved or not, and so many rows, some of them with drawn values in the place
 * of the sample's. Rows that these point at are made before them.
 */
export async function grow(
  { config, samples }: Growing,
  draw: Draw,
  rows: number,
  wanted: (definition: Kind) => boolean = () => true,
): Promise<DrawnRow[]> {
  const made: DrawnRow[] = [];
  for (const definition of savable.filter((setting) => wanted(setting) && draw.either()))
    made.push(await save(config, definition, await bodyOf(definition)));
  for (let count = 0; count < rows; count += 1) {
    const definition = draw.oneOf(creatable.filter(wanted));
    made.push(await save(config, definition, await bodyOf(definition)));
  }
  return made;

  async function bodyOf(definition: Kind): Promise<JsonObject> {
    return (
      (await samples.acceptable(definition, drawnValues(definition, draw, made))) ?? samples.body(definition)
    );
  }
}

async function save(config: Send, definition: Kind, sent: JsonObject): Promise<DrawnRow> {
  const { kind, shape } = definition;
  const { status, text, body } = await config(shape === "setting" ? "PUT" : "POST", kind, { body: sent });
  if (status !== 200 && status !== 201)
    throw new Error(`a drawn row of ${kind} was refused: ${text}\nsent: ${JSON.stringify(sent)}`);
  return { definition, id: shape === "setting" ? kind : String(body.id), body };
}

/** Values for some of the fields; the kind's rules may refuse them together. */
function drawnValues(definition: Kind, draw: Draw, rows: readonly DrawnRow[]): JsonObject {
  const entries = Object.entries(definition.fields).flatMap(([name, field]): [string, Json][] => {
    if (field.type === "computed" || draw.below(3) > 0) return [];
    // What is on by itself would move while it is compared.
    if (steady[definition.kind]?.[name] === false) return [];
    const value = drawnValue(definition, name, field, draw, rows);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function drawnValue(
  definition: Kind,
  name: string,
  field: Exclude<Field, { type: "computed" }>,
  draw: Draw,
  rows: readonly DrawnRow[],
): Json | undefined {
  if (field.type === "secret") return null;
  // Two rows with one natural key would be refused.
  const unique = definition.naturalKey.includes(name) || definition.serviceUnique === name;
  if (!unique && draw.either()) {
    const usual = defaultOf(field);
    // What a feature fills in is left out.
    if (usual !== undefined || field.nullable) return draw.either() && field.nullable ? null : usual;
  }
  return anyValue(field, draw, rows, unique);
}

/** A value of the field's type; undefined where only the samples know one. */
function anyValue(
  field: ItemField,
  draw: Draw,
  rows: readonly DrawnRow[],
  unique: boolean,
): Json | undefined {
  switch (field.type) {
    case "text":
      return field.format === undefined
        ? drawnText(field.max, field.multiline === true, draw, unique)
        : undefined;
    case "boolean":
      return draw.either();
    case "choice":
      return draw.oneOf(field.choices);
    case "integer":
      return field.choices === undefined
        ? draw.between(Math.max(field.min, -1e6), Math.min(field.max, 1e6))
        : draw.oneOf(field.choices);
    case "map":
      // No member of a body may be called __proto__.
      return { [`key ${drawnText(40, false, draw, false)}`]: drawnText(field.maxValue, true, draw, false) };
    case "reference": {
      const targets = rows.filter(({ definition }) => definition.kind === field.to);
      return targets.length === 0 ? undefined : draw.oneOf(targets).id;
    }
    default:
      return undefined;
  }
}

function drawnText(max: number, multiline: boolean, draw: Draw, unique: boolean): string {
  const lines = multiline ? ["two\nlines", "  leading\n\ttab  ", "%{a} directive\n"] : [];
  const drawn = draw.either() ? draw.oneOf([...names, ...lines]) : draw.text();
  const text = drawn.normalize("NFC").trim() || "x";
  return Array.from(unique ? `${text} ${nextSerial()}` : text)
    .slice(-max)
    .join("");
}

/** The rows of every collection, and every setting, as GET answers them. */
export async function rowsOf(config: Send): Promise<Rows> {
  const found: Record<string, JsonObject[]> = {};
  for (const { kind } of collections) found[kind] = (await config("GET", kind)).body.data;
  for (const { kind } of settings) found[kind] = [(await config("GET", kind)).body];
  return found;
}

/**
 * What GET answers as a bundle, with references by natural key: made without the service's own export, so that one
 * cannot hide what is wrong with the other. Rows without a whole natural key, and those that are over, are in none.
 */
export function bundleOf(
  rows: Rows,
  named: (definition: Kind, row: JsonObject) => boolean = () => true,
): Bundle {
  const entries = [...creatable, ...savable].flatMap((definition): [string, Json][] => {
    const inBundle = (rows[definition.kind] ?? []).filter(
      (row) => isStanding(definition, row) && named(definition, row),
    );
    const listed = inBundle.map((row) => entryOf(definition, row, rows));
    if (listed.length === 0) return [];
    return [[definition.kind, definition.shape === "setting" ? (listed[0] as JsonObject) : listed]];
  });
  return Object.fromEntries(entries);
}

/** What a bundle says of one row. */
export function entryOf(definition: Kind, row: JsonObject, rows: Rows): JsonObject {
  return withKeys(definition.fields, settableOf(definition, row), (kind, id) => keyOf(kind, id, rows));
}

function isStanding({ shape, naturalKey }: Kind, row: JsonObject): boolean {
  if (shape === "setting") return row.updated_at !== null;
  return row.active !== false && naturalKey.every((name) => row[name] !== null);
}

/** The natural key of the row with this id. */
export function keyOf(kind: string, id: string, rows: Rows): JsonObject {
  const definition = kindOf(kind);
  const row = rows[kind]?.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${kind} has no row ${id}`);
  const key = Object.fromEntries(definition.naturalKey.map((name) => [name, row[name] as Json]));
  return withKeys(definition.fields, key, (to, target) => keyOf(to, target, rows));
}

function withKeys(fields: Fields, values: JsonObject, key: (kind: string, id: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, withKey(fields[name] as ItemField, value, key)]),
  );
}

function withKey(field: ItemField, value: Json, key: (kind: string, id: string) => Json): Json {
  if (field.type === "reference") return value === null ? null : key(field.to, String(value));
  if (field.type === "list" && Array.isArray(value))
    return value.map((item) => withKey(field.items, item, key));
  if (field.type === "object" && isObject(value)) return withKeys(field.fields, value, key);
  return value;
}

/** The fields of a row that its POST takes, without its secrets. */
export function settableOf({ fields }: Kind, row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const field = fields[name];
      return field !== undefined && field.type !== "computed" && field.type !== "secret";
    }),
  );
}

export const kindOf = (kind: string): Kind => definitionsByKind[kind] as Kind;
