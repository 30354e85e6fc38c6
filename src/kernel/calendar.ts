/** Calendars as text (RFC 5545). Moments are in UTC, so that no reader needs to know a time zone. */

export interface Calendar {
  /** What made it, for PRODID: a few words. */
  readonly product: string;
  readonly name: string;
  /** Where people read the same; left out for nowhere. */
  readonly url?: string;
  readonly events: readonly CalendarEvent[];
}

/** Texts as they are. Moments as RFC 3339 or in milliseconds since 1970. */
export interface CalendarEvent {
  readonly uid: string;
  /** When it became as it is. Without a request that the calendar answers, DTSTAMP is the same (§3.8.7.2). */
  readonly at: string | number;
  /** Higher with each change (§3.8.7.4). */
  readonly sequence: number;
  readonly from: string | number;
  /** Null for an event that lasts no time: it has no end (§3.6.1). */
  readonly to: string | number | null;
  readonly summary: string;
  readonly description: string;
  readonly url?: string;
  readonly cancelled?: boolean;
}

/** Lines end with CRLF and have at most 75 bytes; readers are asked to look again each hour (RFC 7986 §5.7). */
export function calendarText({ product, name, url, events }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//orgconfig//${product}//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...(url === undefined ? [] : [`URL:${url}`]),
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...events.flatMap(linesOf),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function linesOf(event: CalendarEvent): string[] {
  const { uid, at, sequence, from, to, summary, description, url, cancelled = false } = event;
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${moment(at)}`,
    `LAST-MODIFIED:${moment(at)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${moment(from)}`,
    ...(to === null ? [] : [`DTEND:${moment(to)}`]),
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    ...(url === undefined ? [] : [`URL:${url}`]),
    `STATUS:${cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** Such as 20261025T003000Z. */
function moment(at: string | number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** A text as a value (§3.3.11): no line break of it ends the line, and no character of it is one that controls. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g, "")
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replace(/\r\n?|[\n\x85\u2028\u2029]/g, "\\n")
  );
}

/** Lines of at most 75 bytes (§3.1), none of which ends within a character. */
function folded(line: string): string {
  let [text, bytes] = ["", 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) [text, bytes] = [`${text}\r\n `, 1];
    text += character;
    bytes += size;
  }
  return text;
}
