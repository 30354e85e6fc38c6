/** What checkers reported in the last weeks, so that charts have something to show: coarser the longer ago it is. */
import { type Body, report, type Step } from "./row.ts";

const hour = 60;
const day = 24 * hour;

/** Minutes ago: every twelve hours of 30 days, and every hour of the last day. */
export const moments = [
  ...Array.from({ length: 58 }, (_, index) => 30 * day - index * 12 * hour),
  ...Array.from({ length: 24 }, (_, index) => day - index * hour),
];

/** Once a day: enough for lists, which show days. */
export const daily = Array.from({ length: 30 }, (_, index) => (30 - index) * day);

/**
 * A report for each moment, from the oldest on.
 * @param stateAt what was seen: `days` ago, with a wave from -1 to 1 that comes once a day, as traffic does
 * @param times minutes ago
 */
export function past(
  stateAt: (days: number, wave: number) => Body,
  times: readonly number[] = moments,
): Step[] {
  return times.map((minutes) => {
    const days = minutes / day;
    return report(stateAt(days, Math.sin(days * 2 * Math.PI)), minutes);
  });
}

/** As many digits as a checker would report. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
