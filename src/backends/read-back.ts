/**
 * What Prometheus and what answers its queries is asked for, of each kind of rows that rules are evaluated for. Pure:
 * who asks the engine, and who is told, is the agent's part.
 */
import type { JsonObject } from "../kernel/validate.ts";
import { certificateMonitors } from "../resources/certificate-monitors.ts";
import { slos } from "../resources/slos.ts";
import { syntheticChecks } from "../resources/synthetic-checks.ts";
import {
  certificateQuery,
  certificateReports,
  checkQuery,
  checkReports,
  renderedCertificates,
  renderedChecks,
} from "./blackbox/read-back.ts";
import {
  renderedSlos,
  type SloAnswers,
  sloQueries,
  sloReports,
  type Vector,
} from "./prometheus/read-back.ts";

/** How the rows of one kind are read back. */
export interface ReadBack {
  /** The kind. */
  readonly kind: string;
  /** The ids of its rows that rendered files hold. */
  rendered(files: readonly { readonly content: string }[]): readonly string[];
  /** The instant queries, by the names that their answers go by: as many however many rows there are. */
  readonly queries: Readonly<Record<string, string>>;
  /** What `report_state` is told of these rows, by the answers to all queries. */
  reports(
    ids: readonly string[],
    answers: Readonly<Record<string, Vector>>,
  ): readonly ({ readonly id: string } & JsonObject)[];
}

export const readBacks: readonly ReadBack[] = [
  {
    kind: slos.kind,
    rendered: renderedSlos,
    queries: sloQueries,
    reports: (ids, answers) => sloReports(ids, answers as Readonly<Record<keyof SloAnswers, Vector>>),
  },
  {
    kind: syntheticChecks.kind,
    rendered: renderedChecks,
    queries: { figures: checkQuery },
    reports: (ids, { figures = [] }) => checkReports(ids, figures),
  },
  {
    kind: certificateMonitors.kind,
    rendered: renderedCertificates,
    queries: { figures: certificateQuery },
    reports: (ids, { figures = [] }) => certificateReports(ids, figures),
  },
];
