/** Alertmanager's time intervals (timeinterval/timeinterval.go): what they say, and as hours of a week. */
import type { Json } from "../../../../kernel/field.ts";
import { monthLength } from "../../../../kernel/hours.ts";
import { offsetAt } from "../../../../kernel/time-zone.ts";
import { isObject, type JsonObject } from "../../../../kernel/validate.ts";
import { cut, quoted } from "../quoted.ts";

/** Where it is now is within one that has a part for it, and holds for any of the parts that are named. */
export interface Interval {
  /** Minutes of the day: from the first on, and before the second. Undefined for all of it. */
  readonly times: readonly Span[] | undefined;
  /** 0 is Sunday. */
  readonly weekdays: readonly Span[] | undefined;
  /** Negative ones count from the month's end. */
  readonly daysOfMonth: readonly Span[] | undefined;
  readonly months: readonly Span[] | undefined;
  readonly years: readonly Span[] | undefined;
  readonly timeZone: string;
}

/** Both ends are within it, but for times. */
export type Span = readonly [from: number, to: number];

const dayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const monthNames = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/** Why an interval cannot be read, in a part of a sentence. */
export class UnreadableInterval extends Error {}

export function intervalOf(value: Json): Interval {
  if (!isObject(value)) throw new UnreadableInterval("is not an object");
  const { location } = value;
  const timeZone = location === undefined || location === "" ? "UTC" : String(location);
  if (timeZone === "Local")
    throw new UnreadableInterval(
      "has the location Local, which is the clock of Alertmanager's own machine, and that no file names: write the zone's name, such as Europe/Berlin, in a copy of the file",
    );
  try {
    offsetAt(0, timeZone);
  } catch {
    throw new UnreadableInterval(`names the time zone ${quoted(timeZone)}, which nobody knows`);
  }
  return {
    times: listIn(value, "times")?.map(timeOf),
    weekdays: listIn(value, "weekdays")?.map((text) => spanOf(text, (day) => named(dayNames, day))),
    daysOfMonth: listIn(value, "days_of_month")?.map((text) => spanOf(text, dayOf)),
    months: listIn(value, "months")?.map((text) =>
      spanOf(text, (month) =>
        /^([1-9]|1[0-2])$/.test(month) ? Number(month) : named(monthNames, month) + 1,
      ),
    ),
    years: listIn(value, "years")?.map((text) => spanOf(text, Number)),
    timeZone,
  };
}

function listIn(value: JsonObject, name: string): readonly Json[] | undefined {
  const list = value[name];
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) throw new UnreadableInterval(`${name} is not a list`);
  return list.length === 0 ? undefined : list;
}

function timeOf(value: Json): Span {
  const { start_time, end_time } = isObject(value) ? value : {};
  const [from, to] = [minuteOf(start_time), minuteOf(end_time)];
  if (from >= to) throw new UnreadableInterval(`has times of which the start is not before the end`);
  return [from, to];
}

function minuteOf(clock: Json | undefined): number {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(String(clock)) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  if (hour === undefined || !(minutes <= 1_440))
    throw new UnreadableInterval(`has the time ${cut(JSON.stringify(clock ?? null))}, which is not HH:MM`);
  return minutes;
}

function spanOf(value: Json, numberOf: (text: string) => number): Span {
  // A colon stands between the two; the minus of a day that counts from the end is a part of its number.
  const parts = String(value).toLowerCase().split(":");
  const [from = Number.NaN, to = from] = parts.map((part) => numberOf(part.trim()));
  if (parts.length > 2 || !Number.isInteger(from) || !Number.isInteger(to))
    throw new UnreadableInterval(
      `has ${cut(JSON.stringify(value))}, which is not one of its values or a range of them`,
    );
  // Of the shortest month, as Alertmanager takes days that count from the end.
  const place = (number: number) => (number < 0 ? 28 + number : number);
  if (place(from) > place(to) || (from < 0 && to > 0))
    throw new UnreadableInterval(`has ${cut(JSON.stringify(value))}, whose end is before its start`);
  return [from, to];
}

/** A day of the month, from its start or, below 0, from its end. */
function dayOf(text: string): number {
  return /^-?([1-9]|[12]\d|3[01])$/.test(text) ? Number(text) : Number.NaN;
}

function named(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  return index < 0 ? Number.NaN : index;
}

/** Whether a moment is within it. @param at milliseconds since 1970 */
export function isWithinInterval(interval: Interval, at: number): boolean {
  const wall = new Date(at + offsetAt(at, interval.timeZone));
  const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  return (
    (interval.times === undefined || interval.times.some(([from, to]) => minute >= from && minute < to)) &&
    isOnDay(interval, wall)
  );
}

/** Whether it holds at some time of a day. @param wall a moment of the day, with the zone's clock in the place of UTC */
export function isOnDay({ daysOfMonth, months, weekdays, years }: Interval, wall: Date): boolean {
  const within = (spans: readonly Span[] | undefined, value: number) =>
    spans === undefined || spans.some(([from, to]) => value >= from && value <= to);
  return (
    (daysOfMonth === undefined || isDayOfMonth(daysOfMonth, wall.getUTCDate(), monthLength(wall))) &&
    within(months, wall.getUTCMonth() + 1) &&
    within(weekdays, wall.getUTCDay()) &&
    within(years, wall.getUTCFullYear())
  );
}

/** Whether a day of a month of so many days is within one of them. */
export function isDayOfMonth(spans: readonly Span[], day: number, length: number): boolean {
  const fromStart = (one: number) => (one < 0 ? length + one + 1 : one);
  return spans.some(([from, to]) => {
    const [begin, end] = [fromStart(from), Math.min(fromStart(to), length)];
    return begin <= length && day >= begin && day <= end;
  });
}

/** Whether it is the same every week. */
export function isWeekly({ daysOfMonth, months, years }: Interval): boolean {
  return daysOfMonth === undefined && months === undefined && years === undefined;
}

export function zonesOf(intervals: readonly Interval[]): readonly string[] {
  return [...new Set(intervals.map(({ timeZone }) => timeZone))];
}
