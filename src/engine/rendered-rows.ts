/** What was rendered of rows, as the JSON that every door shows, kept while memory lasts. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** A JSON text holds one byte a character, or two where it has letters beyond Latin-1. */
const maxCharacters = 16 * 1_024 * 1_024;

/** A text of rows, or its digest, that holds until time alone makes them read something else. */
export interface Rendered {
  readonly text: string;
  /** Milliseconds since 1970; Infinity for ever. */
  readonly until: number;
}

/** Texts by keys that name all that they depend on but time. */
export function createRenderedRows(): LRUCache<string, Rendered> {
  return new LRUCache<string, Rendered>({
    maxSize: maxCharacters,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });
}

/** The text, where it holds at `now` still. */
export function textNow(rendered: Rendered | undefined, now: Date): string | undefined {
  return rendered !== undefined && now.getTime() <= rendered.until ? rendered.text : undefined;
}

/** Most lists whose digests are kept: some 200 bytes each. */
const maxDigests = 10_000;

/** Digests of lists by keys as above: of those too whose texts are too long to be kept. */
export function createListDigests(): LRUCache<string, Rendered> {
  return new LRUCache<string, Rendered>({ max: maxDigests });
}

/** Differs whenever the text does: 132 bits, which nobody who writes rows can bring to collide. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** The version of a list: of its rows' versions, in order. */
export function listVersion(versions: readonly string[]): string {
  return createHash("md5").update(versions.join(" ")).digest("hex");
}
