/** Rows, keys and texts as people read them in a terminal. */
import type { Json } from "../../kernel/field.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** Control characters, line separators, and marks that turn the reading direction or take no room. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Stored text for a terminal: what could act there, or hide, is shown by its code. */
export function visible(text: string): string {
  return text.replace(unseen, (mark) => `\\u${mark.codePointAt(0)?.toString(16).padStart(4, "0")}`);
}

/** A row's key as one word: `platform`, `checkout/latency`, lists with commas. Empty for a setting. */
export function keyName(key: Json): string {
  if (key === null) return "-";
  if (Array.isArray(key)) return key.map(keyName).join(", ");
  if (isObject(key)) {
    // A list without items says nothing of which row it is.
    return Object.values(key)
      .filter((part) => !Array.isArray(part) || part.length > 0)
      .map(keyName)
      .join("/");
  }
  return visible(typeof key === "string" ? key : JSON.stringify(key));
}

/** How a row is called wherever one is named: `teams "platform"`, `slos checkout/latency`, `ai_settings`. */
export function rowName(resource: string, key: JsonObject | null): string {
  if (key === null || Object.keys(key).length === 0) return visible(resource);
  return `${visible(resource)} ${quotedKey(key)}`;
}

/** A key of one part is quoted, because it may be any text; one of several has slashes between them. */
export function quotedKey(key: Json): string {
  const name = keyName(key);
  return name.includes("/") && isObject(key) && Object.keys(key).length > 1 ? name : `"${name}"`;
}
