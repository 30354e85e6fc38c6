/** What a text may look like, in the keywords of JSON Schema. */
import type { TextField } from "./field.ts";
import { formatOf } from "./format.ts";
import { given } from "./given.ts";
import { type JsonObject, oneLinePattern } from "./validate.ts";

/** What goes between the braces on the way in: defaults are filled in, so those may stay away. */
export type Direction = "in" | "out";

/** The description, with what a writer has to know that the schema's keywords do not say. */
export function described({ description, composed, format }: TextField): string {
  const notes = [composed ? "Unicode in NFC." : undefined, format && formatOf(format).note];
  return [description, ...notes].filter((sentence) => sentence !== undefined).join(" ");
}

export function textBounds(field: TextField, direction: Direction): JsonObject {
  const pattern = patternOf(field, direction);
  return {
    ...(field.min > 0 ? { minLength: field.min } : {}),
    maxLength: field.max,
    ...(field.format === undefined
      ? { ...given({ pattern }), ...suggestions(field) }
      : formatKeywords(field, field.format, pattern)),
  };
}

function suggestions({ suggested }: TextField): JsonObject {
  return suggested === undefined ? {} : { examples: suggested };
}

/** What is asked of a text that comes in. A row from before a rule was there is still answered as it is. */
function patternOf({ format, oneLine }: TextField, direction: Direction): string | undefined {
  if (direction === "out") return undefined;
  const own = format === undefined ? undefined : formatOf(format).pattern;
  return own ?? (oneLine ? oneLinePattern : undefined);
}

function formatKeywords(
  field: TextField,
  name: NonNullable<TextField["format"]>,
  pattern: string | undefined,
): JsonObject {
  const { schemaFormat, example } = formatOf(name);
  const shape: JsonObject = {
    ...given({ format: schemaFormat, pattern }),
  };
  // A format is about what is written; where nothing is the default, nothing may be written too.
  const fitsNothing =
    schemaFormat !== undefined || (pattern !== undefined && !new RegExp(pattern, "u").test(""));
  const mayBeEmpty = field.default === "" && fitsNothing;
  const examples = field.suggested ?? [field.example ?? example];
  return { ...(mayBeEmpty ? { anyOf: [{ maxLength: 0 }, shape] } : shape), examples };
}
