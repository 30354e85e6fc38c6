/** Uptime day by day: of several checks the worst of each day, as bars and in words. Pure. */
import type { Tone } from "../../../src/kernel/field.ts";
import { percent } from "../../../src/kernel/readable.ts";

export interface UptimeDay {
  /** YYYY-MM-DD, of the organization's time zone. */
  readonly day: string;
  /** The percent of its time in which it was not bad; null where nothing was reported. */
  readonly up: number | null;
}

const dayMs = 86_400_000;

/**
 * @param since the first day, YYYY-MM-DD
 * @param checks of each, a value for each day, the oldest first
 */
export function uptimeOf(
  since: string,
  checks: readonly (readonly (number | null)[])[],
): readonly UptimeDay[] {
  const days = Math.max(0, ...checks.map((values) => values.length));
  return Array.from({ length: days }, (_, index) => {
    const known = checks.flatMap((values) => values[index] ?? []);
    return {
      day: new Date(Date.parse(`${since}T00:00Z`) + index * dayMs).toISOString().slice(0, 10),
      up: known.length === 0 ? null : Math.min(...known),
    };
  });
}

/** A day is good only where nothing failed for longer than a minute or so. */
export function toneOfDay({ up }: UptimeDay): Tone {
  if (up === null) return "quiet";
  return up >= 99.9 ? "good" : up >= 95 ? "warning" : "bad";
}

/** The same in words: how much of the time, the worst day, and how many days nobody measured. */
export function uptimeText(days: readonly UptimeDay[]): string {
  const known = days.filter((one): one is UptimeDay & { readonly up: number } => one.up !== null);
  const [worst] = known.toSorted((one, other) => one.up - other.up);
  if (worst === undefined) return "nothing was measured";
  const mean = known.reduce((sum, { up }) => sum + up, 0) / known.length;
  const missing = days.length - known.length;
  return [
    `${percent(mean)} up`,
    ...(worst.up === 100 ? [] : [`the least ${percent(worst.up)} on ${worst.day}`]),
    ...(missing === 0 ? [] : [`${missing} of ${days.length} days not measured`]),
  ].join(", ");
}
