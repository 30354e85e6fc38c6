/** Which of a report is kept for charts, as the kind's definition says (`history` in field.ts). */
import type { KeptFigures } from "../../../engine/ports/rows.ts";
import type { ItemField, Json } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

/** Undefined where the report holds nothing that is kept. */
export function keptOf({ fields }: Kind, report: JsonObject, at: Date): KeptFigures | undefined {
  const figures: Record<string, readonly [number]> = {};
  for (const [name, value] of Object.entries(report)) {
    const field = fields[name];
    if (field?.type !== "computed" || field.history !== true) continue;
    const figure = figureOf(field.shape, value);
    if (figure !== undefined) figures[name] = [figure];
  }
  return Object.keys(figures).length === 0 ? undefined : { at, figures };
}

/** A number as it is; of a state 100 while it is not bad, so that the mean is the share of time. What is unknown is nothing. */
function figureOf(shape: ItemField, value: Json): number | undefined {
  if (typeof value === "number") return value;
  if (shape.type !== "choice" || typeof value !== "string") return undefined;
  const tone = shape.tones?.[value];
  return tone === undefined || tone === "quiet" ? undefined : tone === "bad" ? 0 : 100;
}

/** The names of the fields whose reports are kept. */
export function keptNames({ fields }: Pick<Kind, "fields">): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.type === "computed" && field.history === true ? [name] : [],
  );
}
