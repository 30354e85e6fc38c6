/**
 * What an SLO's rules make of events that are known: when its burn alerts fire, and what is left of its budget. It is the
 * arithmetic of slo-rules.ts, step by step; behaviour tests have steps of a minute, the history of SLOs of five.
 * test/renderers/prometheus/burn-series.engines.test.ts holds it equal to promtool.
 */
import type { Run } from "../../kernel/event-series.ts";
import type { Span } from "./corrections.ts";
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

/** @param good runs of events a minute, and so the bad ones; before the first there is nothing, and behind the last no more */
export function burnAlertsOf(slo: Burning, good: readonly Run[], bad: readonly Run[]): readonly BurnAlert[] {
  const length = Math.max(minutesOf(good), minutesOf(bad));
  const sums = { stepMinutes: 1, all: sumsOfRuns(length, bad, good), bad: sumsOfRuns(length, bad) };
  const ends = [0, length, ...endsOf(good), ...endsOf(bad)];
  const first = new Map<string, number>();
  for (const pair of pairsOf(slo, sums)) {
    const at = firstBurn(pair, ends, first.get(pair.severity) ?? length + 1);
    if (at !== undefined) first.set(pair.severity, at);
  }
  return [...first]
    .map(([severity, minute]) => ({ severity, minute }))
    .sort((one, other) => one.minute - other.minute);
}

/**
 * The first minute before another at which an alert fires. Between two minutes at which a run begins to count in one of
 * its windows, or leaves it, what the windows have grows evenly: where both ends are far from it, so is all in between.
 */
function firstBurn(pair: Pair, ends: readonly number[], before: number): number | undefined {
  const marks = ends.flatMap((end) => [end, end + pair.long, end + pair.short]);
  const sorted = [...new Set(marks)].filter((end) => end < before).sort((one, other) => one - other);
  for (const [index, from] of sorted.entries()) {
    const until = sorted[index + 1] ?? before - 1;
    if (!pair.mayFire(from, until)) continue;
    for (let end = from + 1; end <= until; end += 1) if (pair.fires(end)) return end;
  }
  return undefined;
}

/** When burn alerts fire, by the first end of a step at which they do. A window that ends within a step has its part of it. */
export function burnSpansOf(slo: Burning, sums: EventSums, first = 1): readonly BurnSpan[] {
  const length = sums.all.length - 1;
  // Of each end the long window by which it fires, and 0 where it does not.
  const firing = new Map<string, Uint32Array>();
  for (const { severity, longMinutes, nextNear, fires } of pairsOf(slo, sums)) {
    const by = firing.get(severity) ?? new Uint32Array(length + 1);
    firing.set(severity, by);
    for (let end = nextNear(first); end <= length; end = nextNear(end + 1))
      if (by[end] === 0 && fires(end)) by[end] = longMinutes;
  }
  return [...firing]
    .flatMap(([severity, by]) => runsOf(by, first).map((run) => ({ severity, ...run })))
    .sort((a, b) => a.from - b.from);
}

function runsOf(by: Uint32Array, first: number): readonly Omit<BurnSpan, "severity">[] {
  const runs: Omit<BurnSpan, "severity">[] = [];
  for (let from = first; from < by.length; from += 1) {
    const longMinutes = by[from] as number;
    if (longMinutes === 0) continue;
    let until = from + 1;
    while (until < by.length && by[until] !== 0) until += 1;
    runs.push({ from, until, longMinutes });
    from = until;
  }
  return runs;
}

/** A burn alert on events: its windows in steps, and when it fires. */
interface Pair {
  readonly severity: string;
  readonly longMinutes: number;
  readonly long: number;
  readonly short: number;
  readonly fires: (end: number) => boolean;
  /** The first end from one on at which it may fire: it fires at no end before. Past the last end where it may not fire at all. */
  readonly nextNear: (from: number) => number;
  /** False where it fires at no end after one and up to another, between which its windows grow evenly. */
  readonly mayFire: (from: number, until: number) => boolean;
}

function pairsOf({ target_percent, burn_alerts, min_bad_events }: Burning, sums: EventSums): readonly Pair[] {
  const { stepMinutes, all, bad } = sums;
  const counted = min_bad_events === null ? bad : countedSums(sums);
  const enough = min_bad_events === null ? 0 : min_bad_events - 0.5;
  const budget = rest(share(target_percent));
  return burn_alerts.map(({ severity, threshold, long_minutes, short_minutes }) => {
    const long = long_minutes / stepMinutes;
    const short = Math.max(short_minutes / stepMinutes, 1);
    const events = (long_minutes + 1) / stepMinutes;
    const least = Number(printed(times(decimal(threshold), budget)));
    // Most are far from it. The others are divided as the engine does, whose fractions are rounded at each step.
    const isNear = (end: number, steps: number) =>
      over(bad, end, steps) >= 0.999 * least * over(all, end, steps);
    const burns = (end: number, steps: number) => {
      const ofAll = over(all, end, steps);
      const ofBad = over(bad, end, steps);
      // An engine that is given no event at all has no ratio.
      if (!(ofAll > 0) || ofBad < 0.999 * least * ofAll) return false;
      const seconds = steps * stepMinutes * 60;
      return ofBad / seconds / (ofAll / seconds) >= least;
    };
    return {
      ...{ severity, longMinutes: long_minutes, long, short },
      fires: (end) =>
        burns(end, long) &&
        burns(end, short) &&
        (min_bad_events === null || over(counted, end, events) >= enough),
      nextNear: (from) => firstNear(sums, { long, short, share: 0.999 * least }, from),
      mayFire: (from, until) =>
        (isNear(from, long) || isNear(until, long)) &&
        (isNear(from, short) || isNear(until, short)) &&
        over(bad, until, until - from + events + rateMinutes / stepMinutes) >= enough,
    };
  });
}

