/** When a route's schedule starts its drill of a week. Pure; moments are given. */
import { dayOfHours, firstMoment, type Hours } from "../../../kernel/hours.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import type { alertRoutes } from "../../../resources/alert-routes.ts";

export type DrillSchedule = NonNullable<ConfigurationOf<typeof alertRoutes>["drill_schedule"]>;

const dayMs = 86_400_000;
/** So long may it be put off by a mute, or by other drills. */
const patienceHours = 4;
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
    from = firstMoment([hours], at, false, horizon);
  }
  return horizon;
}

/** The hours in which the drill of a week may begin. */
function hoursOf({ day, time, timezone }: DrillSchedule): Hours {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const end = [(hour + patienceHours) % 24, minute].map((part) => String(part).padStart(2, "0")).join(":");
  return { days: [day], start: time, end, time_zone: timezone };
}

/** @param day its midnight by the clock on the wall; so is what is returned */
function mondayOf(day: number): number {
  return day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
}
