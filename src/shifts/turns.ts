/** The turns of one rotation: when one hands over to the next, and what of its time each covers. */
import { minutesOf, weekDays } from "../kernel/hours.ts";
import { type Clock, dayMs } from "./clock.ts";
import type { CoveredHours, Rotation, Stretch } from "./shapes.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface Turn extends Stretch {
  readonly people: readonly string[];
}

/**
 * What a rotation covers between two moments, and with whom. A turn is counted where it covers something, so that with
 * hours from Monday to Friday and a hand-over each day who follows Friday's person is Monday's.
 * @returns in order, without overlaps; a turn whose hours are several is several times there
 */
export function turnsOf(rotation: Rotation, clock: Clock, { from, to }: Stretch): Turn[] {
  const { turns, offset, starts_on } = rotation;
  // A zone's rules are not asked about years that nobody asked about.
  if (wallOf(starts_on) > to + 2 * dayMs) return [];
  const times = timesOf(rotation, clock, to);
  const found: Turn[] = [];
  const skipped = skippedOf(rotation, clock, from, times);
  let { count } = skipped;
  for (let { index } = skipped; ; index += 1) {
    const [begins, ends] = [times.handOver(index), Math.min(times.handOver(index + 1), times.end)];
    if (begins >= to || begins >= times.end) return found;
    if (ends <= from) {
      if (times.coversAny(begins, ends)) count += 1;
      continue;
    }
    const covered = times.covered(begins, ends);
    if (covered.length === 0) continue;
    const { people } = turns[(count + offset) % turns.length] as Rotation["turns"][number];
    count += 1;
    for (const one of covered) {
      const part = { from: Math.max(one.from, from), to: Math.min(one.to, to), people };
      if (part.from < part.to) found.push(part);
    }
  }
}

/**
 * Of passing hours, the turns that are over before a moment: they are as long as each other, so that the first one that is
 * looked at is known without those before it, and how many of them count is known of the covered times.
 */
function skippedOf({ handover, hours }: Rotation, clock: Clock, from: number, times: Times) {
  const [begins, length] = [times.handOver(0), handover.every * hourMs];
  const index = Math.max(0, Math.floor((from - begins) / length));
  if (handover.unit !== "hours") return { index: 0, count: 0 };
  if (hours.length === 0) return { index, count: index };
  let [count, next] = [0, 0];
  for (const covered of within(hours, clock, { from: begins, to: begins + index * length })) {
    const first = Math.max(next, Math.floor((covered.from - begins) / length));
    next = Math.max(next, Math.ceil((covered.to - begins) / length));
    count += next - first;
  }
  return { index, count };
}

/** Midnight of a date by the clock on the wall, as though it showed UTC. */
export function wallOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

interface Times {
  /** The moment of a hand-over; the first is 0. */
  handOver(index: number): number;
  /** Behind the last day. */
  readonly end: number;
  /** What of this time is within the hours. */
  covered(from: number, to: number): Stretch[];
  /** Whether anything of it is. */
  coversAny(from: number, to: number): boolean;
}

function timesOf({ starts_on, ends_on, handover, hours }: Rotation, clock: Clock, to: number): Times {
  const last = ends_on === null ? Number.POSITIVE_INFINITY : wallOf(ends_on) + dayMs;
  const windows = windowsOf(hours);
  return {
    handOver: handOverOf(starts_on, handover, clock),
    end: last > to + 2 * dayMs ? Number.POSITIVE_INFINITY : clock.momentOf(last),
    covered: (from, to) => {
      if (from >= to) return [];
      return hours.length === 0 ? [{ from, to }] : united([...pieces(windows, clock, { from, to })]);
    },
    coversAny: (from, to) =>
      from < to && (hours.length === 0 || pieces(windows, clock, { from, to }).next().done !== true),
  };
}

/** What of a time is within hours, in order. */
export function within(hours: readonly CoveredHours[], clock: Clock, stretch: Stretch): Stretch[] {
  return united([...pieces(windowsOf(hours), clock, stretch)]);
}

/** Pieces of hours in a time, by the days of their beginnings. */
function* pieces(windows: readonly Window[], clock: Clock, { from, to }: Stretch): Generator<Stretch> {
  const last = clock.wallAt(to);
  for (let day = midnight(clock.wallAt(from)) - dayMs; day <= last; day += dayMs)
    for (const window of windows) {
      if (!beginsOn(window, day)) continue;
      const whole = windowOf(window, day, clock);
      const one = { from: Math.max(whole.from, from), to: Math.min(whole.to, to) };
      if (one.from < one.to) yield one;
    }
}

function windowsOf(hours: readonly CoveredHours[]): Window[] {
  return hours.map((one) => ({ ...minutesOf(one), days: one.days }));
}

type Window = Pick<CoveredHours, "days"> & { readonly start: number; readonly end: number };

function windowOf({ start, end }: Window, day: number, clock: Clock): Stretch {
  const until = day + end * minuteMs + (end <= start ? dayMs : 0);
  return { from: clock.momentOf(day + start * minuteMs), to: clock.momentOf(until) };
}

function beginsOn({ days }: Window, day: number): boolean {
  return days.length === 0 || days.includes(weekDays[new Date(day).getUTCDay()] as string);
}

function midnight(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs;
}

/** The same time in as few stretches as can be, in order. */
export function united(stretches: readonly Stretch[]): Stretch[] {
  const found: { from: number; to: number }[] = [];
  for (const one of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && one.from <= last.to) last.to = Math.max(last.to, one.to);
    else found.push({ ...one });
  }
  return found;
}

/** Hand-overs are wall time of the zone; hours are time that passes. */
function handOverOf(
  startsOn: string,
  { every, unit, at, weekday, day_of_month }: Rotation["handover"],
  clock: Clock,
): Times["handOver"] {
  const first = wallOf(startsOn);
  const ofDay = minutesOf({ start: at, end: at }).start * minuteMs;
  const moment = (day: number) => clock.momentOf(day + ofDay);
  switch (unit) {
    case "hours": {
      const begins = moment(first);
      return (index) => begins + index * every * hourMs;
    }
    case "days":
      return (index) => moment(first + index * every * dayMs);
    case "weeks": {
      const wanted = weekDays.indexOf(weekday as (typeof weekDays)[number]);
      const day = first + ((wanted - new Date(first).getUTCDay() + 7) % 7) * dayMs;
      return (index) => moment(day + index * every * 7 * dayMs);
    }
    case "months": {
      const date = new Date(first);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      const late = dayOfMonth(year, month, day_of_month) < first ? 1 : 0;
      return (index) => moment(dayOfMonth(year, month + late + index * every, day_of_month));
    }
  }
}

/** Its midnight on the wall; a day beyond the month's end is the month's last. */
function dayOfMonth(year: number, month: number, day: number): number {
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, length));
}
