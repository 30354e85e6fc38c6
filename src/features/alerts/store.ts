/** The AlertStore on PostgreSQL. Times are the database's own, but for those that Alertmanager reports. */

import { recordAudit } from "../../database/audit-trail.ts";
import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import type { ParametersOf } from "../../database/statement.ts";
import type { SignRecord } from "../../engine/ports/rows.ts";
import type {
  AlertKey,
  AlertReader,
  AlertStatus,
  AlertStore,
  AlertWriter,
  Begun,
  StoredAlert,
} from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createAlertStore(database: Database, signRecord: SignRecord): AlertStore {
  return bindable<AlertReader, AlertWriter>(database, (connection) => alertsOver(connection, signRecord));
}

function alertsOver(database: Connection, signRecord: SignRecord): AlertWriter {
  return {
    ...readerOver(database),
    ...reportsOver(database),
    ...changesOver(database),
    ...truncatedOver(database),
    ...notifyingOver(database),
    ...dueOver(database),
    async record(organizationId, record) {
      await recordAudit(database, signRecord, organizationId, record);
    },
  };
}

function readerOver(database: Connection): AlertReader {
  return {
    list: (organizationId, { status, service }, limit, before) =>
      listed(database, status, {
        organizationId,
        service: service ?? null,
        limit,
        ...placeOf(before),
      }),
    async waiting(organizationId, firstFingerprint, lesser, limit) {
      const which = { organizationId, firstFingerprint, lesser, limit };
      const alerts = await database.query(sql.listWaitingAlerts, which);
      return { alerts, total: alerts[0]?.total ?? 0 };
    },
    byIds: (organizationId, ids) => database.query(sql.listAlertsByIds, { organizationId, ids }),
    recent: (organizationId, since, limit, before) =>
      database.query(sql.listRecentAlerts, { organizationId, since, limit, ...placeOf(before) }),
    routings: (organizationId, alertIds) =>
      database.query(sql.listRoutingsOfAlerts, { organizationId, alertIds }),
    deliveries: (organizationId, alertIds, most) =>
      database.query(sql.listDeliveriesOfAlerts, { organizationId, alertIds, most }),
    timers: (organizationId, alertIds) =>
      database.query(sql.listTimersOfAlerts, { organizationId, alertIds }),
    anyDue: async () => (await database.query(sql.findDueTimer, {})).length > 0,
    lapsedMutings: (kind, limit) => database.query(sql.listLapsedMutings, { kind, limit }),
    orphaned: (kind, limit) => database.query(sql.listOrphanedAlerts, { kind, limit }),
    hasTruncated: async (organizationId, connectorId) =>
      (await database.query(sql.findTruncatedGroup, { organizationId, connectorId })).length > 0,
    hasUnconfirmed: async (organizationId, connectorId) =>
      (await database.query(sql.findUnconfirmedAlert, { organizationId, connectorId })).length > 0,
    async forgetTruncated(before) {
      await database.query(sql.forgetTruncatedGroups, { before });
    },
    forget: async (before, limit) => (await database.query(sql.forgetAlerts, { before, limit })).length,
  };
}

/** Later than any alert can begin: the database's times end after it. */
const endOfTime = new Date(8.64e15);

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

/** What Alertmanager says, compared with what is known. */
function reportsOver(database: Connection): Pick<AlertWriter, "known" | "confirm" | "unreported" | "see"> {
  return {
    known: (organizationId, connectorId, muteKind, reports) =>
      database.query(sql.listKnownAlerts, {
        organizationId,
        connectorId,
        muteKind,
        reports: keysText(reports),
      }),
    confirm: async (organizationId, connectorId, reports, since) =>
      reports.length === 0
        ? []
        : database.query(sql.confirmAlerts, {
            organizationId,
            connectorId,
            since,
            reports: keysText(reports),
          }),
    async unreported(organizationId, connectorId, before, fingerprints) {
      const found = await database.query(sql.listUnreportedAlerts, {
        organizationId,
        connectorId,
        before,
        fingerprints,
      });
      return found.map(({ id }) => id);
    },
    async see(organizationId, connectorId, fingerprints) {
      await database.query(sql.seeAlerts, { organizationId, connectorId, fingerprints });
    },
  };
}

/** What becomes of alerts: by what Alertmanager says, and by what people do about it. */
function changesOver(
  database: Connection,
): Pick<AlertWriter, "lock" | "insert" | "updateTexts" | "end" | "acknowledge" | "route"> {
  return {
    lock: async (organizationId, id) => (await database.query(sql.getAlertLocked, { organizationId, id }))[0],
    async insert(organizationId, connectorId, alerts) {
      if (alerts.length === 0) return;
      const rows = alerts.map(({ startedAt, resolvedAt, mutedBy, ...rest }) => ({
        ...rest,
        started_at: startedAt,
        resolved_at: resolvedAt,
        muted_by: mutedBy,
      }));
      await database.query(sql.insertAlerts, { organizationId, connectorId, alerts: jsonText(rows) });
    },
    async updateTexts(organizationId, alerts) {
      if (alerts.length === 0) return;
      await database.query(sql.updateAlertTexts, { organizationId, alerts: jsonText(alerts) });
    },
    async end(organizationId, ends) {
      if (ends.length === 0) return [];
      const found = await database.query(sql.endAlerts, { organizationId, ends: jsonText(ends) });
      const ids = found.map(({ id }) => id);
      if (ids.length > 0) await endTimersOf(database, organizationId, ids);
      return ids;
    },
    async acknowledge(organizationId, id, acknowledgedBy) {
      await database.query(sql.acknowledgeAlert, { organizationId, id, acknowledgedBy });
      await endTimersOf(database, organizationId, [id]);
    },
    async route(organizationId, routings) {
      if (routings.length === 0) return;
      const rows = routings.map(({ alertId, routeId, groupKey, groupLabels }) => ({
        ...routingKey({ alertId, routeId }),
        group_key: groupKey,
        group_labels: groupLabels,
      }));
      await database.query(sql.insertAlertRoutings, { organizationId, routings: jsonText(rows) });
    },
  };
}

