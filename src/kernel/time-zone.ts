/** What the clocks of time zones show, by Node's or the browser's own Intl. */

/** Making a clock takes much longer than asking it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const mostClocks = 100;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (clocks.size >= mostClocks) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

/** Clocks that show nothing but the name of their zone. */
const zones = new Map<string, Intl.DateTimeFormat>();

/** What a zone's time is called at a moment: such as CET or CEST, and where that has no name here, GMT-4. */
export function zoneName(at: number, timeZone: string): string {
  const zone = zones.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "short" });
  if (zones.size >= mostClocks) zones.clear();
  zones.set(timeZone, zone);
  return zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The day that the zone's clocks show at a moment, as YYYY-MM-DD. @param at milliseconds since 1970 */
export function dayAt(at: number, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10);
}

/**
 * How far the zone's clock is ahead of UTC at a moment, in milliseconds.
 * @param at milliseconds since 1970
 */
export function offsetAt(at: number, timeZone: string): number {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wall = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wall - Math.floor(at / 1_000) * 1_000;
}
