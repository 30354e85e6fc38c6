/** Nine o'clock of the days by which people name it: each moment once. */
import { offsetAt } from "../../src/kernel/time-zone.ts";
import { fromLocal } from "./local-time.ts";

export interface Morning {
  /** "tomorrow 09:00"; today's is "09:00". */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const dayMs = 86_400_000;

/** The hour in which nobody says "tomorrow" for this morning any more. */
const nightEnds = 6;

/**
 * Those of today while it is night, of tomorrow, and of the next Monday. On a Sunday the last two are one, which people
 * know as Monday.
 * @param now milliseconds since 1970
 */
export function mornings(now: number, timeZone: string): readonly Morning[] {
  const local = new Date(now + offsetAt(now, timeZone));
  const today = Date.parse(local.toISOString().slice(0, 10));
  const at = (days: number) => {
    const day = new Date(today + days * dayMs).toISOString().slice(0, 10);
    return Date.parse(fromLocal(`${day}T09:00`, timeZone));
  };
  const isNight = local.getUTCHours() < nightEnds;
  const ahead = (8 - local.getUTCDay()) % 7;
  const monday = ahead > 0 || (!isNight && at(0) > now) ? ahead : 7;
  return [
    ...(isNight ? [{ name: "09:00", at: at(0) }] : []),
    ...(monday === 1 ? [] : [{ name: "tomorrow 09:00", at: at(1) }]),
    { name: "Monday 09:00", at: at(monday) },
  ];
}
