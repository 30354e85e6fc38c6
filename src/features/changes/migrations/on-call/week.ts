/** Hours of a week as minutes since Monday's midnight, so that they can be cut and joined. */
import type { Stretch } from "../../../../shifts/shapes.ts";
import { united } from "../../../../shifts/turns.ts";

export const dayMinutes = 1_440;
export const weekMinutes = 7 * dayMinutes;

/** As rows name them; Monday is 0. */
export const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type WeekDay = (typeof weekDays)[number];

interface Hours {
  readonly days: readonly WeekDay[];
  readonly start: string;
  readonly end: string;
}

/** The minutes from one of the week on, those behind Sunday's midnight at the week's beginning. @param length at most a week */
export function minutesFrom(start: number, length: number): Stretch[] {
  const from = ((start % weekMinutes) + weekMinutes) % weekMinutes;
  const to = from + Math.min(length, weekMinutes);
  if (to <= weekMinutes) return [{ from, to }];
  return [
    { from: 0, to: to - weekMinutes },
    { from, to: weekMinutes },
  ];
}

/** What is in both. */
export function common(some: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  const both = some.flatMap((one) =>
    others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })),
  );
  return united(both.filter(({ from, to }) => from < to));
}

/** The minutes as a rota has them; none where they are the whole week. */
export function hoursOf(minutes: readonly Stretch[]): Hours[] {
  const whole = united(minutes);
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined || (first.from === 0 && first.to === weekMinutes)) return [];
  const isAroundSunday = first !== last && first.from === 0 && last.to === weekMinutes;
  const spans = isAroundSunday
    ? [...whole.slice(1, -1), { from: last.from, to: weekMinutes + first.to }]
    : whole;
  const days = new Map<string, number[]>();
  for (const { from, to } of spans.flatMap(ofOneDay)) {
    const key = `${clockText(from % dayMinutes)} ${to % dayMinutes === 0 ? "24:00" : clockText(to % dayMinutes)}`;
    days.set(key, [...(days.get(key) ?? []), Math.floor(from / dayMinutes) % 7]);
  }
  return [...days].map(([key, on]) => {
    const [start = "", end = ""] = key.split(" ");
    const names = on.sort((a, b) => a - b).map((day) => weekDays[day] as WeekDay);
    return { days: names.length === 7 ? [] : names, start, end };
  });
}

/** Hours of a row begin on a day and last a day at most. */
function ofOneDay({ from, to }: Stretch): Stretch[] {
  if (to - from < dayMinutes) return [{ from, to }];
  const parts: Stretch[] = [];
  for (let at = from; at < to; ) {
    const midnight = Math.min(to, (Math.floor(at / dayMinutes) + 1) * dayMinutes);
    parts.push({ from: at, to: midnight });
    at = midnight;
  }
  return parts;
}

/** @param minutes since midnight */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
