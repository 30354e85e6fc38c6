/** Mutes with a rhythm, for some routes. */
import { alertMutes } from "../../../resources/alert-mutes.ts";
import type { AddRow } from "../mapping.ts";
import type { WeekHours } from "./intervals.ts";

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
