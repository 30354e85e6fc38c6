/** Calendars of who is on call (RFC 5545): events that come again as rotations, others as overrides. */
import ICAL from "ical.js";
import type { SourceFile } from "../../../../kernel/document.ts";
import { formats } from "../../../../kernel/format.ts";
import { type Clock, clockOf, dayMs } from "../../../../shifts/clock.ts";
import { usualDays } from "../../../../shifts/coverage.ts";
import { WrongFiles } from "../source.ts";
import type { Person } from "./people.ts";
import { nobody } from "./people.ts";
import { type Recurrence, type Rhythm, rhythmOf } from "./rhythm.ts";

/** An event, or all of those that come again. */
export interface Series {
  readonly person: Person;
  readonly from: number;
  readonly to: number;
  readonly recurrence: Recurrence | undefined;
  /** When the last one ends; undefined for never. */
  readonly until: number | undefined;
  /** Why it is no rotation, although it comes again. */
  readonly uneven: string | undefined;
  /** Those that are not over, as far as is looked ahead. */
  readonly ahead: readonly { readonly from: number; readonly to: number }[];
}

export interface Calendar {
  readonly name: string;
  readonly timezone: string;
  readonly series: readonly Series[];
  /** For which time the events were worked out. */
  readonly from: number;
  readonly to: number;
}

/** More than ten years of events by the hour. */
const mostEvents = 100_000;

/** @throws WrongFiles where it is not a calendar */
export function calendarOf(file: SourceFile, now: number | undefined): Calendar {
  const calendar = parsed(file);
  const events = calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
  const timezone = zoneOf(calendar, events);
  const clock = clockOf(timezone);
  const at = (time: ICAL.Time) => momentOf(time, clock);
  const moved = new Map<string, ICAL.Event[]>();
  for (const event of events)
    if (event.isRecurrenceException()) moved.set(event.uid, [...(moved.get(event.uid) ?? []), event]);
  const own = events.filter((event) => !event.isRecurrenceException() && event.startDate !== null);
  const from = now ?? Math.min(...own.map((event) => at(event.startDate)));
  const to = from + usualDays * dayMs;
  const series = own
    .filter((event) => text(event.component, "status") !== "CANCELLED")
    .flatMap((event) => seriesOf(event, moved.get(event.uid) ?? [], { clock, at, from, to }));
  const named = text(calendar, "x-wr-calname") ?? file.name.replace(/^.*\//, "").replace(/\.ics$/i, "");
  return { name: named, timezone, series, from, to };
}

function parsed({ name, text }: SourceFile): ICAL.Component {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text));
    if (calendar.name === "vcalendar" && calendar.getAllSubcomponents("vevent").length > 0) return calendar;
  } catch {
    throw new WrongFiles([`${name}: is not a calendar (RFC 5545)`]);
  }
  throw new WrongFiles([`${name}: is a calendar without events`]);
}

function zoneOf(calendar: ICAL.Component, events: readonly ICAL.Event[]): string {
  const of = events.map((event) => event.component.getFirstProperty("dtstart")?.getFirstParameter("tzid"));
  const all = [text(calendar, "x-wr-timezone"), ...of];
  return all.find((zone) => zone !== undefined && isZone(zone)) ?? "UTC";
}

function isZone(zone: string): boolean {
  return formats.timezone.check(zone) === undefined;
}

/** A time of a zone that has a name everywhere is read by our clock; of another one by the calendar's own rules. */
function momentOf(time: ICAL.Time, clock: Clock): number {
  const { year, month, day, hour, minute, second } = time;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const zone = time.zone?.tzid ?? "floating";
  if (zone === "UTC" || zone === "Z") return wall;
  if (zone === "floating") return clock.momentOf(wall);
  return isZone(zone) ? clockOf(zone).momentOf(wall) : time.toUnixTime() * 1_000;
}

interface Times {
  readonly clock: Clock;
  at(time: ICAL.Time): number;
  readonly from: number;
  readonly to: number;
}

function seriesOf(event: ICAL.Event, moved: readonly ICAL.Event[], times: Times): Series[] {
  const { at, from, to } = times;
  const [start, end] = [at(event.startDate), at(event.endDate)];
  if (end <= start) return [];
  const ahead: { from: number; to: number }[] = [];
  let last: number | undefined = end;
  if (event.isRecurring()) {
    for (const other of moved) event.relateException(other);
    const iterator = event.iterator();
    for (let count = 0; ; count += 1) {
      const next = iterator.next() as ICAL.Time | null;
      if (next === null || next === undefined) break;
      const { startDate, endDate } = event.getOccurrenceDetails(next);
      const one = { from: at(startDate), to: at(endDate) };
      last = one.to;
      if (one.to > from && one.from < to) ahead.push(one);
      if (one.from >= to || count >= mostEvents) {
        last = undefined;
        break;
      }
    }
  }
  const rule = event.component.getFirstPropertyValue("rrule") as ICAL.Recur | null;
  const base = { person: personOf(event.component), from: start, to: end };
  if (rule === null) {
    const single = event.isRecurring() ? ahead : [{ from: start, to: end }].filter((one) => one.to > from);
    return [{ ...base, recurrence: undefined, until: last, uneven: undefined, ahead: single }];
  }
  const bounded = rule.until === null && rule.count === null ? undefined : last;
  return [
    {
      ...base,
      recurrence: recurrenceOf(rule, times.clock.wallAt(start), (end - start) / 60_000),
      until: bounded,
      uneven: unevenBy(event, moved, rule),
      ahead,
    },
  ];
}

