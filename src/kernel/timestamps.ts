/** Dates and timestamps as texts: which there are, and what moment one names. */

/** The years that every client can read; which days exist, no pattern can say. */
export const datePattern = "^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$";

/** RFC 3339 §5.6, but for the leap second, which no clock here can hold. */
export const timestampPattern =
  "^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$";
const timestampForm = new RegExp(timestampPattern, "u");

/**
 * The instant that an RFC 3339 timestamp names, as one text for every way to write it: in UTC, to the last digit
 * that is not zero. Undefined when it is no timestamp.
 */
export function instantOf(value: string): string | undefined {
  const fraction = /\.([0-9]*[1-9])/.exec(value)?.[1] ?? "";
  const moment = parseTimestamp(value);
  return moment && `${Math.floor(moment.getTime() / 1_000)}.${fraction}`;
}

/** The moment an RFC 3339 timestamp names, whatever its offset; undefined where the text is no timestamp. */
export function parseTimestamp(value: string): Date | undefined {
  const form = timestampForm.exec(value);
  if (form === null || !isDate(form[1] as string)) return undefined;
  const time = new Date(value.toUpperCase());
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A timestamp as answers write it: in UTC with `Z`, its fraction as it was; one that has this form stays. */
export function inUtc(timestamp: string): string {
  if (timestamp.endsWith("Z") && timestamp[10] === "T") return timestamp;
  const moment = parseTimestamp(timestamp);
  if (moment === undefined) return timestamp;
  return `${moment.toISOString().slice(0, 19)}${/\.[0-9]+/.exec(timestamp)?.[0] ?? ""}Z`;
}

/** The moment that a field names; undefined where it names none. */
export function momentOf(timestamp: string | null | undefined): Date | undefined {
  return timestamp == null ? undefined : parseTimestamp(timestamp);
}

/** The first of these moments that is still to come; undefined where none is. */
export function nextOf(moments: readonly (Date | undefined)[], now: Date): Date | undefined {
  const ahead = moments.flatMap((moment) => (moment !== undefined && moment > now ? [moment.getTime()] : []));
  return ahead.length === 0 ? undefined : new Date(Math.min(...ahead));
}

/** A day that exists: 2026-02-30 has the form and does not exist. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  // One too many would be a day of the next month. This is asked of each alert of a storm, and to write a day takes long.
  return time.getUTCDate() === Number(value.slice(8));
}
