/**
 * The queries for the figures of rules, for each kind of rows that rules are evaluated for. Pure: sending them, and
 * reporting the answers, is the agent's part.
 */
import {
  certificateQueries,
  certificateReports,
  checkQueries,
  checkReports,
  type ProbeAnswers,
} from "./blackbox/read-back.ts";
import { type Failure, healthReport } from "./health.ts";
import { certificateIdLabel, certificateRecords } from "./prometheus/certificates.ts";
import { checkIdLabel, checkRecords } from "./prometheus/checks.ts";
import { type SloAnswers, sloQueries, sloReports } from "./prometheus/read-back.ts";
import { ofConnector, records } from "./prometheus/slo-records.ts";
import type { Sample, StateReport } from "./read-back.ts";
import type { Evaluated } from "./renderer.ts";

/** How the rows of one kind are read back. */
export interface Figures {
  /** The kind, as renderings name it in what they evaluate. */
  readonly resource: string;
  /** PromQL for series of which each evaluation of these rows' rules makes a sample, whatever it finds. */
  evaluations(connectorId: string, ids: readonly string[]): string;
  /** The instant queries, by the names that their answers go by: as many however many rows there are. */
  queries(connectorId: string): Readonly<Record<string, string>>;
  /**
   * What to report of these rows, by the answers to all queries.
   * @param offset_ms what is added to times of the engine's clock
   * @param failing what the engine says of the rows whose rules fail, by their ids
   */
  reports(
    ids: readonly string[],
    answers: Readonly<Record<string, readonly Sample[]>>,
    offset_ms: number,
    failing: ReadonlyMap<string, string>,
  ): readonly StateReport[];
}

/** These records do not say whose they are, and others may share the engine: a query takes so many rows by name. */
const mostNamed = 20;

function ofRows(record: string, label: string, ids: readonly string[]): string {
  return `${record}{${label}=~"${ids.slice(0, mostNamed).join("|")}"}`;
}

/** PromQL that answers how many seconds ago any of these rules was last evaluated; no sample where that is unknown. */
export function evaluatedAgo(connectorId: string, evaluated: readonly Pick<Evaluated, "resource" | "ids">[]) {
  const series = figures.flatMap(({ resource, evaluations }) => {
    const ids = evaluated.find((rows) => rows.resource === resource)?.ids ?? [];
    return ids.length === 0 ? [] : [`timestamp(${evaluations(connectorId, ids)})`];
  });
  return series.length === 0 ? undefined : `time() - max(${series.join(" or ")})`;
}

export const figures: readonly Figures[] = [
  {
    resource: "slos",
    evaluations: (connectorId) => ofConnector(records.objective, connectorId),
    queries: sloQueries,
    reports: (ids, answers, ...more) => sloReports(ids, answers as SloAnswers, ...more),
  },
  {
    resource: "synthetic_checks",
    evaluations: (_, ids) => ofRows(checkRecords.status, checkIdLabel, ids),
    queries: () => checkQueries,
    reports: (ids, answers, offset_ms) => checkReports(ids, answers as unknown as ProbeAnswers, offset_ms),
  },
  {
    resource: "certificate_monitors",
    evaluations: (_, ids) => ofRows(certificateRecords.status, certificateIdLabel, ids),
    queries: () => certificateQueries,
    reports: (ids, answers, offset_ms) =>
      certificateReports(ids, answers as unknown as ProbeAnswers, offset_ms),
  },
];

/** What to report of the data sources that an engine stands for, by how it answered. */
export function dataSourceReports(ids: readonly string[], at: Date, failure?: Failure): StateReport[] {
  const state = healthReport(at, failure);
  return ids.map((id) => ({ kind: "data_sources", id, state }));
}
