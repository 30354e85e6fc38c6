/** Rows that hold from a moment to another, and then are over by themselves. */
import { choice, computed } from "../kernel/field.ts";
import type { Problem } from "../kernel/problem.ts";
import { readable } from "../kernel/readable.ts";
import { nextOf, parseTimestamp } from "../kernel/timestamps.ts";

const dayMs = 24 * 3_600_000;

interface Term {
  readonly starts_at: string;
  readonly ends_at: string;
}

export const standingField = computed({
  shape: choice({
    description: "Whether it is yet to begin, is going on, or is over.",
    choices: ["upcoming", "active", "over"],
    tones: { upcoming: "quiet", active: "warning", over: "quiet" },
  }),
  from: "derived",
  movedBy: ["starts_at", "ends_at"],
});

/** What is wrong with a term, if anything. @param longest in days */
export function termProblems({ starts_at, ends_at }: Term, longest: number): Problem[] {
  const [from, until] = [parseTimestamp(starts_at), parseTimestamp(ends_at)];
  if (from === undefined || until === undefined) return [];
  if (until <= from)
    return [{ field: "ends_at", message: `must be later than starts_at (${readable(from)})` }];
  if (until.getTime() - from.getTime() > longest * dayMs)
    return [{ field: "ends_at", message: `must be at most ${longest} days after starts_at` }];
  return [];
}

export function standingAt({ starts_at, ends_at }: Term, now: Date): "upcoming" | "active" | "over" {
  const [from, until] = [parseTimestamp(starts_at), parseTimestamp(ends_at)];
  if (from !== undefined && from > now) return "upcoming";
  return until !== undefined && until > now ? "active" : "over";
}

export function standingUntil({ starts_at, ends_at }: Term, now: Date): Date | undefined {
  return nextOf([starts_at, ends_at].map(parseTimestamp), now);
}
