/** Times in the page's zone. Each names its offset, so that the hour that comes twice is not the same hour. */

export type Clock = ReturnType<typeof createClock>;

export function createClock(timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, ...options });
  const clock = format({
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const hour = format({ hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
  const day = format({ day: "2-digit", month: "2-digit", year: "numeric" });
  return {
    timeZone,
    /** Such as "25 Oct 2026, 02:30 CEST". */
    time: (at: string) => clock.format(Date.parse(at)),
    /** Such as "02:30 CEST". */
    hour: (at: string) => hour.format(Date.parse(at)),
    /** The day that the zone's clocks show, as YYYY-MM-DD. */
    day: (at: string) => day.format(Date.parse(at)).split("/").toReversed().join("-"),
  };
}

const dayForm = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric",
});
const monthForm = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

/** @param day as YYYY-MM-DD */
export function dayName(day: string): string {
  return dayForm.format(Date.parse(`${day}T00:00:00Z`));
}

/** @param month as YYYY-MM */
export function monthName(month: string): string {
  return monthForm.format(Date.parse(`${month}-01T00:00:00Z`));
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