function endTimersOf(database: Connection, organizationId: string, alertIds: readonly string[]) {
  return database.query(sql.deleteTimersOfAlerts, { organizationId, alertIds });
}

/** What notifications left out. */
function truncatedOver(database: Connection): Pick<AlertWriter, "noteTruncated" | "takeTruncated"> {
  return {
    async noteTruncated(organizationId, connectorId, groups) {
      if (groups.length === 0) return;
      const rows = groups.map(({ groupKey, receiver, groupLabels }) => ({
        group_key: groupKey,
        receiver,
        group_labels: groupLabels,
      }));
      await database.query(sql.insertTruncatedGroups, {
        organizationId,
        connectorId,
        groups: jsonText(rows),
      });
    },
    takeTruncated: (organizationId, connectorId, before) =>
      database.query(sql.takeTruncatedGroups, { organizationId, connectorId, before }),
  };
}

/** Who is to be notified, and who was. */
function notifyingOver(
  database: Connection,
): Pick<
  AlertWriter,
  | "openRoutings"
  | "markNotified"
  | "endRoutings"
  | "groups"
  | "notifiedByRoutes"
  | "notifiedByRules"
  | "recordNotified"
> {
  return {
    openRoutings: async (organizationId, alertIds, routeIds) =>
      alertIds.length === 0
        ? []
        : database.query(sql.listOpenRoutings, { organizationId, alertIds, routeIds: routeIds ?? null }),
    async markNotified(organizationId, routings) {
      if (routings.length === 0) return;
      await database.query(sql.markRoutingsNotified, {
        organizationId,
        routings: jsonText(routings.map(routingKey)),
      });
    },
    endRoutings: (organizationId, alertIds) => database.query(sql.endRoutings, { organizationId, alertIds }),
    groups: async (organizationId, groupKeys) =>
      groupKeys.length === 0 ? [] : database.query(sql.listAlertGroups, { organizationId, groupKeys }),
    notifiedByRoutes: (organizationId, alertIds) =>
      database.query(sql.listNotifiedByRoutes, { organizationId, alertIds }),
    notifiedByRules: (organizationId, alertIds) =>
      database.query(sql.listNotifiedByRules, { organizationId, alertIds }),
    async recordNotified(organizationId, sources) {
      const rows = sources.flatMap(({ source, senderId, alertIds }) =>
        alertIds.map((alertId) => ({ alert_id: alertId, source, sender_id: senderId })),
      );
      if (rows.length > 0)
        await database.query(sql.insertDeliveryAlerts, { organizationId, rows: jsonText(rows) });
    },
  };
}

/** What the clock brings: steps of rules, and mutes that begin and end. */
function dueOver(
  database: Connection,
): Pick<
  AlertWriter,
  "startTimers" | "dueTimers" | "moveTimers" | "endTimers" | "muted" | "mutable" | "mute"
> {
  return {
    async startTimers(organizationId, timers) {
      if (timers.length === 0) return;
      const rows = timers.map(({ alertId, ruleId, delaySeconds }) => ({
        alert_id: alertId,
        rule_id: ruleId,
        delay_seconds: delaySeconds,
      }));
      await database.query(sql.insertAlertTimers, { organizationId, timers: jsonText(rows) });
    },
    dueTimers: (limit) => database.query(sql.claimAlertTimers, { limit }),
    async moveTimers(timers) {
      if (timers.length === 0) return;
      const rows = timers.map(({ step, dueAt, ...key }) => ({ ...timerKey(key), step, due_at: dueAt }));
      await database.query(sql.moveAlertTimers, { timers: jsonText(rows) });
    },
    async endTimers(timers) {
      if (timers.length > 0)
        await database.query(sql.deleteAlertTimers, { timers: jsonText(timers.map(timerKey)) });
    },
    muted: (organizationId, connectorId) =>
      database.query(sql.listMutedAlerts, { organizationId, connectorId }),
    mutable: (organizationId, after, limit) =>
      database.query(sql.listMutableAlerts, { organizationId, after, limit }),
    async mute(organizationId, mutings) {
      if (mutings.length === 0) return;
      const rows = mutings.map(({ id, mutedBy }) => ({ id, muted_by: mutedBy }));
      await database.query(sql.muteAlerts, { organizationId, mutings: jsonText(rows) });
    },
  };
}

function keysText(keys: readonly AlertKey[]) {
  return jsonText(keys.map(({ fingerprint, startedAt }) => ({ fingerprint, started_at: startedAt })));
}

function routingKey({ alertId, routeId }: { readonly alertId: string; readonly routeId: string }) {
  return { alert_id: alertId, route_id: routeId };
}

function timerKey({
  organizationId,
  alertId,
  ruleId,
}: {
  readonly organizationId: string;
  readonly alertId: string;
  readonly ruleId: string;
}) {
  return { organization_id: organizationId, alert_id: alertId, rule_id: ruleId };
}
