/**
 * What an SLO's rules make of events that are known: when its burn alerts fire, and what is left of its budget. It is the
 * arithmetic of slo-rules.ts, step by step; behaviour tests have steps of a minute, the history of SLOs of five.
 * test/renderers/prometheus/burn-series.engines.test.ts holds it equal to promtool.
 */
import { decimal, printed, rest, share, times } from "./decimal.ts";
import { minutesADay, type SloRow } from "./slo-rules.ts";

/** The severity of an alert, and the first minute at whose end it fires. */
export interface BurnAlert {
  readonly severity: string;
  readonly minute: number;
}

type Configuration = SloRow["configuration"];
type Burning = Pick<Configuration, "target_percent" | "burn_alerts" | "min_bad_events">;

/** Events until the end of each step, added up: of no step first. All events are the good and the bad ones. */
export interface EventSums {
  readonly stepMinutes: number;
  readonly all: Float64Array;
  readonly bad: Float64Array;
}

/** That a burn alert fires, by the ends of steps: from the first on, and before the last. */
export interface BurnSpan {
  readonly severity: string;
  readonly from: number;
  readonly until: number;
  /** The long window by which it fired first. */
  readonly longMinutes: number;
}

/** The rules look at events as rates over this long. */
const rateMinutes = 5;

/** @param good events of each minute, and so the bad ones; before the first there is nothing, and behind the last no more */
export function burnAlertsOf(
  slo: Burning,
  good: readonly number[],
  bad: readonly number[],
): readonly BurnAlert[] {
  const length = Math.max(good.length, bad.length);
  const sums = { stepMinutes: 1, all: sumsOf(length, bad, good), bad: sumsOf(length, bad) };
  const first = new Map<string, number>();
  for (const { severity, from } of burnSpansOf(slo, sums))
    if (!first.has(severity)) first.set(severity, from);
  return [...first].map(([severity, minute]) => ({ severity, minute }));
}

/** When burn alerts fire, by the first end of a step at which they do. A window that ends within a step has its part of it. */
export function burnSpansOf(
  { target_percent, burn_alerts, min_bad_events }: Burning,
  sums: EventSums,
  first = 1,
): readonly BurnSpan[] {
  const { stepMinutes, all, bad } = sums;
  const length = all.length - 1;
  const counted = min_bad_events === null ? bad : countedSums(sums);
  const budget = rest(share(target_percent));
  const pairs = burn_alerts.map((pair) => ({
    ...pair,
    long: pair.long_minutes / stepMinutes,
    short: Math.max(pair.short_minutes / stepMinutes, 1),
    events: (pair.long_minutes + 1) / stepMinutes,
    least: Number(printed(times(decimal(pair.threshold), budget))),
  }));
  const spans: BurnSpan[] = [];
  const open = new Map<string, Omit<BurnSpan, "until"> & { seen: number }>();
  // An engine that is given no event at all has no ratio.
  const burns = (end: number, steps: number, least: number) => {
    const ofAll = over(all, end, steps);
    const ofBad = over(bad, end, steps);
    // Most are far from it. The others are divided as the engine does, whose fractions are rounded at each step.
    if (!(ofAll > 0) || ofBad < 0.99 * least * ofAll) return false;
    const seconds = steps * stepMinutes * 60;
    return ofBad / seconds / (ofAll / seconds) >= least;
  };
  const close = ({ seen, ...span }: Omit<BurnSpan, "until"> & { seen: number }) =>
    spans.push({ ...span, until: seen + 1 });
  for (let end = first; end <= length; end += 1)
    for (const { severity, long, short, events, least, long_minutes } of pairs) {
      if (!burns(end, long, least) || !burns(end, short, least)) continue;
      const one = open.get(severity);
      if (one?.seen === end) continue;
      if (min_bad_events !== null && over(counted, end, events) < min_bad_events - 0.5) continue;
      if (one !== undefined && one.seen === end - 1) one.seen = end;
      else {
        if (one !== undefined) close(one);
        open.set(severity, { severity, from: end, longMinutes: long_minutes, seen: end });
      }
    }
  for (const one of open.values()) close(one);
  return spans.sort((a, b) => a.from - b.from);
}

/** Answers the share of the error budget that is left at the end of a step; undefined where its window had no events. */
export function budgetOf(
  { target_percent, window_days }: Pick<Configuration, "target_percent" | "window_days">,
  { stepMinutes, all, bad }: EventSums,
): (end: number) => number | undefined {
  const steps = (window_days * minutesADay) / stepMinutes;
  const budget = budgetShare(target_percent);
  return (end) => {
    const ofAll = over(all, end, steps);
    return ofAll > 0 ? 1 - over(bad, end, steps) / ofAll / budget : undefined;
  };
}

/** The share of events that a target lets be bad. */
export function budgetShare(targetPercent: number): number {
  return Number(printed(rest(share(targetPercent))));
}

/** What came in so many steps until the end of one; a part of a step has that part of its events. */
export function over(sums: Float64Array, end: number, steps: number): number {
  const from = end - steps;
  if (from <= 0) return sums[end] as number;
  const whole = Math.floor(from);
  const before = sums[whole] as number;
  if (whole === from) return (sums[end] as number) - before;
  return (sums[end] as number) - before - (from - whole) * ((sums[whole + 1] as number) - before);
}

/** What the engine counts of bad events: rates over five minutes, added up over the window. */
function countedSums({ stepMinutes, bad }: EventSums): Float64Array {
  const steps = rateMinutes / stepMinutes;
  if (steps <= 1) return bad;
  const counted = new Float64Array(bad.length);
  for (let end = 1; end < bad.length; end += 1)
    counted[end] = (counted[end - 1] as number) + over(bad, end, steps) / steps;
  return counted;
}

/** What has come until the end of each step. */
export function sumsOf(length: number, ...series: readonly (readonly number[])[]): Float64Array {
  const sums = new Float64Array(length + 1);
  for (let minute = 0; minute < length; minute += 1)
    sums[minute + 1] = series.reduce((sum, one) => sum + (one[minute] ?? 0), sums[minute] as number);
  return sums;
}
