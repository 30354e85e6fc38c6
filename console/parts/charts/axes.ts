/** Where the axes of charts begin, and what stands at their ticks. */
import { minuteText } from "../../../src/kernel/readable.ts";

/**
 * From 0 to a little more than the most, or a little less than the least: 12 alerts are not drawn from 11 on.
 * @returns least and most of the axis; of nothing from 0 to 1
 */
export function yRange(least: number | null, most: number | null): [number, number] {
  const [low, high] = [Math.min(least ?? 0, 0), Math.max(most ?? 0, 0)];
  const room = (high - low) / 10;
  return low === high ? [0, 1] : [low - (low < 0 ? room : 0), high + (high > 0 ? room : 0)];
}

const day = 86_400;

/** The time of day, or the day where the ticks are days or a day begins. @param step seconds between two ticks */
export function tickText(seconds: number, step: number, timeZone: string): string {
  const [date = "", time = ""] = minuteText(seconds * 1_000, timeZone).split(", ");
  return step >= day || time === "00:00" ? date.replace(/ \d+$/, "") : time;
}
