/** What follows from a row's settings alone: its natural key, its place in lists, whom it points at. */
import { createHash } from "node:crypto";
import {
  type Field,
  type Fields,
  type ItemField,
  isConfiguration,
  isReferring,
  type Json,
  maxInteger,
  type ReferenceField,
} from "../kernel/field.ts";
import type { Kind } from "../kernel/kind.ts";
import { encodeKey, encodeNaturalKey, keyNames, keyPart, keyTexts } from "../kernel/natural-key.ts";
import type { Referrer } from "../kernel/problem.ts";
import { isTypeId } from "../kernel/type-id.ts";
import { isObject, type JsonObject } from "../kernel/validate.ts";
import type { ReferenceLink } from "./ports/rows.ts";

/** The encoded natural key; null where a part of it is null, and the row has none. */
export function naturalKeyOf(definition: Kind, configuration: JsonObject): string | null {
  const names = keyNames(definition, configuration);
  const parts = names.map((name) => keyPart(definition, name, configuration[name] ?? null));
  return parts.length === 0 || parts.includes(null)
    ? null
    : storedKey(encodeKey(definition, names, parts as string[]));
}

/** An index of the database takes keys of 2,704 bytes. */
const longestKey = 2_000;
const keptOfLongKey = 1_000;

/** An encoded key as it is stored: of a long one, such as a hundred matchers, its beginning and a hash. */
export function storedKey(encoded: string): string {
  if (Buffer.byteLength(encoded) <= longestKey) return encoded;
  const hash = createHash("sha256").update(encoded).digest("base64url");
  return `${Buffer.from(encoded).toString("utf8", 0, keptOfLongKey)}\u0001\u0001${hash}`;
}

/** The fields that an encoded natural key is made of, each as the row has it; email addresses are folded. */
export function keyFieldsOf(definition: Kind, key: string): JsonObject {
  return Object.fromEntries(
    keyTexts(definition, key).map(([name, part]) => [
      name,
      partValue(definition.fields[name] as Field, part),
    ]),
  );
}

function partValue({ type }: Field, part: string): Json {
  if (type === "integer" || type === "number") return Number(part);
  if (type === "list") return JSON.parse(part) as Json;
  return type === "boolean" ? part === "true" : part;
}

/** Sixteen digits hold every integer a position can be, so byte order is numeric order. */
export function sortKeyOf(definition: Kind, configuration: JsonObject): string {
  const key = naturalKeyOf(definition, configuration) ?? "";
  if (definition.order !== "position") return key;
  const position = Number(configuration.position ?? 0);
  // A minus comes before every digit, and the smaller of two negative ones is the one that is farther from zero.
  const digits = position < 0 ? `-${maxInteger + position}` : String(position);
  return encodeNaturalKey([position < 0 ? digits : digits.padStart(16, "0"), key]);
}

/** Most characters that a search looks through in a row, and in one of its texts: the rest of a long prompt finds nothing. */
const searchedCharacters = 2_000;
const searchedOfText = 300;

/**
 * What a search of lists looks through, in lower case: what stands in the settings, the natural key first. Ids that the
 * service makes are left out, because their letters are chance; an id that is made of the natural key is in.
 */
export function searchTextOf(definition: Kind, id: string, configuration: JsonObject): string {
  const names = new Set([
    ...definition.naturalKey,
    ...(definition.listColumns ?? []),
    ...Object.keys(configuration),
  ]);
  // A number is looked for where it names the row, as a port does: elsewhere every row would have the one that is sought.
  const numbers = definition.naturalKey.flatMap((name) =>
    typeof configuration[name] === "number" ? [String(configuration[name])] : [],
  );
  const texts = [...names].flatMap((name) => textsIn(configuration[name] ?? null));
  return [...(isTypeId(id) ? [] : [id]), ...numbers, ...texts]
    .join(" ")
    .slice(0, searchedCharacters)
    .toLowerCase();
}

/** The texts in a value at any depth, without the names of their members. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return isTypeId(value) ? [] : [value.slice(0, searchedOfText)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Every reference that the settings hold, with the path of the field it stands in. */
export function referencesOf(definition: Kind, configuration: JsonObject): ReferenceLink[] {
  const links: ReferenceLink[] = [];
  for (const [name, field] of referringFieldsOf(definition)) collect(field, configuration[name], name, links);
  return links;
}

/** Those that are stored: a row that may be gone is not held back by what names it. */
export function heldReferencesOf(definition: Kind, configuration: JsonObject): ReferenceLink[] {
  return referencesOf(definition, configuration).filter(({ stays }) => !stays);
}

/** The fields of each kind that hold references at any depth: few do, and each write asks three times. */
const referringFields = new WeakMap<Kind, readonly (readonly [name: string, field: ItemField])[]>();

function referringFieldsOf(definition: Kind): readonly (readonly [name: string, field: ItemField])[] {
  const known = referringFields.get(definition);
  if (known !== undefined) return known;
  const found = Object.entries(definition.fields).flatMap(([name, field]): [string, ItemField][] =>
    isConfiguration(field) && isReferring(field) ? [[name, field]] : [],
  );
  referringFields.set(definition, found);
  return found;
}

function collect(field: ItemField, value: Json | undefined, path: string, links: ReferenceLink[]): void {
  if (value === null || value === undefined) return;
  if (field.type === "reference") {
    const { to: toKind, onDelete } = field;
    const link = { field: path, toKind, toId: String(value), cascade: onDelete === "cascade" };
    links.push(onDelete === "stays" ? { ...link, stays: true } : link);
  } else if (field.type === "list" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(field.items, item, `${path}[${index}]`, links);
  } else if (field.type === "object" && isObject(value)) {
    for (const [name, inner] of Object.entries(field.fields))
      collect(inner, value[name], `${path}.${name}`, links);
  }
}

/** What stands in the place of a reference: an id, or what a caller wrote there. */
type OnReference = (field: ReferenceField, value: Json, path: string) => Json;

/** The values with another one in the place of each reference, at any depth. Those of other fields stay. */
export function mapReferences({ fields }: Kind, values: JsonObject, map: OnReference): JsonObject {
  return mapMembers(fields, values, "", map);
}

function mapMembers(fields: Fields, values: JsonObject, above: string, map: OnReference): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const known = field !== undefined && isConfiguration(field);
      return [name, known ? mapValue(field, value, `${above}${name}`, map) : value];
    }),
  );
}

function mapValue(field: ItemField, value: Json, path: string, map: OnReference): Json {
  if (field.type === "reference") return map(field, value, path);
  if (field.type === "list" && Array.isArray(value))
    return value.map((item: Json, index) => mapValue(field.items, item, `${path}[${index}]`, map));
  if (field.type === "object" && isObject(value)) return mapMembers(field.fields, value, `${path}.`, map);
  return value;
}

/** More are not counted ({@link Reader.referrers}). */
const countedReferrers = 100;

/** How many rows point at another: "2 rows point". A row that does so twice is one. */
export function pointing(references: readonly Pick<Referrer, "kind" | "id">[]): string {
  const rows = new Set(references.map(({ kind, id }) => `${kind}/${id}`)).size;
  if (rows === 1) return "1 row points";
  return `${references.length < countedReferrers ? "" : "at least "}${rows === 0 ? "no" : rows} rows point`;
}

/** The rows that a natural key points at. */
export function linksIn(
  definition: Kind | undefined,
  configuration: JsonObject | null | undefined,
): readonly ReferenceLink[] {
  if (definition === undefined || !configuration) return [];
  const ids = keyNames(definition, configuration).flatMap((name) => {
    const value = configuration[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return referencesOf(definition, Object.fromEntries(ids));
}
