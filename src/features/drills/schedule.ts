/** When a route's schedule starts its drill of a week. Pure; moments are given. */
import { dayOfHours, firstMoment, type Hours } from "../../kernel/hours.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import { offsetAt } from "../../kernel/time-zone.ts";
import type { alertRoutes } from "../../resources/alert-routes.ts";

export type DrillSchedule = NonNullable<ConfigurationOf<typeof alertRoutes>["drill_schedule"]>;

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Hours begin once in it at least, also behind a week that has had its drill. */
const horizonMs = 22 * dayMs;

/**
 * The week whose drill may begin at a moment: the one in which the open hours began, so that a night from Sunday to Monday
 * is of one week.
 * @returns its Monday, such as 2026-03-02; undefined outside of the hours
 */
export function weekAt(schedule: DrillSchedule, moment: Date): string | undefined {
  const day = dayOfHours(hoursOf(schedule), moment.getTime());
  return day === undefined ? undefined : new Date(mondayOf(day)).toISOString().slice(0, "2026-03-02".length);
}

/**
 * The first moment, not before this one, at which the drill of a later week may begin.
 * @param last the Monday of the last week that had its drill; null where none had
 */
export function nextBeginning(schedule: DrillSchedule, last: string | null, moment: Date): Date {
  const hours = hoursOf(schedule);
  const horizon = new Date(moment.getTime() + horizonMs);
  let from: Date | undefined = moment;
  while (from !== undefined && from < horizon) {
    const at = firstMoment([hours], from, true, horizon);
    const week = at && weekAt(schedule, at);
    if (at === undefined || week === undefined) break;
    if (last === null || week > last) return at;
    const end = firstMoment([hours], at, false, horizon);
    from = earlier(end, nextMonday(schedule.timezone, at));
  }
  return horizon;
}

function hoursOf({ days, start, end, timezone }: DrillSchedule): Hours {
  return { days, start, end, time_zone: timezone };
}

/** @param day its midnight by the clock on the wall; so is what is returned */
function mondayOf(day: number): number {
  return day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
}

/** The midnight at which the next week begins, where its clock is not set just then. */
function nextMonday(timezone: string, at: Date): Date {
  const wall = at.getTime() + offsetAt(at.getTime(), timezone);
  const monday = mondayOf(Math.floor(wall / dayMs) * dayMs) + 7 * dayMs;
  const midnight = monday - offsetAt(monday - offsetAt(monday, timezone), timezone);
  return new Date(Math.max(midnight, at.getTime() + minuteMs));
}

function earlier(one: Date | undefined, other: Date): Date {
  return one === undefined || other < one ? other : one;
}
