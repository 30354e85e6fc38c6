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
  const { turns, offset, starts_on, ends_on, handover, hours } = rotation;
  // A zone's rules are not asked about years that nobody asked about.
  if (wallOf(starts_on) > to + 2 * dayMs) return [];
  const handOver = handOverOf(starts_on, handover, clock);
  const whole = { from: handOver(0), to: Math.min(to, endOf(ends_on, clock, to)) };
  const covered = hours.length === 0 ? [whole] : within(hours, clock, whole);
  const found: Turn[] = [];
  let { index, count } =
    hours.length === 0 && handover.unit !== "hours"
      ? passedOf(handover, clock, whole.from, from)
      : skippedOf(handover, covered, whole.from, from);
  let [begins, at] = [handOver(index), 0];
  for (; begins < whole.to; index += 1) {
    const ends = Math.min(handOver(index + 1), whole.to);
    while (at < covered.length && (covered[at] as Stretch).to <= begins) at += 1;
    const covers = begins < ends && at < covered.length && (covered[at] as Stretch).from < ends;
    if (covers && ends > from) {
      const { people } = turns[(count + offset) % turns.length] as Rotation["turns"][number];
      for (let next = at; next < covered.length && (covered[next] as Stretch).from < ends; next += 1) {
        const one = covered[next] as Stretch;
        const part = { from: Math.max(one.from, begins, from), to: Math.min(one.to, ends), people };
        if (part.from < part.to) found.push(part);
      }
    }
    if (covers) count += 1;
    begins = ends;
  }
  return found;
}

/**
 * Of passing hours, the turns that are over before a moment: they are as long as each other, so that the first one that is
 * looked at is known without those before it, and how many of them count is known of the covered times.
 */
function skippedOf(
  { unit, every }: Rotation["handover"],
  all: readonly Stretch[],
  begins: number,
  from: number,
) {
  const length = every * hourMs;
  const index = unit === "hours" ? Math.max(0, Math.floor((from - begins) / length)) : 0;
  let [count, next] = [0, 0];
  for (const covered of all) {
    const first = Math.max(next, Math.floor((covered.from - begins) / length));
    if (first >= index) break;
    next = Math.max(next, Math.min(index, Math.ceil((covered.to - begins) / length)));
    count += next - first;
  }
  return { index, count };
}

/**
 * Of days and weeks that are covered whole, the turns that are over long before a moment: each counts, unless the clock
 * skipped a day, of which nothing is left. Two more than are needed are looked at, for all that the clock was moved.
 */
function passedOf({ unit, every }: Rotation["handover"], clock: Clock, begins: number, from: number) {
  const days = unit === "months" ? undefined : unit === "weeks" ? 7 : 1;
  if (days === undefined || from <= begins || clock.skipsDays(begins, from)) return { index: 0, count: 0 };
  const index = Math.max(0, Math.floor((from - begins) / (every * days * dayMs)) - 2);
  return { index, count: index };
}

/** Midnight of a date by the clock on the wall, as though it showed UTC. */
export function wallOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Behind the last day. */
function endOf(endsOn: string | null, clock: Clock, to: number): number {
  const last = endsOn === null ? Number.POSITIVE_INFINITY : wallOf(endsOn) + dayMs;
  return last > to + 2 * dayMs ? last : clock.momentOf(last);
}

/** What of a time is within hours, in order: those of each day, and of the day before its first. */
export function within(hours: readonly CoveredHours[], clock: Clock, { from, to }: Stretch): Stretch[] {
  if (from >= to) return [];
  const found: Stretch[] = [];
  const windows = hours.map(windowOf);
  const last = clock.wallAt(to);
  for (let day = midnight(clock.wallAt(from)) - dayMs; day <= last; day += dayMs) {
    const weekday = new Date(day).getUTCDay();
    for (const { days, start, end } of windows) {
      if (!days[weekday]) continue;
      const one = {
        from: Math.max(clock.momentOf(day + start), from),
        to: Math.min(clock.momentOf(day + end), to),
      };
      if (one.from < one.to) found.push(one);
    }
  }
  return united(found);
}

/** On which days it begins, and how long after their midnight it begins and ends. */
function windowOf(hours: CoveredHours) {
  const { start, end } = minutesOf(hours);
  return {
    days: weekDays.map((day) => hours.days.length === 0 || hours.days.includes(day)),
    start: start * minuteMs,
    end: end * minuteMs + (end <= start ? dayMs : 0),
  };
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

/** The moment of each hand-over; the first is 0. They are wall time of the zone; hours are time that passes. */
function handOverOf(
  startsOn: string,
  { every, unit, at, weekday, day_of_month }: Rotation["handover"],
  clock: Clock,
): (index: number) => number {
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
