/**
 * Rows that some other program measures and reports, of which no report comes any more: one alert for what stopped
 * together. Pure rules.
 */

import { readable } from "../../../kernel/readable.ts";
import type { Sight } from "../../../kernel/staleness.ts";
import { ownAlertsOf } from "../../../renderers/alerting/row-alerts.ts";
import { missingDataAlert } from "../../../renderers/prometheus/missing-data.ts";
import { connectorLabel } from "../../../renderers/prometheus/slo-records.ts";
import type { Renders } from "../../reliability/index.ts";
import type { OwnAlert } from "../alerts/index.ts";
import { countsOf } from "./lost-engine.ts";

/** A row, and when it was last measured. */
export interface ReportedRow {
  readonly kind: string;
  readonly id: string;
  readonly measuredAt: Date;
}

/** An open alert that reports have stopped. */
interface Open {
  readonly id: string;
  readonly fingerprint: string;
  readonly startedAt: Date;
  /** Whether nobody has said since the end of its mute that it is on. */
  readonly unconfirmed: boolean;
}

export interface Stopped {
  /** The open alerts that are on still. */
  readonly going: readonly Open[];
  /** Rows that no open alert is about. */
  readonly rows: readonly ReportedRow[];
  /** The open alerts of which every row is reported again, or is nobody's concern any more. */
  readonly over: readonly Open[];
}

export interface ReportFacts {
  readonly renders: Pick<Renders, "rows" | "connectors" | "seenBy">;
  /** How often rows of a kind are looked at. */
  readonly sightOf: (kind: string) => Sight | undefined;
  /** While the service was away nobody could report. */
  readonly upSince: Date;
}

/**
 * What was silent already when an alert began belongs to its cause, however much later its own time is up: a program
 * that died says nothing of any of its rows.
 */
export function stoppedIn(
  reported: readonly ReportedRow[],
  open: readonly Open[],
  facts: ReportFacts,
  now: Date,
): Stopped {
  const silent = silentOf(reported, facts, now);
  const byTime = [...open].sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  const about = ({ measuredAt }: ReportedRow) => byTime.find(({ startedAt }) => measuredAt <= startedAt)?.id;
  const going = new Set(silent.map(about));
  return {
    rows: silent.filter((row) => about(row) === undefined),
    going: byTime.filter(({ id }) => going.has(id)),
    over: byTime.filter(({ id }) => !going.has(id)),
  };
}

/** Rows that are on, that no engine is there for, and whose time without a report is up. */
function silentOf(
  reported: readonly ReportedRow[],
  { renders, sightOf, upSince }: ReportFacts,
  now: Date,
): readonly ReportedRow[] {
  // Of one that is switched off nobody wants to know anything, and what it measured is not reported by others.
  const engines = new Set(renders.connectors.flatMap(({ id }) => [...renders.seenBy(id)]));
  const { slos, syntheticChecks, certificateMonitors, missingAfterMinutes } = renders.rows;
  const known = new Map<
    string,
    { readonly enabled: boolean; readonly missing_after_minutes?: number | null }
  >(
    [...slos, ...syntheticChecks, ...certificateMonitors].map(({ id, configuration }) => [id, configuration]),
  );
  return reported.filter(({ kind, id, measuredAt }) => {
    const row = known.get(id);
    if (row === undefined || !row.enabled || engines.has(id)) return false;
    const { missing_after_minutes: missing = missingAfterMinutes } = row;
    if (missing === null) return false;
    const every = sightOf(kind)?.every;
    const interval = every === undefined ? 0 : Number((row as Intervals)[every.field]) / every.perMinute;
    const since = Math.max(measuredAt.getTime(), upSince.getTime());
    return now.getTime() >= since + (missing + interval) * 60_000;
  });
}

type Intervals = Readonly<Record<string, unknown>>;

/** @param page where all of them are seen */
export function stoppedReportsAlert(
  stopped: readonly ReportedRow[],
  rows: Renders["rows"],
  page: string,
  now: Date,
): OwnAlert {
  const ids = new Map<string, string[]>();
  for (const { kind, id } of stopped) ids.set(kind, [...(ids.get(kind) ?? []), id]);
  const last = new Date(Math.max(...stopped.map(({ measuredAt }) => measuredAt.getTime())));
  const labels = labelsOf(stopped, rows);
  const what = stopped.length === 1 ? labels.name : countsOf(ids);
  return {
    fingerprint: `orgconfig_lost_reports_${now.getTime()}`,
    labels,
    annotations: {
      summary: `Nobody reports ${what} any more`,
      description: `The last report came ${readable(last)}, and no engine measures what stopped. Look at the program that sends PUT /api/v1/state. What was known stays as it was until a new report comes.`,
    },
    url: page,
    startedAt: now,
    endedAt: null,
  };
}

/** Those of a row's own alert; of several, what all of them have. */
function labelsOf(stopped: readonly ReportedRow[], rows: Renders["rows"]): Readonly<Record<string, string>> {
  const wanted = new Set(stopped.map(({ id }) => id));
  const all = [...ownAlertsOf({ ...rows, heartbeats: [] })]
    .filter(({ id }) => wanted.has(id))
    .flatMap(({ alerts }) => alerts.filter(({ alertname }) => alertname === missingDataAlert));
  const [first = {}, ...others] = all;
  const common = Object.entries(first).filter(
    ([name, value]) => name !== connectorLabel && others.every((one) => one[name] === value),
  );
  const several = { kind: "state", name: "reports" };
  return {
    ...(stopped.length > 1 && several),
    ...Object.fromEntries(common),
    ...{ alertname: missingDataAlert, severity: "warning" },
  };
}
