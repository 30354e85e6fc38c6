/**
 * Alerts that are or were open, who took them, and what is due for them. Times are the database's own, but for those
 * that Alertmanager reports.
 */

import { recordAudit } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { ParametersOf, RowOf } from "../../../database/statement.ts";
import type { AuditEntry, SignRecord } from "../../../engine/ports/rows.ts";
import { burnMatcher } from "../../../renderers/alerting/grouping.ts";
import type { AlertEnd } from "./column-types.ts";
import { endOfTime } from "./history-store.ts";
import { sql } from "./queries.generated.ts";
import { byNoRoute, reachedOver } from "./reached-store.ts";

export type { AlertEnd };

/**
 * `mutedBy` is the mute that keeps it back; `inhibitedBy` the inhibition that does, because of `inhibitingAlert`.
 * `unconfirmedSince`: its mute ended then, and nobody is notified before a report has it.
 */
export type StoredAlert = RowOf<typeof sql.listAlerts>;
/** With when it came in. */
export type KeptAlert = RowOf<typeof sql.listAlertsByIds>;

/** What an alert is known by, within its connector. */
export type AlertKey = Pick<StoredAlert, "fingerprint" | "startedAt">;

/** As it is first stored. One with `resolvedAt` was over before it came. */
export interface NewAlert
  extends Omit<
    StoredAlert,
    "connectorId" | "acknowledgedAt" | "acknowledgedBy" | "unconfirmedSince" | "endedBecause"
  > {
  readonly mutedUntil: Date | null;
  /** What it keeps back while it is open, and the drill that it is of; null for a real one. */
  readonly sourceKeys: readonly string[] | null;
  readonly drillId: string | null;
}

export type AlertTexts = Pick<NewAlert, "id" | "annotations" | "title" | "url">;

/**
 * As much of an alert as shows whether a report about it is new. `lapsed`: the mute that kept it back has ended or is
 * gone. `unconfirmed`: no report has had it since its mute ended.
 */
export type KnownAlert = RowOf<typeof sql.listKnownAlerts>;

/**
 * A routing of an alert that is open, that no mute keeps back, and that is confirmed since its mute ended. `groupKey` is
 * what alerts that are sent together have in common; `notified`: its targets know of it; `burns`: it is of an SLO's burn.
 */
export type OpenRouting = RowOf<typeof sql.listOpenRoutings>;
/** A route took an alert. */
export type Routing = Omit<OpenRouting, "notified" | "acknowledged" | "severity" | "burns">;
type RoutingKey = Pick<Routing, "alertId" | "routeId">;

/** A group of alerts of which a notification left some out; `receiver` is the name of Alertmanager's. */
export type TruncatedGroup = RowOf<typeof sql.takeTruncatedGroups>;

/** The next step of a rule, from 1, for an alert; `now` is by the database's clock. */
export type DueTimer = RowOf<typeof sql.claimAlertTimers>;
export type TimerStep = Omit<DueTimer, "labels" | "now"> & { readonly dueAt: Date };
type TimerKey = Pick<TimerStep, "organizationId" | "alertId" | "ruleId">;

/** Alerts that the deliveries of one source report. */
export interface NotifiedSource {
  readonly source: string;
  /** The route or rule that sends it. */
  readonly senderId: string;
  readonly alertIds: readonly string[];
}

export type MutableAlert = RowOf<typeof sql.listMutableAlerts>;
export type RecentAlert = RowOf<typeof sql.listRecentAlerts>;
export type AlertDelivery = RowOf<typeof sql.listDeliveriesOfAlerts>;

export type AlertStatus = "open" | "acknowledged" | "resolved";

/** An alert's place in lists. */
export type Begun = Pick<StoredAlert, "startedAt" | "id">;

export type AlertReader = ReturnType<typeof readerOver>;
/** What is decided about alerts of a connector is decided under a lock of that connector. */
export type AlertWriter = ReturnType<typeof alertsOver>;
export type AlertStore = ReturnType<typeof createAlertStore>;

export function createAlertStore(database: Database, signRecord: SignRecord) {
  return bindable<AlertReader, AlertWriter>(database, (connection) => alertsOver(connection, signRecord));
}

function alertsOver(database: Connection, signRecord: SignRecord) {
  return {
    ...readerOver(database),
    ...reportsOver(database),
    ...changesOver(database),
    ...notifyingOver(database),
    ...dueOver(database),
    /** Puts what somebody did about an alert on record. */
    async record(organizationId: string, record: AuditEntry) {
      await recordAudit(database, signRecord, organizationId, record);
    },
  };
}

