/** Which steps of a page are due, and when the next one is. Pure. */
import type { PageStep } from "./column-types.ts";

export interface Taking {
  readonly due: readonly PageStep[];
  /** How many were taken then. */
  readonly taken: number;
  /** After the page began; null where there is none. */
  readonly nextSeconds: number | null;
}

/**
 * @param taken how many were taken before; the next one is due, by its time or because the one before it failed
 * @param sinceSeconds how long ago the page began
 * @param isVain of steps that reach nobody now: the one after them is due as well
 */
export function takeSteps(
  steps: readonly PageStep[],
  taken: number,
  sinceSeconds: number,
  isVain: (step: PageStep) => boolean = () => false,
): Taking {
  const first = steps.slice(taken).find((step) => !isVain(step)) ?? steps.at(-1);
  const until = Math.max(first?.after_seconds ?? 0, sinceSeconds);
  const due = steps.slice(taken).filter(({ after_seconds }) => after_seconds <= until);
  const next = steps[taken + due.length];
  return { due, taken: taken + due.length, nextSeconds: next?.after_seconds ?? null };
}
