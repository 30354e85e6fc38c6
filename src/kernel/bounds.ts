/** What a number may be: asked by the validator, and by forms before anything is sent. */
import type { IntegerField, NumberField } from "./field.ts";

/** Places after the point that a number keeps; a longer one is refused, and never rounded. */
export const decimalPlaces = 6;

/** What is wrong with a number for its field, as the validator words it; undefined where nothing is. */
export function numberProblem(field: IntegerField | NumberField, value: number): string | undefined {
  if (field.type === "integer") {
    if (!Number.isSafeInteger(value)) return "must be a whole number that fits 53 bits";
    if (field.choices?.includes(value) === false) return `must be one of ${field.choices.join(", ")}`;
  } else {
    if (!Number.isFinite(value)) return "must be a finite number";
    if (Number(value.toFixed(decimalPlaces)) !== value)
      return `must have at most ${decimalPlaces} decimal places`;
  }
  return boundsProblem(field, value);
}

function boundsProblem(
  field: { min: number; max: number; exclusive?: true; unit?: string },
  value: number,
): string | undefined {
  const low = field.exclusive ? value <= field.min : value < field.min;
  const high = field.exclusive ? value >= field.max : value > field.max;
  if (low) return `must be ${field.exclusive ? "more than" : "at least"} ${withUnit(field.min, field.unit)}`;
  if (high) return `must be ${field.exclusive ? "less than" : "at most"} ${withUnit(field.max, field.unit)}`;
  return undefined;
}

/** `1 minute`, `5 minutes`, and the number alone where it has no unit. @param unit in the plural */
export function withUnit(value: number, unit: string | undefined): string {
  if (unit === undefined) return String(value);
  return `${value} ${value === 1 ? unit.replace(/(?<=x)es$|s$/, "") : unit}`;
}
