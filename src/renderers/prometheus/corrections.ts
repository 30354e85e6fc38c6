/** The times whose bad events do not count for an SLO, as an expression. */
import { parseTimestamp } from "../../kernel/timestamps.ts";
import type { RendererRows } from "../renderer.ts";

export type CorrectionRow = RendererRows["sloCorrections"][number];
type SloRow = RendererRows["slos"][number];

/** Seconds since 1970: from the first to before the last. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A rate still holds for this long what was bad at the end of a correction. */
const rateSeconds = 300;

/** Spans of one SLO; beyond them the latest count. Each is a comparison at each step of an evaluation. */
const mostSpans = 100;

/** Whether a correction is for an SLO. */
export function corrects({ configuration }: CorrectionRow, { id, configuration: slo }: SloRow): boolean {
  const { service, slo_ids } = configuration;
  return slo_ids.includes(id) || service === slo.service;
}

/** The times that corrections of an SLO take out, in order, none of them meeting another. */
export function spansOf(corrections: readonly CorrectionRow[], slo: SloRow): readonly Span[] {
  const spans = corrections
    .filter((one) => corrects(one, slo))
    .map(({ configuration: { starts_at, ends_at } }) => ({
      from: secondsOf(starts_at),
      until: secondsOf(ends_at) + rateSeconds,
    }))
    .sort((one, other) => one.from - other.from);
  const merged: { from: number; until: number }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else merged.push({ ...span });
  }
  return merged.slice(-mostSpans);
}

/** A sample without labels at each moment that is in a span, and none at others. */
export function maskOf(spans: readonly Span[]): string {
  return spans.map(({ from, until }) => `vector(time()) >= ${from} < ${until}`).join(" or ");
}

function secondsOf(time: string): number {
  return Math.floor((parseTimestamp(time)?.getTime() ?? 0) / 1_000);
}
