/** An alert as every door shows it, with the routes that took it and what was sent. */

import { inBatches } from "../../../engine/batches.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import { grouped } from "../../../kernel/grouped.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { personIn } from "../delivery/index.ts";
import { shownPage } from "../pages/index.ts";
import type { Labels } from "./column-types.ts";
import { shownOnCall } from "./on-call-shown.ts";
import { reachedAll } from "./reached.ts";
import { byElsewhere, elsewhere } from "./reached-store.ts";
import { type AlertingRows, routeOf } from "./rows.ts";
import type { AlertDelivery, AlertReader, AlertStatus, RecentAlert, StoredAlert } from "./store.ts";
import { warningsOf } from "./withheld.ts";

/** Of one alert. A team of a thousand people learns of thousands of alerts together, again and again. */
export const mostDeliveries = 100;

export async function showAlerts(
  reader: AlertReader,
  organizationId: string,
  rows: AlertingRows,
  alerts: readonly StoredAlert[],
): Promise<JsonObject[]> {
  if (alerts.length === 0) return [];
  const ids = alerts.map(({ id }) => id);
  const routings = grouped(await reader.routings(organizationId, ids), ({ alertId }) => alertId);
  const sent = await reader.deliveries(organizationId, ids, mostDeliveries);
  const deliveries = grouped(sent, ({ alertId }) => alertId);
  const pages = grouped(await reader.pagesOf(organizationId, ids), ({ alertId }) => alertId);
  const { withheld, reached, onCall } = await reachedAll(reader, organizationId, rows, alerts);
  return alerts.map((alert) => ({
    ...shownAlert(alert),
    reached: reached(alert),
    withheld: withheld.get(alert.id) ?? [],
    warnings: warningsOf(alert, rows),
    routes: (routings.get(alert.id) ?? []).map(({ routeId: id }) => ({
      id,
      name: routeOf(rows, id)?.configuration.name ?? id,
    })),
    on_call: (onCall.get(alert.id) ?? []).map((one) => shownOnCall(one, rows)),
    pages: (pages.get(alert.id) ?? []).map(shownPage),
    deliveries: (deliveries.get(alert.id) ?? []).map((one) => shownDelivery(one, rows)),
  }));
}

/** About how many characters what an Alertmanager says of it has. */
export function lengthOfAlert({
  labels,
  annotations,
}: {
  readonly labels: Labels;
  readonly annotations?: Labels;
}) {
  return [labels, annotations ?? {}]
    .flatMap((texts) => Object.entries(texts))
    .reduce((sum, [name, value]) => sum + name.length + value.length, 200);
}

/** What is open, and what began since then, the newest first. @param most of them in all */
export function recentAlerts(reader: AlertReader, call: Call, since: Date, most: number) {
  return inBatches<RecentAlert>({
    read: (last, limit) => reader.recent(call.caller.organization.id, since, limit, last),
    lengthOf: lengthOfAlert,
    most,
    turn: turnOf(call),
  });
}

/** One alert, with what rules are yet to send about it. */
export async function showAlert(
  reader: AlertReader,
  organizationId: string,
  rows: AlertingRows,
  alert: StoredAlert,
): Promise<JsonObject> {
  const [shown] = await showAlerts(reader, organizationId, rows, [alert]);
  const timers = await reader.timers(organizationId, [alert.id]);
  const next_steps = timers.flatMap(({ ruleId, step, dueAt, heldUntil }) => {
    const rule = rows.rules.find(({ id }) => id === ruleId)?.configuration;
    // A step of a rule that is gone or off sends nothing.
    if (!rule?.enabled) return [];
    const { outbound_config_id, rota_id } = rule;
    const target =
      rows.targets.get(outbound_config_id ?? "")?.configuration.name ??
      rows.rotas.get(rota_id ?? "")?.name ??
      null;
    return [
      {
        rule_id: ruleId,
        name: rule.name,
        target,
        step,
        due_at: dueAt.toISOString(),
        held: heldUntil !== null,
      },
    ];
  });
  return { ...shown, next_steps };
}

export function statusOf({ resolvedAt, acknowledgedAt }: StoredAlert): AlertStatus {
  if (resolvedAt !== null) return "resolved";
  return acknowledgedAt === null ? "open" : "acknowledged";
}

function shownAlert(alert: StoredAlert): JsonObject {
  const { id, connectorId, fingerprint, labels, annotations, title, service, severity, url } = alert;
  const { startedAt, resolvedAt, acknowledgedAt, acknowledgedBy, mutedBy, unconfirmedSince } = alert;
  return {
    id,
    connector_id: connectorId,
    fingerprint,
    status: statusOf(alert),
    labels,
    annotations,
    title,
    service,
    severity,
    url,
    started_at: startedAt.toISOString(),
    resolved_at: resolvedAt?.toISOString() ?? null,
    ended_because: alert.endedBecause,
    acknowledged_at: acknowledgedAt?.toISOString() ?? null,
    acknowledged_by: acknowledgedBy,
    muted_by: mutedBy,
    unconfirmed_since: unconfirmedSince?.toISOString() ?? null,
  };
}

function shownDelivery(delivery: AlertDelivery, rows: AlertingRows): JsonObject {
  const { senderId, channel, target, status, createdAt, endedAt, attempts, lastError } = delivery;
  const { targets } = rows;
  const times = { at: (endedAt ?? createdAt).toISOString(), attempt: attempts, error: lastError };
  if (channel === "page") {
    const { email, kind } = personIn(target);
    return { target: email, kind, by: senderOf(senderId, rows), status, ...times };
  }
  const row = channel === "email" ? undefined : targets.get(target)?.configuration;
  return {
    target: row?.name ?? target,
    kind: row?.kind ?? (channel === "alert" ? "gone" : "email"),
    by: senderOf(senderId, rows),
    status,
    ...times,
  };
}

/** Who sent a message: a route and the notification settings may name the same mailbox. */
export function senderOf(id: string, rows: AlertingRows) {
  if (id === elsewhere) return byElsewhere;
  if (id === notificationSettings.kind) return { kind: id, id, name: notificationSettings.title };
  // Also of a row that is gone.
  const kind = [alertHeartbeats, outboundRules].find(({ idPrefix }) => id.startsWith(`${idPrefix}_`));
  const row = rows.rules.find((rule) => rule.id === id) ?? routeOf(rows, id);
  return { kind: (kind ?? alertRoutes).kind, id, name: row?.configuration.name ?? id };
}
