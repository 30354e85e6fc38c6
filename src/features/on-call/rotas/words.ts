/** Times of a rota in sentences, by the clock of its zone. */
import { dayText, weekdayText } from "../../../kernel/readable.ts";
import { clockOf } from "../../../shifts/clock.ts";
import type { Stretch } from "../../../shifts/shapes.ts";

/**
 * `from Thu 3 Dec 02:00 to 09:00 (Europe/Berlin)`, and `from Thu 3 Dec 02:00 on (Europe/Berlin)` of one that lasts.
 * @param end how far was looked: what reaches it lasts as far as anybody knows
 */
export function stretchText({ from, to }: Stretch, timezone: string, end: number): string {
  const [begins, ends] = [shownIn(from, timezone), shownIn(to, timezone)];
  const until = begins.day === ends.day ? ends.time : `${ends.day} ${ends.time}`;
  return `from ${begins.day} ${begins.time} ${to >= end ? "on" : `to ${until}`} (${timezone})`;
}

/** The year goes without saying: nobody looks further than one ahead. */
function shownIn(moment: number, timezone: string) {
  const wall = clockOf(timezone).wallAt(moment);
  const day = dayText(wall).replace(/ \d+$/, "");
  return {
    day: `${weekdayText(wall, "UTC").slice(0, 3)} ${day}`,
    time: new Date(wall).toISOString().slice(11, 16),
  };
}
