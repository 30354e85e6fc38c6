/**
 * Active hours: whether a moment is within them, and when they begin next. They are read off a clock on the wall of
 * their time zone, as Alertmanager reads its own time intervals. So an hour that the clock shows twice counts twice,
 * and of hours that begin in one that it leaves out, the beginning is the moment at which the clock goes on.
 */
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import { offsetAt } from "../../kernel/time-zone.ts";
import type { outboundRules } from "../../resources/outbound-rules.ts";

export type ActiveHours = NonNullable<ConfigurationOf<typeof outboundRules>["active_hours"]>;

const minuteMs = 60_000;
const dayMinutes = 1_440;
const dayMs = dayMinutes * minuteMs;

/** @param hours null is always */
export function isActive(hours: ActiveHours | null, moment: Date): boolean {
  return (
    hours === null || isActiveOnWall(hours, moment.getTime() + offsetAt(moment.getTime(), hours.timezone))
  );
}

/** The first moment within the hours that is not before this one; the moment itself where it is within them. */
export function nextActive(hours: ActiveHours | null, moment: Date): Date {
  if (hours === null || isActive(hours, moment)) return moment;
  const { timezone } = hours;
  // In hops, within which the clock runs on or is set once.
  let at = moment.getTime();
  for (;;) {
    const offset = offsetAt(at, timezone);
    const begins = nextBeginning(hours, at + offset) - offset;
    const until = Math.min(begins, at + longestHop);
    if (offsetAt(until, timezone) !== offset) at = endOfOffset(timezone, at, until);
    else if (until === begins) return new Date(begins);
    else at = until;
    if (isActive(hours, new Date(at))) return new Date(at);
  }
}

const longestHop = dayMs / 2;

const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** @param wall what the clock shows, as milliseconds since 1970 if it were UTC's */
function isActiveOnWall(hours: ActiveHours, wall: number): boolean {
  const { start, end } = minutesOf(hours);
  const minute = Math.floor(wall / minuteMs) % dayMinutes;
  const isToday = beginsOn(hours, wall) && minute >= start && (end <= start || minute < end);
  const isSinceYesterday = end <= start && minute < end && beginsOn(hours, wall - dayMs);
  return isToday || isSinceYesterday;
}

/** When the clock shows their beginning next, if nobody sets it. */
function nextBeginning(hours: ActiveHours, wall: number): number {
  const today = Math.floor(wall / dayMs) * dayMs;
  for (let day = today; ; day += dayMs) {
    const begins = day + minutesOf(hours).start * minuteMs;
    if (begins >= wall && beginsOn(hours, day)) return begins;
  }
}

function beginsOn(hours: ActiveHours, wall: number): boolean {
  const day = days[new Date(wall).getUTCDay()];
  return hours.days.length === 0 || (day !== undefined && hours.days.includes(day));
}

/** The minutes of the day at which they begin and end. An end that is not after the start is on the next day. */
function minutesOf({ start, end }: ActiveHours): { readonly start: number; readonly end: number } {
  return { start: minuteOf(start), end: minuteOf(end) };
}

function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 60 + minute;
}

/** The first moment after `from`, and not after `to`, at which the offset is another. */
function endOfOffset(timezone: string, from: number, to: number): number {
  const offset = offsetAt(from, timezone);
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, timezone) === offset) before = middle;
    else after = middle;
  }
  return after;
}
