/** Time intervals as hours of our kinds: those in which they hold, and those in which none of them does. */
import { everHolds, type Hours } from "../../../../kernel/hours.ts";
import { type Box, boxOf, datesOf, othersOf } from "./boxes.ts";
import { type Interval, isWeekly, type Span, zonesOf } from "./intervals.ts";

/** Hours of some days, in the terms of our kinds. */
export type MuteHours = Hours & { readonly days: readonly Day[] };

const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
type Day = (typeof days)[number];

const dayMinutes = 1_440;

interface Said {
  readonly hours: readonly MuteHours[];
  /** Whether that is less than all of it, because our kinds have no words for the rest. */
  readonly isLess: boolean;
}

/** The hours in which any of these holds. */
export function hoursOf(intervals: readonly Interval[]): Said {
  const weekly = zonesOf(intervals).flatMap((zone) =>
    hoursOfWeek(zone, weekOf(intervals.filter((one) => one.timeZone === zone && isWeekly(one)))),
  );
  const dated = intervals.filter((one) => !isWeekly(one));
  const said = dated.map((interval) => hoursOfBox(boxOf(interval), interval.timeZone));
  return together([{ hours: weekly, isLess: false }, ...said]);
}

/**
 * The hours in which none of these holds.
 * @param intervals of one time zone
 */
export function otherHoursOf(intervals: readonly Interval[]): Said {
  const [zone = ""] = zonesOf(intervals);
  if (intervals.every(isWeekly)) {
    const others = weekOf(intervals).map((day) => day.map((minute) => !minute));
    return { hours: hoursOfWeek(zone, others), isLess: false };
  }
  const boxes = othersOf(intervals.map(boxOf));
  return boxes === undefined
    ? { hours: [], isLess: true }
    : together(boxes.map((box) => hoursOfBox(box, zone)));
}

function together(said: readonly Said[]): Said {
  const hours = said.flatMap((one) => one.hours).filter(everHolds);
  const distinct = new Map(hours.map((one) => [JSON.stringify(one), one]));
  return { hours: [...distinct.values()], isLess: said.some(({ isLess }) => isLess) };
}

function hoursOfBox(box: Box, time_zone: string): Said {
  const within = Array.from({ length: dayMinutes }, (_, minute) => box.minutes?.has(minute) ?? true);
  const on = [...(box.weekdays ?? [])].sort().map((day) => days[day] as Day);
  const dates = datesOf(box);
  const hours = spansOf(within).flatMap(([from, to]) =>
    dates.some.map((some) => ({ days: on, start: clockOf(from), end: clockOf(to), ...some, time_zone })),
  );
  return { hours, isLess: dates.isLess };
}

/** By day from Sunday on, whether each minute is within one of them. */
function weekOf(intervals: readonly Interval[]): readonly (readonly boolean[])[] {
  const week = days.map(() => new Array<boolean>(dayMinutes).fill(false));
  for (const { times, weekdays } of intervals)
    for (const [from, to] of weekdays ?? [[0, 6]])
      for (let day = from; day <= to; day += 1)
        for (const [start, end] of times ?? [[0, dayMinutes]]) week[day]?.fill(true, start, end);
  return week;
}

/** The same spans of several days are one. */
function hoursOfWeek(time_zone: string, week: readonly (readonly boolean[])[]): MuteHours[] {
  const byTime = new Map<string, Day[]>();
  for (const [index, minutes] of week.entries()) {
    for (const [from, to] of spansOf(minutes)) {
      const key = `${clockOf(from)}-${clockOf(to)}`;
      byTime.set(key, [...(byTime.get(key) ?? []), days[index] as Day]);
    }
  }
  return [...byTime].map(([key, on]) => {
    const [start = "", end = ""] = key.split("-");
    return { days: on.length === days.length ? [] : on, start, end, time_zone };
  });
}

function spansOf(minutes: readonly boolean[]): Span[] {
  const spans: Span[] = [];
  let from = -1;
  for (const [minute, within] of [...minutes, false].entries()) {
    if (within && from < 0) from = minute;
    if (!within && from >= 0) {
      spans.push([from, minute]);
      from = -1;
    }
  }
  return spans;
}

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
