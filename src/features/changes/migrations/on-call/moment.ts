/** Moments in other tools' files. */
import type { Attributes } from "../attributes.ts";

/** In milliseconds since 1970; undefined where there is none, or it cannot be read, which is noted. */
export function momentOf(block: Attributes, name: string): number | undefined {
  const text = block.text(name);
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  block.note(name, `${JSON.stringify(text)} is not a moment, and is left out`);
  return undefined;
}
