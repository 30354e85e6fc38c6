/** What SLOs would have made of the events of the past: budgets and burn alerts, by the rows as they are and as they would be. Pure. */
import { stepSeconds } from "../../../kernel/event-series.ts";
import { grouped } from "../../../kernel/grouped.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import {
  allSumsOf,
  badSumsOf,
  budgetOf,
  budgetShare,
  burnSpansOf,
  type EventSums,
  over,
} from "../../../renderers/prometheus/burn-series.ts";
import { budgetPercent } from "../../../renderers/prometheus/read-back.ts";
import type { PackedDay, UnpackedStep } from "../figures/index.ts";
import { type Budgets, budgetsOf, type RowFigure, type SloSide } from "./budgets.ts";

export interface ChangedSlo {
  readonly id: string;
  readonly name: string;
  /** Of how many seconds a rate of one is one event. */
  readonly unitSeconds: number;
  /** The same of what the engine was asked for, where `after` is replayed on that. */
  readonly askedUnitSeconds?: number;
  /** What the row says; left out where it has no figure. */
  readonly row?: RowFigure;
  /** Null where it is off. */
  readonly before: SloSide | null;
  readonly after: SloSide | null;
}

/** Days of SLOs, in memory that a thread is given without a copy. */
export interface SharedDays {
  /** Rates of four bytes, big-endian: of each day all of them, and the bad ones behind. */
  readonly bytes: Uint8Array;
  /** In the same order. `steps` says how many rates there are of each. */
  readonly days: readonly { readonly id: string; readonly day: string; readonly steps: number }[];
}

export function sharedDays(days: readonly PackedDay[]): SharedDays {
  const read = days.map(({ total, bad, ...one }) => {
    const [totals, bads] = [Buffer.from(total, "base64"), Buffer.from(bad, "base64")];
    return { ...one, totals, bads };
  });
  const length = read.reduce((sum, { totals, bads }) => sum + totals.length + bads.length, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  let at = 0;
  for (const part of read.flatMap(({ totals, bads }) => [totals, bads])) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, days: read.map(({ id, day, totals }) => ({ id, day, steps: totals.length / 4 })) };
}

export interface SloReplayRequest {
  readonly slos: readonly ChangedSlo[];
  readonly days: readonly SharedDays[];
  readonly unpacked: readonly UnpackedStep[];
  /** What engines were asked for. */
  readonly asked?: SharedDays;
  /** Burn alerts and days since then, until `now`; in milliseconds. */
  readonly since: number;
  readonly now: number;
}

/** A burn alert that would have fired. */
export interface Fired {
  readonly severity: string;
  /** RFC 3339. */
  readonly at: string;
  /** How long after the errors began. */
  readonly after_minutes: number;
  readonly lasted_minutes: number;
  /** Of the budget of its window, from when the errors began until it ended. */
  readonly budget_spent_percent: number;
}

/** In percent what is left, and null where that is not known or the SLO is off. */
export interface ReplayedSlo extends Budgets {
  readonly id: string;
  readonly name: string;
  /** From when on its events are known, RFC 3339; null where none are. */
  readonly known_since: string | null;
  /** Dates in UTC. */
  readonly spent_on: readonly string[];
  /** The newest. */
  readonly fired: readonly Fired[];
  readonly fired_before: number;
  readonly fired_after: number;
  readonly false: number;
}

/** Burn alerts that are named of one SLO. */
const mostFired = 20;
/** An alert that ends before so much of the budget is spent, in percent, is of no consequence. */
export const consequence = 1;
const daySteps = 86_400 / stepSeconds;
const stepMinutes = stepSeconds / 60;

export function* sloReplayOf({
  slos,
  days,
  unpacked,
  asked,
  since,
  now,
}: SloReplayRequest): Pieces<readonly ReplayedSlo[]> {
  const [daysOf, stepsOf] = [
    grouped(days.flatMap(viewsOf), ({ id }) => id),
    grouped(unpacked, ({ id }) => id),
  ];
  const askedOf = grouped(asked === undefined ? [] : viewsOf(asked), ({ id }) => id);
  const replayed: ReplayedSlo[] = [];
  for (const slo of slos) {
    yield;
    const kept = ratesOf(slo, daysOf.get(slo.id) ?? [], stepsOf.get(slo.id) ?? [], since, now);
    const { askedUnitSeconds: unitSeconds } = slo;
    const rates =
      unitSeconds === undefined
        ? kept
        : ratesOf({ ...slo, unitSeconds }, askedOf.get(slo.id) ?? [], [], since, now);
    const before = slo.before === null ? undefined : sideOf(slo.before, kept, since);
    const after = slo.after === null ? undefined : sideOf(slo.after, rates, since);
    yield;
    replayed.push({
      ...{ id: slo.id, name: slo.name },
      known_since: rates.known === undefined ? null : timeAt(rates, rates.known),
      ...budgetsOf(slo.row, { before, after, alike: rates === kept }, rates, now),
      spent_on: after?.spentOn() ?? [],
      fired: (after?.fired ?? []).slice(-mostFired).reverse(),
      fired_before: before?.fired.length ?? 0,
      fired_after: after?.fired.length ?? 0,
      false: (after?.fired ?? []).filter(({ budget_spent_percent: spent }) => spent < consequence).length,
    });
  }
  return replayed;
}