function readerOver(database: Connection) {
  return {
    ...reachedOver(database),
    /** Newest first, those that began before one. */
    list: (
      organizationId: string,
      filter: { readonly status?: AlertStatus | undefined; readonly service?: string | undefined },
      limit: number,
      before?: Begun,
    ) => {
      const which = { organizationId, service: filter.service ?? null, limit, ...placeOf(before) };
      return listed(database, filter.status, which);
    },
    /**
     * Those that are open, that nobody has acknowledged and no mute keeps back, and how many they are: those with this
     * fingerprint first, which are there although they are muted, then the newest, behind them those of the lesser severities.
     */
    async waiting(
      organizationId: string,
      firstFingerprint: string,
      lesser: readonly string[],
      limit: number,
    ) {
      const which = { organizationId, firstFingerprint, lesser, limit };
      const alerts = await database.query(sql.listWaitingAlerts, which);
      return { alerts, total: alerts[0]?.total ?? 0 };
    },
    hasAlerted: async (organizationId: string, service: string) =>
      (await database.query(sql.findAlertOfService, { organizationId, service })).length > 0,
    /** Each severity that alerts of these services have which are open and not muted. */
    serviceSeverities: (organizationId: string, services: readonly string[]) =>
      database.query(sql.listServiceSeverities, { organizationId, services }),
    /**
     * Critical ones that are open, of each of these services the first: those that nothing keeps back, then those that a
     * mute does (`isMuted`, which also says of one that no report has had it since its mute ended).
     */
    critical: (organizationId: string, services: readonly string[], most: number) =>
      database.query(sql.listCriticalAlerts, { organizationId, services, most }),
    byIds: (organizationId: string, ids: readonly string[]) =>
      database.query(sql.listAlertsByIds, { organizationId, ids }),
    /** Those that are open, and those that began since then; newest first, those that began before one. */
    recent: (organizationId: string, since: Date, limit: number, before?: Begun) =>
      database.query(sql.listRecentAlerts, { organizationId, since, limit, ...placeOf(before) }),
    routings: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.listRoutingsOfAlerts, { organizationId, alertIds }),
    /** In the order in which they were queued. */
    deliveries: (organizationId: string, alertIds: readonly string[], most: number) =>
      database.query(sql.listDeliveriesOfAlerts, { organizationId, alertIds, most }),
    /** The next steps of rules, in the order in which they are due. */
    timers: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.listTimersOfAlerts, { organizationId, alertIds }),
    /** The mutes of routes that keep something back of these alerts. */
    routingMutes: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.listRoutingMutes, { organizationId, alertIds }),
    configurations: async (organizationId: string, kind: string, ids: readonly string[]) =>
      ids.length === 0 ? [] : database.query(sql.listNamedRows, { organizationId, kind, ids }),
    /** Words of open alerts that may be unknown, with how many have each and since when; so many at most. */
    openSeverities: (organizationId: string, limit: number) =>
      database.query(sql.listOpenSeverities, { organizationId, limit }),
    /** Whether any timer is due. */
    anyDue: async () => (await database.query(sql.findDueTimer, {})).length > 0,
    /** Where alerts are kept back by a mute of this kind that has ended or is gone. */
    lapsedMutings: (kind: string, limit: number) => database.query(sql.listLapsedMutings, { kind, limit }),
    /** Open alerts whose connector, or what else raised them, a row of one of these kinds, is gone. @param rowless sources that are no row */
    orphaned: (kinds: readonly string[], rowless: readonly string[], limit: number) =>
      database.query(sql.listOrphanedAlerts, { kinds, rowless, limit }),
    /** Whether a notification left alerts out, and nobody has reported them since. */
    hasTruncated: async (organizationId: string, connectorId: string) =>
      (await database.query(sql.findTruncatedGroup, { organizationId, connectorId })).length > 0,
    /** Whether the end of a mute lately left an alert that no report has had since. */
    hasUnconfirmed: async (organizationId: string, connectorId: string) =>
      (await database.query(sql.findUnconfirmedAlert, { organizationId, connectorId })).length > 0,
    /** Removes what notifications left out before this moment. */
    forgetTruncated: (before: Date) => database.query(sql.forgetTruncatedGroups, { before }),
    /** Removes alerts whose end came in before this moment, and answers how many; a batch at a time. */
    forget: async (before: Date, limit: number) =>
      (await database.query(sql.forgetAlerts, { before, limit })).length,
  };
}

function placeOf({ startedAt: before, id: beforeId }: Begun = { startedAt: endOfTime, id: "" }) {
  return { before, beforeId };
}

async function listed(
  database: Connection,
  status: AlertStatus | undefined,
  which: Omit<ParametersOf<typeof sql.listAlerts>, "resolved">,
): Promise<readonly StoredAlert[]> {
  if (status === undefined || status === "resolved")
    return database.query(sql.listAlerts, { ...which, resolved: status === undefined ? null : true });
  return database.query(sql.listOpenAlerts, { ...which, acknowledged: status === "acknowledged" });
}

