/** The times whose bad events do not count for an SLO, as expressions. */
import { isSameService } from "../../kernel/service-names.ts";
import { parseTimestamp } from "../../kernel/timestamps.ts";
import type { RendererRows } from "../renderer.ts";
import { marked } from "./figure-label.ts";

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
export function corrects(
  { service, slo_ids }: Pick<CorrectionRow["configuration"], "service" | "slo_ids">,
  slo: { readonly id: string; readonly service: string },
): boolean {
  return slo_ids.includes(slo.id) || (service !== null && isSameService(service, slo.service));
}

/** The times that corrections of an SLO take out, in order, none of them meeting another. */
export function spansOf(corrections: readonly CorrectionRow[], slo: SloRow): readonly Span[] {
  const spans = corrections
    .filter(({ configuration }) =>
      corrects(configuration, { id: slo.id, service: slo.configuration.service }),
    )
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
  return within("vector(time())", spans);
}

/**
 * The newest samples of a record, added up, without those in a span.
 * @param series selects the record
 */
export function countedNow(series: string, spans: readonly Span[]): string {
  return `(sum(${series} unless (${within(`timestamp(${series})`, spans)})) or 0 * sum(${series}))`;
}

/**
 * A record's samples over a window, added up, without those in a span. It is made of sums over the very samples, by their
 * own times: steps of a subquery would be at other moments than the evaluations that wrote them, and miss the newest. A
 * range that ends in the future has what is there until now. So a span that began within the window is one range; of one
 * that reaches back over the window's beginning, only what is after its end is in the window and counts.
 */
export function countedOver(
  series: string,
  { name, seconds }: { readonly name: string; readonly seconds: number },
  spans: readonly Span[],
): string {
  const summed = (range: string) => `sum(sum_over_time(${series}[${range}]))`;
  if (spans.length === 0) return summed(name);
  const ended = (range: string, end: number) => `sum(sum_over_time(${series}[${range}] @ ${end - 0.001}))`;
  const since = spans.map(
    ({ from, until }) =>
      `(${ended(name, until + seconds)} or vector(0)) and on () (vector(time()) >= ${from + seconds} < ${until + seconds})`,
  );
  const taken = spans.map(({ from, until }, at) =>
    marked(
      `(${ended(`${until - from}s`, until)} and on () (vector(time()) < ${from + seconds}))`,
      String(at),
    ),
  );
  return `clamp_min((${[...since, summed(name)].join(" or ")}) - (sum(${taken.join(" or ")}) or vector(0)), 0)`;
}

function within(time: string, spans: readonly Span[]): string {
  return spans.map(({ from, until }) => `${time} >= ${from} < ${until}`).join(" or ");
}

function secondsOf(time: string): number {
  return Math.floor((parseTimestamp(time)?.getTime() ?? 0) / 1_000);
}
