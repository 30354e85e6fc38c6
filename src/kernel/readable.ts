/**
 * How numbers, times and dates are written for people: in messages of the API, reasons of the gate, mails, chat, the
 * command line and the console. Values that programs read stay as they are: RFC 3339, and numbers of JSON.
 */
import { decimalPlaces } from "./bounds.ts";
import { offsetAt, zoneName } from "./time-zone.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

type Moment = Date | string | number;

/** `25 Nov 2026, 09:30 UTC`, with seconds where they are not zero: readers are in many time zones. */
export function readable(at: Moment): string {
  if (Number.isNaN(new Date(at).getTime())) return String(at);
  return `${momentText(at, "UTC").replace(/:00$/, "")} UTC`;
}

/** `25 Nov 2026, 09:30:05` on the clocks of a time zone. */
export function momentText(at: Moment, timeZone: string): string {
  return `${minuteText(at, timeZone)}:${two(local(at, timeZone).getUTCSeconds())}`;
}

/** `25 Nov 2026, 09:30`: of a moment that people chose, who choose no seconds. */
export function minuteText(at: Moment, timeZone: string): string {
  const clock = local(at, timeZone);
  return `${dayText(clock)}, ${two(clock.getUTCHours())}:${two(clock.getUTCMinutes())}`;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `Friday`, on the clocks of a time zone. */
export function weekdayText(at: Moment, timeZone: string): string {
  return weekdays[local(at, timeZone).getUTCDay()] ?? "";
}

/** `25 Oct 2026, 02:30 CEST`: the hour that the clocks show twice is two different ones. */
export function zonedText(at: Moment, timeZone: string): string {
  return `${minuteText(at, timeZone)} ${zoneName(new Date(at).getTime(), timeZone)}`;
}

/** A date such as `2026-11-25`, or the day of a moment in UTC, as `25 Nov 2026`; another text stays as it is. */
export function dayText(date: Moment): string {
  const at = new Date(date);
  if (Number.isNaN(at.getTime())) return String(date);
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** Times in a sentence: as {@link readable} writes them, and of RFC 3339, as alerts bring them along. */
const momentsIn =
  /\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}), (\d\d:\d\d(?::\d\d)?) UTC\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g;

/** A sentence with its times on the clocks of the reader's time zone. */
export function readableIn(text: string, timeZone: string): string {
  return text.replace(momentsIn, (moment, day, month, year, time) => {
    const date = `${year}-${two(months.indexOf(month) + 1)}-${two(day)}`;
    const at = day === undefined ? moment : `${date}T${time}Z`;
    return Number.isNaN(Date.parse(at)) ? moment : momentText(at, timeZone).replace(/:00$/, "");
  });
}

const ownMoments =
  /\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}), (\d\d:\d\d(?::\d\d)?) UTC\b/g;

/** A text whose times, as {@link readable} writes them, are on the clocks of a time zone, each with its name: for who reads it elsewhere. */
export function zonedIn(text: string, timeZone: string): string {
  return text.replace(ownMoments, (moment, day, month, year, time) => {
    const at = Date.parse(`${year}-${two(months.indexOf(month) + 1)}-${two(day)}T${time}Z`);
    if (Number.isNaN(at)) return moment;
    return `${momentText(at, timeZone).replace(/:00$/, "")} ${zoneName(at, timeZone)}`;
  });
}

/** In the time zone the clock's figures are those of UTC here. */
function local(at: Moment, timeZone: string): Date {
  const time = new Date(at).getTime();
  return new Date(time + (timeZone === "UTC" ? 0 : offsetAt(time, timeZone)));
}

function two(part: number | string): string {
  return String(part).padStart(2, "0");
}

const units = [
  [31_536_000, "year", "years"],
  [2_592_000, "month", "months"],
  [86_400, "day", "days"],
  [3_600, "h", "h"],
  [60, "min", "min"],
] as const;

/** How long ago a moment was, or how soon it comes: `12 min ago`, `in 2 days`, `just now`. */
export function ago(moment: Moment, now: number = Date.now()): string {
  const seconds = (new Date(moment).getTime() - now) / 1_000;
  const [size, one, many] = units.find(([size]) => Math.abs(seconds) >= size) ?? [0];
  if (one === undefined) return "just now";
  const count = Math.round(Math.abs(seconds) / size);
  const length = `${count} ${count === 1 ? one : many}`;
  return seconds < 0 ? `${length} ago` : `in ${length}`;
}

/**
 * `12,345.678`: at most three places after the point, but that what is not whole never looks so: 99.9996 is not 100.
 */
export function figure(value: number): string {
  return formatOf(value, true).format(value);
}

/** The same without groups, for what is no quantity, such as a port. */
export function bareFigure(value: number): string {
  return formatOf(value, false).format(value);
}

const formats = [3, decimalPlaces].map((maximumFractionDigits) =>
  [true, false].map(
    (useGrouping) =>
      new Intl.NumberFormat("en", { maximumFractionDigits, useGrouping, signDisplay: "negative" }),
  ),
);

function formatOf(value: number, grouped: boolean): Intl.NumberFormat {
  const looksWhole = !Number.isInteger(value) && Number.isInteger(Math.round(value * 1_000) / 1_000);
  return formats[looksWhole ? 1 : 0]?.[grouped ? 0 : 1] as Intl.NumberFormat;
}

/** `99.95%`. */
export function percent(value: number): string {
  return `${figure(value)}%`;
}

/** `1 alert`, `12,345 alerts`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : many}`;
}
