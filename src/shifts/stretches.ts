/** Times, and what they have in common. */
import type { Stretch } from "./shapes.ts";

/** What of a time is in none of these, which are in order and without overlaps. */
export function without(whole: Stretch, parts: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  let { from } = whole;
  for (const part of parts) {
    if (part.to <= from) continue;
    if (part.from >= whole.to) break;
    if (part.from > from) found.push({ from, to: part.from });
    from = part.to;
  }
  return from < whole.to ? [...found, { from, to: whole.to }] : found;
}

interface OfRole extends Stretch {
  readonly role: string;
}

/** What of some times is in none of others of the same role, which are in order and without overlaps. */
export function beyond<T extends OfRole>(times: readonly T[], others: readonly OfRole[]): T[] {
  return times.flatMap((time) =>
    without(
      time,
      others.filter(({ role }) => role === time.role),
    ).map(({ from, to }) => ({ ...time, from, to })),
  );
}

/** The time that is in both; undefined where there is none. */
export function common(one: Stretch, other: Stretch): Stretch | undefined {
  const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return both.from < both.to ? both : undefined;
}
