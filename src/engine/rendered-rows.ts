/** What was rendered of rows, as the JSON that every door shows, kept while memory lasts. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** A JSON text holds one byte a character, or two where it has letters beyond Latin-1. */
const maxCharacters = 16 * 1_024 * 1_024;

/** Texts by keys that name all that they depend on, so that none is ever out of date. */
export function createRenderedRows(): LRUCache<string, string> {
  return new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (text, key) => text.length + key.length,
  });
}

/** Most lists whose digests are kept: some 200 bytes each. */
const maxDigests = 10_000;

/** Digests of lists by keys as above: of those too whose texts are too long to be kept. */
export function createListDigests(): LRUCache<string, string> {
  return new LRUCache<string, string>({ max: maxDigests });
}

/** Differs whenever the text does: 132 bits, which nobody who writes rows can bring to collide. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** The version of a list: of its rows' versions, in order. */
export function listVersion(versions: readonly string[]): string {
  return createHash("md5").update(versions.join(" ")).digest("hex");
}
