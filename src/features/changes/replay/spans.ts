/** When something keeps alerts back: others that were open, by the keys of inhibitions, and mutes. Pure. */
import { grouped } from "../../../kernel/grouped.ts";
import { holdsAt, holdsUntil, type MuteTimes, nextHold } from "../../../kernel/mute-times.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import { createInhibiting, type InhibitionRow } from "../../../renderers/alerting/inhibitions.ts";
import type { PastAlert } from "./past-alerts.ts";

/** From, and until when, in milliseconds. */
type Span = readonly [from: number, until: number];

/** @returns until when, without a break, an alert keeps back another one with these target keys; undefined where none does at the moment */
export function* openSpans(
  inhibitions: readonly InhibitionRow[],
  sets: readonly Labels[],
  alerts: readonly PastAlert[],
  now: number,
): Pieces<(targetKeys: readonly string[], at: number) => number | undefined> {
  const spans = new Map<string, Span[]>();
  if (inhibitions.some(({ configuration }) => configuration.enabled)) {
    const sides = createInhibiting(inhibitions);
    for (const [set, ofSet] of grouped(alerts, ({ labels }) => labels)) {
      yield;
      const { sourceKeys } = yield* sides(sets[set] ?? {});
      const own = ofSet.map(({ startedAt, endedAt }): Span => [startedAt, endedAt ?? now + 1]);
      for (const key of sourceKeys) {
        const known = spans.get(key);
        if (known === undefined) spans.set(key, own.slice());
        else for (const span of own) known.push(span);
      }
    }
    for (const [key, all] of spans) {
      yield;
      spans.set(key, joined(all));
    }
  }
  return (targetKeys, at) => {
    for (const key of targetKeys) {
      const until = untilOf(spans.get(key) ?? [], at);
      if (until !== undefined) return until;
    }
    return undefined;
  };
}

const weekMs = 7 * 24 * 3_600_000;

/**
 * Hours are followed from change to change, which takes long for an alert at a time: they are worked out once a week.
 * @returns until when, in milliseconds, it holds at a moment, at most to the end of the week; undefined where it does not
 */
export function createHolding(times: MuteTimes): (at: number) => number | undefined {
  const weeks = new Map<number, readonly Span[]>();
  return (at) => {
    const week = Math.floor(at / weekMs);
    const spans = weeks.get(week) ?? spansWithin(times, week * weekMs, (week + 1) * weekMs);
    weeks.set(week, spans);
    return untilOf(spans, at);
  };
}

function spansWithin(times: MuteTimes, from: number, end: number): readonly Span[] {
  const spans: Span[] = [];
  for (let at = from; at < end; ) {
    const moment = new Date(at);
    const begin = holdsAt(times, moment) ? moment : nextHold(times, moment);
    if (begin === undefined || begin.getTime() >= end) break;
    const until = Math.min(holdsUntil(times, begin).getTime(), end);
    spans.push([begin.getTime(), until]);
    at = until;
  }
  return joined(spans);
}

/** In order of time; those that touch are one. */
function joined(spans: readonly Span[]): Span[] {
  const whole: [number, number][] = [];
  for (const [from, until] of spans.toSorted(([one], [other]) => one - other)) {
    const last = whole.at(-1);
    if (last === undefined || from > last[1]) whole.push([from, until]);
    else last[1] = Math.max(last[1], until);
  }
  return whole;
}

/** The end of the span that has the moment. */
function untilOf(spans: readonly Span[], at: number): number | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span)[0] <= at) low = middle + 1;
    else high = middle;
  }
  const span = spans[low - 1];
  return span !== undefined && at < span[1] ? span[1] : undefined;
}
