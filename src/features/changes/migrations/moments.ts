/**
 * Moments at which two configurations are asked who is muted. What intervals say changes only at a time of the day at
 * which one of them begins or ends, and on days of one sort it changes alike: of each sort that there is one day is looked
 * at, at all of these times. So each interval is met with each of the others, and without them.
 */
import { offsetAt } from "../../../kernel/time-zone.ts";
import { type Interval, isOnDay, zonesOf } from "./alertmanager/intervals.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** After so many years dates fall on the same days of the week. */
const horizonDays = 28 * 366;
/** Years beyond it that intervals name; of each the days around its ends. */
const mostYears = 50;
/** The last one of which rows are made to say something (boxes.ts). */
const lastYear = 2_099;
/** Rhythms that differ in their days, and moments, that are looked at; no file that people wrote had so many. */
const [mostRhythms, mostMoments] = [200, 20_000];

export interface Moments {
  /** In order, so that the first one that differs is named. */
  readonly at: readonly number[];
  /** Whether there are more than are looked at. */
  readonly isLess: boolean;
}

/** @param intervals of both sides */
export function momentsOf(intervals: readonly Interval[], now: Date): Moments {
  const changes = clockChanges(zonesOf(intervals), now);
  const own = edgesOf(intervals, new Set(changes.map((at) => Math.floor(at / dayMs))), now);
  const all = [...momentsOfWeek(now), ...changes, ...own.at.slice(0, mostMoments)];
  return {
    at: [...new Set(all)].sort((one, other) => one - other),
    isLess: own.isLess || own.at.length > mostMoments,
  };
}

/** Eight moments of the week that begins now, each at another hour and most on another day. */
function momentsOfWeek(now: Date): number[] {
  const from = Math.floor(now.getTime() / hourMs) * hourMs + 30 * minuteMs;
  return Array.from({ length: 8 }, (_, index) => from + (index * 7 * dayMs) / 8);
}

/** Intervals of one time zone that hold on the same days. */
interface Rhythm {
  readonly any: Interval;
  /** Minutes of the day at which one of them begins or ends. */
  readonly minutes: Set<number>;
}

/** @param changing days on which a zone's clock is set */
function edgesOf(intervals: readonly Interval[], changing: ReadonlySet<number>, now: Date): Moments {
  const rhythms = new Map<string, Rhythm>();
  for (const interval of intervals) {
    const { times = [], ...dates } = interval;
    const key = JSON.stringify(dates);
    const known = rhythms.get(key) ?? { any: interval, minutes: new Set<number>() };
    rhythms.set(key, known);
    for (const minute of times.flat()) known.minutes.add(minute);
  }
  const some = [...rhythms.values()].slice(0, mostRhythms);
  const near = createNear(some);
  const zones = zonesOf(intervals);
  const tomorrow = Math.floor(now.getTime() / dayMs) + 1;
  const sorts = new Set<string>();
  const edges: number[] = [];
  for (const day of intervals.length === 0 ? [] : daysOf(intervals, now)) {
    const holding = near(day);
    const sort = JSON.stringify([...holding, changing.has(day)]);
    if (sorts.has(sort)) continue;
    // A part of the first days is over, in one zone or another: they stand for no others.
    if (day > tomorrow) sorts.add(sort);
    const minutes = new Set([0, ...holding.flat().flatMap((index) => [...(some[index]?.minutes ?? [])])]);
    for (const zone of zones)
      for (const minute of minutes) edges.push(momentAt(day * dayMs + minute * minuteMs, zone));
  }
  return { at: edges.filter((at) => at >= now.getTime()), isLess: rhythms.size > mostRhythms };
}

/** Which rhythms hold on a day, as counted from 1970, and on those around it: of another zone's days it is a part of each. */
function createNear(rhythms: readonly Rhythm[]) {
  const known = new Map<number, readonly number[]>();
  const on = (day: number) => {
    const date = new Date(day * dayMs);
    const own = known.get(day) ?? rhythms.flatMap(({ any }, index) => (isOnDay(any, date) ? [index] : []));
    known.set(day, own);
    return own;
  };
  return (day: number) => [on(day - 1), on(day), on(day + 1)];
}

/** All up to the horizon, and those around the years that intervals name beyond it. */
function daysOf(intervals: readonly Interval[], now: Date): number[] {
  const today = Math.floor(now.getTime() / dayMs);
  const end = today + horizonDays;
  const named = new Set(intervals.flatMap(({ years = [] }) => endsOf(years)));
  const later = [...named].filter((year) => firstOf(year) > end && year < lastYear).slice(0, mostYears);
  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  return [...from(today - 1, horizonDays), ...later.flatMap((year) => from(firstOf(year) - 2, 368))];
}

/** The years with which a run of them begins, and those that follow it. */
function endsOf(years: readonly (readonly [from: number, to: number])[]): number[] {
  const [begins, ends] = [years.map(([from]) => from), years.map(([, to]) => to + 1)];
  return [...begins.filter((year) => !ends.includes(year)), ...ends.filter((year) => !begins.includes(year))];
}

function firstOf(year: number): number {
  return Date.UTC(year, 0, 1) / dayMs;
}

/** @param wall what the zone's clock shows, as though it were UTC */
function momentAt(wall: number, timeZone: string): number {
  return wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone);
}

/** Shortly before and after each change of the zones' clocks in the year that begins now. */
function clockChanges(zones: readonly string[], now: Date): number[] {
  const changes = new Set<number>();
  for (const zone of zones)
    for (let day = 0; day < 366; day += 1) {
      const from = now.getTime() + day * 24 * hourMs;
      const to = from + 24 * hourMs;
      if (offsetAt(from, zone) !== offsetAt(to, zone)) changes.add(changeBetween(zone, from, to));
    }
  return [...changes].flatMap((at) => [at - 90 * minuteMs, at - minuteMs, at, at + 90 * minuteMs]);
}

/** The first moment of the other offset. */
function changeBetween(zone: string, from: number, to: number): number {
  const offset = offsetAt(from, zone);
  let [before, after] = [from, to];
  while (after - before > minuteMs) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, zone) === offset) before = middle;
    else after = middle;
  }
  return Math.floor(after / minuteMs) * minuteMs;
}
