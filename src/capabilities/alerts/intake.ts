/**
 * Takes in what Alertmanager notifies of. All that follows from it is in one transaction, under the lock of the
 * connector: two Alertmanagers that say the same meet there, and the second one brings no news.
 */
import { createMuting } from "../../backends/alerting/mutes.ts";
import { receiverOf } from "../../backends/alertmanager/receivers.ts";
import { type Call, turnOf } from "../../engine/context.ts";
import type { AlertKey, Routing } from "../../engine/ports/alerts.ts";
import { withTransaction } from "../../engine/transaction.ts";
import { inPieces } from "../../kernel/pieces.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
import { activeMutes } from "../events/active-mutes.ts";
import { announce } from "./announce.ts";
import { type AlertDeps, lockOf, openScene, type Scene } from "./deps.ts";
import { confirmAlerts, endMutes, mutingOf } from "./muting.ts";
import { fittingIn, overflowOf } from "./overflow.ts";
import { changesOf, type Heard, type StateChanges } from "./states.ts";
import { tellEnds, tellOpen } from "./tell.ts";
import type { Notification, Report } from "./webhook.ts";

/** What a notification came to. */
export interface TakenIn {
  /** Alerts that it tells of. */
  readonly alerts: number;
  /** Of these, the ones that nobody knew of. */
  readonly opened: number;
  /** Alerts that it ended. */
  readonly ended: number;
}

/** Takes in notifications of one connector, in order, and answers after the commit. */
export type TakeIn = (
  call: Call,
  connectorId: string,
  notifications: readonly Notification[],
) => Promise<readonly TakenIn[]>;

export function createTakeIn(deps: AlertDeps): TakeIn {
  return async (call, connectorId, notifications) => {
    const { id: organizationId } = call.caller.organization;
    const locks = [lockOf(organizationId, connectorId)];
    const taken = await withTransaction(deps.store, locks, async (writer) => {
      const scene = await openScene(deps, writer, call);
      return takeInAll(deps, scene, connectorId, notifications);
    });
    deps.queue.wake();
    return taken;
  };
}

export interface TakingIn {
  /** When what they say was read, by the database's clock; null where that is now. */
  readonly since?: Date | null;
  /** Whether no more are stored than the bounds say. */
  readonly bounded?: boolean;
}

/** The same in a transaction that holds the connector's lock. */
export async function takeInAll(
  deps: AlertDeps,
  scene: Scene,
  connectorId: string,
  notifications: readonly Notification[],
  { since = null, bounded = true }: TakingIn = {},
): Promise<readonly TakenIn[]> {
  const { alerts, organizationId } = scene;
  const reports = notifications.flatMap((one) => one.reports);
  const known = await alerts.known(organizationId, connectorId, alertMutes.kind, earliest(reports));
  const distinct = new Map(known.map((one) => [one.id, one]));
  const changes = changesOf([...distinct.values()], reports);

  const ended = await alerts.end(organizationId, changes.ends);
  const fitting = bounded
    ? await fittingIn(deps, scene, connectorId, changes.inserts)
    : { stored: changes.inserts, merged: [], concerned: false };
  const mutedBy = await mutesOf(deps, scene, fitting.stored);
  const inserts = fitting.stored.map(({ report: _, ...one }) => ({
    ...one,
    mutedBy: mutedBy.get(one.id) ?? null,
  }));
  await alerts.insert(organizationId, connectorId, inserts);
  await alerts.updateTexts(organizationId, changes.texts);

  await alerts.noteTruncated(
    organizationId,
    connectorId,
    notifications.filter(({ truncated }) => truncated > 0),
  );

  if (known.some(({ lapsed }) => lapsed)) await endMutes(deps, scene, connectorId);
  if (known.some(({ lapsed, unconfirmed }) => lapsed || unconfirmed)) {
    const firing = reports.filter(({ endedAt }) => endedAt === null);
    await confirmAlerts(deps, scene, connectorId, firing, since);
  }
  const news = inserts.filter((one) => one.resolvedAt === null && one.mutedBy === null);
  await announce(deps, scene, news);
  const merged = new Set(fitting.merged.map(({ id }) => id));
  const routings = routingsOf(scene, notifications, changes.heard, merged);
  await alerts.route(organizationId, routings);
  const routeIds = [...new Set(routings.map(({ routeId }) => routeId))];
  const open = [...new Set(routings.map(({ alertId }) => alertId))];
  if (routeIds.length > 0) await tellOpen(deps, scene, connectorId, open, routeIds);
  // Last, so that a pager whose group goes on with another alert is not told that it is over.
  await tellEnds(deps, scene, ended);
  deps.counting.ended(organizationId, connectorId, ended.length + inserts.filter(isOver).length);
  deps.counting.merged(merged.size);
  if (fitting.concerned) {
    const receivers = receiversOf(notifications, changes.heard, merged);
    const overflow = await overflowOf(deps, scene, connectorId, fitting, receivers);
    await takeInAll(deps, scene, connectorId, overflow, { bounded: false });
  }
  return countsOf(notifications, changes, merged);
}

