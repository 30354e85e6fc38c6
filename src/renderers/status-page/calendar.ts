/** Planned maintenance as a calendar (RFC 5545). Moments are in UTC, so that no reader needs to know a time zone. */
import { uuidOf } from "./ids.ts";
import { legible } from "./markup.ts";
import { incidentWords } from "./overall.ts";
import { isMaintenance, type PageIncident, type PageState } from "./state.ts";

export function calendarOf(state: PageState): string {
  const { title, url } = state.page;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//orgconfig//status page//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(title)}`,
    `X-WR-CALNAME:${escaped(title)}`,
    `URL:${url}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...state.incidents.filter(isMaintenance).flatMap((incident) => eventOf(state, incident)),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function eventOf({ page, components }: PageState, incident: PageIncident): string[] {
  const { id, title, status, scheduledFor, scheduledUntil, createdAt, updatedAt, updates, componentIds } =
    incident;
  if (scheduledFor === null) return [];
  const names = components.flatMap((one) => (componentIds.includes(one.id) ? [one.name] : []));
  const affects = names.length === 0 ? [] : [`Affects: ${names.join(", ")}`];
  const said = updates.at(-1)?.body ?? "";
  // Higher with each change, also of the times alone (§3.8.7.4).
  const revised = Math.max(0, Math.ceil((Date.parse(updatedAt) - Date.parse(createdAt)) / 1_000));
  // An event that lasts no time has no end (§3.6.1).
  const lasts = scheduledUntil !== null && Date.parse(scheduledUntil) > Date.parse(scheduledFor);
  return [
    "BEGIN:VEVENT",
    `UID:${uuidOf(id)}`,
    `DTSTAMP:${moment(updatedAt)}`,
    `LAST-MODIFIED:${moment(updatedAt)}`,
    `SEQUENCE:${revised}`,
    `DTSTART:${moment(scheduledFor)}`,
    ...(lasts ? [`DTEND:${moment(scheduledUntil)}`] : []),
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped([`${incidentWords[status]}: ${said}`, ...affects].join("\n\n"))}`,
    `URL:${page.url}/incidents/${id}`,
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** Such as 20261025T003000Z. */
function moment(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** A text as a value (§3.3.11): no line break of it ends the line. */
function escaped(text: string): string {
  return legible(text)
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|[\n\x85\u2028\u2029]/g, "\\n");
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
