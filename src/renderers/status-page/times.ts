/** Times in the page's zone. Each names its offset, so that the hour that comes twice is not the same hour. */
import { dayText, zonedText } from "../../kernel/readable.ts";
import { dayAt } from "../../kernel/time-zone.ts";

export type Clock = ReturnType<typeof createClock>;

export function createClock(timeZone: string) {
  return {
    timeZone,
    /** Such as "25 Oct 2026, 02:30 CEST". */
    time: (at: string) => zonedText(at, timeZone),
    /** The day that the zone's clocks show, as YYYY-MM-DD. */
    day: (at: string) => dayAt(Date.parse(at), timeZone),
  };
}

/** Such as "Nov 2026". @param month as YYYY-MM */
export function monthName(month: string): string {
  return dayText(`${month}-01`).slice(2);
}

/** The month so many before, or after where it is negative. @param month as YYYY-MM */
export function monthBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7);
}

/** Whether it is a month as YYYY-MM, of years that people write. */
export function isMonth(text: string): boolean {
  return /^[12][0-9]{3}-(0[1-9]|1[0-2])$/.test(text);
}

/** A span in its two largest units, such as "2 h 3 min". @param seconds not negative */
export function spanName(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.floor(seconds / 60);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(minutes / 1_440), "d"],
    [Math.floor(minutes / 60) % 24, "h"],
    [minutes % 60, "min"],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : []))
    .join(" ");
}
