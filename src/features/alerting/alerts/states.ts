/**
 * What reports about alerts change: a pure function of what is known. Alertmanager reports the same thing many times, two
 * of a pair both report it, and nothing comes in order. Of one fingerprint there is one alert open at a time. What fires
 * after its end is another alert, also where it is said to have begun when the one before did: a Prometheus that is a
 * second late says so. A later beginning without an end before it is another alert too; but where engines were away, one
 * that starts anew says so of what burns all the time: nobody measured an end, and the alert goes on.
 */

import { newId } from "../../../kernel/ids.ts";
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

/** A new alert, of which nothing but that is known yet: there may be no room for it. */
export interface Begun extends Pick<NewAlert, "id" | "startedAt" | "resolvedAt"> {
  readonly report: Report;
}

export interface StateChanges {
  /** What is new. One with `resolvedAt` is over: it is kept, and changes nothing. */
  readonly inserts: readonly Begun[];
  readonly ends: readonly AlertEnd[];
  /** What is said of an open alert has changed, such as a figure in its summary. */
  readonly texts: readonly AlertTexts[];
  /** Open alerts of which a later beginning is said. */
  readonly begunAgain: readonly AlertEnd[];
  /** In the order of the reports. */
  readonly received: readonly ReceivedReport[];
  /** Firings that may be a late word of before the end that just came: nobody knows yet. */
  readonly doubtful: ReadonlySet<Report>;
  /** Alerts that somebody ended here before, whose engine says their end now. */
  readonly over: readonly string[];
}

/** How reports are to be understood. */
export interface Reading {
  /** When what they say was read, by the database's clock; null where that is now. */
  readonly readAt: Date | null;
  /** Whether a firing soon after an end of the same beginning is doubtful; else it is taken at its word. */
  readonly doubting: boolean;
  /** Whether nothing measures what alerts with these labels are about, or did not a moment ago. */
  readonly isUnmeasured: (labels: Report["labels"]) => boolean;
}

interface State {
  readonly id: string;
  readonly startedAt: Date;
  /** The latest beginning that is said of it; null where there is the one. */
  againAt: Date | null;
  resolvedAt: Date | null;
  /** What is stored of it; undefined where it is new. */
  readonly known: KnownAlert | undefined;
  report: Report | undefined;
}

/** All of one fingerprint. There may be thousands, where somebody makes up beginnings. */
interface History {
  /** Of the same beginning, the first or the latest that is said, one after the other. */
  readonly byStart: Map<number, State[]>;
  /** The keys of `byStart`, rising. */
  readonly starts: number[];
  readonly open: Set<State>;
}

/**
 * @param known of each fingerprint that is reported at least what is open, and what began when it is said to have begun
 *   or later; in the order in which it was taken in
 */
export function changesOf(
  known: readonly KnownAlert[],
  reports: readonly Report[],
  reading: Reading,
): StateChanges {
  const histories = new Map<string, History>();
  const historyOf = (fingerprint: string): History => {
    const history = histories.get(fingerprint) ?? { byStart: new Map(), starts: [], open: new Set() };
    histories.set(fingerprint, history);
    return history;
  };
  for (const one of known) put(historyOf(one.fingerprint), { ...one, known: one, report: undefined });

  const doubtful = new Set<Report>();
  const over = new Set<string>();
  const received = reports.map((report): ReceivedReport => {
    const history = historyOf(report.fingerprint);
    if (report.endedAt !== null) return { report, id: ending(history, report, report.endedAt, over) };
    const id = firing(history, report, reading);
    if (id !== undefined) return { report, id };
    doubtful.add(report);
    return { report, id: (spellsOf(history, report).at(-1) as State).id };
  });

  const after = [...histories.values()].flatMap(({ byStart }) => [...new Set([...byStart.values()].flat())]);
  return {
    inserts: after.flatMap(insertOf),
    ends: after.flatMap(endOf),
    texts: after.flatMap(textsOf),
    begunAgain: after.flatMap(againOf),
    received,
    doubtful,
    over: [...over],
  };
}

/** The latest beginning that is said of an alert. */
export function begunAt({ startedAt, againAt }: Pick<KnownAlert, "startedAt" | "againAt">): Date {
  return againAt ?? startedAt;
}

function spellsOf({ byStart }: History, { startedAt }: Report): readonly State[] {
  return byStart.get(startedAt.getTime()) ?? [];
}

