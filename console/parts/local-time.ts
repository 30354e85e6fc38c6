/** Wall-clock times of a time zone. */
import { offsetAt } from "../../src/kernel/time-zone.ts";

/** A wall-clock text, such as `2026-12-24T18:30`, in a zone, as an RFC 3339 moment, and back. */
export function fromLocal(text: string, timeZone: string): string {
  const naive = Date.parse(`${text}Z`);
  const first = naive - offsetAt(naive, timeZone);
  return new Date(naive - offsetAt(first, timeZone)).toISOString();
}

/** The same to the second, as fields take it; undefined for a time that the clocks skip. */
export function momentOn(text: string, timeZone: string): string | undefined {
  const moment = fromLocal(text, timeZone).replace(".000Z", "Z");
  return Date.parse(`${toLocal(moment, timeZone)}Z`) === Date.parse(`${text}Z`) ? moment : undefined;
}

export function toLocal(moment: string, timeZone: string): string {
  const at = Date.parse(moment);
  // Seconds and their parts where there are any: leaving them out would be another moment.
  return new Date(at + offsetAt(at, timeZone))
    .toISOString()
    .slice(0, -1)
    .replace(/\.000$/, "")
    .replace(/(T\d\d:\d\d):00$/, "$1");
}
