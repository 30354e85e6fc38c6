/**
 * Hours of a week: whether a moment is within them, and when that changes next. They are read off a clock on the wall of
 * their time zone, as Alertmanager reads its time intervals. So an hour that the clock shows twice counts twice, and of
 * hours that begin in one that it leaves out, the beginning is the moment at which the clock goes on.
 */
import { offsetAt } from "./time-zone.ts";

export interface Hours {
  /** mon, tue, wed, thu, fri, sat, sun: those on which they begin; none is every day. */
  readonly days: readonly string[];
  /** HH:MM */
  readonly start: string;
  /** HH:MM, or 24:00. One that is not after the start is on the next day. */
  readonly end: string;
  readonly time_zone: string;
  /** Days of the month on which they begin: 1 is its first, -1 its last. None is every day, as with the other two. */
  readonly days_of_month?: readonly number[];
  /** 1 is January. */
  readonly months?: readonly number[];
  readonly years?: readonly number[];
}

const minuteMs = 60_000;
const dayMinutes = 1_440;
const dayMs = dayMinutes * minuteMs;

/** The longest step in which the clock is set at most once. */
const longestHop = dayMs / 2;

export const weekDays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** @param at milliseconds since 1970 */
export function isWithin(hours: Hours, at: number): boolean {
  return dayOfHours(hours, at) !== undefined;
}

/**
 * The day on which the hours began that a moment is within, by the clock on the wall; undefined outside of them.
 * @param at milliseconds since 1970
 * @returns its midnight as though the clock showed UTC: milliseconds since 1970
 */
export function dayOfHours(hours: Hours, at: number): number | undefined {
  const { start, end } = minutesOf(hours);
  const wall = at + offsetAt(at, hours.time_zone);
  const minute = Math.floor(wall / minuteMs) % dayMinutes;
  const today = Math.floor(wall / dayMs) * dayMs;
  if (beginsOn(hours, wall) && minute >= start && (end <= start || minute < end)) return today;
  const isSinceYesterday = end <= start && minute < end && beginsOn(hours, wall - dayMs);
  return isSinceYesterday ? today - dayMs : undefined;
}

/**
 * The first moment, not before `from`, that is within any of these hours, or with `within: false` within none; undefined
 * where there is none before `until`.
 */
export function firstMoment(
  all: readonly Hours[],
  from: Date,
  within: boolean,
  until: Date,
): Date | undefined {
  for (let at = from.getTime(); at < until.getTime(); ) {
    const now = at;
    if (all.some((hours) => isWithin(hours, now)) === within) return new Date(now);
    at = Math.min(...all.map((hours) => nextStop(hours, now, until.getTime())));
  }
  return undefined;
}

/** When the clock shows their start or end next, or is set before that; no later than `until` where they have none. */
function nextStop(hours: Hours, at: number, until: number): number {
  const { time_zone } = hours;
  const offset = offsetAt(at, time_zone);
  const wall = at + offset;
  const today = Math.floor(wall / dayMs) * dayMs;
  const { start, end } = minutesOf(hours);
  const alike = daysAlike(hours, today, until + offset);
  // A day before, so that whatever the clock does meanwhile is over.
  if (alike > 1) return today + (alike - 1) * dayMs - offset;
  const edges = [start, end].flatMap((minute) => [
    today + minute * minuteMs,
    today + dayMs + minute * minuteMs,
  ]);
  const edge = Math.min(...edges.filter((one) => one > wall));
  const stop = Math.min(edge - offset, at + longestHop);
  return offsetAt(stop, time_zone) === offset ? stop : endOfOffset(time_zone, at, stop);
}

/**
 * How many days from today on nothing begins or ends, because hours begin on none of them, or on each and go round the
 * clock; none where it is not so today.
 */
function daysAlike(hours: Hours, today: number, until: number): number {
  const { start, end } = minutesOf(hours);
  const isWhole = start === 0 && end % dayMinutes === 0;
  const begins = beginsOn(hours, today);
  if (begins ? !isWhole : beginsOn(hours, today - dayMs)) return 0;
  let count = 1;
  while (today + count * dayMs < until + dayMs && beginsOn(hours, today + count * dayMs) === begins)
    count += 1;
  return count;
}

/** Whether they are not the same every week. */
export function hasDates({ days_of_month = [], months = [], years = [] }: Hours): boolean {
  return days_of_month.length + months.length + years.length > 0;
}

/** Whether there is such a day: in any of its years, or in forty among which all calendars are. */
export function everHolds(hours: Hours): boolean {
  if (!hasDates(hours)) return true;
  const years = hours.years?.length ? hours.years : Array.from({ length: 40 }, (_, index) => 2_000 + index);
  return years.some((year) => {
    for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += dayMs)
      if (beginsOn(hours, day)) return true;
    return false;
  });
}

/** Whether hours begin on a day. @param wall a moment of it by the clock on the wall, as though that showed UTC */
function beginsOn({ days, days_of_month, months, years }: Hours, wall: number): boolean {
  const date = new Date(wall);
  const of = <T>(some: readonly T[] | undefined, ...values: readonly T[]) =>
    some === undefined || some.length === 0 || values.some((value) => some.includes(value));
  const [day, length] = [date.getUTCDate(), monthLength(date)];
  return (
    of(days, weekDays[date.getUTCDay()] as string) &&
    of(days_of_month, day, day - length - 1) &&
    of(months, date.getUTCMonth() + 1) &&
    of(years, date.getUTCFullYear())
  );
}

/** How many days a month has. @param date any of its moments, in UTC */
export function monthLength(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** The minutes of the day at which they begin and end; 1440 is its end. */
export function minutesOf({ start, end }: Pick<Hours, "start" | "end">): {
  readonly start: number;
  readonly end: number;
} {
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
