/** Events that come again, as RFC 5545 §3.3.10 has them, as turns of a rotation. */
import { dayMs } from "../../../../shifts/clock.ts";
import type { Stretch } from "../../../../shifts/shapes.ts";
import type { Layer } from "./layer.ts";
import { dayMinutes, minutesFrom, weekMinutes } from "./week.ts";

export interface Recurrence {
  /** hourly, daily, weekly; others no rotation says. */
  readonly frequency: string;
  readonly interval: number;
  /** MO to SU; none for the day on which it starts. */
  readonly days: readonly string[];
  readonly weekStart: string;
  /** When it starts, by the clock on the wall, as though that showed UTC: milliseconds since 1970. */
  readonly wall: number;
  /** How long each lasts. */
  readonly minutes: number;
}

export interface Rhythm extends Pick<Layer, "every" | "unit" | "covers"> {
  /** How many turns have nobody after each that has somebody. */
  readonly pause: number;
  /** How much before the start the turn begins in which it is, in minutes. */
  readonly earlier: number;
}

const icalDays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** The turns of a recurrence; or why no rotation says it, in a sentence that begins with it. */
export function rhythmOf({
  frequency,
  interval,
  days,
  weekStart,
  wall,
  minutes,
}: Recurrence): Rhythm | string {
  const on = days.map((day) => icalDays.indexOf(day));
  if (on.includes(-1)) return "it comes on a certain such day of a month or year, which no rotation says";
  const minute = (Math.floor(wall / 60_000) - 4 * dayMinutes) % weekMinutes;
  const [today, ofDay] = [Math.floor(minute / dayMinutes), minute % dayMinutes];
  const covering = (some: readonly number[]): readonly Stretch[] | undefined =>
    minutes >= weekMinutes || (minutes === dayMinutes && some.length === 7)
      ? undefined
      : some.flatMap((day) => minutesFrom(day * dayMinutes + ofDay, minutes));
  const always = { every: interval, covers: undefined, pause: 0, earlier: 0 };
  const pause = interval - 1;
  switch (frequency) {
    case "hourly":
      if (minutes === interval * 60) return { ...always, unit: "hours" };
      return "it comes by the hour and does not last until it comes again";
    case "daily":
      if (minutes >= interval * dayMinutes && on.length === 0) return { ...always, unit: "days" };
      if (minutes > dayMinutes) return "it comes by the day and lasts longer than one";
      return {
        every: 1,
        unit: "days",
        covers: covering(on.length === 0 ? [0, 1, 2, 3, 4, 5, 6] : on),
        pause,
        earlier: 0,
      };
    case "weekly": {
      if (minutes >= interval * weekMinutes) return { ...always, unit: "weeks" };
      if (minutes > weekMinutes) return "it comes by the week and lasts longer than one";
      if (on.length === 0) return { every: 1, unit: "weeks", covers: covering([today]), pause, earlier: 0 };
      // Weeks begin on a day of their own: turns change with the first event of a week.
      const place = (day: number) => (day - icalDays.indexOf(weekStart) + 7) % 7;
      const earlier = (place(today) - Math.min(...on.map(place))) * dayMinutes;
      return { every: 1, unit: "weeks", covers: covering(on), pause, earlier };
    }
    default:
      return `it comes ${frequency}, which no rotation says`;
  }
}

/**
 * When the last event of a recurrence ends that begins by a moment, which may be after it. By the clock on the wall.
 * @param until that moment, in milliseconds since 1970 as though the clock showed UTC
 */
export function endBy(recurrence: Recurrence, until: number): number {
  const { frequency, interval, days, weekStart, wall, minutes } = recurrence;
  if (until < wall) return until;
  const length = minutes * 60_000;
  if (frequency === "hourly") {
    const turn = interval * 3_600_000;
    return wall + Math.floor((until - wall) / turn) * turn + length;
  }
  const [ofDay, first] = [wall % dayMs, Math.floor(wall / dayMs)];
  const weekDay = (day: number) => (day + 3) % 7;
  const place = (day: number) => (weekDay(day) - icalDays.indexOf(weekStart) + 7) % 7;
  const on = days.length > 0 ? days.map((day) => icalDays.indexOf(day)) : undefined;
  for (let day = Math.floor((until - ofDay) / dayMs); day >= first; day -= 1) {
    const isDaily = frequency === "daily";
    const passed = isDaily ? day - first : Math.floor((day - first + place(first)) / 7);
    const comes = on?.includes(weekDay(day)) ?? (isDaily || weekDay(day) === weekDay(first));
    if (comes && passed % interval === 0) return day * dayMs + ofDay + length;
  }
  return until;
}