/**
 * The first end of a step, from one on, at which both windows have at least a share of bad events. Most ends are passed
 * here, and most of these many at once: where all that the long windows of some ends have together is too little for
 * what each of them has for certain, none of them is near.
 */
function firstNear(
  { all, bad }: EventSums,
  { long, short, share }: { readonly long: number; readonly short: number; readonly share: number },
  from: number,
): number {
  const more = Math.floor(long / 4);
  let end = from;
  while (end < all.length) {
    const last = Math.min(end + more, all.length - 1);
    const most = sumAt(bad, last) - sumAt(bad, Math.floor(end - long));
    const least = sumAt(all, end) - sumAt(all, Math.ceil(last - long));
    if (most < share * least) end = last + 1;
    else if (
      over(bad, end, short) >= share * over(all, end, short) &&
      over(bad, end, long) >= share * over(all, end, long)
    )
      break;
    else end += 1;
  }
  return end;
}

/** What came until the end of a step; nothing before the first. */
function sumAt(sums: Float64Array, end: number): number {
  return end <= 0 ? 0 : (sums[end] as number);
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

/** What steps have of events. */
export interface EventSteps {
  /** Where the first one begins, in seconds since 1970. */
  readonly start: number;
  readonly stepMinutes: number;
  readonly all: Float64Array;
  readonly bad: Float64Array;
}

/** Adds events up, without the bad ones in the spans. */
export function eventSumsOf(steps: EventSteps, spans: readonly Span[]): EventSums {
  return { stepMinutes: steps.stepMinutes, all: allSumsOf(steps), bad: badSumsOf(steps, spans) };
}

/** Adds bad events up, without those in the spans; of a step that is partly in one, that part. */
export function badSumsOf(
  { start, stepMinutes, bad }: Omit<EventSteps, "all">,
  spans: readonly Span[],
): Float64Array {
  const seconds = stepMinutes * 60;
  const counted = behindNone(bad);
  for (const { from, until } of spans) {
    const [begin, end] = [(from - start) / seconds, (until - start) / seconds];
    for (let at = Math.max(Math.floor(begin), 0); at < Math.min(end, bad.length); at += 1) {
      const within = Math.min(end, at + 1) - Math.max(begin, at);
      counted[at + 1] = (counted[at + 1] as number) - (bad[at] as number) * within;
    }
  }
  return addUp(counted);
}

/** Adds all events up. */
export function allSumsOf({ all }: Pick<EventSteps, "all">): Float64Array {
  return addUp(behindNone(all));
}

/** The events of each step, behind those of no step. */
function behindNone(events: Float64Array): Float64Array {
  const copy = new Float64Array(events.length + 1);
  copy.set(events, 1);
  return copy;
}

/** In place: there are megabytes of them for each SLO. */
function addUp(events: Float64Array): Float64Array {
  let sum = 0;
  for (let at = 0; at < events.length; at += 1) events[at] = sum += events[at] as number;
  return events;
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

export function minutesOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { minutes }) => sum + minutes, 0);
}

/** The minutes at whose end a run ends. */
function endsOf(runs: readonly Run[]): number[] {
  let end = 0;
  return runs.map(({ minutes }) => (end += minutes));
}

/** What has come until the end of each minute. */
function sumsOfRuns(length: number, ...series: readonly (readonly Run[])[]): Float64Array {
  const sums = new Float64Array(length + 1);
  for (const runs of series) {
    let minute = 1;
    for (const run of runs)
      for (const end = minute + run.minutes; minute < end; minute += 1)
        sums[minute] = (sums[minute] as number) + run.events;
  }
  for (let minute = 1; minute <= length; minute += 1)
    sums[minute] = (sums[minute] as number) + (sums[minute - 1] as number);
  return sums;
}

/** What has come until the end of each step. */
export function sumsOf(length: number, ...series: readonly (readonly number[])[]): Float64Array {
  const sums = new Float64Array(length + 1);
  for (let minute = 0; minute < length; minute += 1)
    sums[minute + 1] = series.reduce((sum, one) => sum + (one[minute] ?? 0), sums[minute] as number);
  return sums;
}
