/** Times of a rota in sentences, by the clock of its zone. */
import { dayText, weekdayText } from "../../../kernel/readable.ts";
import { clockOf } from "../../../shifts/clock.ts";
import type { Stretch } from "../../../shifts/shapes.ts";

/**
 * `from Thu 3 Dec 02:00 to 09:00 (Europe/Berlin)`, `from now to Thu 3 Dec 09:00 (Europe/Berlin)`, and `from Thu 3 Dec 02:00
 * on (Europe/Berlin)` of one that lasts.
 * @param whole what was looked at, from now on: what reaches its end lasts as far as anybody knows
 */
export function stretchText({ from, to }: Stretch, timezone: string, whole: Stretch): string {
  const [begins, ends] = [shownIn(from, timezone), shownIn(to, timezone)];
  const isNow = from <= whole.from;
  const until = begins.day === ends.day && !isNow ? ends.time : `${ends.day} ${ends.time}`;
  const since = isNow ? "now" : `${begins.day} ${begins.time}`;
  return `from ${since} ${to >= whole.to ? "on" : `to ${until}`} (${timezone})`;
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
