/** Rows, keys and texts as people read them in a terminal. */
import type { Json } from "../../kernel/field.ts";
import * as plain from "../../kernel/key-name.ts";
import type { JsonObject } from "../../kernel/validate.ts";

/** Control characters, line separators, and marks that turn the reading direction or take no room. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Stored text for a terminal: what could act there, or hide, is shown by its code. */
export function visible(text: string): string {
  return text.replace(unseen, (mark) => `\\u${mark.codePointAt(0)?.toString(16).padStart(4, "0")}`);
}

/** A row's key as one word, for a terminal (kernel/key-name.ts). */
export function keyName(key: Json): string {
  return visible(plain.keyName(key));
}

/** How a row is called in a terminal. */
export function rowName(resource: string, key: JsonObject | null): string {
  return visible(plain.rowByKey(resource, key));
}

/** A key between quotes or with slashes, for a terminal. */
export function quotedKey(key: Json): string {
  return visible(plain.quotedKey(key));
}
