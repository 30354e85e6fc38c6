/** A component's days up to this moment, and how its status moved. */
import type { Day, PageComponent } from "../../renderers/status-page/index.ts";
import type { StatusSpan } from "./store.ts";

const dayMs = 86_400_000;

/** The days that are counted, with what has passed of the present status since. */
export function daysUntil(
  counted: readonly Day[],
  present: StatusSpan | undefined,
  now: Date,
): readonly Day[] {
  if (present === undefined || present.countedAt >= now) return counted;
  const days = new Map(counted.map((day) => [day.day, day]));
  const { status, countedAt } = present;
  for (let from = countedAt.getTime(); from < now.getTime(); ) {
    const midnight = (Math.floor(from / dayMs) + 1) * dayMs;
    const until = Math.min(midnight, now.getTime());
    const day = new Date(from).toISOString().slice(0, 10);
    const seconds = days.get(day)?.seconds ?? {};
    const passed = Math.floor((until - from) / 1_000);
    days.set(day, { day, seconds: { ...seconds, [status]: (seconds[status] ?? 0) + passed } });
    from = until;
  }
  return [...days.values()];
}

/** Each move from one status to another. @param spans of one component, in the order of time */
export function changesOf(spans: readonly StatusSpan[]): PageComponent["changes"] {
  const had = spans.filter(({ since, until }) => until === null || until > since);
  return had.flatMap(({ since, status }, index) => {
    const before = had[index - 1];
    if (before === undefined || before.status === status) return [];
    return [{ at: since.toISOString(), from: before.status, to: status }];
  });
}
