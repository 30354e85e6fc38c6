/** The days of a replay, as the clocks of the organization's time zone show them. Pure. */
import { dayAt } from "../../../kernel/time-zone.ts";

export interface Day {
  /** As YYYY-MM-DD. */
  readonly day: string;
  /** In milliseconds; of the first one when the replay begins. */
  readonly startsAt: number;
}

const minuteMs = 60_000;
/** Longer than any day: a clock is set by an hour. */
const longestDayMinutes = 26 * 60;

/** Every day from one moment to another, the first and the last of them in part. @param since in milliseconds, as `until` */
export function daysBetween(since: number, until: number, timeZone: string): readonly Day[] {
  const days: Day[] = [];
  for (let at = since; at <= until; at = endOfDay(at, timeZone))
    days.push({ day: dayAt(at, timeZone), startsAt: at });
  return days;
}

/** The first whole minute of the next day. */
function endOfDay(at: number, timeZone: string): number {
  const day = dayAt(at, timeZone);
  const start = Math.floor(at / minuteMs);
  let [within, after] = [0, longestDayMinutes];
  while (after - within > 1) {
    const middle = (within + after) >> 1;
    if (dayAt((start + middle) * minuteMs, timeZone) === day) within = middle;
    else after = middle;
  }
  return (start + after) * minuteMs;
}

/** The place of the day that has the moment, which is not before the first one. */
export function placeOfDay(days: readonly Day[], at: number): number {
  let [low, high] = [0, days.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((days[middle] as Day).startsAt <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