/** What Alertmanager says, compared with what is known, and what its notifications left out. */
function reportsOver(database: Connection) {
  return {
    /** Of each fingerprint what is open, and what began when the report says or later; held to the transaction's end. */
    known: (organizationId: string, connectorId: string, muteKind: string, keys: readonly AlertKey[]) =>
      database.query(sql.listKnownAlerts, { organizationId, connectorId, muteKind, reports: keysText(keys) }),
    /**
     * Of those that are open and not confirmed since their mute ended, the ones that are reported to be on since they
     * began, or before that: they are confirmed now. `announced`: rules and mails know of it, since it was muted later.
     * @param since when the report was begun, by the database's clock; null where that is now
     */
    async confirm(
      organizationId: string,
      connectorId: string,
      keys: readonly AlertKey[],
      since: Date | null,
    ) {
      const reports = keysText(keys);
      return keys.length === 0
        ? []
        : database.query(sql.confirmAlerts, { organizationId, connectorId, since, reports });
    },
    /** Open ones that were last seen before a moment and have none of these fingerprints; held to the transaction's end. */
    async unreported(
      organizationId: string,
      connectorId: string,
      before: Date,
      fingerprints: readonly string[],
    ) {
      const which = { organizationId, connectorId, before, fingerprints };
      return database.query(sql.listUnreportedAlerts, which);
    },
    /** An engine of the connector has those that are open with these fingerprints. */
    see: (organizationId: string, connectorId: string, fingerprints: readonly string[]) =>
      database.query(sql.seeAlerts, { organizationId, connectorId, fingerprints }),
    async noteTruncated(organizationId: string, connectorId: string, noted: readonly TruncatedGroup[]) {
      if (noted.length === 0) return;
      const rows = noted.map(({ groupKey, receiver, groupLabels }) => ({
        group_key: groupKey,
        receiver,
        group_labels: groupLabels,
      }));
      const groups = jsonText(rows);
      await database.query(sql.insertTruncatedGroups, { organizationId, connectorId, groups });
    },
    /** Removes and answers those that were noted before a moment, by the database's clock. */
    takeTruncated: (organizationId: string, connectorId: string, before: Date) =>
      database.query(sql.takeTruncatedGroups, { organizationId, connectorId, before }),
  };
}

/** What becomes of alerts: by what Alertmanager says, and by what people do about it. */
function changesOver(database: Connection) {
  const endTimersOf = (organizationId: string, alertIds: readonly string[]) =>
    database.query(sql.deleteTimersOfAlerts, { organizationId, alertIds });
  return {
    /** The alert, held to the transaction's end. */
    lock: async (organizationId: string, id: string): Promise<StoredAlert | undefined> =>
      (await database.query(sql.getAlertLocked, { organizationId, id }))[0],
    async insert(organizationId: string, connectorId: string, alerts: readonly NewAlert[]) {
      if (alerts.length === 0) return;
      const rows = alerts.map((one) => ({
        ...one,
        started_at: one.startedAt,
        resolved_at: one.resolvedAt,
        muted_by: one.mutedBy,
        muted_until: one.mutedUntil,
        source_keys: one.sourceKeys,
        inhibited_by: one.inhibitedBy,
        inhibiting_alert: one.inhibitingAlert,
        drill_id: one.drillId,
      }));
      await database.query(sql.insertAlerts, { organizationId, connectorId, alerts: jsonText(rows) });
    },
    async updateTexts(organizationId: string, alerts: readonly AlertTexts[]) {
      if (alerts.length === 0) return;
      await database.query(sql.updateAlertTexts, { organizationId, alerts: jsonText(alerts) });
    },
    /** Ends those that are open, with their timers, and answers which. */
    async end(organizationId: string, ends: readonly AlertEnd[]) {
      if (ends.length === 0) return [];
      const found = await database.query(sql.endAlerts, { organizationId, ends: jsonText(ends) });
      const ids = found.map(({ id }) => id);
      if (ids.length > 0) await endTimersOf(organizationId, ids);
      return ids;
    },
    /** Marks it acknowledged and ends its timers. */
    async acknowledge(organizationId: string, id: string, acknowledgedBy: string) {
      await database.query(sql.acknowledgeAlert, { organizationId, id, acknowledgedBy });
      await endTimersOf(organizationId, [id]);
    },
    async route(organizationId: string, routings: readonly Routing[]) {
      if (routings.length === 0) return;
      const rows = routings.map(({ groupKey, groupLabels, ...key }) => ({
        ...routingKey(key),
        group_key: groupKey,
        group_labels: groupLabels,
      }));
      await database.query(sql.insertAlertRoutings, { organizationId, routings: jsonText(rows) });
    },
  };
}

