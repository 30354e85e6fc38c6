/** Mutes with a rhythm, for some routes. */
import { alertMutes } from "../../../../resources/alert-mutes.ts";
import type { AddRow } from "../mapping.ts";
import { hoursOf, type MuteHours, otherHoursOf } from "./interval-hours.ts";
import { type Interval, zonesOf } from "./intervals.ts";

/** What one mute holds at most. */
const [mostHours, mostRoutes] = [14, 50];

/** Mutes in the hours in which any of these intervals holds. */
export function addMuted(
  reason: string,
  intervals: readonly Interval[],
  routes: readonly string[],
  add: AddRow,
  note: (message: string) => void,
): void {
  const { hours, isLess } = hoursOf(intervals);
  if (isLess)
    note(
      "has days of the month that are counted neither from its start nor from its end: nothing is muted on them, and more is sent than before",
    );
  addMutes(reason, hours, routes, add);
}

/** As many mutes as it takes: one has so many hours, and so many routes, at most. */
function addMutes(reason: string, hours: readonly MuteHours[], routes: readonly string[], add: AddRow): void {
  const distinct = [...new Set(routes)];
  for (let from = 0; from < hours.length; from += mostHours)
    for (let at = 0; at < distinct.length; at += mostRoutes)
      add(
        alertMutes,
        {
          reason: Array.from(reason).slice(0, 500).join(""),
          schedule: hours.slice(from, from + mostHours),
          route_ids: distinct.slice(at, at + mostRoutes),
        },
        { labelEnd: `${from / mostHours + 1}_${at / mostRoutes + 1}` },
      );
}

/**
 * Mutes outside of the hours in which routes are active.
 * @param called what the hours are called, such as "time interval office"
 * @param all the parts of all of them: the routes are active in each
 */
export function addInactive(
  called: string,
  all: readonly Interval[],
  routes: readonly string[],
  add: AddRow,
  note: (message: string) => void,
): void {
  const reason = `Outside of ${called}`;
  if (all.length === 0) {
    note(`${called} is never active: its routes are muted at all times, as before`);
    addMutes(reason, [{ days: [], start: "00:00", end: "24:00", time_zone: "UTC" }], routes, add);
    return;
  }
  if (zonesOf(all).length > 1) {
    note(
      `${called} has several time zones, of which a rhythm here cannot say the hours outside: nothing is muted, and more is sent than before`,
    );
    return;
  }
  const { hours, isLess } = otherHoursOf(all);
  if (isLess)
    note(
      `${called} has dates, outside of which no hours here say: nothing is muted in some of them, and more is sent than before`,
    );
  addMutes(reason, hours, routes, add);
}
