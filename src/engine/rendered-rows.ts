/** What was rendered of rows, as the JSON that every door shows, kept while memory lasts. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { LazyRow } from "./ports/rows.ts";

/** A JSON text holds one byte a character, or two where it has letters beyond Latin-1. */
const maxCharacters = 16 * 1_024 * 1_024;

/** Texts by keys that name all that they depend on, so that none is ever out of date. */
export function createRenderedRows(): LRUCache<string, string> {
  return new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (text, key) => text.length + key.length,
  });
}

/** The version of a list: of its rows, in order. */
export function listVersion(rows: readonly LazyRow[]): string {
  return createHash("md5")
    .update(rows.map(({ version }) => version).join(" "))
    .digest("hex");
}
