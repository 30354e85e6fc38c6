/** Moments at which time intervals begin and end: where a difference would show. */
import { offsetAt } from "../../../kernel/time-zone.ts";
import { type Interval, isOnDay, isWeekly } from "./intervals.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const yearDays = 366;

/** Times of the day of which each day of a week is looked at. */
const mostTimes = 24;
/** Of all intervals with dates together; the first ones of each come first. */
const mostDated = 400;
/** Of one interval: a month each, and the one in which a year ends. */
const mostRuns = 13;
/** Days that are looked at for the first one: after so many years dates fall on the same days of the week. */
const horizonDays = 28 * yearDays;
const lastYear = 9_999;

/** Days, as counted from 1970, on all of which an interval holds; with both ends. */
interface Run {
  readonly first: number;
  readonly last: number;
}

/** Of a week, and of the dates of a year, for as many as the bounds allow. */
export function edgesOf(intervals: readonly Interval[], now: Date): number[] {
  return [...edgesOfWeek(intervals, now), ...edgesOfDates(intervals, now)];
}

/** Each time of the day at which one begins or ends, and the minute before it. */
function edgesOfWeek(intervals: readonly Interval[], now: Date): number[] {
  const times = intervals.flatMap(({ times, timeZone }) =>
    (times ?? [[0, 0]]).flat().map((minute) => ({ minute, timeZone })),
  );
  const distinct = new Map(times.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values()].slice(0, mostTimes).flatMap(({ minute, timeZone }) => {
    const today = dayAt(now.getTime(), timeZone);
    return Array.from({ length: 7 }, (_, index) =>
      momentAt((today + index) * dayMs + minute * minuteMs, timeZone),
    ).flatMap((at) => [at - minuteMs, at]);
  });
}

/** A moment inside, one outside, and those just before and at the edges. */
function edgesOfDates(intervals: readonly Interval[], now: Date): readonly number[] {
  const dated = intervals.filter((interval) => !isWeekly(interval));
  const distinct = new Map(dated.map((interval) => [JSON.stringify(interval), interval]));
  const each = [...distinct.values()].slice(0, mostDated).map((interval) => momentsOf(interval, now));
  const longest = Math.max(0, ...each.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, turn) => each.flatMap((own) => own[turn] ?? []));
  return [...new Set(inTurn.flat())].slice(0, mostDated);
}

function momentsOf(interval: Interval, now: Date): number[] {
  const today = dayAt(now.getTime(), interval.timeZone);
  const edges = (interval.years ?? []).flatMap(([from, to]) => [dayOf(from) - 1, dayOf(to + 1) - 2]);
  const later = edges.filter((day) => day > today && day < dayOf(lastYear));
  return [today, ...later]
    .flatMap((day) => runsFrom(interval, day))
    .flatMap((run) => momentsAround(interval, run));
}

function dayAt(moment: number, timeZone: string): number {
  return Math.floor((moment + offsetAt(moment, timeZone)) / dayMs);
}

function dayOf(year: number): number {
  return Date.UTC(year, 0, 1) / dayMs;
}

/** Those that begin within a year, or the first one after it. */
function runsFrom(interval: Interval, from: number): Run[] {
  const runs: Run[] = [];
  let first: number | undefined;
  for (let day = from; day < from + horizonDays && runs.length < mostRuns; day += 1) {
    const holds = isOnDay(interval, new Date(day * dayMs));
    if (holds) first ??= day;
    if (!holds && first !== undefined) {
      runs.push({ first, last: day - 1 });
      first = undefined;
    }
    if (day > from + yearDays && runs.length > 0) break;
  }
  return first === undefined || runs.length > 0 ? runs : [{ first, last: from + horizonDays - 1 }];
}

function momentsAround(interval: Interval, { first, last }: Run): number[] {
  const at = (day: number, minute: number) => momentAt(day * dayMs + minute * minuteMs, interval.timeZone);
  const [start, end] = interval.times?.[0] ?? [0, 1_440];
  const middle = Math.floor((start + end) / 2);
  const around = (day: number, minute: number) => [at(day, minute) - minuteMs, at(day, minute)];
  return [
    at(first, middle),
    at(otherDayAfter(interval, last), middle),
    ...around(first, start),
    ...around(last, end),
    ...around(first, 0),
    ...around(last + 1, 0),
  ];
}

/** The next day of the same days of the week on which it does not hold. */
function otherDayAfter({ daysOfMonth, months, years, ...interval }: Interval, last: number): number {
  const weekly = { ...interval, daysOfMonth: undefined, months: undefined, years: undefined };
  const dated = { ...weekly, daysOfMonth, months, years };
  for (let day = last + 1; day < last + yearDays; day += 1) {
    const date = new Date(day * dayMs);
    if (isOnDay(weekly, date) && !isOnDay(dated, date)) return day;
  }
  return last + 1;
}

/** @param wall what the zone's clock shows, as though it were UTC */
function momentAt(wall: number, timeZone: string): number {
  return wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone);
}
