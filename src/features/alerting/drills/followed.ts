/** What became of a drill's alert, read from what is kept of every alert. */
import type { Store } from "../../../engine/ports/rows.ts";
import { isObject } from "../../../kernel/validate.ts";
import { isNative } from "../../../renderers/alertmanager/native.ts";
import { type AlertingRows, type Alerts, byNoRoute, routeOf, withheldOf } from "../alerts/index.ts";
import type { Followed } from "./follow.ts";
import { missedBy } from "./nobody.ts";
import { receiversOf } from "./receivers.ts";
import type { Drill } from "./store.ts";

interface Reading {
  readonly alerts: Pick<Alerts, "store" | "desertedAmong">;
  readonly store: Store;
}

/** Of one alert, more than a route notifies. */
const mostMessages = 1_000;

/** @returns undefined where it has not come in */
export async function followed(
  { alerts, store }: Reading,
  rows: AlertingRows,
  { organizationId, alertId, routeId }: Pick<Drill, "organizationId" | "alertId" | "routeId">,
): Promise<Followed | undefined> {
  if (alertId === null) return undefined;
  const reader = alerts.store.in(store);
  const [alert] = await reader.byIds(organizationId, [alertId]);
  if (alert === undefined) return undefined;
  const routings = await reader.routings(organizationId, [alertId]);
  const sent = await reader.deliveries(organizationId, [alertId], mostMessages);
  // What mails about events, and what is sent elsewhere, proves no way.
  const deliveries = sent.filter(({ senderId }) => !byNoRoute.includes(senderId));
  const withheld = (await withheldOf(reader, organizationId, rows, [alert])).get(alertId) ?? [];
  // A mute of the route that it is about is the one to name.
  const own = routings.find((one) => one.routeId === routeId)?.mutedBy ?? null;
  const reasons = withheld
    .flatMap(({ reason, by }) => (isObject(by) ? [{ id: by.id, text: `${reason} by ${by.name}` }] : []))
    .sort((one, other) => Number(other.id === own) - Number(one.id === own));
  const connector = rows.connectors.get(alert.connectorId);
  // What holds for other routes of it is no matter where one goes on.
  const isHeld =
    alert.mutedBy !== null || alert.inhibitedBy !== null || own !== null || deliveries.length === 0;
  const taking = routings.flatMap(({ routeId: id }) => routeOf(rows, id) ?? []);
  const missedOf = await missedBy({ alerts, store }, rows, organizationId, taking, alert.severity);
  return {
    withheld: isHeld ? (reasons[0]?.text ?? null) : null,
    routes: routings.map(({ routeId: id, mutedBy }) => {
      const route = routeOf(rows, id);
      return {
        id,
        name: route?.configuration.name ?? id,
        isMuted: mutedBy !== null,
        missed: route === undefined ? [] : missedOf(route).map(({ reason }) => reason),
      };
    }),
    messages: receiversOf(
      deliveries.map(({ createdAt, lastError, ...one }) => ({
        ...one,
        queuedAt: createdAt,
        error: lastError,
      })),
      (target) => rows.targets.get(target)?.configuration.name,
    ),
    isNative: connector !== undefined && isNative(connector),
    acknowledgedAt: alert.acknowledgedAt,
    acknowledgedBy: alert.acknowledgedBy,
    resolvedAt: alert.resolvedAt,
  };
}
