/** Days and percentages. The formula is Statuspage's: an outage counts whole, a partial one three tenths. */
import { type ComponentStatus, type Day, type PageComponent, type PageState, worstOf } from "./state.ts";

const dayMs = 86_400_000;

/** How the figure comes about, as the page says it. */
export const formula =
  "Uptime is 1 − (major outage + 0.3 × partial outage) ÷ time, over the days shown and rounded down. Degraded performance and maintenance do not lower it.";

/**
 * 1 − (major + 0.3 × partial) ÷ all seconds, in hundredths of a percent, rounded down: 99.999 % is not 100 %.
 * Undefined where nothing is known. In whole numbers, so that nothing is rounded up on the way.
 */
export function uptimeOf(days: readonly Day[]): number | undefined {
  let [all, down] = [0, 0];
  for (const { seconds } of days) {
    for (const lasted of Object.values(seconds)) all += lasted;
    down += 10 * (seconds.major_outage ?? 0) + 3 * (seconds.partial_outage ?? 0);
  }
  return all === 0 ? undefined : Math.floor(((10 * all - down) * 10_000) / (10 * all));
}

/** Such as "99.98 %". @param hundredths of a percent */
export function percent(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")} %`;
}

/** A day of the page: with what is known of it, or null. */
export interface ShownDay {
  readonly day: string;
  readonly known: Day | null;
  /** The worst that is known of it. */
  readonly worst: ComponentStatus | null;
}

/** The last days of a component up to the page's own day, in UTC, the oldest first. */
export function shownDays(
  { page, at }: Pick<PageState, "page" | "at">,
  component: PageComponent,
): ShownDay[] {
  const known = new Map(component.days.map((day) => [day.day, day]));
  const today = Math.floor(Date.parse(at) / dayMs) * dayMs;
  return Array.from({ length: page.history_days }, (_, index) => {
    const day = new Date(today - (page.history_days - 1 - index) * dayMs).toISOString().slice(0, 10);
    const found = known.get(day) ?? null;
    return { day, known: found, worst: found === null ? null : worstOn(found) };
  });
}

/** The worst status that a component had on a day, however short. */
export function worstOn({ seconds }: Day): ComponentStatus {
  const had = Object.entries(seconds) as [ComponentStatus, number][];
  return worstOf(had.flatMap(([status, lasted]) => (lasted > 0 ? [status] : [])));
}
