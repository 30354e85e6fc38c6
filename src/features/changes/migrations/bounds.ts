/** Numbers that the other tool takes and a definition here does not: the nearest that it takes is written, and said. */
import { withUnit } from "../../../kernel/bounds.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { Attributes } from "./attributes.ts";

/**
 * @param field a field of the definition that is a number
 * @param attributes where the number comes from, under this name
 */
export function withinBounds(
  { fields }: Kind,
  field: string,
  value: number,
  attributes: Attributes,
  name: string,
): number {
  const definition = fields[field];
  if (definition?.type !== "integer" && definition?.type !== "number") return value;
  const { min = value, max = value, unit } = definition;
  const whole = definition.type === "integer" ? Math.round(value) : value;
  const nearest = Math.min(Math.max(whole, min), max);
  if (nearest === value) return value;
  const what = nearest === max ? "the most" : nearest === min ? "the least" : "the nearest";
  attributes.note(
    name,
    `is ${value}, and ${withUnit(nearest, unit)} is ${what} that ${field} takes: that is written`,
  );
  return nearest;
}
