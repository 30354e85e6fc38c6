/**
 * A natural key as one text that sorts, byte by byte, like its parts one after the other. Parts are
 * joined by two U+0001; a U+0001 inside a part is followed by U+0002, so that no two keys meet.
 * Email addresses fold to lower case, because they compare without it.
 */
import type { Json } from "./field.ts";
import type { Kind } from "./kind.ts";
import type { JsonObject } from "./validate.ts";

const separator = "\u0001\u0001";
/** Begins a key of other fields than those of the natural key. */
const otherMark = "\u0001\u0003";

/**
 * The fields by which a row is known: its natural key, or where a part of that is missing those of the kind's other key
 * that it has, if any.
 */
export function keyNames(
  { naturalKey, otherKey }: Pick<Kind, "naturalKey" | "otherKey">,
  values: JsonObject,
): readonly string[] {
  const has = (name: string) => !isMissing(values[name] ?? null);
  if (otherKey === undefined || naturalKey.every(has)) return naturalKey;
  const others = otherKey.filter(has);
  return others.length === 0 ? naturalKey : others;
}

/** An empty list names nothing. */
function isMissing(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** What people call the fields that name a row: "name", "service and name", "pattern or matchers". */
export function keyPhrase({ naturalKey, otherKey }: Pick<Kind, "naturalKey" | "otherKey">): string {
  const names = naturalKey.join(" and ");
  return otherKey === undefined ? names : `${names} or ${otherKey.join(" and ")}`;
}

/** The parts of a key as one text. @param names the natural key's fields, or those of the other key that the row has */
export function encodeKey(
  { naturalKey, otherKey = [] }: Pick<Kind, "naturalKey" | "otherKey">,
  names: readonly string[],
  parts: readonly string[],
): string {
  if (names === naturalKey) return encodeNaturalKey(parts);
  const given = new Map(names.map((name, index) => [name, parts[index] ?? ""]));
  const last = otherKey.findLastIndex((name) => given.has(name));
  return `${otherMark}${encodeNaturalKey(otherKey.slice(0, last + 1).map((name) => given.get(name) ?? ""))}`;
}

/** The fields that an encoded key is made of, and the text of each. */
export function keyTexts(
  { naturalKey, otherKey }: Pick<Kind, "naturalKey" | "otherKey">,
  key: string,
): readonly (readonly [name: string, text: string])[] {
  const parts = decodeNaturalKey(key);
  if (otherKey === undefined || !key.startsWith(otherMark))
    return naturalKey.map((name, index) => [name, parts[index] ?? ""]);
  return otherKey.flatMap((name, index) => (parts[index] ? [[name, parts[index]] as const] : []));
}

export function encodeNaturalKey(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll("\u0001", "\u0001\u0002")).join(separator);
}

/** The parts of an encoded key. */
export function decodeNaturalKey(key: string): string[] {
  const parts = key.startsWith(otherMark) ? key.slice(otherMark.length) : key;
  return parts.split(separator).map((part) => part.replaceAll("\u0001\u0002", "\u0001"));
}

/** The text by which email addresses are compared. */
export function foldEmail(address: string): string {
  return address.toLowerCase();
}

/** One part of a key as text, as it is compared: email addresses fold. Null where the row has no such part. */
export function keyPart(definition: Pick<Kind, "fields">, name: string, value: Json): string | null {
  if (isMissing(value)) return null;
  if (Array.isArray(value)) return JSON.stringify(value, inOneOrder);
  return foldsCase(definition, name) ? foldEmail(String(value)) : String(value);
}

/** The members of objects in one order: the database keeps none. */
function inOneOrder(_: string, value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function foldsCase({ fields }: Pick<Kind, "fields">, name: string): boolean {
  const field = fields[name];
  return field?.type === "text" && field.format === "email";
}

/** What one target of deliveries is compared by: people write their address now with small letters, now with large ones. */
export function partitionOf(channel: string, target: string): string {
  return channel === "email" ? foldEmail(target) : target;
}
