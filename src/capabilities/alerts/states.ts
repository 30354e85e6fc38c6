/**
 * What reports about alerts change: a pure function of what is known. Alertmanager tells the same thing many times, two
 * of a pair tell it both, and nothing comes in order. Of one fingerprint there is one alert open at a time.
 */
import type { AlertEnd, AlertTexts, KnownAlert, NewAlert } from "../../engine/ports/alerts.ts";
import { newId } from "../../kernel/ids.ts";
import type { Report } from "./webhook.ts";

/** What becomes of one report. */
export interface Heard {
  readonly report: Report;
  /** The alert that it is about. */
  readonly id: string;
}

export interface StateChanges {
  /** Not yet held against mutes. One with `resolvedAt` is over: it is kept, and is no news. */
  readonly inserts: readonly (Omit<NewAlert, "mutedBy"> & { readonly report: Report })[];
  readonly ends: readonly AlertEnd[];
  /** What is said of an open alert has changed, such as a figure in its summary. */
  readonly texts: readonly AlertTexts[];
  /** In the order of the reports. */
  readonly heard: readonly Heard[];
}

interface State {
  readonly id: string;
  readonly startedAt: Date;
  resolvedAt: Date | null;
  /** What is stored of it; undefined where it is new. */
  readonly known: KnownAlert | undefined;
  report: Report | undefined;
}

/**
 * @param known of each fingerprint that is reported at least what is open, and what began when it is said to have begun
 *   or later
 */
export function changesOf(known: readonly KnownAlert[], reports: readonly Report[]): StateChanges {
  const states = new Map<string, Map<string, State>>();
  const ofFingerprint = (fingerprint: string) => {
    const found = states.get(fingerprint) ?? new Map<string, State>();
    states.set(fingerprint, found);
    return found;
  };
  for (const one of known)
    ofFingerprint(one.fingerprint).set(one.id, { ...one, known: one, report: undefined });

  const heard = reports.map((report): Heard => {
    const all = ofFingerprint(report.fingerprint);
    const id = report.endedAt === null ? firing(all, report) : ending(all, report, report.endedAt);
    return { report, id };
  });

  const after = [...states.values()].flatMap((all) => [...all.values()]);
  return {
    inserts: after.flatMap(insertOf),
    ends: after.flatMap(endOf),
    texts: after.flatMap(textsOf),
    heard,
  };
}

/** @returns the id of the alert */
function firing(all: Map<string, State>, report: Report): string {
  const same = stateAt(all, report.startedAt);
  if (same !== undefined) {
    // Of one that has ended this is news of before its end, which came late.
    if (same.resolvedAt === null) same.report = report;
    return same.id;
  }
  const later = [...all.values()].filter(({ startedAt }) => startedAt > report.startedAt);
  if (later.length > 0) {
    // It began again since, so that it has ended in between.
    const next = Math.min(...later.map(({ startedAt }) => startedAt.getTime()));
    return add(all, report, new Date(next));
  }
  for (const before of all.values()) before.resolvedAt ??= report.startedAt;
  return add(all, report, null);
}

/** The end of an alert is that of all that began before: of one fingerprint only the last can be open. */
function ending(all: Map<string, State>, report: Report, at: Date): string {
  const same = stateAt(all, report.startedAt);
  for (const one of all.values()) if (one === same || one.startedAt <= at) one.resolvedAt ??= at;
  return same?.id ?? add(all, report, at);
}

function stateAt(all: ReadonlyMap<string, State>, at: Date): State | undefined {
  return [...all.values()].find(({ startedAt }) => startedAt.getTime() === at.getTime());
}

function add(all: Map<string, State>, report: Report, resolvedAt: Date | null): string {
  const id = newId("alert");
  all.set(id, { id, startedAt: report.startedAt, resolvedAt, known: undefined, report });
  return id;
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
