/**
 * An SLO by the events of its window, measured once: what rules would make of them (slo-rules.ts), without any rule.
 * Pure.
 */
import { stepSeconds } from "../../kernel/event-series.ts";
import { budgetOf, budgetShare, type EventSteps, eventSumsOf, over } from "./burn-series.ts";
import type { Span } from "./corrections.ts";
import { budgetPercent, rounded } from "./read-back.ts";
import type { SloRow } from "./slo-rules.ts";

/** Events a second of each step; NaN where nothing is known. */
export interface StepRates {
  readonly total: Float64Array;
  readonly bad: Float64Array;
}

export interface Measured {
  /** The first step of which something is known; undefined where nothing is. */
  readonly known: number | undefined;
  /** In percent; null where the window had no events. */
  readonly sli: number | null;
  readonly budget: number | null;
  /** Of the last hour. */
  readonly burn: number | null;
  /** What was left of the budget at the ends of steps, from the first that is known. */
  readonly points: readonly { readonly end: number; readonly budget: number }[];
}

const mostPoints = 180;
const hourSteps = 3_600 / stepSeconds;

/** @param start of the first step, in seconds since 1970 */
export function measuredOf(
  slo: Pick<SloRow["configuration"], "target_percent" | "window_days">,
  rates: StepRates,
  spans: readonly Span[],
  start: number,
): Measured {
  const sums = eventSumsOf(stepsOf(rates, start), spans);
  const length = rates.total.length;
  const found = rates.total.findIndex((rate) => !Number.isNaN(rate));
  if (found < 0) return { known: undefined, sli: null, budget: null, burn: null, points: [] };
  const leftAt = budgetOf(slo, sums);
  const left = leftAt(length);
  const hour = { all: over(sums.all, length, hourSteps), bad: over(sums.bad, length, hourSteps) };
  const all = sums.all[length] as number;
  const points: { end: number; budget: number }[] = [];
  const every = Math.max(1, Math.ceil((length - found) / mostPoints));
  for (let end = length; end > found; end -= every) {
    const share = leftAt(end);
    if (share !== undefined) points.push({ end, budget: budgetPercent(share) });
  }
  return {
    known: found,
    sli: all > 0 ? rounded(100 * (1 - (sums.bad[length] as number) / all)) : null,
    budget: left === undefined ? null : budgetPercent(left),
    burn: hour.all > 0 ? rounded(hour.bad / hour.all / budgetShare(slo.target_percent)) : null,
    points: points.reverse(),
  };
}

/** What is not known has no events. */
function stepsOf({ total, bad }: StepRates, start: number): EventSteps {
  const isKnown = (at: number) => !Number.isNaN(total[at]) && !Number.isNaN(bad[at]);
  const known = (rates: Float64Array) => rates.map((rate, at) => (isKnown(at) ? rate : 0));
  return { start, stepMinutes: stepSeconds / 60, all: known(total), bad: known(bad) };
}
