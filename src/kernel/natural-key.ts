/**
 * A natural key as one text that sorts, byte by byte, like its parts one after the other. Parts are
 * joined by two U+0001; a U+0001 inside a part is followed by U+0002, so that no two keys meet.
 * Email addresses fold to lower case, because they compare without it.
 */
import type { Json } from "./field.ts";
import type { Resource } from "./resource.ts";

const separator = "\u0001\u0001";

export function encodeNaturalKey(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll("\u0001", "\u0001\u0002")).join(separator);
}

/** The parts of an encoded key. */
export function decodeNaturalKey(key: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at < key.length; at += 1) {
    const character = key[at] as string;
    if (character !== "\u0001") {
      part += character;
      continue;
    }
    at += 1; // what follows says whether it stands for itself or is half of a separator
    if (key[at] === "\u0002") part += character;
    else {
      parts.push(part);
      part = "";
    }
  }
  return [...parts, part];
}

/** The text by which email addresses are compared. */
export function foldEmail(address: string): string {
  return address.toLowerCase();
}

/** One part of a key as text, as it is compared: email addresses fold. Null where the row has no such part. */
export function keyPart(resource: Pick<Resource, "fields">, name: string, value: Json): string | null {
  if (value === null) return null;
  return foldsCase(resource, name) ? foldEmail(String(value)) : String(value);
}

export function foldsCase({ fields }: Pick<Resource, "fields">, name: string): boolean {
  const field = fields[name];
  return field?.type === "text" && field.format === "email";
}
