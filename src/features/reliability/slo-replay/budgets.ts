/**
 * What is left of an error budget now, and what a change makes of it: from the figure of the row, which is the engine's,
 * and from kept events, which are coarser and have gaps. So it is also said by how much it can be wrong. Pure.
 */
import { stepSeconds } from "../../../kernel/event-series.ts";
import { budgetShare, type EventSums, over } from "../../../renderers/prometheus/burn-series.ts";
import type { Span } from "../../../renderers/prometheus/corrections.ts";
import { budgetPercent } from "../../../renderers/prometheus/read-back.ts";
import type { SloRow } from "../../../renderers/prometheus/slo-rules.ts";

/** So long after it is made an SLO has no figure: its rules have to reach the engine, which evaluates them each minute. */
const firstFigureSeconds = 60;

/** One side of a change. */
export interface SloSide
  extends Pick<SloRow["configuration"], "target_percent" | "window_days" | "burn_alerts" | "min_bad_events"> {
  /** The times whose bad events do not count. */
  readonly spans: readonly Span[];
}

/** What the row says. */
export interface RowFigure {
  /** In percent. */
  readonly remaining: number;
  /** When the SLO was made, before which no engine has measured it; in milliseconds. */
  readonly since: number;
}

/** One side of a change, on kept events. */
export interface KnownSide {
  readonly side: SloSide;
  readonly sums: EventSums;
  /** The share of the budget that is left; undefined where there were no events. */
  readonly left: number | undefined;
}

interface SidesKnown {
  readonly before: KnownSide | undefined;
  readonly after: KnownSide | undefined;
  readonly alike: boolean;
}

export interface KnownEvents {
  /** The first step, in steps since 1970. */
  readonly first: number;
  readonly bad: Float64Array;
  /** 1 for each step of which something is known. */
  readonly reported: Uint8Array;
}

export interface Budgets {
  readonly budget_before: number | null;
  readonly budget_after: number | null;
  readonly budget_off_by: number | null;
}

/**
 * @param row undefined where it has no figure
 * @param sides undefined where it is off; `alike` says that both measure the same
 */
export function budgetsOf(
  row: RowFigure | undefined,
  { before, after, alike }: SidesKnown,
  events: KnownEvents,
  now: number,
): Budgets {
  const kept = (one: KnownSide | undefined) => (one?.left === undefined ? null : budgetPercent(one.left));
  const budget_before = before === undefined ? null : (row?.remaining ?? kept(before));
  if (after?.left === undefined) return { budget_before, budget_after: null, budget_off_by: null };
  if (before?.left === undefined || row === undefined || !alike)
    return { budget_before, budget_after: kept(after), budget_off_by: points(unsure(before, after, events)) };
  const scale = budgetShare(before.side.target_percent) / budgetShare(after.side.target_percent);
  const [spent, known, would] = [1 - row.remaining / 100, 1 - before.left, 1 - after.left];
  const edges = unsure(before, after, events);
  if (countsAlike(before.side, after.side))
    return { budget_before, budget_after: budgetPercent(1 - spent * scale), budget_off_by: 0 };
  const gaps = gapsOf(row, after.side, events, now);
  // The part of all events that was kept, as far as they come evenly.
  const steps = Math.min(now - row.since, after.side.window_days * 86_400_000) / 1_000 / stepSeconds;
  const part = Math.max(1 - gaps.length / steps, 0);
  // What nobody kept lies in the new corrections, all of it: none of it counts any more.
  if (gaps.every((gap) => isWithin(gap, after.side.spans))) {
    const budget_off_by = points(edges + would * (1 - part));
    return { budget_before, budget_after: budgetPercent(1 - would), budget_off_by };
  }
  const taken = (known * scale - would) * part;
  const isOpen =
    before.side.window_days !== after.side.window_days ||
    gaps.some((gap) => isWithin(gap, before.side.spans) !== isWithin(gap, after.side.spans));
  const lost = isOpen ? Math.abs(spent - known * part) * scale + givenBack(gaps, before, after) : 0;
  const uneven = Math.abs(known * scale - would) * (1 - part);
  return {
    budget_before,
    budget_after: budgetPercent(1 - Math.max(spent * scale - taken, 0)),
    budget_off_by: points(edges + lost + uneven),
  };
}

/** Both count the same events: then the engine's figure says all. */
function countsAlike(one: SloSide, other: SloSide): boolean {
  return JSON.stringify([one.window_days, one.spans]) === JSON.stringify([other.window_days, other.spans]);
}

/** Steps in the window that nobody kept, the one that goes on among them; in seconds. */
function gapsOf(row: RowFigure, side: SloSide, events: KnownEvents, now: number): readonly Span[] {
  const { first, reported } = events;
  const end = now / 1_000;
  const begin = Math.max(row.since / 1_000 + firstFigureSeconds, end - side.window_days * 86_400);
  const gaps: Span[] = [];
  for (let at = Math.max(Math.floor(begin / stepSeconds) - first, 0); at <= reported.length; at += 1) {
    if (reported[at] === 1) continue;
    const from = (first + at) * stepSeconds;
    const gap = { from: Math.max(from, begin), until: Math.min(from + stepSeconds, end) };
    if (gap.from < gap.until) gaps.push(gap);
  }
  return gaps;
}

function isWithin({ from, until }: Span, spans: readonly Span[]): boolean {
  return spans.some((span) => span.from <= from && span.until >= until);
}

/** The share of the budget that gaps can have spent in corrections that end: all that was in them. */
function givenBack(gaps: readonly Span[], before: KnownSide, after: KnownSide): number {
  const back = gaps.filter((gap) => isWithin(gap, before.side.spans) && !isWithin(gap, after.side.spans));
  return back.length / Math.max(after.sums.all.length - 1, 1) / budgetShare(after.side.target_percent);
}

/**
 * The share of the budget of what was bad where a correction that is new or gone begins or ends: a kept step is a mean over
 * the five minutes before it, too.
 */
function unsure(before: KnownSide | undefined, after: KnownSide, { first, bad }: KnownEvents): number {
  const [was, is] = [edgesOf(before?.side), edgesOf(after.side)];
  const changed = [...was, ...is].filter((edge) => was.has(edge) !== is.has(edge));
  const steps = new Set(
    changed.flatMap((edge) => {
      const at = Math.floor(edge / stepSeconds) - first;
      return [at - 1, at, at + 1];
    }),
  );
  const sum = [...steps].reduce((sum, at) => sum + (bad[at] ?? 0), 0);
  const length = after.sums.all.length - 1;
  const all = over(after.sums.all, length, (after.side.window_days * 86_400) / stepSeconds);
  return all > 0 ? sum / all / budgetShare(after.side.target_percent) : 0;
}

function edgesOf(side: SloSide | undefined): ReadonlySet<number> {
  return new Set((side?.spans ?? []).flatMap(({ from, until }) => [from, until]));
}

/** Percent of the budget, rounded up. */
function points(share: number): number {
  return Math.ceil(share * 100_000) / 1_000;
}
