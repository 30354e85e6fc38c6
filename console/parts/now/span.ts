/** The span of time that Now is narrowed to, in its address, and what of the timeline is in it. Pure. */
import type { Timeline } from "../../api/timeline-shapes.ts";

export interface Span {
  /** RFC 3339. */
  readonly since: string;
  readonly until: string;
}

const minuteMs = 60_000;

/** The span of an address; nothing where it has none, or one that cannot be read. */
export function spanOf({ from, to }: { readonly from?: string; readonly to?: string }): Span | undefined {
  const [since, until] = [Date.parse(from ?? ""), Date.parse(to ?? "")];
  if (!(since < until)) return undefined;
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
}

/**
 * Between two places of the strip, in whole minutes and at least one.
 * @param places shares of the strip's width, from 0 to 1, in any order
 */
export function draggedSpan(whole: Span, places: readonly [number, number]): Span {
  const [since, until] = [Date.parse(whole.since), Date.parse(whole.until)];
  const at = (place: number) => {
    const moment = since + Math.min(1, Math.max(0, place)) * (until - since);
    return Math.round(moment / minuteMs) * minuteMs;
  };
  const from = at(Math.min(...places));
  const to = Math.max(at(Math.max(...places)), from + minuteMs);
  return { since: new Date(from).toISOString(), until: new Date(to).toISOString() };
}

/** Whether the span is a part of the other one. */
export function isWithin(span: Span, whole: Span): boolean {
  return (
    Date.parse(span.since) >= Date.parse(whole.since) && Date.parse(span.until) <= Date.parse(whole.until)
  );
}

/** Where a moment is on the strip, as a share of its width; at its ends for what is beyond them. */
export function placeOf(moment: string | null, { since, until }: Span): number {
  if (moment === null) return 1;
  const share = (Date.parse(moment) - Date.parse(since)) / (Date.parse(until) - Date.parse(since));
  return Math.min(1, Math.max(0, share));
}

/** What happened, of a timeline. */
export type Happening = Pick<Timeline, "alerts" | "incidents" | "deploys" | "changes">;

/** What was open or done in the span, of a timeline that holds it. */
export function narrowed(timeline: Timeline, span: Span): Happening {
  const [since, until] = [Date.parse(span.since), Date.parse(span.until)];
  const lasted = ({ began, ended }: { readonly began: string; readonly ended: string | null }) =>
    Date.parse(began) < until && (ended === null || Date.parse(ended) >= since);
  const done = ({ at }: { readonly at: string }) => Date.parse(at) >= since && Date.parse(at) < until;
  return {
    alerts: timeline.alerts.filter(lasted),
    incidents: timeline.incidents.filter(lasted),
    deploys: timeline.deploys.filter(done),
    changes: timeline.changes.filter(done),
  };
}