function isOver({ resolvedAt }: { readonly resolvedAt: Date | null }): boolean {
  return resolvedAt !== null;
}

/** Of the notifications that have these alerts. */
function receiversOf(
  notifications: readonly Notification[],
  heard: readonly Heard[],
  alertIds: ReadonlySet<string>,
): readonly string[] {
  const receivers = byNotification(notifications, heard).flatMap(([{ receiver }, ours]) =>
    ours.some(({ id }) => alertIds.has(id)) ? [receiver] : [],
  );
  return [...new Set(receivers)];
}

/** Each notification with what became of its reports. */
function byNotification(notifications: readonly Notification[], heard: readonly Heard[]) {
  let at = 0;
  return notifications.map((notification): [Notification, readonly Heard[]] => {
    const ours = heard.slice(at, at + notification.reports.length);
    at += notification.reports.length;
    return [notification, ours];
  });
}

/** Of each fingerprint the report that says the earliest beginning: what began then or later is looked at. */
function earliest(reports: readonly Report[]): AlertKey[] {
  const keys = new Map<string, AlertKey>();
  for (const { fingerprint, startedAt } of reports) {
    const known = keys.get(fingerprint);
    if (known === undefined || startedAt < known.startedAt) keys.set(fingerprint, { fingerprint, startedAt });
  }
  return [...keys.values()];
}

/** The mutes that keep back what is new and open, by the alerts' ids. */
async function mutesOf(
  { events }: AlertDeps,
  { writer, organizationId, call }: Scene,
  inserts: StateChanges["inserts"],
): Promise<ReadonlyMap<string, string>> {
  const open = inserts.filter(({ resolvedAt }) => resolvedAt === null);
  if (open.length === 0) return new Map();
  const mutes = await activeMutes(events.in(writer), organizationId, call.now);
  return mutes.length === 0
    ? new Map()
    : inPieces(mutingOf(createMuting(mutes), open, call.now), turnOf(call));
}

/** The route that each notification says by its receiver; alerts that no route took have none. */
function routingsOf(
  { rows }: Scene,
  notifications: readonly Notification[],
  heard: readonly Heard[],
  merged: ReadonlySet<string>,
): Routing[] {
  const routeIds = new Map([...rows.routes.keys()].map((id) => [receiverOf(id), id]));
  const routings = new Map<string, Routing>();
  for (const [{ receiver, groupKey, groupLabels }, ours] of byNotification(notifications, heard)) {
    const routeId = routeIds.get(receiver);
    if (routeId === undefined) continue;
    for (const { id: alertId } of ours) {
      const key = `${alertId} ${routeId}`;
      if (!routings.has(key) && !merged.has(alertId))
        routings.set(key, { alertId, routeId, groupKey, groupLabels });
    }
  }
  return [...routings.values()];
}

function countsOf(
  notifications: readonly Notification[],
  { inserts, ends, heard }: StateChanges,
  merged: ReadonlySet<string>,
): TakenIn[] {
  const fresh = inserts.filter((one) => !isOver(one) && !merged.has(one.id));
  const opened = new Set(fresh.map(({ id }) => id));
  const ended = new Set(ends.map(({ id }) => id));
  return byNotification(notifications, heard).map(([, ours]) => {
    // What several notifications bring together is counted for the first.
    const count = (which: Set<string>) => ours.filter(({ id }) => which.delete(id)).length;
    return { alerts: ours.length, opened: count(opened), ended: count(ended) };
  });
}
