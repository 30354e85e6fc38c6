/** Mutes with a rhythm, for some routes. */
import { alertMutes } from "../../../resources/alert-mutes.ts";
import type { AddRow } from "../mapping.ts";
import { type Interval, isWeekly, otherHoursOf, type WeekHours, zonesOf } from "./intervals.ts";

/** What one mute holds at most. */
const [mostHours, mostRoutes] = [14, 50];

/** As many mutes as it takes: one has so many hours, and so many routes, at most. */
export function addMutes(
  reason: string,
  hours: readonly WeekHours[],
  routes: readonly string[],
  add: AddRow,
): void {
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
  if (!all.every(isWeekly))
    note(
      `${called} has days of the month, months or years, which a rhythm here does not have: its routes are active on all days, and more is sent than before`,
    );
  addMutes(reason, otherHoursOf(all), routes, add);
}