function recurrenceOf(rule: ICAL.Recur, wall: number, minutes: number): Recurrence {
  const days = ((rule.parts as Record<string, unknown>).BYDAY ?? []) as string[];
  const weekStart = icalDay(rule.wkst);
  return { frequency: rule.freq.toLowerCase(), interval: rule.interval, days, weekStart, wall, minutes };
}

function icalDay(day: number): string {
  return ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][day - 1] ?? "MO";
}

function unevenBy(event: ICAL.Event, moved: readonly ICAL.Event[], rule: ICAL.Recur): string | undefined {
  const parts = Object.keys(rule.parts).filter((name) => name !== "BYDAY");
  if (moved.length > 0) return "some of them are moved or changed";
  if (event.component.getFirstProperty("exdate") !== null) return "some of them are left out (EXDATE)";
  if (event.component.getFirstProperty("rdate") !== null) return "some come in between (RDATE)";
  if (event.component.getAllProperties("rrule").length > 1) return "it has several rules";
  return parts.length > 0 ? `it has ${parts.join(", ")}` : undefined;
}

/** The person of an event: an address of the summary or of an attendee, else the name in the summary. */
function personOf(event: ICAL.Component): Person {
  const summary = (text(event, "summary") ?? "").replace(/^\[L\d+\]\s*/, "").trim();
  const attendees = event.getAllProperties("attendee").flatMap((one) => {
    const value = String(one.getFirstValue() ?? "");
    return /^mailto:/i.test(value) ? [value.slice("mailto:".length)] : [];
  });
  const [inSummary] = /[^\s<>()[\]:,;]+@[^\s<>()[\]:,;]+/.exec(summary) ?? [];
  const email = inSummary ?? (attendees.length === 1 ? attendees[0] : undefined);
  return { name: summary === "" ? undefined : summary, email };
}

function text(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Series that are the turns of one rotation: of the same rhythm, each of them a turn later. */
export interface Group {
  readonly rhythm: Rhythm;
  readonly begins: number;
  readonly from: number;
  readonly until: number | undefined;
  /** The people of a turn; several where they are on call together, and nobody's where none is. */
  readonly turns: readonly (readonly Series[])[];
}

const unitDays: Readonly<Record<string, number>> = { days: 1, weeks: 7 };

/** @param left takes a series that no rotation says, and why */
export function groupsOf({ series, timezone }: Calendar, left: (one: Series, why: string) => void): Group[] {
  const clock = clockOf(timezone);
  const groups: { first: Series; rhythm: Rhythm; interval: number; all: Series[] }[] = [];
  for (const one of [...series].sort((a, b) => a.from - b.from)) {
    if (one.recurrence === undefined) continue;
    const rhythm = one.uneven ?? rhythmOf(one.recurrence);
    if (typeof rhythm === "string") {
      left(one, rhythm);
      continue;
    }
    const { interval } = one.recurrence;
    const group = groups.find(
      (other) =>
        sameRhythm(other.rhythm, rhythm) &&
        other.interval === interval &&
        other.first.until === undefined &&
        one.until === undefined &&
        unitsBetween(other.first, one, rhythm, clock) < interval,
    );
    if (group === undefined) groups.push({ first: one, rhythm, interval, all: [one] });
    else group.all.push(one);
  }
  return groups.map(({ first, rhythm, interval, all }) => {
    const begins = clock.momentOf(clock.wallAt(first.from) - rhythm.earlier * 60_000);
    const length = rhythm.pause === 0 && rhythm.every === interval ? 1 : interval;
    const turns = Array.from({ length }, (_, place) =>
      all.filter((one) => unitsBetween(first, one, rhythm, clock) % length === place),
    );
    return { rhythm, begins, from: first.from, until: first.until, turns };
  });
}

function sameRhythm(one: Rhythm, other: Rhythm): boolean {
  return (
    JSON.stringify([one.every, one.unit, one.covers, one.pause]) ===
    JSON.stringify([other.every, other.unit, other.covers, other.pause])
  );
}

/** How many days or weeks lie between the turns of two; of other units, and of parts of one, more than any interval. */
function unitsBetween(first: Series, one: Series, { unit }: Rhythm, clock: Clock): number {
  const between = clock.wallAt(one.from) - clock.wallAt(first.from);
  if (between === 0) return 0;
  const units = between / ((unitDays[unit] ?? Number.NaN) * dayMs);
  return Number.isInteger(units) ? units : Number.POSITIVE_INFINITY;
}

/** The addresses of each turn. */
export function addressesOf({ turns }: Group, addressOf: (person: Person) => string): string[][] {
  return turns.map((turn) => (turn.length === 0 ? [nobody] : turn.map(({ person }) => addressOf(person))));
}
