/** Moments as people write them: said in words, or as a date and a time of day. Pure. */
import { fromLocal, momentOn, toLocal } from "./local-time.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What people begin a day with, and when they sleep. */
const morning = "09:00";
const night = "03:00";

const units: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs };
const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/**
 * A moment to come, as people say it: `2 h`, `tomorrow 9:00`, `monday`, `18:30`, `night`, `2026-12-24 8:00`.
 * A day without a time of day is its morning.
 * @returns nothing where it cannot be read, or is over
 */
export function momentOf(phrase: string, now: number, zone: string): string | undefined {
  const text = phrase.trim().toLowerCase();
  const length = /^(?<count>\d+(?:\.\d+)?)\s*(?<unit>m|h|d|w)(?:in|ins|inutes?|ours?|ays?|eeks?)?$/.exec(
    text,
  )?.groups;
  if (length !== undefined) return isoOf(now + Number(length.count) * (units[length.unit ?? ""] ?? 0));
  const words = /^(?<day>\d{4}-\d\d-\d\d|[a-z]+)?\s*(?:at\s+)?(?<clock>\d.*)?$/.exec(text)?.groups;
  if (words === undefined || (words.day === undefined && words.clock === undefined)) return undefined;
  const named = words.day === "night" || words.day === "tonight";
  const clock = words.clock === undefined ? (named ? night : morning) : clockOf(words.clock);
  if (clock === undefined) return undefined;
  const today = toLocal(new Date(now).toISOString(), zone).slice(0, 10);
  if (words.day === undefined || named) return next(today, clock, now, zone, 1);
  if (words.day === "today") return next(today, clock, now, zone, 0);
  if (words.day === "tomorrow") return next(plus(today, 1), clock, now, zone, 0);
  if (/^\d/.test(words.day)) return next(words.day, clock, now, zone, 0);
  const day = days.findIndex(
    (one) => words.day !== undefined && words.day.length > 2 && one.startsWith(words.day),
  );
  if (day < 0) return undefined;
  const ahead = (day - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7;
  return next(plus(today, ahead), clock, now, zone, 7);
}

/** `9`, `9:30`, `9 pm`, as `HH:MM`. */
function clockOf(text: string): string | undefined {
  const parts = /^(?<hour>\d{1,2})(?:[:.](?<minute>\d\d))?\s*(?<half>am|pm)?$/.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const given = Number(parts.hour);
  const hour = parts.half === undefined ? given : (given % 12) + (parts.half === "pm" ? 12 : 0);
  const minute = Number(parts.minute ?? 0);
  if (hour > 23 || minute > 59 || (parts.half !== undefined && (given < 1 || given > 12))) return undefined;
  return [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
}

/** That time of the day; where it is over, that of so many days later, or nothing with 0. */
function next(date: string, clock: string, now: number, zone: string, later: number): string | undefined {
  if (Number.isNaN(Date.parse(`${date}T${clock}Z`))) return undefined;
  const at = Date.parse(fromLocal(`${date}T${clock}`, zone));
  if (at > now) return isoOf(at);
  return later === 0 ? undefined : isoOf(Date.parse(fromLocal(`${plus(date, later)}T${clock}`, zone)));
}

function plus(date: string, count: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** To the second, as fields take it. */
function isoOf(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, "Z");
}

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A date with a time of day, as we write it or as RFC 3339 begins: `2026-12-24 8:00`, `24 Dec 2026, 08:00`. */
const dated =
  /^(?:(?<iso>\d{4}-\d\d-\d\d)|(?<day>\d{1,2})\.? (?<month>[a-z]{3})[a-z]* (?<year>\d{4}))(?:,? ?(?:at )?|t)(?<hour>\d{1,2}):(?<minute>\d\d)(?<rest>:\d\d(?:\.\d{1,3})?)?$/;

export type TypedMoment =
  /** RFC 3339, to the second where no smaller part was written. */
  | { readonly moment: string }
  /** The zone's clocks skip that time. */
  | { readonly skipped: true }
  /** It is no moment, or not yet. */
  | { readonly unread: true };

export interface TypedWhere {
  /** On whose clocks it is written. */
  readonly zone: string;
  /** Milliseconds since 1970: what `tomorrow` counts from. */
  readonly now: number;
  /** RFC 3339: from where a length, or a time of day alone, counts; now where it is left out. */
  readonly from?: string | undefined;
  /** Only a whole date is read: of what has happened, where words would name a time to come. */
  readonly dateAlone?: boolean;
  /** A day without a time of day is its beginning. */
  readonly dayBegins?: boolean;
}

const dayAlone = /^(?:\d{4}-\d\d-\d\d|\d{1,2}\.? [a-z]{3,} \d{4})$/;

/** What somebody wrote into a field for a time, on clocks of 24 hours; `9 pm` is read as well. */
export function typedMoment(text: string, where: TypedWhere): TypedMoment {
  const { zone, now, from, dateAlone = false, dayBegins = false } = where;
  const plain = text.trim().toLowerCase().replace(/\s+/g, " ");
  const date = dated.exec(dayBegins && dayAlone.test(plain) ? `${plain} 00:00` : plain)?.groups;
  if (date !== undefined) {
    const month = monthNames.indexOf(date.month ?? "") + 1;
    const day = date.iso ?? [date.year, two(month), two(date.day ?? "")].join("-");
    const local = `${day}T${two(date.hour ?? "")}:${date.minute}${date.rest ?? ""}`;
    // February has no 30th: the calendar would go on to March.
    const isThere =
      new Date(`${local}Z`).getTime() >= 0 && new Date(`${local}Z`).toISOString().startsWith(day);
    if (!isThere) return { unread: true };
    const moment = momentOn(local, zone);
    return moment === undefined ? { skipped: true } : { moment };
  }
  if (dateAlone) return { unread: true };
  // A number is a length or a time of day; words, such as tomorrow, are said today.
  const base = from !== undefined && /^\d/.test(plain) ? Date.parse(from) : now;
  const moment = momentOf(plain, Math.ceil(base / minuteMs) * minuteMs, zone);
  return moment === undefined ? { unread: true } : { moment };
}

/** A moment as a field shows it: `2026-12-24 08:00`. @param moment RFC 3339 */
export function writtenMoment(moment: string, zone: string): string {
  return toLocal(moment, zone).replace("T", " ");
}

function two(part: string | number): string {
  return String(part).padStart(2, "0");
}

/** A day of the calendar as somebody wrote it: `2026-12-24`, `24 Dec 2026`. @returns undefined where it cannot be read */
export function typedDay(text: string): string | undefined {
  const read = typedMoment(text, { zone: "UTC", now: 0, dateAlone: true, dayBegins: true });
  return "moment" in read && dayAlone.test(text.trim().toLowerCase().replace(/\s+/g, " "))
    ? read.moment.slice(0, 10)
    : undefined;
}