interface DayView {
  readonly id: string;
  readonly day: string;
  readonly steps: number;
  readonly view: DataView;
  /** Where the day begins. */
  readonly offset: number;
}

function viewsOf({ bytes, days }: SharedDays): readonly DayView[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  return days.map((day) => {
    const one = { ...day, view, offset };
    offset += 8 * day.steps;
    return one;
  });
}

/** Events of each step; 0 where nothing was reported. */
interface Rates {
  /** The first step, in steps since 1970. */
  readonly first: number;
  /** All events until the end of each step, added up. */
  readonly allSums: Float64Array;
  readonly bad: Float64Array;
  /** 1 for each step of which something is known. */
  readonly reported: Uint8Array;
  /** The first of these steps of which something is known. */
  readonly known: number | undefined;
}

function ratesOf(
  { unitSeconds, before, after }: ChangedSlo,
  days: readonly DayView[],
  unpacked: readonly UnpackedStep[],
  since: number,
  now: number,
): Rates {
  const first = firstStep([before, after], since);
  // The step that goes on is not whole.
  const length = Math.floor(now / 1_000 / stepSeconds) - first;
  const [all, bad] = [new Float64Array(length), new Float64Array(length)];
  const reported = new Uint8Array(length);
  const events = stepSeconds / unitSeconds;
  let known = length;
  const put = (step: number, ofAll: number, ofBad: number) => {
    const at = step - first;
    if (at < 0 || at >= length || Number.isNaN(ofAll) || Number.isNaN(ofBad)) return;
    all[at] = ofAll * events;
    bad[at] = ofBad * events;
    reported[at] = 1;
    if (at < known) known = at;
  };
  for (const { day, steps, view, offset } of days) {
    const start = (Date.parse(day) / 86_400_000) * daySteps;
    for (let at = 0; at < steps; at += 1)
      put(start + at, view.getFloat32(offset + 4 * at), view.getFloat32(offset + 4 * (steps + at)));
  }
  for (const { at, total, bad } of unpacked) put(Math.floor(at / stepSeconds), total, bad);
  return { first, allSums: allSumsOf({ all }), bad, reported, known: known === length ? undefined : known };
}

/** The first step that decides about what happens since a moment: as long before it as the longest window. */
export function firstStep(sides: readonly (SloSide | null)[], since: number): number {
  const minutes = sides.flatMap((side) =>
    side === null
      ? []
      : [side.window_days * 1_440, ...side.burn_alerts.map(({ long_minutes }) => long_minutes + 1)],
  );
  return Math.floor((since / 1_000 - Math.max(0, ...minutes) * 60) / stepSeconds);
}

function timeAt({ first }: Rates, end: number): string {
  return new Date((first + end) * stepSeconds * 1_000).toISOString();
}

function sideOf(side: SloSide, rates: Rates, since: number) {
  const { first, allSums, bad } = rates;
  const badSums = badSumsOf({ start: first * stepSeconds, stepMinutes, bad }, side.spans);
  const sums = { stepMinutes, all: allSums, bad: badSums };
  const { length } = bad;
  /** The first step that ends after the beginning of the days. */
  const from = Math.floor(since / 1_000 / stepSeconds) - rates.first + 1;
  const leftAt = budgetOf(side, sums);
  return {
    ...{ side, sums },
    left: leftAt(length),
    fired: firedOf(side, sums, rates, from),
    /** Days at some time of which nothing was left. */
    spentOn(): readonly string[] {
      const dates: string[] = [];
      for (let end = from; end <= length; end += 1) {
        const left = leftAt(end);
        if (left === undefined || left > 1e-6 || budgetPercent(left) > 0) continue;
        const step = rates.first + end - 1;
        dates.push(new Date(step * stepSeconds * 1_000).toISOString().slice(0, "YYYY-MM-DD".length));
        // The rest of the day is the same date.
        end += daySteps - 1 - (step % daySteps);
      }
      return dates;
    },
  };
}

function firedOf(side: SloSide, sums: EventSums, rates: Rates, from: number): readonly Fired[] {
  const last = new Map<string, number>();
  const budget = budgetShare(side.target_percent);
  return burnSpansOf(side, sums, Math.max(from - 1, 1)).flatMap((span) => {
    // Errors begin within what the alert looks at, and after the one before it.
    const earliest = Math.max(
      Math.floor(span.from - span.longMinutes / stepMinutes),
      last.get(span.severity) ?? 0,
    );
    const began = firstAbove(budget, sums, Math.max(earliest, 0), span.from - 1);
    last.set(span.severity, span.until - 1);
    // What fired before these days goes on in them.
    if (span.from < from) return [];
    const allowed = over(sums.all, span.until - 1, side.window_days * daySteps) * budget;
    const spent = over(sums.bad, span.until - 1, span.until - 1 - began);
    return [
      {
        severity: span.severity,
        at: timeAt(rates, span.from),
        after_minutes: (span.from - began) * stepMinutes,
        lasted_minutes: (span.until - span.from) * stepMinutes,
        budget_spent_percent: Math.round((spent / allowed) * 100_000) / 1_000,
      },
    ];
  });
}

/** The first step, from one to another, in which more was bad than the target allows. */
function firstAbove(budget: number, { all, bad }: EventSums, from: number, until: number): number {
  let at = from;
  while (at < until && !(over(bad, at + 1, 1) > budget * over(all, at + 1, 1))) at += 1;
  return at;
}
