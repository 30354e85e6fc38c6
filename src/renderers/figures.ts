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
import { type SloAnswers, sloQueries, sloReports } from "./prometheus/read-back.ts";
import type { Sample, StateReport } from "./read-back.ts";

/** How the rows of one kind are read back. */
export interface Figures {
  /** The kind, as renderings name it in what they evaluate. */
  readonly resource: string;
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

export const figures: readonly Figures[] = [
  {
    resource: "slos",
    queries: sloQueries,
    reports: (ids, answers, ...more) => sloReports(ids, answers as SloAnswers, ...more),
  },
  {
    resource: "synthetic_checks",
    queries: () => checkQueries,
    reports: (ids, answers, offset_ms) => checkReports(ids, answers as unknown as ProbeAnswers, offset_ms),
  },
  {
    resource: "certificate_monitors",
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
