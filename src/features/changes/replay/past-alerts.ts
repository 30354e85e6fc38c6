/** Alerts of the past, as the texts of the database have them (`HistoryStore`). Pure. */
import { type SharedText, textOf } from "../../../kernel/shared-text.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";

/** An alert that is or was open. Times are milliseconds. */
export interface PastAlert {
  readonly id: string;
  /** The row that raised it. */
  readonly connectorId: string;
  /** The place of its labels among the sets. */
  readonly labels: number;
  readonly title: string;
  readonly startedAt: number;
  /** Null while it is open. */
  readonly endedAt: number | null;
  readonly acknowledgedAt: number | null;
  /** What was sent of it, as `sourceOf` writes it. */
  readonly sent: readonly string[];
}

export interface PastTexts {
  /** Lists of the name of a set of labels, and the labels. */
  readonly labelSets: readonly SharedText[];
  /** Lists of alerts: id, connector, labels or the name of their set, title, times in milliseconds, what was sent. */
  readonly alerts: readonly SharedText[];
}

type Row = readonly [
  id: string,
  connectorId: string,
  labels: string | Labels,
  title: string,
  startedAt: number,
  endedAt: number | null,
  acknowledgedAt: number | null,
  sent: readonly string[],
];

/** One that is in two texts, because it ended while they were read, is there once. */
export function* readPast(
  texts: PastTexts,
): Pieces<{ readonly alerts: readonly PastAlert[]; readonly sets: readonly Labels[] }> {
  const sets: Labels[] = [];
  const places = new Map<string, number>();
  const placeOf = (name: string, labels: Labels): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, sets.length);
    return sets.push(labels) - 1;
  };
  for (const text of texts.labelSets) {
    yield;
    for (const [name, labels] of JSON.parse(textOf(text)) as [string, Labels][]) placeOf(name, labels);
  }
  const alerts = new Map<string, PastAlert>();
  for (const text of texts.alerts) {
    yield;
    for (const row of JSON.parse(textOf(text)) as Row[]) {
      const [id, connectorId, given, title, startedAt, endedAt, acknowledgedAt, sent] = row;
      const set = typeof given === "string" ? places.get(given) : placeOf(JSON.stringify(given), given);
      // Its labels went while it was read: it is older than what is kept.
      if (set === undefined || alerts.has(id)) continue;
      alerts.set(id, { id, connectorId, labels: set, title, startedAt, endedAt, acknowledgedAt, sent });
    }
  }
  return { alerts: [...alerts.values()], sets };
}