const burns = jsonText({ [burnMatcher.name]: burnMatcher.value });

/** Who is to be notified, and who was. */
function notifyingOver(database: Connection) {
  return {
    /** @param routeIds all routes where it is left out */
    openRoutings: (
      organizationId: string,
      alertIds: readonly string[],
      routeIds: readonly string[] | null = null,
    ) => database.query(sql.listOpenRoutings, { organizationId, alertIds, routeIds, burns }),
    async markNotified(organizationId: string, routed: readonly RoutingKey[]) {
      if (routed.length === 0) return;
      const routings = jsonText(routed.map(routingKey));
      await database.query(sql.markRoutingsNotified, { organizationId, routings });
    },
    /** Marks the routings as over whose targets have to be notified of it, and answers which. */
    endRoutings: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.endRoutings, { organizationId, alertIds }),
    /** With how long it is that the group's targets were last sent something; 0 where they never were. */
    groups: async (organizationId: string, groupKeys: readonly string[]) =>
      groupKeys.length === 0 ? [] : database.query(sql.listAlertGroups, { organizationId, groupKeys }),
    /** To whom routes sent these alerts, by group; `goesOn` where they sent it another of the group that is open. */
    notifiedByRoutes: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.listNotifiedByRoutes, { organizationId, alertIds }),
    /** To whom rules sent them. */
    notifiedByRules: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.listNotifiedByRules, { organizationId, alertIds, mailing: byNoRoute }),
    async recordNotified(organizationId: string, sources: readonly NotifiedSource[]) {
      const rows = sources.flatMap(({ source, senderId, alertIds }) =>
        alertIds.map((alertId) => ({ alert_id: alertId, source, sender_id: senderId })),
      );
      if (rows.length > 0)
        await database.query(sql.insertDeliveryAlerts, { organizationId, rows: jsonText(rows) });
    },
  };
}

/** What the clock brings: steps of rules, and mutes that begin and end. */
function dueOver(database: Connection) {
  return {
    /** First steps, so many seconds from now. */
    async startTimers(
      organizationId: string,
      timers: readonly (Omit<TimerKey, "organizationId"> & { readonly delaySeconds: number })[],
    ) {
      if (timers.length === 0) return;
      const rows = timers.map(({ alertId, ruleId, delaySeconds }) => ({
        alert_id: alertId,
        rule_id: ruleId,
        delay_seconds: delaySeconds,
      }));
      await database.query(sql.insertAlertTimers, { organizationId, timers: jsonText(rows) });
    },
    /** Timers that are due, held to the transaction's end; those that another node has in hand are left out. */
    dueTimers: (limit: number) => database.query(sql.claimAlertTimers, { limit }),
    async moveTimers(timers: readonly TimerStep[]) {
      const times = ({ dueAt, heldUntil }: TimerStep) => ({ due_at: dueAt, held_until: heldUntil });
      const rows = timers.map((one) => ({ ...timerKey(one), step: one.step, ...times(one) }));
      if (rows.length > 0) await database.query(sql.moveAlertTimers, { timers: jsonText(rows) });
    },
    async endTimers(timers: readonly TimerKey[]) {
      if (timers.length > 0)
        await database.query(sql.deleteAlertTimers, { timers: jsonText(timers.map(timerKey)) });
    },
    /** All that mutes keep back; held to the transaction's end. */
    muted: (organizationId: string, connectorId: string) =>
      database.query(sql.listMutedAlerts, { organizationId, connectorId }),
    /** Some of all that a new mute may keep back; by their ids, after this one. Held to the transaction's end. */
    mutable: (organizationId: string, after: string, limit: number) =>
      database.query(sql.listMutableAlerts, { organizationId, after, limit }),
    async mute(
      organizationId: string,
      mutings: readonly (Pick<StoredAlert, "id" | "mutedBy"> & { readonly mutedUntil: Date | null })[],
    ) {
      if (mutings.length === 0) return;
      const rows = mutings.map(({ id, mutedBy, mutedUntil }) => ({
        ...{ id, muted_by: mutedBy },
        muted_until: mutedUntil,
      }));
      await database.query(sql.muteAlerts, { organizationId, mutings: jsonText(rows) });
    },
  };
}

function keysText(keys: readonly AlertKey[]) {
  return jsonText(keys.map(({ fingerprint, startedAt }) => ({ fingerprint, started_at: startedAt })));
}

function routingKey({ alertId, routeId }: RoutingKey) {
  return { alert_id: alertId, route_id: routeId };
}

function timerKey({ organizationId, alertId, ruleId }: TimerKey) {
  return { organization_id: organizationId, alert_id: alertId, rule_id: ruleId };
}
