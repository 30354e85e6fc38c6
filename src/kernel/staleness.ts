/** How long what was seen of a row holds. */
import type { ComputedField, Fields, TimestampField } from "./field.ts";
import type { JsonObject } from "./validate.ts";

/** Figures that are older than this say nothing about now. */
export const staleAfterMinutes = 10;

/** What was last seen of a row, and is too old. */
export interface Stale {
  /** The field that says when it was seen. */
  readonly field: string;
  /** RFC 3339. */
  readonly at: string;
}

/**
 * Answers where what was last seen of a row is too old: nobody seems to look at it any more.
 *
 * @param fields those of the row's kind
 * @param now milliseconds since 1970
 */
export function staleOf(fields: Fields, row: JsonObject, now: number): Stale | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const at = row[name];
    if (!tellsAge(field) || typeof at !== "string") continue;
    const { minutes, every } = field.shape.staleAfter;
    const age = now - Date.parse(at);
    if (age > (minutes + intervalMinutes(fields, row, every)) * 60_000) return { field: name, at };
  }
  return undefined;
}

/** The field that says when a row was last looked at, of kinds of which somebody looks again and again. */
export function seenField(fields: Fields): string | undefined {
  return Object.keys(fields).find((name) => tellsAge(fields[name] as Fields[string]));
}

type TellsAge = ComputedField & {
  readonly shape: TimestampField & Required<Pick<TimestampField, "staleAfter">>;
};

function tellsAge(field: Fields[string]): field is TellsAge {
  return (
    field.type === "computed" && field.shape.type === "timestamp" && field.shape.staleAfter !== undefined
  );
}

const perMinute: Readonly<Record<string, number>> = { seconds: 60, minutes: 1 };

/** How often the row is looked at, where a field of it says so. */
function intervalMinutes(fields: Fields, row: JsonObject, every: string | undefined): number {
  const field = every === undefined ? undefined : fields[every];
  if (every === undefined || field?.type !== "integer") return 0;
  return Number(row[every]) / (perMinute[field.unit ?? ""] ?? 1);
}
