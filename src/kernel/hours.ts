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
    at = Math.min(...all.map((hours) => nextStop(hours, now)), now + longestHop);
  }
  return undefined;
}

/** When the clock shows their start or end next, or is set before that. */
function nextStop(hours: Hours, at: number): number {
  const { time_zone } = hours;
  const offset = offsetAt(at, time_zone);
  const wall = at + offset;
  const today = Math.floor(wall / dayMs) * dayMs;
  const { start, end } = minutesOf(hours);
  const edges = [start, end].flatMap((minute) => [
    today + minute * minuteMs,
    today + dayMs + minute * minuteMs,
  ]);
  const edge = Math.min(...edges.filter((one) => one > wall));
  const stop = Math.min(edge - offset, at + longestHop);
  return offsetAt(stop, time_zone) === offset ? stop : endOfOffset(time_zone, at, stop);
}

function beginsOn(hours: Hours, wall: number): boolean {
  const day = weekDays[new Date(wall).getUTCDay()];
  return hours.days.length === 0 || (day !== undefined && hours.days.includes(day));
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
