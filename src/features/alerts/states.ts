/**
 * What reports about alerts change: a pure function of what is known. Alertmanager reports the same thing many times, two
 * of a pair both report it, and nothing comes in order. Of one fingerprint there is one alert open at a time.
 */

import { newId } from "../../kernel/ids.ts";
import type { AlertEnd, AlertTexts, KnownAlert, NewAlert } from "./store.ts";
import type { Report } from "./webhook.ts";

/** What becomes of one report. */
export interface ReceivedReport {
  readonly report: Report;
  /** The alert that it is about. */
  readonly id: string;
}

/** What keeps an alert back, and what it keeps back. */
export type Withheld = Pick<
  NewAlert,
  "mutedBy" | "mutedUntil" | "inhibitedBy" | "inhibitingAlert" | "sourceKeys" | "drillId"
>;

export interface StateChanges {
  /** Not yet compared with mutes and with each other. One with `resolvedAt` is over: it is kept, and changes nothing. */
  readonly inserts: readonly (Omit<NewAlert, keyof Withheld> & { readonly report: Report })[];
  readonly ends: readonly AlertEnd[];
  /** What is said of an open alert has changed, such as a figure in its summary. */
  readonly texts: readonly AlertTexts[];
  /** In the order of the reports. */
  readonly received: readonly ReceivedReport[];
}

interface State {
  readonly id: string;
  readonly startedAt: Date;
  resolvedAt: Date | null;
  /** What is stored of it; undefined where it is new. */
  readonly known: KnownAlert | undefined;
  report: Report | undefined;
}

/** All of one fingerprint. There may be thousands, where somebody makes up beginnings. */
interface History {
  readonly byStart: Map<number, State>;
  /** The keys of `byStart`, rising. */
  readonly starts: number[];
  readonly open: Set<State>;
}

/**
 * @param known of each fingerprint that is reported at least what is open, and what began when it is said to have begun
 *   or later
 */
export function changesOf(known: readonly KnownAlert[], reports: readonly Report[]): StateChanges {
  const histories = new Map<string, History>();
  const historyOf = (fingerprint: string): History => {
    const history = histories.get(fingerprint) ?? { byStart: new Map(), starts: [], open: new Set() };
    histories.set(fingerprint, history);
    return history;
  };
  for (const one of known) put(historyOf(one.fingerprint), { ...one, known: one, report: undefined });

  const received = reports.map((report): ReceivedReport => {
    const history = historyOf(report.fingerprint);
    const id = report.endedAt === null ? firing(history, report) : ending(history, report, report.endedAt);
    return { report, id };
  });

  const after = [...histories.values()].flatMap(({ byStart }) => [...byStart.values()]);
  return {
    inserts: after.flatMap(insertOf),
    ends: after.flatMap(endOf),
    texts: after.flatMap(textsOf),
    received,
  };
}

/** @returns the id of the alert */
function firing(history: History, report: Report): string {
  const same = history.byStart.get(report.startedAt.getTime());
  if (same !== undefined) {
    // Of one that has ended this is new of before its end, which came late.
    if (same.resolvedAt === null) same.report = report;
    return same.id;
  }
  // It goes on, and only looked over while nothing measured it.
  const held = [...history.open].find(({ known, startedAt }) => known?.held && startedAt < report.startedAt);
  if (held !== undefined) {
    held.report = report;
    return held.id;
  }
  const next = history.starts[placeIn(history.starts, report.startedAt.getTime())];
  // It began again since, so that it has ended in between.
  if (next !== undefined) return add(history, report, new Date(next));
  for (const before of history.open) end(history, before, report.startedAt);
  return add(history, report, null);
}

/**
 * The end of a known alert is its own: one that began later goes on. Of one that nobody knows it is the end of all that
 * began before: of one fingerprint only the last can be open.
 */
function ending(history: History, report: Report, at: Date): string {
  const same = history.byStart.get(report.startedAt.getTime());
  if (same !== undefined) {
    if (history.open.has(same)) end(history, same, at);
    return same.id;
  }
  for (const one of history.open) if (one.startedAt <= at) end(history, one, at);
  return add(history, report, at);
}

function add(history: History, report: Report, resolvedAt: Date | null): string {
  const id = newId("alert");
  put(history, { id, startedAt: report.startedAt, resolvedAt, known: undefined, report });
  return id;
}

function put({ byStart, starts, open }: History, state: State): void {
  const start = state.startedAt.getTime();
  byStart.set(start, state);
  starts.splice(placeIn(starts, start), 0, start);
  if (state.resolvedAt === null) open.add(state);
}

function end({ open }: History, state: State, at: Date): void {
  state.resolvedAt = at;
  open.delete(state);
}

/** How many of some rising numbers are smaller than this one. */
function placeIn(rising: readonly number[], one: number): number {
  let [from, to] = [0, rising.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((rising[middle] as number) < one) from = middle + 1;
    else to = middle;
  }
  return from;
}

function insertOf({ id, startedAt, resolvedAt, known, report }: State): StateChanges["inserts"] {
  if (known !== undefined || report === undefined) return [];
  const { fingerprint, labels, annotations, facts } = report;
  const { title, service, severity, url } = facts;
  return [
    { id, fingerprint, startedAt, labels, annotations, title, service, severity, url, resolvedAt, report },
  ];
}

function endOf({ id, resolvedAt, known }: State): AlertEnd[] {
  return known === undefined || known.resolvedAt !== null || resolvedAt === null
    ? []
    : [{ id, at: resolvedAt }];
}

function textsOf({ id, known, report }: State): AlertTexts[] {
  if (known === undefined || report === undefined) return [];
  const { annotations, facts } = report;
  const { title, url } = facts;
  const before = Object.entries(known.annotations);
  const same =
    known.title === title &&
    before.length === Object.keys(annotations).length &&
    before.every(([name, value]) => annotations[name] === value);
  return same ? [] : [{ id, annotations, title, url }];
}
