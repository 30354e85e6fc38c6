/** What the timeline needs of a database. */
import type { Connection } from "../../../database/database.ts";
import type { RowOf } from "../../../database/statement.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { statusPageComponents } from "../../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../../resources/status-page-incidents.ts";
import { recordsNaming } from "../../identity/index.ts";
import { eachPlace, type NamingKind } from "../../reliability/index.ts";
import { sql } from "./queries.generated.ts";

/** From the first moment on, and before the second; of one service, or of all where it is empty. */
export interface Span {
  readonly since: Date;
  readonly until: Date;
  readonly service: string;
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

/** @param naming the kinds whose rows name services */
export function createTimelineStore(database: Connection, naming: readonly NamingKind[]) {
  const components = statusPageComponents.kind;
  return {
    /** Alerts that were open at any time of the span, drills apart: those that began last, at most `limit`. */
    alerts: (organizationId: string, span: Span, limit: number) =>
      database.query(sql.listAlertsBetween, { organizationId, ...span, limit }),
    /** What was done to rows of these kinds, the newest first, at most `limit`. */
    changes: (organizationId: string, kinds: readonly string[], span: Span, limit: number) =>
      database.query(sql.listChangesBetween, {
        ...{ organizationId, kinds, components, limit },
        ...span,
        ...namedIn(naming, span.service),
      }),
    /** What the deploy gate answered, by service and minute: the newest first, at most `limit`. */
    deploys: (organizationId: string, span: Span, limit: number) =>
      database.query(sql.listDeploysBetween, { organizationId, ...span, limit }),
    /** Published incidents that went on at any time of the span, at most `limit`. */
    incidents: (organizationId: string, span: Span, limit: number) =>
      database.query(sql.listIncidentsBetween, {
        organizationId,
        kind: statusPageIncidents.kind,
        components,
        ...span,
        limit,
      }),
    /** Moments of these fields after `since`, up to `until`, the next first, at most `limit`; of mutes for any service. */
    moments(organizationId: string, fields: readonly MomentField[], span: Span, limit: number) {
      const { naming: kinds, matches } = namedIn(naming, span.service);
      return database.query(sql.listMoments, {
        organizationId,
        kinds: fields.map(({ kind }) => kind),
        fields: fields.map(({ field }) => field),
        whats: fields.map(({ what }) => what),
        now: span.since,
        until: span.until,
        service: span.service,
        mutes: alertMutes.kind,
        naming: kinds,
        matches,
        components,
        limit,
      });
    },
  };
}

/** What rows hold that name the service, and what the record of a change holds that named it before or after. */
function namedIn(kinds: readonly NamingKind[], service: string) {
  return recordsNaming(eachPlace(kinds).map(({ kind, place }) => ({ kind, match: place.naming(service) })));
}
