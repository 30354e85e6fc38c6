/** What the timeline needs of a database. */
import type { Connection } from "../../database/database.ts";
import type { RowOf } from "../../database/statement.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import { sql } from "./queries.generated.ts";

/** From the first moment on, and before the second. */
export interface Span {
  readonly since: Date;
  readonly until: Date;
}

/** A field of a kind's rows that holds a moment, and what happens then. */
export interface MomentField {
  readonly kind: string;
  readonly field: string;
  readonly what: string;
}

export type FoundAlert = RowOf<typeof sql.listAlertsBetween>;
export type FoundChange = RowOf<typeof sql.listChangesBetween>;
export type FoundDeploy = RowOf<typeof sql.listDeploysBetween>;
export type FoundIncident = RowOf<typeof sql.listIncidentsBetween>;
export type FoundMoment = RowOf<typeof sql.listMoments>;

export type TimelineStore = ReturnType<typeof createTimelineStore>;

export function createTimelineStore(database: Connection) {
  return {
    /** Alerts that were open at any time of the span, drills apart: those that began last, at most `limit`. */
    alerts: (organizationId: string, span: Span, limit: number) =>
      database.query(sql.listAlertsBetween, { organizationId, ...span, limit }),
    /** What was done to rows of these kinds, the newest first, at most `limit`. */
    changes: (organizationId: string, kinds: readonly string[], span: Span, limit: number) =>
      database.query(sql.listChangesBetween, { organizationId, kinds, ...span, limit }),
    /** What the deploy gate answered, by service and minute: the newest first, at most `limit`. */
    deploys: (organizationId: string, span: Span, limit: number) =>
      database.query(sql.listDeploysBetween, { organizationId, ...span, limit }),
    /** Published incidents that went on at any time of the span, at most `limit`. */
    incidents: (organizationId: string, span: Span, limit: number) =>
      database.query(sql.listIncidentsBetween, {
        organizationId,
        kind: statusPageIncidents.kind,
        ...span,
        limit,
      }),
    /** Moments of these fields after `now`, up to `until`, the next first, at most `limit`. */
    moments: (
      organizationId: string,
      fields: readonly MomentField[],
      now: Date,
      until: Date,
      limit: number,
    ) =>
      database.query(sql.listMoments, {
        organizationId,
        kinds: fields.map(({ kind }) => kind),
        fields: fields.map(({ field }) => field),
        whats: fields.map(({ what }) => what),
        now,
        until,
        limit,
      }),
  };
}