/** @returns the id of the alert; undefined where nobody knows yet whether it is on */
function firing(history: History, report: Report, reading: Reading): string | undefined {
  const spells = spellsOf(history, report);
  const open = spells.find(({ resolvedAt }) => resolvedAt === null);
  if (open !== undefined) {
    open.report = report;
    return open.id;
  }
  const goesOn = [...history.open].find(
    ({ known, startedAt }) =>
      startedAt < report.startedAt && (known?.endHeld || reading.isUnmeasured(report.labels)),
  );
  if (goesOn !== undefined) {
    goesOn.report = report;
    if (goesOn.againAt === null || goesOn.againAt < report.startedAt) {
      goesOn.againAt = report.startedAt;
      putAt(history, report.startedAt, goesOn);
    }
    return goesOn.id;
  }
  const next = history.starts[placeIn(history.starts, report.startedAt.getTime() + 1)];
  const last = spells.at(-1);
  if (last !== undefined) {
    // It began anew since, or somebody ended it here and its engine has not: nothing is new.
    if (next !== undefined || spells.some((one) => saysNothing(one, reading))) return last.id;
    if (reading.doubting && spells.some(({ known }) => known === undefined || known.endedLately))
      return undefined;
  }
  // It began again since, so that it has ended in between.
  if (next !== undefined) return add(history, report, new Date(next));
  for (const before of history.open) end(history, before, report.startedAt);
  return add(history, report, null);
}

/** Whether a firing says nothing new of one that has ended: the end is a person's, or came after the report was read. */
function saysNothing({ known }: State, { readAt }: Reading): boolean {
  if (known === undefined) return false;
  return known.goesOn || (readAt !== null && known.closedAt !== null && known.closedAt > readAt);
}

/**
 * The end of a known alert is its own: one that began later goes on. Of one that nobody knows it is the end of all that
 * began before: of one fingerprint only the last can be open.
 */
function ending(history: History, report: Report, at: Date, over: Set<string>): string {
  const spells = spellsOf(history, report);
  const last = spells.at(-1);
  if (last === undefined) {
    for (const one of history.open) if (begunAt(one) <= at) end(history, one, at);
    return add(history, report, at);
  }
  const open = spells.find(({ resolvedAt }) => resolvedAt === null);
  // An end without a time of its own may be that of any.
  const isTimed = at.getTime() !== report.startedAt.getTime();
  const before = spells.find(({ resolvedAt }) => isTimed && resolvedAt?.getTime() === at.getTime());
  // The end of the one before, a second time.
  if (before !== undefined) return before.id;
  for (const { id, known } of spells) if (known?.goesOn) over.add(id);
  // The end of an earlier beginning: since the later one it goes on.
  if (open === undefined || (open.againAt !== null && report.startedAt < open.againAt)) return last.id;
  end(history, open, at);
  return open.id;
}

function add(history: History, report: Report, resolvedAt: Date | null): string {
  const id = newId("alert");
  put(history, { id, startedAt: report.startedAt, againAt: null, resolvedAt, known: undefined, report });
  return id;
}

function put(history: History, state: State): void {
  putAt(history, state.startedAt, state);
  if (state.againAt !== null) putAt(history, state.againAt, state);
  if (state.resolvedAt === null) history.open.add(state);
}

function putAt({ byStart, starts }: History, at: Date, state: State): void {
  const start = at.getTime();
  const same = byStart.get(start);
  if (same === undefined) {
    byStart.set(start, [state]);
    starts.splice(placeIn(starts, start), 0, start);
  } else same.push(state);
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

function insertOf({ id, startedAt, resolvedAt, known, report }: State): readonly Begun[] {
  return known !== undefined || report === undefined ? [] : [{ id, startedAt, resolvedAt, report }];
}

/** As it is stored, not yet compared with mutes and with others. */
export type Storable = Omit<NewAlert, keyof Withheld>;

export function storable({ id, startedAt, resolvedAt, report }: Begun): Storable {
  const { fingerprint, labels, annotations, facts } = report;
  const { title, service, severity, url } = facts;
  return { id, fingerprint, startedAt, labels, annotations, title, service, severity, url, resolvedAt };
}

function endOf({ id, resolvedAt, known }: State): AlertEnd[] {
  return known === undefined || known.resolvedAt !== null || resolvedAt === null
    ? []
    : [{ id, at: resolvedAt }];
}

function againOf({ id, againAt, known }: State): AlertEnd[] {
  return againAt === null || againAt.getTime() === known?.againAt?.getTime() ? [] : [{ id, at: againAt }];
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
